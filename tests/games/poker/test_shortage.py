"""Draws served from stub and pile, as the judge plays them, held against plain counting."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.games.poker.events import Reshuffled
from hoyle.games.poker.round_state import DRAW, NOTHING, RoundState
from hoyle.games.poker.stud_deck_shortage import last_street_procedure
from hoyle.judge import judge


def served(stub: int, folded: int, *draws: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """What plain counting says: seat, cards from the stub, cards from a reshuffled pile, size of that pile.

    The stub goes first. Then discards and folded hands are reshuffled, without the drawer's own discards,
    which join only if the pile is too small without them; burns stay out and there is no new burn (AMB-32).
    """
    muck = 5 * folded
    found = []
    for seat, wanted in draws:
        from_stub = min(wanted, stub)
        stub -= from_stub
        owed, own, pile = wanted - from_stub, wanted, 0
        if owed:
            pile = muck
            if pile < owed:
                pile, own = pile + own, 0
            muck, stub = 0, pile - owed
        muck += own
        found.append((seat, from_stub, owed, pile))
    return found


def ruled(game: str, dealt_in: int, *draws: tuple[int, int], **more: object) -> list[list[int]]:
    facts = {"dealt_in": dealt_in, "draws": [list(draw) for draw in draws], **more}
    case = {"id": "draw", "kind": "draw_shortage", "rulebook": "oneida", "game": game, **facts}
    log: list[list[int]] = judge(case).result["log"]
    return log


def test_own_discards_come_back_only_when_the_pile_is_too_small_without_them() -> None:
    ten = {"params": {"max_seats": 10}}
    assert ruled("draw5-high", 10, (1, 1), (2, 3), **ten) == [[1, 1, 0, 0], [2, 0, 3, 4]]
    assert ruled("draw5-high", 8, (1, 5), (2, 5), (3, 0), (4, 5))[-1] == [4, 1, 4, 10]


def test_a_player_who_stands_pat_takes_nothing_and_leaves_nothing() -> None:
    assert ruled("draw5-high", 8, (1, 0), (2, 5), (3, 5), (4, 0), (5, 2)) == [
        [1, 0, 0, 0],
        [2, 5, 0, 0],
        [3, 5, 0, 0],
        [4, 0, 0, 0],
        [5, 1, 1, 10],
    ]


@given(st.lists(st.integers(0, 5), min_size=8, max_size=8), st.sets(st.integers(1, 8), max_size=5))
def test_a_round_deals_what_the_count_foretells(draws: list[int], folded: set[int]) -> None:
    """Eight players, some of whom fold before the draw."""
    wanted = [(seat, draws[seat - 1]) for seat in range(1, 9) if seat not in folded]
    foretold = [list(each) for each in served(11, len(folded), *wanted)]
    assert ruled("draw5-high", 8, *wanted, folded=sorted(folded)) == foretold


@pytest.mark.parametrize(("style", "extra"), [("common", 1), ("count", 2)])
def test_the_last_street_can_always_be_dealt_somehow(style: str, extra: int) -> None:
    for players, stub in product(range(2, 9), range(30)):
        procedure = last_street_procedure(style, extra, players, stub, 3)
        cards = stub + 3 if "scramble" in procedure or "shuffle" in procedure else stub
        each = procedure in ("deal normally", "scramble stub and burns, finish")
        assert cards >= 1 + (players if each else 1)


def test_what_was_shuffled_into_the_stub_lies_in_no_pile_any_more() -> None:
    state = RoundState()
    state.muck, state.laid, state.burns, state.owed = [1, 2], [3], [4], 1
    Reshuffled("discards", [2, 1], "").apply(state)
    assert (state.muck, state.laid, state.burns, state.deck) == ([], [3], [4], [2, 1])
    assert state.awaiting == DRAW, "he is owed a card still"
    state.muck = [5]
    Reshuffled("all discards", [3, 5], "").apply(state)
    assert (state.muck, state.laid, state.burns, state.deck) == ([], [], [4], [3, 5])
    state.owed = 0
    Reshuffled("burns", [5, 4], "").apply(state)
    assert (state.burns, state.deck, state.dealt, state.awaiting) == ([], [5, 4], 0, NOTHING)
