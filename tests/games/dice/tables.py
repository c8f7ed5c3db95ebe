"""Dice games for tests: players with chips, rolls by their total, and results of wagers."""

from __future__ import annotations

from typing import Any, Final

import pytest

from hoyle.core.errors import IllegalError
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.events import Bet, Decided, DiceEvent, Removed
from hoyle.games.dice.game_state import UNSEEN
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign

EASY: Final = {
    2: (1, 1),
    3: (2, 1),
    4: (3, 1),
    5: (4, 1),
    6: (5, 1),
    7: (4, 3),
    8: (6, 2),
    9: (5, 4),
    10: (6, 4),
    11: (6, 5),
    12: (6, 6),
}
"""Two faces for every total, not a pair where there is a choice."""
POINTS: Final = (4, 5, 6, 8, 9, 10)


def craps(**options: Any) -> Craps:
    """Craps game with a shooter outside it, so that only the wagers matter."""
    return Craps(CrapsSign(**options), {"ann": 100_000, "bob": 1000}, shooter=UNSEEN)


def mini(**options: Any) -> MiniDice:
    return MiniDice(MiniDiceSign(**options), {"ann": 1000, "bob": 1000, "cid": 1000})


def roll(at: Craps, *totals: int) -> None:
    for total in totals:
        at.throw(*EASY[total])


def outcome(at: Craps | MiniDice, id: str) -> tuple[str, int, int]:
    """Result of a wager, chips paid and chips taken."""
    return became(at.log, id)


def became(log: list[DiceEvent], id: str) -> tuple[str, int, int]:
    found = ("unmade", 0, 0)
    for event in log:
        if isinstance(event, Bet) and event.id == id:
            found = ("live", 0, 0)
        elif isinstance(event, Decided) and event.id == id:
            found = (event.result, event.paid, event.taken)
        elif isinstance(event, Removed) and event.id == id:
            found = ("removed", 0, 0)
    return found


def refused(clause: str, call: Any, *args: Any, **options: Any) -> None:
    """Assert a refusal that cites the clause. Craps is oneida's (CR), mini-dice New Jersey's."""
    with pytest.raises(IllegalError) as refusal:
        call(*args, **options)
    book = "oneida" if clause.startswith("CR.") else "nj-19-47"
    assert refusal.value.clause == f"{book} {clause}"
    assert clause in str(refusal.value)
