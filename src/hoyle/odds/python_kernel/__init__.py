"""Pure-Python fallback for the C++ kernel of the poker odds.

Same functions and identical exact counts, some thousand times slower; samples differ. The rankings are those
of :mod:`hoyle.hands`.
"""

from __future__ import annotations

from hoyle.odds.python_kernel.equity import equity
from hoyle.odds.python_kernel.hand_ranking import SCALES, high, rank_rows
from hoyle.odds.python_kernel.omaha_percentiles import standings_between
from hoyle.odds.python_kernel.range_expansion import (
    DOUBLE_SUITED,
    NO_PAIR,
    NO_TRIPS,
    OFFSUIT,
    ONE_PAIR_HELD,
    RAINBOW,
    SINGLE_SUITED,
    SUITED,
    TWO_PAIRS_HELD,
    holdings,
)

__all__ = [
    "DOUBLE_SUITED", "NO_PAIR", "NO_TRIPS", "OFFSUIT", "ONE_PAIR_HELD", "RAINBOW", "SCALES",
    "SINGLE_SUITED", "SUITED", "TWO_PAIRS_HELD", "equity", "high", "holdings", "rank_rows",
    "standings_between",
]  # fmt: skip
