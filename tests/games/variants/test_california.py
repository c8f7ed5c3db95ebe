"""The California document option by option: it lists what a player may do on each street, one bullet each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand

from hoyle.core.cards import parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker import NO_LIMIT, view
from hoyle.games.poker.events import Awarded, Bet, Burned, Called, Checked, Dealt, Folded, Gathered, Opened, Shown
from hoyle.rulebooks import poker_book

GAME = "omaha-hilo8"
STREETS = ("flop", "turn", "river")


def california(cards: str = "", **terms) -> Hand:
    return Hand("ca-omaha", GAME, cards, **terms)


def by_street(bullet: int) -> list[Any]:
    return [
        pytest.param(street, marks=pytest.mark.clauses(f"ca-omaha {street.upper()}.{bullet}"), id=street)
        for street in STREETS
    ]


# The first betting round


@pytest.mark.clauses("ca-omaha BR1.1")
def test_a_fold_puts_four_cards_face_down_on_the_discards_and_the_player_is_out():
    hand = california("seat 1: As Ks Qs Js\nseat 2: 2c 2d 2h 2s\nseat 3: 9c 9d 9h 9s\nseat 4: 5c 5d 5h 5s")
    hand.play("""
        3: fold
        4: call
    """)
    folded = hand.last(Folded)
    assert (folded.seat, folded.clause) == (3, "ca-omaha BR1.1")
    assert sorted(hand.round.state.muck) == sorted(parse_cards("9c 9d 9h 9s"))
    assert hand.holds(3) == ""
    for viewer in (0, 1, 4):
        told = str(view(hand.round.state, f"seat {viewer}"))
        assert not any(card in told for card in ("9c", "9d", "9h", "9s"))
    own = view(hand.round.state, "seat 3").hand_at_seat(3)
    assert sorted(own.cards) == ["9c", "9d", "9h", "9s"], "he knows what he has given up"
    hand.showdown()
    assert 3 not in [event.seat for event in hand.all(Checked) + hand.all(Called) + hand.all(Shown)]
    assert 3 not in hand.won


@pytest.mark.clauses("ca-omaha BR1.2")
def test_a_call_matches_the_big_blind_which_no_longer_suffices_after_a_raise():
    hand = california(seats=[1, 2, 3, 4], button=4)
    hand.play("3: call")
    assert (hand.last(Called).chips, hand.last(Called).clause) == (2, "ca-omaha BR1.2")
    hand.play("4: raise to 4")
    assert hand.round.options().call == 3
    hand.refuses("1: call 1")
    hand.play("""
        1: call
        2: call
        3: call
    """)
    assert hand.round.state.put_in == [4, 4, 4, 4]


@pytest.mark.clauses("ca-omaha BR1.3")
def test_a_raise_adds_to_the_big_blind_and_then_nobody_may_check():
    hand = california(seats=[1, 2, 3], button=3)
    hand.refuses("3: raise to 3")
    hand.refuses("3: raise to 5")
    hand.play("3: raise to 4")
    assert (hand.last(Bet).to, hand.last(Bet).clause) == (4, "ca-omaha BR1.3")
    for seat, call in ((1, 3), (2, 2)):
        assert hand.offered == f"fold, call {call}, raise to 6"
        hand.refuses(f"{seat}: check")
        hand.say("call")
    assert hand.round.street == "flop"


@pytest.mark.clauses("ca-omaha BR1.3")
@pytest.mark.parametrize("street", ["preflop", *STREETS])
def test_three_raises_and_no_more_in_a_betting_round_of_three(street):
    hand = california(seats=[1, 2, 3], button=3).through(street)
    if street != "preflop":
        hand.say("bet")
    for _ in range(3):
        hand.say("raise")
    words = hand.offered
    assert "raise" not in words
    refused = hand.refuses(f"{hand.round.actor}: raise to 40")
    assert isinstance(refused, IllegalError)
    assert refused.clause == "ca-omaha BR1.3"
    assert refused.legal == words


@pytest.mark.clauses("ca-omaha BR1.3")
def test_two_players_may_raise_each_other_without_end():
    hand = california(seats=[1, 2], button=2)
    for _ in range(12):
        hand.say("raise")
    assert hand.round.options().min_raise_to


@pytest.mark.clauses("ca-omaha BR1.3")
def test_a_round_that_shrinks_to_two_keeps_the_cap():
    hand = california(seats=[1, 2, 3], button=3)
    hand.play("""
        3: fold
        1: raise to 4
        2: raise to 6
        1: raise to 8
    """)
    assert hand.offered == "fold, call 2"
    hand.play("2: call")
    for _ in range(6):
        hand.say("bet" if hand.round.options().opening else "raise")
    assert hand.round.options().min_raise_to


@pytest.mark.clauses("ca-omaha BR1.4")
def test_only_the_big_blind_may_check_and_only_if_nobody_has_raised():
    limped = california(seats=[1, 2, 3], button=3)
    for seat in (3, 1):
        limped.refuses(f"{seat}: check")
        limped.say("call")
    limped.play("2: check")
    assert limped.last(Checked).clause == "ca-omaha BR1.4"
    assert limped.round.street == "flop"
    raised = california(seats=[1, 2, 3], button=3).play("3: raise to 4\n1: fold")
    raised.refuses("2: check")
    # A raiser whom everyone has called is not asked again.
    raised.play("2: call")
    assert raised.round.street == "flop"


@pytest.mark.clauses("ca-omaha ACTION", "ca-omaha BR1")
def test_the_big_blind_acts_last_before_the_flop_and_the_button_afterwards():
    hand = california(seats=[1, 2, 3, 4], button=2, blinds=(1, 2))
    assert hand.posted("blind") == {3: 1, 4: 2}
    turns: dict[str, list[int]] = {}
    while not hand.round.over:
        turns.setdefault(hand.round.street, []).append(hand.round.actor)
        hand.passive()
    assert turns == {"preflop": [1, 2, 3, 4], "flop": [3, 4, 1, 2], "turn": [3, 4, 1, 2], "river": [3, 4, 1, 2]}
    assert hand.all(Dealt)[0].seats[3] == 2


# Flop, turn, river


@pytest.mark.parametrize("street", by_street(1))
def test_a_player_may_fold_on_every_street(street):
    hand = california(seats=[1, 2, 3]).through(street)
    mucked = len(hand.round.state.muck)
    hand.play("1: bet\n2: fold")
    assert hand.last(Folded).clause == f"ca-omaha {street.upper()}.1"
    assert len(hand.round.state.muck) == mucked + 4
    hand.showdown()
    assert 2 not in [event.seat for event in hand.all(Shown)]


@pytest.mark.parametrize("street", by_street(2))
def test_a_player_may_check_while_nobody_has_bet(street):
    hand = california(seats=[1, 2, 3]).through(street)
    hand.play("1: check")
    assert hand.last(Checked).clause == f"ca-omaha {street.upper()}.2"
    hand.play("2: bet")
    hand.refuses("3: check")
    hand.refuses("3: bet 4")


@pytest.mark.parametrize("street", by_street(3))
def test_raising_the_pot_opens_the_round_without_using_up_one_of_three_raises(street):
    hand = california(seats=[1, 2, 3]).through(street)
    unit = 2 if street == "flop" else 4
    for number in range(1, 5):
        hand.say("bet" if number == 1 else "raise")
        assert hand.last(Bet).to == number * unit
        assert hand.last(Bet).clause == f"ca-omaha {street.upper()}.3"
    assert (hand.round.actor, hand.offered) == (2, f"fold, call {2 * unit}")
    hand.refuses(f"2: raise to {5 * unit}")


@pytest.mark.parametrize("street", by_street(4))
def test_a_raise_may_be_called_on_every_later_street(street):
    hand = california(seats=[1, 2, 3]).through(street)
    unit = 2 if street == "flop" else 4
    hand.play("""
        1: bet
        2: raise
        3: call
    """)
    assert (hand.last(Called).chips, hand.last(Called).clause) == (2 * unit, f"ca-omaha {street.upper()}.4")
    hand.play("1: call")
    assert (hand.last(Called).chips, hand.last(Called).clause) == (unit, f"ca-omaha {street.upper()}.4")
    assert hand.round.street != street or hand.round.over


@pytest.mark.clauses("ca-omaha FLOP", "ca-omaha TURN", "ca-omaha RIVER")
def test_before_each_board_card_the_bets_go_to_the_pot_and_the_burn_to_the_discards():
    hand = california("burns: Kc Kd Kh", seats=[1, 2, 3])
    for street, burn in (("flop", "Kc"), ("turn", "Kd"), ("river", "Kh")):
        assert any(hand.round.state.bets)
        gathered = len(hand.all(Gathered))
        hand.through(street)
        assert len(hand.all(Gathered)) == gathered + 1
        assert not any(hand.round.state.bets)
        assert hand.last(Burned).to_muck
        assert hand.round.state.muck[-1] == parse_cards(burn)[0]
        hand.say("bet")
    assert hand.round.state.burns == []


# Table, deck, players


@pytest.mark.clauses("ca-omaha TABLE")
def test_all_seats_of_a_betting_round_share_the_same_limits():
    for street, unit in (("preflop", 2), ("flop", 2), ("turn", 4), ("river", 4)):
        hand = california(seats=list(range(1, 11)), button=10).through(street)
        offers = set()
        while hand.round.street == street and not hand.round.over:
            options = hand.round.options()
            offers.add((options.min_raise_to, options.max_to))
            hand.passive()
        start = 2 if street == "preflop" else 0
        assert offers == {(start + unit, start + unit)}


@pytest.mark.clauses("ca-omaha TABLE")
def test_nobody_bets_behind_another_players_seat():
    hand = california(seats=[1, 2, 3], button=3)
    for seat in (1, 2, 4, 11):
        hand.refuses(f"{seat}: call")


@pytest.mark.clauses("ca-omaha DECK")
def test_the_game_is_dealt_from_one_deck_of_fifty_two_without_a_joker():
    hand = california(seats=list(range(1, 11)), button=10)
    assert sorted(hand.all(Opened)[0].deck) == list(range(52))
    joker = [52, *hand.deck[1:]]
    two_decks = [*hand.deck, *hand.deck]
    doubled = [hand.deck[1], *hand.deck[1:]]
    short = hand.deck[:47]
    for wrong in (joker, two_decks, doubled, short):
        with pytest.raises(InvalidError):
            Hand("ca-omaha", GAME, seats=list(range(1, 11)), button=10, deck=wrong)
    assert poker_book("ca-omaha").procedures.deck.clause == "ca-omaha DECK"


@pytest.mark.clauses("ca-omaha TYPE")
def test_players_contest_a_common_pot_and_the_house_has_no_stake_in_it():
    hand = california(seats=[1, 2, 3, 4], button=4, structure=NO_LIMIT, stacks={1: 40, 2: 100, 3: 70, 4: 25})
    assert hand.all(Opened)[0].clause == "ca-omaha TYPE"
    hand.play("""
        3: raise to 70
        4: call
        1: call
        2: call
    """)
    hand.showdown()
    # No seat is dealt to the house, none is a dealer's, and every chip put in goes to a player.
    assert set(hand.all(Dealt)[0].seats) == {1, 2, 3, 4}
    assert {award.seat for award in hand.all(Awarded)} <= {1, 2, 3, 4}
    assert sum(hand.won.values()) == 25 * 4 + 15 * 3 + 30 * 2
    assert sum(hand.round.state.stacks) == 235
