"""Omaha percentiles in pure Python: equity bounds of a percentage of all hands."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

_SUIT_PERMUTATIONS: Final = list(permutations(range(4)))


class Standings:
    """Equity of every Omaha hand, looked up by its class."""

    def __init__(self, by_class: bytes, size: int) -> None:
        self._by_class = memoryview(by_class).cast("I")
        self._classes = _classes(size)

    def of(self, descending: Sequence[int]) -> int:
        """Return the equity of an Omaha hand, its cards in descending order."""
        return self._by_class[self._classes[_hand_number(descending)]]

    def all_equities(self) -> Iterable[int]:
        """Return the equity of every Omaha hand, in the order of hand numbers."""
        return map(self._by_class.__getitem__, self._classes)


def standings_between(standings: bytes, start: float, end: float, size: int) -> tuple[int, int]:
    """Return the lowest and highest equity of Omaha hands between two fractions, 0 best and 1 worst.

    Hands of equal equity count where their midpoint lies. If there are none, the lowest is above the highest.
    """
    counts = Counter(Standings(standings, size).all_equities())
    upper_bound = _lowest_equity(counts, start) if start > 0 else max(counts) + 1
    lowest = _lowest_equity(counts, end) if end < 1 else 0
    return (lowest, upper_bound - 1) if lowest < upper_bound else (1, 0)


def _lowest_equity(counts: Counter[int], fraction: float) -> int:
    """Return the lowest equity of the hands in the best `fraction` of all Omaha hands."""
    end = fraction * counts.total()
    hand_index = min(int(end), counts.total() - 1)
    hands_above = 0
    for equity in sorted(counts, reverse=True):
        hands_equal = counts[equity]
        if hand_index < hands_above + hands_equal:
            return equity if hands_above + hands_equal / 2 < end else equity + 1
        hands_above += hands_equal
    raise AssertionError(f"place {hand_index} is none of all hands")


@cache
def _classes(size: int) -> array[int]:
    """Return the class of every Omaha hand by its number; hands of a class differ by a renaming of suits."""
    hand_count = comb(52, size)
    unassigned = hand_count
    class_of_hand = array("I", [unassigned]) * hand_count
    class_count = 0
    for number, cards in enumerate(sorted(combinations(range(51, -1, -1), size))):
        if class_of_hand[number] != unassigned:
            continue
        for suits in _SUIT_PERMUTATIONS:
            renamed = sorted([card & ~3 | suits[card & 3] for card in cards], reverse=True)
            class_of_hand[_hand_number(renamed)] = class_count
        class_count += 1
    return class_of_hand


def _hand_number(descending: Sequence[int]) -> int:
    """Return the number of a hand among all of its size (combinatorial number system)."""
    return sum(map(comb, descending, range(len(descending), 0, -1)))
