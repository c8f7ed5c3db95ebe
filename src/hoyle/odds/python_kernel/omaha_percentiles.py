"""Omaha percentiles in pure Python: equity of every hand, looked up by its class."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

_RENAMINGS: Final = list(permutations(range(4)))


class Standings:
    """Equity of every hand, by class."""

    def __init__(self, by_class: bytes, size: int) -> None:
        self._by_class = memoryview(by_class).cast("I")
        self._classes = _classes(size)

    def of(self, falling: Sequence[int]) -> int:
        return self._by_class[self._classes[_number(falling)]]

    def everyone(self) -> Iterable[int]:
        return map(self._by_class.__getitem__, self._classes)


def standings_between(standings: bytes, start: float, end: float, size: int, /) -> tuple[int, int]:
    """Lowest and highest equity of the hands between two fractions of all, 0 the best and 1 the worst.

    Hands of equal equity count where their midpoint lies. If there are none, the lowest is above the highest.
    """
    counts = Counter(Standings(standings, size).everyone())
    above = _least_of(counts, start) if start > 0 else max(counts) + 1
    least = _least_of(counts, end) if end < 1 else 0
    return (least, above - 1) if least < above else (1, 0)


def _least_of(counts: Counter[int], part: float) -> int:
    """Lowest equity of the hands in the best `part` of all."""
    end = part * counts.total()
    place = min(int(end), counts.total() - 1)
    better = 0
    for standing in sorted(counts, reverse=True):
        equal = counts[standing]
        if place < better + equal:
            return standing if better + equal / 2 < end else standing + 1
        better += equal
    raise AssertionError(f"place {place} is none of all hands")


@cache
def _classes(size: int) -> array[int]:
    """Class of each hand by number: hands equal up to a renaming of suits, in order of first occurrence."""
    unseen = comb(52, size)
    found = array("I", [unseen]) * unseen
    classes = 0
    for number, cards in enumerate(sorted(combinations(range(51, -1, -1), size))):
        if found[number] < unseen:
            continue
        for suits in _RENAMINGS:
            named = sorted([card & ~3 | suits[card & 3] for card in cards], reverse=True)
            found[_number(named)] = classes
        classes += 1
    return found


def _number(falling: Sequence[int]) -> int:
    return sum(map(comb, falling, range(len(falling), 0, -1)))
