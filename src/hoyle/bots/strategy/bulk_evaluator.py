"""Bulk evaluator: values of many hands at once through the kernel, and their percentile ranks."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from hoyle.games.poker.resolved_rules import Rules
from hoyle.hands import LOW_A5, TWO_PLUS_THREE, Evaluator
from hoyle.odds.kernel_loader import BACKEND_NAME, SCALES, kernel

QUICK: Final = BACKEND_NAME == "the kernel"
"""Whether thousands of hands are ranked in a millisecond; without the kernel a mind looks at fewer."""

_EIGHT: Final = 8
_BOARD: Final = 5


class BulkEvaluator:
    """What decides a pot under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        main = rules.high or rules.low
        assert main is not None, rules.game
        self.main = SCALES[main.ranking], main.top
        """As the kernel is asked for it."""
        self.low = (SCALES[rules.low.ranking], rules.low.top) if rules.split and rules.low else None
        self.building = main.building
        self.least = main.ranking.size
        """Cards that make a hand."""
        self._main = main
        self._low: Evaluator | None = rules.low if rules.split else None
        self._together = (
            self._low is not None
            and main.building == TWO_PLUS_THREE
            and self._low.ranking is LOW_A5
            and self._low.top == _EIGHT
        )

    def values(self, rows: bytes, holes: int, on_board: int) -> tuple[Sequence[int], Sequence[int]]:
        """What each row is worth in the main pot, and in the low half; own cards come first in a row."""
        count = len(rows) // (holes + on_board)
        mains = array("H", bytes(2 * count))
        if self._low is None:
            self._rank(self._main, rows, holes, on_board, mains)
            return mains, ()
        lows = array("H", bytes(2 * count))
        if self._together and on_board == _BOARD:
            self._rank(self._main, rows, holes, on_board, mains, lows)
        else:
            self._rank(self._main, rows, holes, on_board, mains)
            self._rank(self._low, rows, holes, on_board, lows)
        return mains, lows

    def _rank(
        self,
        evaluator: Evaluator,
        rows: bytes,
        holes: int,
        on_board: int,
        out: array[int],
        out_low: array[int] | None = None,
    ) -> None:
        bad = kernel.rank_rows(
            SCALES[evaluator.ranking],
            evaluator.building,
            evaluator.top,
            holes,
            on_board,
            rows,
            out,
            1,
            out_low,
        )
        assert bad < 0, f"row {bad} has a card twice"


def percentile_ranks(values: Sequence[float]) -> dict[float, float]:
    """By value, which part of all the values it beats; ties count half."""
    found: dict[float, float] = {}
    count = len(values)
    start = 0
    before: float | None = None
    for at, value in enumerate([*sorted(values), None]):
        if value != before:
            if before is not None:
                found[before] = (start + at) / (2 * count)
            before, start = value, at
    return found


class OpponentField:
    """Hands that others may hold: what a value is worth among them."""

    def __init__(self, mains: Sequence[int], lows: Sequence[int]) -> None:
        self.mains: Sequence[int] = sorted(mains)
        self.lows: Sequence[int] = sorted(lows)
        self._no_low = bisect_right(self.lows, 0) / len(self.lows) if self.lows else 1.0

    @classmethod
    def kept(cls, mains: Sequence[int], lows: Sequence[int]) -> OpponentField:
        """The same from values that are in order already."""
        found = cls((), ())
        found.mains, found.lows = mains, lows
        found._no_low = bisect_right(lows, 0) / len(lows) if lows else 1.0
        return found

    def share(self, main: int, low: int, rivals: int) -> float:
        """About which share of a pot a hand takes from so many of them."""
        high = _place(main, self.mains) ** rivals
        return _divided(high, 0.0 if not low else _place(low, self.lows) ** rivals, self._no_low**rivals)


def shares(mains: Sequence[int], lows: Sequence[int], rivals: int) -> list[float]:
    """About which share of a pot each hand takes from so many rivals who hold any of the others."""
    highs = percentile_ranks(mains)
    if not lows:
        return [highs[value] ** rivals for value in mains]
    places_low = percentile_ranks(lows)
    alone = (lows.count(0) / len(lows)) ** rivals
    return [
        _divided(highs[value] ** rivals, places_low[low] ** rivals if low else 0.0, alone)
        for value, low in zip(mains, lows, strict=True)
    ]


def mean_share(mains: Sequence[int], lows: Sequence[int], players: int) -> float:
    """The average share of the pot that the first of so many players takes, deal after deal."""
    total = 0.0
    for at in range(0, len(mains), players):
        here = mains[at : at + players]
        best = max(here)
        share = 1 / here.count(best) if here[0] == best else 0.0
        if lows:
            halves = lows[at : at + players]
            low = max(halves)
            if low:
                share = 0.5 * share
                if halves[0] == low:
                    share += 0.5 / halves.count(low)
        total += share
    return total / (len(mains) // players)


def _divided(high: float, low: float, alone: float) -> float:
    """Both halves; a hand without a low takes all with the high where nobody else has one either."""
    return 0.5 * high + 0.5 * low if low else high * (0.5 + 0.5 * alone)


def _place(value: int, ordered: Sequence[int]) -> float:
    return (bisect_left(ordered, value) + bisect_right(ordered, value)) / (2 * len(ordered))
