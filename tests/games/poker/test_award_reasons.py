"""An award says by itself why it was made: who was in, who tied, on which cards, what decided an odd chip."""

from __future__ import annotations

import json

import pytest
from tests.games.variants.scripted_hands import Hand

from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.core.events import decode_event
from hoyle.games.poker import NO_LIMIT
from hoyle.games.poker.events import KINDS, Awarded, Turn
from hoyle.history.narration import narrate
from hoyle.rulebooks import poker_book
from hoyle.rulebooks.book_parameters import with_overrides

TIED_LOWS = """
    seat 1: As 2h 3h Kc
    seat 2: Ad 3d Qh Js
    seat 3: 6s 7s 9c 9h
    board: 2c 3c 4s 5d Kh
"""


def calls(hand: Hand) -> list[str]:
    return [call.text for call in narrate(hand.round.log, hand.round.rules) if call.entry.name == "awarded"]


def by_share(hand: Hand) -> dict[tuple[str, int], Awarded]:
    return {(award.share, award.seat): award for award in hand.all(Awarded)}


def test_the_last_player_left_is_in_no_contest_with_anybody():
    hand = Hand("oneida", "holdem", button=3).play("3: fold\n1: fold")
    award = hand.last(Awarded)
    assert (award.reason, award.contest, award.tied, award.value) == ("last player", [2], [], 0)


def test_a_plain_winner_is_the_best_hand_of_those_who_showed():
    cards = """
        seat 1: As Ah
        seat 2: Kd Kc
        seat 3: 7h 2c
        board: 3h 4d 9s Td Jc
    """
    hand = Hand("oneida", "holdem", cards, button=3).play("3: fold\n1: call").showdown()
    award = hand.last(Awarded)
    assert (award.share, award.seat, award.reason, award.contest) == ("high", 1, "best hand", [1, 2])
    assert (award.tied, award.odd, award.odd_by, award.order, award.hands) == ([], 0, "", [], [])


def test_who_alone_can_win_a_side_pot_takes_it_unopposed():
    cards = """
        seat 1: As Ah
        seat 2: Kd Kc
        seat 3: 7h 2c
        board: 3h 4d 9s Td Jc
    """
    hand = Hand("oneida", "holdem", cards, button=3, stacks={1: 10}, structure=NO_LIMIT)
    hand.play("3: raise to 30\n1: call\n2: call\nflop\n2: bet 10\n3: fold")
    side, main = hand.all(Awarded)
    assert (side.pot, side.pots, side.seat, side.reason, side.contest) == (1, 2, 2, "unopposed", [2])
    assert (main.pot, main.pots, main.seat, main.reason, main.contest) == (0, 2, 1, "best hand", [1, 2])


@pytest.mark.clauses("oneida XI.J.10(a)")
def test_when_the_board_plays_everybody_ties():
    cards = """
        seat 1: 2h 3d
        seat 2: 2c 3c
        seat 3: 2d 3h
        seat 4: 7c 8c
        board: As Ks Qs Js Ts
    """
    hand = Hand("oneida", "holdem", cards, button=4).play("3: call\n4: fold\n1: call\n2: raise to 4")
    hand.showdown()
    awards = hand.all(Awarded)
    assert [(award.seat, award.reason, award.clause) for award in awards] == [
        (seat, "board plays", "oneida XI.J.10(a)") for seat in (1, 2, 3)
    ]
    assert all(award.tied == award.contest == [1, 2, 3] for award in awards)


def test_no_low_is_a_reason_of_the_high_hand_that_takes_it_all():
    cards = """
        seat 1: As Ah Qd Qc
        seat 2: Kd Kc Jd Th
        board: 9h 9d Ts Tc Jc
    """
    award = Hand("oneida", "omaha-hilo8", cards).showdown().last(Awarded)
    assert (award.share, award.reason, award.contest) == ("high", "no low", [1, 2])


def test_a_low_is_contested_only_by_hands_that_qualify():
    cards = TIED_LOWS.replace("6s 7s", "9s Ts")
    shares = by_share(Hand("oneida", "omaha-hilo8", cards, button=3).showdown())
    assert shares["low", 1].contest == shares["low", 1].tied == [1, 2]
    assert {award.seat: award.contest for award in shares.values() if award.share == "high"}[1] == [1, 2, 3]


def test_an_odd_chip_by_card_names_the_rival_and_both_cards():
    hand = Hand("oneida", "omaha-hilo8", TIED_LOWS, button=3, limits=(5, 10), blinds=(2, 5)).showdown()
    shares = by_share(hand)
    lucky, other = shares["low", 2], shares["low", 1]
    assert (lucky.odd, lucky.odd_by, lucky.rival) == (1, "card", 1)
    assert cards_text(lucky.decided) == "Ad As"
    assert lucky.order == other.order == [2, 1]
    assert [cards_text(cards) for cards in lucky.hands] == ["Ad 2c 3d 4s 5d", "As 2c 3h 4s 5d"]
    assert (other.odd, other.odd_by, other.rival, other.decided) == (0, "", 0, [])
    assert (shares["high", 3].joined_clause, shares["high", 3].odd_by) == (
        "oneida XI.K.10(b)(i)",
        "joins the high half",
    )
    assert lucky.joined_clause == ""


def test_by_merit_the_dealer_names_the_cards_that_the_division_went_by():
    # As 2h with 3c of the board serves seat 1 better than As 3h with 2c: 3c under 3d.
    law = with_overrides(poker_book("nj-19-47"), {"low_odd_direction": "merit_low"})
    hand = Hand(law, "omaha-hilo8", TIED_LOWS, button=3, limits=(5, 10), blinds=(2, 5), ante=1).showdown()
    award = by_share(hand)["low", 1]
    assert [cards_text(cards) for cards in award.hands] == ["5d 4s 3c 2h As", "5d 4s 3d 2c Ad"]
    assert cards_text(award.decided) == "3c 3d"
    assert calls(hand)[-1] == "The odd chip goes to seat 1 by card: 3♣ under 3♦."


@pytest.mark.parametrize(
    ("button", "order", "told"),
    [
        (3, [1, 2], "The odd chip goes to seat 1, first of them clockwise from the button."),
        (1, [2, 1], "The odd chip goes to seat 2, first of them clockwise from the button."),
    ],
)
def test_an_odd_chip_by_position_names_the_order_from_the_button(button, order, told):
    hand = Hand("ca-omaha", "omaha-hilo8", TIED_LOWS, button=button, limits=(6, 12), blinds=(3, 6)).showdown()
    lucky = by_share(hand)["low", order[0]]
    assert (lucky.odd_by, lucky.order, lucky.hands) == ("clockwise from the button", order, [])
    assert told in calls(hand)


def test_hands_of_the_very_same_cards_are_told_apart_by_position_even_where_cards_decide():
    law = with_overrides(poker_book("oneida"), {"odd_tied_high": "card"})
    cards = """
        seat 1: 2h 3d
        seat 2: 2c 3c
        seat 3: 7c 8c
        board: As Ks Qs Js Ts
    """
    hand = Hand(law, "holdem", cards, button=3, blinds=(1, 2)).play("3: call\n1: fold").showdown()
    lucky = [award for award in hand.all(Awarded) if award.odd]
    assert [(award.seat, award.odd, award.odd_by, award.decided) for award in lucky] == [
        (2, 1, "clockwise from the button", [])
    ]
    assert calls(hand)[-1] == "The odd chip goes to seat 2, first of them clockwise from the button."


def test_every_event_is_written_down_without_a_number_for_a_card_or_a_kind():
    hand = Hand("oneida", "omaha-hilo8", TIED_LOWS, button=3, limits=(5, 10), blinds=(2, 5)).showdown()
    for event in hand.round.log:
        written = json.loads(json.dumps(event.to_dict()))
        assert decode_event(KINDS, event.name, written) == event
    award = by_share(hand)["low", 2].to_dict()
    assert award["decided"] == ["Ad", "As"]
    assert award["hands"] == [["Ad", "2c", "3d", "4s", "5d"], ["As", "2c", "3h", "4s", "5d"]]
    assert hand.all(Turn)[0].to_dict()["awaiting"] == "action"
    streets = [event.to_dict()["street"] for event in hand.round.log if "street" in event.fields()]
    assert streets == ["preflop", "flop", "turn", "river"]


def test_a_card_nobody_may_see_is_written_as_unknown():
    hand = Hand("oneida", "holdem", button=3)
    seen = hand.round.log[0].seen_by("seat 1")
    assert seen.to_dict()["deck"] == ["??"] * 52
    assert decode_event(KINDS, "opened", seen.to_dict()) == seen


@pytest.mark.parametrize(
    ("name", "facts", "why"),
    [
        ("burned", {"card": "Zz", "to_muck": False, "clause": ""}, "'Zz' is not a card"),
        ("burned", {"card": 7, "to_muck": False, "clause": ""}, "7 in card is not a card"),
        ("turn", {"seat": 1, "awaiting": "rain", "clause": ""}, "'rain' is no awaiting of event 'turn'"),
        ("turn", {"seat": 1, "awaiting": 1, "clause": ""}, "1 is no awaiting of event 'turn'"),
        ("turn", {"seat": 1, "clause": ""}, "event 'turn' has the fields seat, awaiting, clause"),
        ("sneezed", {}, "unknown event 'sneezed'"),
    ],
)
def test_what_is_written_wrongly_is_refused_with_the_value(name, facts, why):
    with pytest.raises(InvalidError, match=why):
        decode_event(KINDS, name, facts)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.NAME)
def test_every_field_that_holds_cards_or_a_coded_kind_is_one_of_the_event(kind):
    names = set(kind.field_names())
    assert names == set(kind.__dataclass_fields__)
    assert set(kind.card_fields()) <= names


def test_every_winner_of_a_tie_has_his_own_cards_and_the_words_for_them():
    hand = Hand("oneida", "omaha-hilo8", TIED_LOWS, button=3).showdown()
    lows = [award for award in hand.all(Awarded) if award.share == "low"]
    assert [(award.seat, cards_text(award.cards)) for award in lows] == [(1, "As 2c 3h 4s 5d"), (2, "Ad 2c 3d 4s 5d")]
    assert {award.words for award in lows} == {"5-4-3-2-A low"}
    high = next(award for award in hand.all(Awarded) if award.share == "high")
    assert (high.seat, high.words, cards_text(high.cards)) == (3, "seven-high straight", "7s 6s 5d 4s 3c")


def test_cards_of_a_low_go_by_merit_where_the_book_reads_odd_chips_so():
    law = with_overrides(poker_book("nj-19-47"), {"low_odd_direction": "merit_low"})
    hand = Hand(law, "omaha-hilo8", TIED_LOWS, button=3).showdown()
    low = next(award for award in hand.all(Awarded) if award.share == "low")
    assert cards_text(low.cards) == "5d 4s 3c 2h As"


def test_an_award_without_a_hand_says_nothing_of_cards():
    alone = Hand("oneida", "holdem", button=3).play("3: fold\n1: fold").last(Awarded)
    assert (alone.words, alone.cards) == ("", [])
