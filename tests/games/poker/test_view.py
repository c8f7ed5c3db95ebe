"""What the table shows of its pots while the betting goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.poker.one_line_tables import act, say, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HoyleError
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import NO_LIMIT, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.view import view
from hoyle.rulebooks import poker_book


def shown(round_: PokerRound) -> list[tuple[str, int, list[int]]]:
    seen = view(round_.state, "")
    assert sum(pot.chips for pot in seen.pots) == seen.pot
    return [(pot.name, pot.chips, pot.seats) for pot in seen.pots]


@pytest.mark.clauses("oneida XI.A.31")
def test_there_is_one_pot_until_somebody_is_all_in_and_others_bet_on() -> None:
    round_ = table("oneida", "holdem", [500, 500, 30], structure=NO_LIMIT)
    (pot,) = shown(round_)
    assert (pot[0], pot[2]) == ("main", [1, 2, 3]), "blinds of different sizes make no side pot"
    say(round_, "raise to 30")
    assert [name for name, _, _ in shown(round_)] == ["main"]
    say(round_, "call", "call")
    assert shown(round_) == [("main", 90, [1, 2, 3])]
    say(round_, "bet 100")
    assert shown(round_) == [("main", 90, [1, 2, 3]), ("side1", 100, [1, 2])]
    say(round_, "call")
    assert shown(round_) == [("main", 90, [1, 2, 3]), ("side1", 200, [1, 2])]


def test_every_all_in_level_is_a_pot_and_players_who_can_still_answer_are_in_all_of_them() -> None:
    round_ = table("oneida", "holdem", [50, 500, 500, 20], structure=NO_LIMIT)
    say(round_, "raise to 100", "all in", "all in")
    # Seat 3 opened for 100, seats 4 and 1 are all-in for 20 and 50, seat 2 has yet to add to his blind of 10.
    assert shown(round_) == [("main", 70, [1, 2, 3, 4]), ("side1", 60, [1, 2, 3]), ("side2", 50, [2, 3])]


def test_the_pots_are_empty_when_the_round_is_over() -> None:
    round_ = table("oneida", "holdem", [200, 200], structure=NO_LIMIT)
    folds = round_.actor
    say(round_, "fold")
    assert round_.over
    assert shown(round_) == [("main", 0, [3 - folds])]


@given(data=st.data())
def test_the_pots_shown_always_add_up_to_the_pot(data: st.DataObject) -> None:
    stacks = data.draw(st.lists(st.integers(5, 120), min_size=2, max_size=6))
    rake = RakePlan(percent=10, levels=[(20, 1), (60, 2)], jackpot=1)
    stakes = Stakes(NO_LIMIT, small=4, ante=data.draw(st.sampled_from([0, 1])), rake=rake)
    seats = list(range(1, len(stacks) + 1))
    posts = [PostedBet(1, "blind", 2), PostedBet(2, "blind", 4)]
    round_ = PokerRound(
        Rules(poker_book("oneida"), "holdem", stakes),
        seats,
        stacks,
        deck=stacked_deck(""),
        button=len(seats),
        posts=posts,
    )
    words = st.sampled_from(["fold", "check", "call", "all in", "bet 8", "raise to 20", "raise to 60"])
    for _ in range(60):
        names = [name for name, _, _ in shown(round_)]
        all_in = {chips for at, chips in enumerate(round_.state.put_in) if not round_.state.stacks[at]}
        assert round_.over or len(names) <= 1 + len(all_in)
        if round_.over:
            break
        try:
            act(round_, round_.actor, data.draw(words))
        except HoyleError:
            continue
