"""Omaha percentiles in pure Python: rank of every hand from the equities of its class."""

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
    """The standing of every hand."""

    def __init__(self, by_class: bytes, size: int) -> None:
        self._by_class = memoryview(by_class).cast("I")
        self._classes = _classes(size)

    def of(self, falling: Sequence[int]) -> int:
        return self._by_class[self._classes[_number(falling)]]

    def everyone(self) -> Iterable[int]:
        return map(self._by_class.__getitem__, self._classes)


def standings_between(standings: bytes, start: float, end: float, size: int, /) -> tuple[int, int]:
    """Least and most standing of the hands between two parts of all, 0 the best and 1 the worst.

    Hands that stand equal belong where their middle lies. The least is above the most where there are none.
    """
    counts = Counter(Standings(standings, size).everyone())
    above = _least_of(counts, start) if start > 0 else max(counts) + 1
    least = _least_of(counts, end) if end < 1 else 0
    return (least, above - 1) if least < above else (1, 0)


def _least_of(counts: Counter[int], part: float) -> int:
    """The least standing of the hands that belong to the first part of all."""
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
    """By number of the hand, its class: hands that differ in suits' names only, in order of their first."""
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
