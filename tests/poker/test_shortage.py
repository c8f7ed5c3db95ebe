"""Draws served from stub and pile, by plain counting and at a real table."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.poker.events import Drawn, Reshuffled
from hoyle.poker.posts import Post
from hoyle.poker.round import Round
from hoyle.poker.rules import FIXED, Rules, Stakes
from hoyle.poker.shortage import last_street_procedure, serve_draws
from hoyle.rulebooks import book


def log(stub: int, folded: int, *draws: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    return [
        (each.seat, each.from_stub, each.from_pile, each.pile)
        for each in serve_draws(stub, 5 * folded, draws)
    ]


def test_own_discards_come_back_only_when_the_pile_is_too_small_without_them() -> None:
    assert log(1, 0, (1, 1), (2, 3)) == [(1, 1, 0, 0), (2, 0, 3, 4)]
    assert log(3, 0, (1, 3), (2, 3)) == [(1, 3, 0, 0), (2, 0, 3, 3)]


def test_a_player_who_stands_pat_takes_nothing_and_leaves_nothing() -> None:
    assert log(2, 0, (1, 0), (2, 2), (3, 1)) == [(1, 0, 0, 0), (2, 2, 0, 0), (3, 0, 1, 2)]


@given(st.lists(st.integers(0, 5), min_size=8, max_size=8), st.sets(st.integers(1, 8), max_size=5))
def test_the_count_agrees_with_a_round_that_is_dealt(draws: list[int], folded: set[int]) -> None:
    """Eight players, some of whom fold before the draw; the engine deals what the count foretells."""
    rules = Rules(book("oneida"), "draw5-high", Stakes(FIXED, small=2, big=4))
    table = Round(
        rules,
        list(range(1, 9)),
        [100] * 8,
        deck=list(range(52)),
        button=8,
        posts=[Post(1, "blind", 1), Post(2, "blind", 2)],
    )
    while table.awaiting == "action" and table.street == "predraw":
        if table.actor in folded:
            table.fold()
        elif table.options().call:
            table.call()
        else:
            table.check()
    wanted = [(seat, draws[seat - 1]) for seat in range(1, 9) if seat not in folded]
    for seat, cards in wanted:
        assert table.actor == seat
        table.draw(list(table.state.cards[seat - 1][:cards]))
        if table.awaiting == "shuffle":
            table.shuffle(list(reversed(table.cards_to_shuffle())))
    served: dict[int, list[int]] = {seat: [0, 0, 0] for seat, _ in wanted}
    pile = 0
    for event in table.log:
        if isinstance(event, Reshuffled):
            pile = len(event.cards)
        elif isinstance(event, Drawn):
            # What follows a reshuffle inside one draw comes from the pile.
            told = served[event.seat]
            told[1 if pile else 0] += len(event.cards)
            told[2] = pile
            pile = 0
    assert log(11, len(folded), *wanted) == [(seat, *served[seat]) for seat, _ in wanted]


@pytest.mark.parametrize(("style", "extra"), [("common", 1), ("count", 2)])
def test_the_last_street_can_always_be_dealt_somehow(style: str, extra: int) -> None:
    for players, stub in product(range(2, 9), range(30)):
        procedure = last_street_procedure(style, extra, players, stub, 3)
        cards = stub + 3 if "scramble" in procedure or "shuffle" in procedure else stub
        each = procedure in ("deal normally", "scramble stub and burns, finish")
        assert cards >= 1 + (players if each else 1)
