"""Diff of a ruling against what its case expects.

Only what is expected is compared; a ruling may say more. Lists are compared whole and in order, numbers by
value, words without regard to case, spaces and punctuation. Chips by seat name only the seats worth naming: a
seat that is left out, or has null, has none.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple


class RulingDifference(NamedTuple):
    """One place where ruling and expectation part."""

    where: str
    expected: Any
    ruled: Any


def diff(expected: Any, ruled: Any, where: str = "") -> list[RulingDifference]:
    """Every place where they part; none if the ruling is the one expected."""
    if isinstance(expected, dict) and isinstance(ruled, dict):
        found: list[RulingDifference] = []
        if _chips_by_seat(ruled) and _chips_by_seat(expected):
            seats = dict.fromkeys((*expected, *ruled))
            expected, ruled = ({seat: given.get(seat) or 0 for seat in seats} for given in (expected, ruled))
        for key, value in expected.items():
            path = f"{where}.{key}" if where else str(key)
            found += diff(value, ruled.get(key), path)
        return found
    if isinstance(expected, list) and isinstance(ruled, list) and len(expected) == len(ruled):
        found = []
        for at, (one, other) in enumerate(zip(expected, ruled, strict=True)):
            found += diff(one, other, f"{where}[{at}]")
        return found
    return [] if _same(expected, ruled) else [RulingDifference(where, expected, ruled)]


def _chips_by_seat(given: dict[Any, Any]) -> bool:
    return all(
        str(seat).isdecimal() and (chips is None or type(chips) in (int, float))
        for seat, chips in given.items()
    )


def _same(expected: Any, ruled: Any) -> bool:
    if isinstance(expected, str) and isinstance(ruled, str):
        return _bare(expected) == _bare(ruled)
    if isinstance(expected, bool) or isinstance(ruled, bool):
        return expected is ruled
    return bool(expected == ruled)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()
