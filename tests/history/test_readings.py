"""What the cards make, as a table tells its readers; and the division of a pot as a ledger."""

from __future__ import annotations

import pytest
from msgspec import to_builtins
from tests.games.house_cards.new_game_example import high_card
from tests.games.poker.one_line_tables import say
from tests.games.poker.one_line_tables import table as talking
from tests.games.variants.scripted_hands import Hand

from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.view import HouseCardPositionView, HouseCardRoundView
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.view import view
from hoyle.hands import ANY, Evaluator
from hoyle.hands.rankings import HIGH3
from hoyle.history.hand_descriptions import HandDescription, describe_hands, describe_house_hands
from hoyle.history.pot_breakdown import PotBreakdown, PotShare, build_pot_breakdown, merge_odd_chips

SPLIT = """
    seat 1: As 2s Kh Kc
    seat 2: Qd Qc 9h 8c
    seat 3: Ad 2d 5h 6c
    board: 3h 4d 9s Kd 7c
"""
STUD = """
    seat 1: 6h Ac 4s 6d 7h 2s Kd
    seat 2: 9h 3c 9c Kc 4d Jd 5d
    seat 3: Qh Jh 3s Ts 8c 5c 2h
"""


def read(hand: Hand, seat: int) -> dict[int, HandDescription]:
    """The readings of somebody in the hand, by seat; 0 only looks on."""
    person = f"seat {seat}" if seat else ""
    found = describe_hands(hand.round.rules, view(hand.round.state, person), person)
    return {each.seat: each for each in found}


def ledger(hand: Hand) -> PotBreakdown:
    names = {1: "Ann", 2: "Bea", 3: "Cid"}
    found = build_pot_breakdown(hand.round.log, view(hand.round.state, ""), hand.round.rules, names)
    assert found is not None
    return found


def test_you_have_a_high_and_a_low_with_the_cards_they_take() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3)
    hand.play("3: call\n1: call\n2: check\nall check\nall check\nall check")
    mine = read(hand, 1)[1]
    assert mine.high is not None
    assert mine.low is not None
    assert mine.high.label == "three kings, 9-7 kickers"
    assert mine.low.label == "7-4-3-2-A low"
    assert set(mine.low.cards) == {"As", "2s", "3h", "4d", "7c"}
    assert mine.clause.startswith("oneida XI.K.10")


def test_nobody_is_told_what_another_holds() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3)
    hand.play("3: call\n1: call\n2: check")
    assert set(read(hand, 1)) == {1}
    assert read(hand, 0) == {}


def test_up_cards_are_read_by_everybody_and_hole_cards_by_their_holder() -> None:
    hand = Hand("oneida", "stud7-hilo8", STUD).through("fourth")
    assert {seat: each.upcards_text for seat, each in read(hand, 0).items()} == {
        1: "six high",
        2: "king high",
        3: "ten high",
    }
    mine = read(hand, 2)[2]
    assert mine.high is not None
    assert mine.high.label == "pair of nines"
    assert set(mine.high.cards) == {"9h", "9c"}
    assert mine.low is None


def test_before_the_flop_two_cards_are_read_and_four_are_not() -> None:
    two = read(Hand("oneida", "holdem", "seat 1: Ah Kd\nseat 2: 7c 7d", button=2), 2)[2]
    assert two.high is not None
    assert two.high.label == "pair of sevens"
    four = read(Hand("oneida", "omaha-hilo8", SPLIT, button=3), 1)[1]
    assert (four.high, four.low) == (None, None)


def test_what_is_shown_is_read_by_all() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3)
    hand.play("3: call\n1: call\n2: check\nto the showdown")
    assert set(read(hand, 0)) == {1, 2, 3}


def test_the_ledger_has_every_chip_of_every_share() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3, ante=1)
    hand.play("3: call\n1: call\n2: check\nto the showdown")
    found = ledger(hand)
    assert (found.pot, found.net_pot, found.had_showdown) == (9, 9, True)
    [pot] = found.pots
    assert (pot.name, pot.chips, pot.seats) == ("main", 9, [1, 2, 3])
    assert sum(share.chips for share in pot.shares) == 9
    assert [(share.share, share.seat, share.chips, share.odd_chips) for share in pot.shares] == [
        ("high", 3, 5, 1),
        ("low", 1, 2, 0),
        ("low", 3, 2, 0),
    ]
    assert pot.shares[0].odd_clause == "oneida XI.K.10(b)(i)"
    assert pot.why == ["The pot, 9, does not halve: the odd chip joins the high half, 5 to 4."]
    assert dict(found.winnings) == {3: 7, 1: 2}


def test_a_pot_that_nobody_contests_compares_no_hands() -> None:
    hand = Hand("oneida", "holdem", "seat 1: Ah Kd\nseat 2: 7c 7d", button=2)
    hand.play("1: fold")
    found = ledger(hand)
    assert not found.had_showdown
    assert to_builtins(found)["pots"][0]["shares"][0].get("words", "") == ""


@pytest.mark.clauses("ca-omaha FEE.1")
def test_the_ledger_has_a_fee_that_was_taken_out_of_the_pot() -> None:
    round_ = talking("ca-omaha", "omaha-hilo8", 3, rake=RakePlan(fee_per_player=3, fee_per_hand=2))
    say(round_, "raise to 20", "fold", "fold")
    found = build_pot_breakdown(round_.log, view(round_.state, ""), round_.rules, {})
    assert found is not None
    assert (found.pot, found.fees, found.net_pot) == (25, 2, 23), "what players paid before was never in it"


def test_an_odd_chip_that_is_nobodys_half_goes_with_its_winners_share() -> None:
    shares = [
        PotShare(share="high", seat=1, chips=20, clause="a"),
        PotShare(share="low", seat=2, chips=20, clause="a"),
        PotShare(share="odd", seat=2, chips=1, odd_chips=1, clause="b"),
    ]
    high, low = merge_odd_chips(shares)
    assert high.chips == 20
    assert (low.share, low.chips, low.odd_chips, low.odd_clause) == ("low", 21, 1, "b")


def house(cards: str, community: str = "", owner: str = "ann") -> HouseCardRoundView:
    """A round against the house with one hand in it."""
    place = HouseCardPositionView(
        seat=2, owner=owner, wagers={}, net_by_wager={}, settlements=[], cards=cards.split(), folded=False, hand=""
    )
    return HouseCardRoundView(
        phase="deciding", turn=2, dealer=[], dealer_hand="", qualifies=False, community=community.split(),
        stub=0, positions=[place],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "cards", "community", "words"),
    [
        ("three-card-poker", "As 7d Kc", "", "ace high, A-K-7"),
        ("four-card-poker", "2h 6s 2c 4c 7h", "", "pair of twos, 7-6 kickers"),
        ("mississippi-stud", "4d 4c", "?? ?? ??", "pair of fours"),
        ("mississippi-stud", "Qd 4c", "Qs ?? ??", "pair of queens"),
        ("mississippi-stud", "2d 3c", "4s 5h 6h", "six-high straight"),
    ],
)
def test_against_the_house_ones_own_cards_are_read_as_far_as_they_lie_open(
    game: str, cards: str, community: str, words: str
) -> None:
    (mine,) = describe_house_hands(GAMES[game], house(cards, community), "ann")
    assert (mine.seat, mine.high and mine.high.label) == (2, words)


def test_against_the_house_nobody_reads_anothers_cards() -> None:
    game = GAMES["three-card-poker"]
    assert describe_house_hands(game, house("As 7d Kc", owner="bea"), "ann") == []
    assert describe_house_hands(game, house("?? ?? ??"), "ann") == []


def test_a_new_game_brings_how_its_hands_are_read_or_they_are_not() -> None:
    own = high_card()
    assert describe_house_hands(own, house("As 7d Kc"), "ann") == []
    own.reads = Evaluator(HIGH3, ANY)
    (mine,) = describe_house_hands(own, house("As 7d Kc"), "ann")
    assert mine.high is not None
    assert mine.high.label == "ace high, A-K-7"
