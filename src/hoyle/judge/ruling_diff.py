"""Diff of a ruling against what its case expects.

Only what is expected is compared; a ruling may say more. Lists are compared whole and in order, numbers by
value, words without regard to case, spaces and punctuation. In chips by seat, a seat that is left out or null
has none.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple


class RulingDifference(NamedTuple):
    """Difference between ruling and expectation at one path."""

    where: str
    expected: Any
    ruled: Any


def diff(expected: Any, ruled: Any, path: str = "") -> list[RulingDifference]:
    """List the differences between expectation and ruling; empty if the ruling is as expected."""
    if isinstance(expected, dict) and isinstance(ruled, dict):
        differences: list[RulingDifference] = []
        if _chips_by_seat(ruled) and _chips_by_seat(expected):
            seats = dict.fromkeys((*expected, *ruled))
            expected, ruled = ({seat: chips.get(seat) or 0 for seat in seats} for chips in (expected, ruled))
        for key, value in expected.items():
            key_path = f"{path}.{key}" if path else str(key)
            differences += diff(value, ruled.get(key), key_path)
        return differences
    if isinstance(expected, list) and isinstance(ruled, list) and len(expected) == len(ruled):
        differences = []
        for index, (expected_item, ruled_item) in enumerate(zip(expected, ruled, strict=True)):
            differences += diff(expected_item, ruled_item, f"{path}[{index}]")
        return differences
    return [] if _same(expected, ruled) else [RulingDifference(path, expected, ruled)]


def _chips_by_seat(value: dict[Any, Any]) -> bool:
    return all(
        str(seat).isdecimal() and (chips is None or type(chips) in (int, float)) for seat, chips in value.items()
    )


def _same(expected: Any, ruled: Any) -> bool:
    if isinstance(expected, str) and isinstance(ruled, str):
        return _normalize(expected) == _normalize(ruled)
    if isinstance(expected, bool) or isinstance(ruled, bool):
        return expected is ruled
    return bool(expected == ruled)


def _normalize(text: str) -> str:
    return re.sub(r"[\W_]", "", text).lower()
