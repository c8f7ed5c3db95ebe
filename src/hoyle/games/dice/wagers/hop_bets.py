"""Hop bets: the two faces of the next roll, in either order."""

from __future__ import annotations

from typing import Final

from hoyle.games.dice.events.wagers import Decided, lost, won
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers.betting_spot import BettingSpot

MIXED: Final = 1
PAIR: Final = 2
"""Spot numbers of hop bets: two different faces, or a pair."""

_FACES: Final[list[list[str]]] = [[f"{max(a, b)}-{min(a, b)}" for b in range(7)] for a in range(7)]


def faces(one: int, other: int) -> str:
    """Text of two faces, the larger first: ``5-4``; empty if they are not faces."""
    return _FACES[one][other] if 1 <= one <= 6 and 1 <= other <= 6 else ""


def spot_number(one: int, other: int) -> int:
    return PAIR if one == other else MIXED


def decide(wager: DiceWager, spot: BettingSpot, one: int, other: int) -> Decided:
    if _FACES[one][other] == wager.faces:
        return won(wager, spot.pays(wager.amount), 0, spot.won)
    return lost(wager, spot.lost)
