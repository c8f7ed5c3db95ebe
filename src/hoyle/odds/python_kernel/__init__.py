"""What the odds ask of the kernel, in plain Python, for where the kernel was not built.

The same calls and the same counts to the last unit, some thousand times as slow; samples are other samples.
The rankings are those of :mod:`hoyle.hands`.
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
    "DOUBLE_SUITED",
    "NO_PAIR",
    "NO_TRIPS",
    "OFFSUIT",
    "ONE_PAIR_HELD",
    "RAINBOW",
    "SCALES",
    "SINGLE_SUITED",
    "SUITED",
    "TWO_PAIRS_HELD",
    "equity",
    "high",
    "holdings",
    "rank_rows",
    "standings_between",
]
