"""One-line helpers for poker rounds in tests: a table, and actions as text."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.poker.round_driver import blinds, deck_starting

from hoyle.core.errors import IllegalError
from hoyle.games.poker.action_parser import parse_action, resolve_action
from hoyle.games.poker.resolved_rules import FIXED, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.rulebooks import PokerBook, poker_book


def table(
    law: str | PokerBook,
    game: str,
    stacks: list[int] | int = 3,
    *,
    cards: str = "",
    structure: int = FIXED,
    posts: tuple[int, ...] = (5, 10),
    forced: int = 3,
    **stakes: Any,
) -> PokerRound:
    """Round at a 10-20 table with the button at the last seat; stacks, or a number of deep ones."""
    stacks = [1000] * stacks if isinstance(stacks, int) else stacks
    seats = list(range(1, len(stacks) + 1))
    stud = game.startswith("stud") or game == "razz"
    given: dict[str, Any] = {"small": 10, "big": 20, "forced_bet": forced if stud else 0} | stakes
    return PokerRound(
        Rules(poker_book(law) if isinstance(law, str) else law, game, Stakes(structure, **given)),
        seats,
        stacks,
        deck=deck_starting(cards),
        button=seats[-1],
        posts=[] if stud else blinds(seats, seats[-1], posts),
    )


def act(round_: PokerRound, seat: int, words: str) -> None:
    """Parse and perform an action of a seat."""
    action = resolve_action(round_, seat, parse_action(words))
    if action.verb == "bet":
        round_.bet_to(action.amount)
    elif action.verb in ("draw", "pat"):
        round_.draw(action.cards)
    else:
        getattr(round_, action.verb.replace(" ", "_"))()


def say(round_: PokerRound, *words: str) -> None:
    """Perform actions of one player after the other."""
    for each in words:
        act(round_, round_.actor, each)


def legal(round_: PokerRound) -> str:
    return round_.options().label()


def refused(round_: PokerRound, words: str) -> IllegalError:
    before = len(round_.log)
    with pytest.raises(IllegalError) as caught:
        say(round_, words)
    assert len(round_.log) == before
    return caught.value


def case(*values: object, clause: str) -> object:
    """Parameter set marked with the clause that it upholds."""
    name = " ".join(map(str, [*values[:2], clause.partition(" ")[2]]))
    return pytest.param(*values, marks=pytest.mark.clauses(clause), id=name)


def upholding(*values: object, clause: str) -> object:
    """Parameter set marked with a clause, whose citation is its last value."""
    name = " ".join(map(str, [*values[:2], clause.partition(" ")[2]]))
    return pytest.param(*values, clause, marks=pytest.mark.clauses(clause), id=name)
