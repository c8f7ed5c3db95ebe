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
"""Whether the kernel ranks thousands of hands in a millisecond; without it the bots sample fewer."""

_EIGHT: Final = 8
_FULL_BOARD: Final = 5


class BulkEvaluator:
    """Evaluator of many hands at once under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        main = rules.high or rules.low
        assert main is not None, rules.game
        self.main = SCALES[main.ranking], main.top
        """Scale and qualifier of the main pot, as arguments of the kernel."""
        self.low = (SCALES[rules.low.ranking], rules.low.top) if rules.split and rules.low else None
        self.building = main.building
        self.least = main.ranking.size
        """Number of cards in a hand."""
        self._main = main
        self._low: Evaluator | None = rules.low if rules.split else None
        # The kernel ranks high and low of an Omaha hand in one pass.
        self._ranks_both_at_once = (
            self._low is not None
            and main.building == TWO_PLUS_THREE
            and self._low.ranking is LOW_A5
            and self._low.top == _EIGHT
        )

    def values(self, rows: bytes, holes: int, on_board: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the main and low values of each row of cards; hole cards come first in a row."""
        count = len(rows) // (holes + on_board)
        mains = array("H", bytes(2 * count))
        if self._low is None:
            self._rank(self._main, rows, holes, on_board, mains)
            return mains, ()
        lows = array("H", bytes(2 * count))
        if self._ranks_both_at_once and on_board == _FULL_BOARD:
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
        """Write the value of each row of cards to `out`, and the low value to `out_low` if there is one."""
        bad_row = kernel.rank_rows(
            SCALES[evaluator.ranking], evaluator.building, evaluator.top, holes, on_board, rows, out, 1, out_low
        )
        assert bad_row < 0, f"row {bad_row} has a card twice"


def percentile_ranks(values: Sequence[float]) -> dict[float, float]:
    """Map each value to the fraction of all values that it beats; ties count half."""
    ranks: dict[float, float] = {}
    count = len(values)
    start = 0
    previous: float | None = None
    for index, value in enumerate([*sorted(values), None]):
        if value != previous:
            if previous is not None:
                ranks[previous] = (start + index) / (2 * count)
            previous, start = value, index
    return ranks


class OpponentField:
    """Distribution of the values of hands that opponents may hold."""

    def __init__(self, mains: Sequence[int], lows: Sequence[int]) -> None:
        self.mains: Sequence[int] = sorted(mains)
        self.lows: Sequence[int] = sorted(lows)
        self._no_low = bisect_right(self.lows, 0) / len(self.lows) if self.lows else 1.0

    @classmethod
    def from_sorted(cls, mains: Sequence[int], lows: Sequence[int]) -> OpponentField:
        """Create a distribution from hand values that are sorted already."""
        field = cls((), ())
        field.mains, field.lows = mains, lows
        field._no_low = bisect_right(lows, 0) / len(lows) if lows else 1.0
        return field

    def share(self, main: int, low: int, opponents: int) -> float:
        """Return the approximate share of the pot that a hand wins against so many opponents."""
        high_share = _percentile(main, self.mains) ** opponents
        low_share = _percentile(low, self.lows) ** opponents if low else 0.0
        return _pot_share(high_share, low_share, self._no_low**opponents)


def shares(mains: Sequence[int], lows: Sequence[int], opponents: int) -> list[float]:
    """Return each hand's approximate share of the pot against so many opponents who hold any others."""
    high_ranks = percentile_ranks(mains)
    if not lows:
        return [high_ranks[value] ** opponents for value in mains]
    low_ranks = percentile_ranks(lows)
    no_low = (lows.count(0) / len(lows)) ** opponents
    return [
        _pot_share(high_ranks[value] ** opponents, low_ranks[low] ** opponents if low else 0.0, no_low)
        for value, low in zip(mains, lows, strict=True)
    ]


def mean_share(mains: Sequence[int], lows: Sequence[int], players: int) -> float:
    """Return the first player's average share of the pot over deals between so many players."""
    total = 0.0
    for start in range(0, len(mains), players):
        deal_highs = mains[start : start + players]
        best_high = max(deal_highs)
        share = 1 / deal_highs.count(best_high) if deal_highs[0] == best_high else 0.0
        if lows:
            deal_lows = lows[start : start + players]
            best_low = max(deal_lows)
            if best_low:
                share = 0.5 * share
                if deal_lows[0] == best_low:
                    share += 0.5 / deal_lows.count(best_low)
        total += share
    return total / (len(mains) // players)


def _pot_share(high: float, low: float, no_low: float) -> float:
    """Combine the shares of high and low half; high wins the whole pot if no player has a low."""
    return 0.5 * high + 0.5 * low if low else high * (0.5 + 0.5 * no_low)


def _percentile(value: int, ordered: Sequence[int]) -> float:
    """Return the fraction of sorted hand values that a value beats; ties count half."""
    return (bisect_left(ordered, value) + bisect_right(ordered, value)) / (2 * len(ordered))
