"""Omaha percentiles: all hands by equity against a random hand, for ranges such as `15%`.

Hands are ordered by equity against one random hand, in the high game or in the one for high and
eight-or-better low: four cards by exact equity, five by equity on every sixteenth board, 0.2 % off on
average. ``tools/standings`` rebuilds the files in ``data``.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import comb
from typing import Final

from hoyle.odds.kernel_loader import kernel
from hoyle.odds.showdown_rules import ShowdownRules

UNIT: Final = 1 << 32
"""Fixed-point unit of equities: parts of one pot."""

ONE_OF: Final = {4: 1, 5: 16}
"""Board sampling by hand size: one of this many boards was counted."""


def has_standings(rules: ShowdownRules) -> bool:
    """Return whether the hands of an Omaha game are ordered by equity, so that percentages have a meaning."""
    return rules.holes in ONE_OF


def standings(rules: ShowdownRules) -> bytes:
    """Return the equity of every class of Omaha hands, 32 bits each; suits can be renamed within a class."""
    high, split = _load(rules.holes)
    return high if rules.low is None else split


def percentile_bounds(rules: ShowdownRules, low: float, high: float) -> tuple[int, int] | None:
    """Return the lowest and highest equity of Omaha hands between two percentages; None if there are none."""
    lowest, highest = _cached_bounds(rules.holes, rules.low is not None, low, high)
    return (lowest, highest) if lowest <= highest else None


@lru_cache(maxsize=256)
def _cached_bounds(holes: int, split: bool, low: float, high: float) -> tuple[int, int]:
    return kernel.standings_between(_load(holes)[split], low / 100, high / 100, holes)


def as_bytes(size: int, boards_dealt: Sequence[int], pots_won: Sequence[int], parts: int) -> bytes:
    """Encode the equities of Omaha hands for a data file, from the boards dealt and pots won by class."""
    boards_per_pot = parts * comb(47 - size, size)
    equities = [pots * UNIT // (boards * boards_per_pot) for pots, boards in zip(pots_won, boards_dealt, strict=True)]
    return _least_byte_first(array("I", equities).tobytes())


@cache
def _load(size: int) -> tuple[bytes, bytes]:
    """Load the equities of Omaha hands of `size` cards: those of the high game, and of the split game."""
    data = _least_byte_first(files("hoyle.odds").joinpath("data", f"omaha{size}.standings").read_bytes())
    return data[: len(data) // 2], data[len(data) // 2 :]


def _least_byte_first(data: bytes) -> bytes:
    """Convert 32-bit numbers between native byte order and the little-endian order of the data files."""
    if sys.byteorder == "little":
        return data
    numbers = array("I", data)
    numbers.byteswap()
    return numbers.tobytes()
