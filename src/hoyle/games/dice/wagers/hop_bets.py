"""Hop bets: their two faces in either order, and their spots on the layout."""

from __future__ import annotations

from typing import Final

MIXED: Final = 1
PAIR: Final = 2
"""Spot numbers of hop bets: two different faces, or a pair."""

_FACES: Final[list[list[str]]] = [[f"{max(a, b)}-{min(a, b)}" for b in range(7)] for a in range(7)]


def faces(first_die: int, second_die: int) -> str:
    """Return the text of two faces, the larger first: ``5-4``; empty if they are not faces."""
    return _FACES[first_die][second_die] if 1 <= first_die <= 6 and 1 <= second_die <= 6 else ""


def spot_number(first_die: int, second_die: int) -> int:
    return PAIR if first_die == second_die else MIXED
