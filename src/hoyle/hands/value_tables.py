"""Value tables: every hand of a ranking in order, numbered without gaps from 1 (worst).

A hand is first given a *grade*: its class, then its ranks with the largest group first, packed into one
integer that compares as high poker does (oneida XI.C.6 read as AMB-03). Sorting all grades gives the table; a
low table is the same list reversed (oneida XI.C.4).
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Final

from hoyle.hands.descriptions import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIRS,
)
from hoyle.hands.hash_keys import RANK_KEYS

ACE: Final = 12

FIVE_CARD_CLASSES: Final = (
    HIGH_CARD, ONE_PAIR, TWO_PAIRS, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND,
    STRAIGHT_FLUSH, ROYAL_FLUSH
)  # fmt: skip
"""Classes of five-card hands, worst first (oneida XI.C.2(a)-(i))."""

FOUR_CARD_CLASSES: Final = (
    HIGH_CARD, ONE_PAIR, TWO_PAIRS, STRAIGHT, FLUSH, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND
)  # fmt: skip
"""Classes of four-card hands in house games, worst first: the rarer the higher."""

THREE_CARD_CLASSES: Final = (HIGH_CARD, ONE_PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH)
"""Classes of three-card hands, worst first: a straight ranks above a flush (oneida XI.C.3(a)-(f))."""


class ValueTableRules:
    """Rules of one value table: hand size, high or low, and how aces, straights and flushes count."""

    __slots__ = ("ace_low", "classes", "flushes", "low", "size", "straights", "wheel")

    def __init__(self, size: int, *, low: bool, ace_low: bool, straights: bool, flushes: bool, wheel: bool) -> None:
        self.size = size
        self.low = low
        self.ace_low = ace_low
        self.straights = straights
        self.flushes = flushes
        self.wheel = wheel
        """Whether a high ace may also play below the two, at the bottom of a straight."""
        self.classes = _classes(size)

    def pip(self, rank: int) -> int:
        """Return the pip of a rank: two is 2, the ace 14 or 1."""
        return 1 if self.ace_low and rank == ACE else rank + 2

    def grade(self, ranks: tuple[int, ...], *, suited: bool) -> int:
        """Return the grade of a hand: its class and grouped ranks, packed into one integer."""
        counts = [0] * 15
        for rank in ranks:
            counts[self.pip(rank)] += 1
        pips: list[int] = []
        for count in (4, 3, 2, 1):
            for pip in range(14, 0, -1):
                if counts[pip] == count:
                    pips += [pip] * count
        largest_group = counts[pips[0]]
        if largest_group == 1:
            return self._grade_unpaired(pips, suited=suited)
        if largest_group == 4:
            class_name = FOUR_OF_A_KIND
        elif largest_group == 3:
            class_name = FULL_HOUSE if self.size == 5 and pips[3] == pips[4] else THREE_OF_A_KIND
        else:
            class_name = TWO_PAIRS if self.size > 3 and pips[2] == pips[3] else ONE_PAIR
        return self.pack(class_name, pips)

    def _grade_unpaired(self, pips: list[int], *, suited: bool) -> int:
        """Return the grade of a hand without a pair: a straight, a flush, both or neither."""
        is_straight = self.straights and pips[0] - pips[-1] == self.size - 1
        if self.wheel and pips[0] == 14 and pips[1] == self.size:
            is_straight = True
            pips = [*pips[1:], 1]
        suited = suited and self.flushes
        if is_straight and suited:
            is_royal = pips[0] == 14 and not self.low and self.size != 4
            return self.pack(ROYAL_FLUSH if is_royal else STRAIGHT_FLUSH, pips)
        if is_straight:
            return self.pack(STRAIGHT, pips)
        return self.pack(FLUSH if suited else HIGH_CARD, pips)

    def pack(self, class_name: str, pips: list[int]) -> int:
        """Pack the class and the pips of a hand into one integer, four bits for each pip."""
        grade = self.classes.index(class_name)
        for pip in pips:
            grade = grade << 4 | pip
        return grade

    def class_of(self, grade: int) -> str:
        """Unpack the class of a hand from its grade."""
        return self.classes[grade >> 4 * self.size]

    def pips_of(self, grade: int) -> list[int]:
        """Unpack the pips of a hand from its grade, largest group first."""
        return [grade >> 4 * index & 15 for index in range(self.size - 1, -1, -1)]


def _classes(size: int) -> tuple[str, ...]:
    if size == 5:
        return FIVE_CARD_CLASSES
    return FOUR_CARD_CLASSES if size == 4 else THREE_CARD_CLASSES


class ValueTable:
    """Values of all hands of one ranking, looked up by rank key or by ranks of one suit."""

    __slots__ = ("grades", "plain", "suited")

    def __init__(self, rules: ValueTableRules) -> None:
        plain: dict[int, int] = {}
        suited: list[int] = [0] * 8192
        for ranks in combinations_with_replacement(range(13), rules.size):
            key = 0
            for rank in ranks:
                key += RANK_KEYS[rank]
            if ranks[0] != ranks[-1] or rules.size < 5:
                plain[key] = rules.grade(ranks, suited=False)
        if rules.flushes:
            for ranks in combinations(range(13), rules.size):
                suited[mask_of(ranks)] = rules.grade(ranks, suited=True)

        grades = set(plain.values())
        grades.update(suited)
        grades.discard(0)
        self.grades: list[int] = [0, *sorted(grades, reverse=rules.low)]
        """Grade of each value; value 0 is no hand."""

        values = {grade: value for value, grade in enumerate(self.grades)}
        self.plain: dict[int, int] = {key: values[grade] for key, grade in plain.items()}
        """Value by rank key, for cards not all of one suit."""
        self.suited: list[int] = [values[grade] for grade in suited]
        """Value by bit mask of ranks of one suit; in high rankings also for more than `size` cards."""
        if rules.flushes and not rules.low:
            self._extend_suited(rules.size)

    def _extend_suited(self, size: int) -> None:
        """Fill in the flushes of more than `size` suited cards: the best hand with one card less."""
        for mask in range(8192):
            if mask.bit_count() > size:
                best = 0
                remaining = mask
                while remaining:
                    reduced = mask & ~(remaining & -remaining)  # without the lowest card that remains
                    if self.suited[reduced] > best:
                        best = self.suited[reduced]
                    remaining &= remaining - 1
                self.suited[mask] = best


def mask_of(ranks: tuple[int, ...]) -> int:
    """Return the bit mask of a set of card ranks."""
    mask = 0
    for rank in ranks:
        mask |= 1 << rank
    return mask
