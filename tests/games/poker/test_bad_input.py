"""Bad input changes nothing and gets one clear error: the value, what would be legal, by which clause."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from tests.games.poker.one_line_tables import act
from tests.games.poker.round_driver import PAIRS, blinds, facts, shuffled
from tests.table.tables import dealt

from hoyle.core.cards import card_text, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.games.poker.action_parser import parse_action
from hoyle.games.poker.events import apply
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, STRUCTURES, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.round_state import RoundState
from hoyle.rulebooks import poker_book

MAX_SEATS = {
    "nj-19-47": {"holdem": 11, "omaha": 10, "stud7": 8, "draw5": 8, "stud5": 8, "mambo": 11},
    "nj-13-69f": {"big-omaha": 8},
    "oneida": {"holdem": 11, "omaha": 10, "stud7": 8, "draw5": 8, "stud5": 8},
    "ca-omaha": {"omaha": 10},
    "room-2012": {"omaha": 10},
}


def most_seats(law: str, game: str) -> int:
    for family, seats in MAX_SEATS.get(law, {}).items():
        if game.startswith(family):
            return seats
    return poker_book(law).page(game).max_seats.value


def rules(law: str, game: str, structure: int = FIXED) -> Rules:
    return Rules(poker_book(law), game, Stakes(structure, small=4, big=8, forced_bet=1))


def holdem(**changes: Any) -> PokerRound:
    """Three players of Oneida hold'em, seat 3 on the button and first to act; all of it can be changed."""
    seats = changes.pop("seats", [1, 2, 3])
    stacks = changes.pop("stacks", [100] * len(seats))
    given: dict[str, Any] = {"deck": list(range(52)), "button": 3, "posts": blinds([1, 2, 3], 3, [2, 4])} | changes
    return PokerRound(rules("oneida", "holdem"), seats, stacks, **given)


def draw() -> PokerRound:
    """Two players of Oneida draw, seat 1 about to draw."""
    round_ = PokerRound(
        rules("oneida", "draw5-high"), [1, 2], [100, 100], deck=shuffled(3), button=2, posts=blinds([1, 2], 2, [2, 4])
    )
    round_.call()
    round_.check()
    assert round_.pending == "draw"
    assert round_.actor == 1
    return round_


def refusal(round_: PokerRound, command: Callable[..., object], *arguments: Any, kind: type[Any] = IllegalError) -> Any:
    """The error of an attempt, after making sure that it left no trace."""
    state = deepcopy(round_.state.snapshot())
    log = json.dumps([event.fields() for event in round_.log])
    with pytest.raises(kind) as caught:
        command(*arguments)
    assert round_.state.snapshot() == state
    assert json.dumps([event.fields() for event in round_.log]) == log
    return caught.value


# Cards


@pytest.mark.parametrize("text", ["1h", "Axe", "11h", "Ah Kx", "??", "A"])
def test_a_card_nobody_knows_is_named(text):
    with pytest.raises(InvalidError, match="is not a") as caught:
        parse_cards(text)
    assert text.split()[-1][:2] in str(caught.value)


@pytest.mark.parametrize("card", [52, 77, -5])
def test_a_deck_with_an_unknown_card_is_refused(card):
    with pytest.raises(InvalidError, match=rf"{card} is not a card: cards are the numbers 0 .* to 51"):
        holdem(deck=[*range(51), card])


def test_a_deck_with_the_same_card_twice_is_refused():
    with pytest.raises(InvalidError, match="7d appears twice: as card 22 and as card 52"):
        holdem(deck=[*range(51), 21])


def test_a_deck_too_short_for_the_table_is_refused():
    with pytest.raises(InvalidError, match="a deck of 13 cards is too short for 3 players of holdem"):
        holdem(deck=list(range(13)))


# Seats and chips


@pytest.mark.parametrize(("law", "game"), PAIRS)
def test_a_table_too_large_for_the_game_is_refused_by_its_clause(law, game, exercises):
    clause = poker_book(law).page(game).max_seats.clause
    most = most_seats(law, game)
    seats = list(range(1, most + 1))
    table = rules(law, game)
    assert PokerRound(table, seats, [100] * most, deck=list(range(52)), button=1).state.seats == seats
    seats.append(most + 1)
    with pytest.raises(IllegalError) as caught:
        PokerRound(table, seats, [100] * len(seats), deck=list(range(52)), button=1)
    message = str(caught.value)
    assert (
        f"{len(seats)} player{'' if len(seats) == 1 else 's'} cannot play {game}: {law} allows 2 to {most}" in message
    )
    assert f"({clause})" in message
    assert caught.value.clause == clause
    assert caught.value.legal == f"2 to {most} players"
    if law != "house":
        exercises(clause)


@pytest.mark.clauses("oneida XI.F.2")
def test_nobody_plays_alone():
    with pytest.raises(IllegalError, match=r"1 player cannot play holdem: .* 2 to 11 \(oneida XI\.F\.2\)"):
        holdem(seats=[1], posts=[])


@pytest.mark.parametrize("chips", [0, -3])
def test_a_player_without_chips_is_not_dealt_in(chips):
    with pytest.raises(IllegalError) as caught:
        holdem(stacks=[100, chips, 100])
    assert f"seat 2 cannot be dealt in with {chips} chips" in str(caught.value)
    assert caught.value.legal == "a stack of 1 or more"
    assert caught.value.clause == "oneida XI.G.2"


def test_a_fee_must_leave_something_to_play_with():
    stakes = Stakes(FIXED, small=4, big=8, rake=RakePlan(fee_per_player=3))
    table = Rules(poker_book("ca-omaha"), "omaha-hilo8", stakes)
    posts = blinds([1, 2, 3], 3, [2, 4])
    with pytest.raises(IllegalError, match="seat 3 cannot be dealt in with 3 chips: at least 4 must be there"):
        PokerRound(table, [1, 2, 3], [100, 4, 3], deck=shuffled(2), button=3, posts=posts)
    assert PokerRound(table, [1, 2, 3], [100, 4, 4], deck=shuffled(2), button=3, posts=posts).state.fees == 9


@pytest.mark.parametrize("seats", [[2, 1, 3], [1, 1, 3], [0, 1, 3], [-1, 2, 3]])
def test_seats_out_of_order_are_refused(seats):
    with pytest.raises(InvalidError, match=r"seats must ascend clockwise from 1: \["):
        holdem(seats=seats, posts=[])


def test_every_seat_needs_a_stack():
    with pytest.raises(InvalidError, match="3 seats but 2 stacks"):
        holdem(stacks=[100, 100])


@pytest.mark.parametrize(
    ("post", "message"),
    [
        (PostedBet(9, "blind", 2), r"seat 9 posts but is not dealt in: the seats are \[1, 2, 3\]"),
        (PostedBet(1, "blind", -2), "seat 1 cannot post -2 chips"),
        (PostedBet(1, "tip", 2), "unknown post 'tip' of seat 1: one of ante, dead, made-up, blind"),
    ],
)
def test_a_post_that_makes_no_sense_is_refused(post, message):
    with pytest.raises(InvalidError, match=message):
        holdem(posts=[post])


@pytest.mark.parametrize(
    ("stakes", "message"),
    [
        ({"small": 0}, "limits of 0 and 0"),
        ({"small": 8, "big": 4}, "limits of 8 and 4"),
        ({"small": 4, "ante": -1}, "ante -1"),
        ({"small": 4, "forced_bet": -1}, "forced bet -1"),
        ({"small": 4, "raise_cap": -1}, "raise cap -1"),
        ({"small": 4, "unit_cents": 500}, "unit_cents 500 is not between 1 and 100"),
    ],
)
def test_stakes_that_make_no_sense_are_refused(stakes, message):
    with pytest.raises(InvalidError, match=message):
        Rules(poker_book("oneida"), "holdem", Stakes(FIXED, **stakes))
    for structure in (-1, len(STRUCTURES), 7):
        with pytest.raises(InvalidError, match=rf"unknown structure {structure}: .*no-limit"):
            Stakes(structure, small=4)


@pytest.mark.parametrize(
    "plan",
    [
        {"percent": -5},
        {"percent": 101},
        {"cap": -1},
        {"jackpot": -1},
        {"fee_per_player": -1},
        {"fee_per_hand": -1},
        {"levels": [(10, -1)]},
        {"levels": [(-10, 1)]},
    ],
)
def test_a_rake_that_makes_no_sense_is_refused(plan):
    with pytest.raises(InvalidError, match=r"rake of|may not be below 0"):
        RakePlan(**plan)


def test_a_rake_may_be_everything_or_nothing():
    assert RakePlan(percent=100).percent == 100
    assert RakePlan(levels=[(20, 2), (0, 0)]).levels == [(0, 0), (20, 2)]
    assert not RakePlan().rakes


def test_every_seat_needs_a_name():
    with pytest.raises(InvalidError, match="3 seats but 2 people"):
        holdem(people=["ann", "bob"])


def test_one_player_and_twelve_are_refused_by_different_clauses():
    few, many = holdem_refused([1]), holdem_refused(list(range(1, 13)))
    assert few.clause == poker_book("oneida").procedures.players.clause
    assert many.clause == poker_book("oneida").page("holdem").max_seats.clause
    assert few.clause != many.clause


def holdem_refused(seats):
    with pytest.raises(IllegalError) as caught:
        holdem(seats=seats, posts=[])
    return caught.value


def test_a_deck_may_be_short_if_it_is_long_enough_for_the_round():
    table = Rules(poker_book("oneida"), "holdem", Stakes(FIXED, small=4, big=8))
    needed = table.variant.cards_needed(2)

    def opened(deck):
        posts = blinds([1, 2], 2, [2, 4])
        return PokerRound(table, [1, 2], [100, 100], deck=deck, button=2, posts=posts)

    assert opened(list(range(needed))).pending == "action"
    with pytest.raises(InvalidError, match=f"a deck of {needed - 1} cards is too short for 2 players of holdem"):
        opened(list(range(needed - 1)))


def test_a_post_of_nothing_is_no_post_and_one_of_everything_is():
    assert holdem(posts=[PostedBet(1, "dead", 0), *blinds([1, 2, 3], 3, [2, 4])]).state.pot == 6
    assert holdem(posts=[PostedBet(1, "blind", MAX_CHIPS), PostedBet(2, "blind", MAX_CHIPS)]).state.stacks[:2] == [0, 0]


@pytest.mark.parametrize("game", ["badugi", "chess"])
def test_a_game_the_book_does_not_have_is_refused_by_its_list(game):
    with pytest.raises(IllegalError) as caught:
        rules("oneida", game)
    assert f"oneida has no game '{game}'; it has holdem" in str(caught.value)
    assert caught.value.clause == "oneida XI.H.1"
    assert "stud5-high" in caught.value.legal


# Actions


@pytest.mark.clauses("oneida XI.G.3")
def test_an_action_out_of_turn_is_refused():
    playing = dealt("oneida", "holdem")
    with pytest.raises(IllegalError) as error:
        playing.act(2, "call")
    assert str(error.value) == "seat 2 cannot act out of turn: it is seat 1's turn (oneida XI.G.3)"
    assert error.value.clause == "oneida XI.G.3"
    playing.act(1, "call")
    assert playing.pending()[0].seat == 2


def test_nobody_acts_when_the_round_is_over():
    round_ = holdem()
    round_.fold()
    round_.fold()
    assert round_.over
    for command in (round_.fold, round_.check, round_.call, round_.bring_in, round_.show, round_.concede):
        assert "the round waits for over" in str(refusal(round_, command))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("check", "cannot check: there is a bet of 4 to call (oneida XI.J.6)"),
        ("raise to 9", "cannot raise to 9: it must be 8 (oneida XI.G.1)"),
        ("raise to 100", "cannot raise to 100: it must be 8 (oneida XI.G.1)"),
        ("bet 8", "cannot bet: there is a bet of 4 (oneida XI.J.6)"),
        ("all in", "cannot go all-in for 100 (oneida XI.J.6)"),
    ],
)
def test_a_refused_bet_says_what_would_be_legal(text, why):
    round_ = holdem()
    error = refusal(round_, act, round_, 3, text)
    assert str(error) == f"seat 3 {why}; legal: fold, call 4, raise to 8"
    assert error.legal == "fold, call 4, raise to 8"
    assert why.endswith(f"({error.clause})")


def test_amounts_outside_the_limits_name_the_bound():
    table = Rules(poker_book("house"), "holdem", Stakes(NO_LIMIT, small=4))
    round_ = PokerRound(
        table, [1, 2, 3], [100, 100, 50], deck=shuffled(1), button=3, posts=blinds([1, 2, 3], 3, [2, 4])
    )
    assert "cannot raise to 7: the minimum is 8 (house limits); legal: fold, call 4, raise to 8 to 50" in str(
        refusal(round_, round_.bet_to, 7)
    )
    assert "cannot raise to 51: the maximum is 50" in str(refusal(round_, round_.bet_to, 51))


@pytest.mark.parametrize("text", ["gimme", "raise to sixteen", "call me", "", "8", "raise to -8"])
def test_words_nobody_uses_are_shown_what_would_be_read(text):
    with pytest.raises(InvalidError) as caught:
        parse_action(text)
    assert f"cannot read the action {text!r}" in str(caught.value)
    assert "raise to 16" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("draw", [[]]), ("shuffle", [[]]), ("show", []), ("concede", []), ("bring_in", []), ("retrieve", [1])],
)
def test_what_is_not_due_is_refused(name, arguments):
    round_ = holdem()
    error = refusal(round_, getattr(round_, name), *arguments)
    assert "the round waits for action" in str(error) or "no discarded hand" in str(error)


# Draws and shuffles


@pytest.mark.clauses("oneida XI.L.7")
def test_only_cards_of_the_hand_can_be_discarded():
    round_ = draw()
    foreign = round_.state.cards[1][0]
    error = refusal(round_, round_.draw, [foreign])
    hand = " ".join(card_text(card) for card in round_.state.cards[0])
    assert str(error) == (f"seat 1 cannot discard {card_text(foreign)}: the hand is {hand} (oneida XI.L.7)")
    assert error.clause == "oneida XI.L.7"
    assert error.legal == hand
    six = [*round_.state.cards[0], foreign]
    refusal(round_, round_.draw, six)


def test_a_card_cannot_be_discarded_twice():
    round_ = draw()
    card = round_.state.cards[0][0]
    error = refusal(round_, round_.draw, [card, card], kind=InvalidError)
    assert f"{card_text(card)} appears twice" in str(error)
    refusal(round_, round_.draw, [99], kind=InvalidError)


def test_the_round_keeps_its_own_lists():
    """A caller who hands over the very list of the hand, or reuses his deck, changes no log."""
    round_ = draw()
    old = list(round_.state.cards[0])
    round_.draw(round_.state.cards[0])
    assert len(round_.state.cards[0]) == 5
    assert not set(old) & set(round_.state.cards[0])
    again = RoundState()
    for event in round_.log:
        apply(again, event)
    assert again == round_.state
    deck = shuffled(5)
    first = holdem(deck=deck)
    dealt = list(facts(first.log[0])["deck"])
    deck.reverse()
    assert facts(first.log[0])["deck"] == dealt


def short_of_cards() -> PokerRound:
    """Eight at New Jersey stud go all the way: the burns must be shuffled for the last street."""
    round_ = PokerRound(rules("nj-19-47", "stud7-high"), list(range(1, 9)), [100] * 8, deck=shuffled(8), posts=[])
    while round_.pending != "shuffle":
        if round_.pending == "forced bet":
            round_.bring_in()
        elif round_.options().call:
            round_.call()
        else:
            round_.check()
    return round_


def test_a_shuffle_must_use_the_cards_that_are_due():
    round_ = short_of_cards()
    due = round_.cards_to_shuffle()
    burnt = [card_text(card) for card in round_.state.burns]
    for wrong in (due[1:], [*due, round_.state.cards[0][0]], [round_.state.cards[0][0], *due[1:]], []):
        error = refusal(round_, round_.shuffle, wrong, kind=InvalidError)
        assert "the shuffled cards must be" in str(error)
        assert all(text in str(error) for text in burnt)
    round_.shuffle(due)
    assert round_.street == "seventh"


def test_a_hand_is_tabled_as_it_is():
    round_ = holdem()
    state = round_.state
    round_.table_all = False
    round_.call()
    round_.call()
    for _ in range(10):
        round_.check()
    assert round_.pending == "show"
    error = refusal(round_, round_.show, state.cards[state.actor][:1])
    assert "must table all 2 cards" in str(error)
    assert error.clause == "oneida XI.Q.1"
    other = state.cards[(state.actor + 1) % 3]
    assert "holds" in str(refusal(round_, round_.show, other, kind=InvalidError))
