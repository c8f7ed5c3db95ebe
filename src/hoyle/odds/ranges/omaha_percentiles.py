"""Omaha percentiles: all hands by equity against a random hand, for ranges such as `15%`.

Hands stand by their equity against one random hand, in the high game or in the one for high and
eight-or-better low: four cards by the exact equity, five by that on every sixteenth board, 0.2 % away from
it on average. ``tools/standings`` makes the files in ``data`` anew.
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
"""Parts of a pot in which equities are counted."""

ONE_OF: Final = {4: 1, 5: 16}
"""By cards of a hand, on one of how many boards its equity was counted."""


def has_standings(of: ShowdownRules) -> bool:
    return of.holes in ONE_OF


def standings(of: ShowdownRules) -> bytes:
    """Equities in 32 bits each, by class: hands that differ in the names of suits only."""
    high, split = _read(of.holes)
    return high if of.low is None else split


def percentile_bounds(of: ShowdownRules, low: float, high: float) -> tuple[int, int] | None:
    """Least and most standing between two percentages of all hands; None where no hand stands there."""
    least, most = _between(of.holes, of.low is not None, low, high)
    return (least, most) if least <= most else None


@lru_cache(maxsize=256)
def _between(holes: int, split: bool, low: float, high: float) -> tuple[int, int]:
    return kernel.standings_between(_read(holes)[split], low / 100, high / 100, holes)


def as_bytes(size: int, held: Sequence[int], won: Sequence[int], parts: int) -> bytes:
    """Equities for a file, from the parts of pots that the hands of each class won, on how many boards."""
    met = parts * comb(47 - size, size)
    equities = [pots * UNIT // (boards * met) for pots, boards in zip(won, held, strict=True)]
    return _least_byte_first(array("I", equities).tobytes())


@cache
def _read(size: int) -> tuple[bytes, bytes]:
    data = _least_byte_first(files("hoyle.odds").joinpath("data", f"omaha{size}.standings").read_bytes())
    return data[: len(data) // 2], data[len(data) // 2 :]


def _least_byte_first(data: bytes) -> bytes:
    """From the order of this machine to that of the files, or back."""
    if sys.byteorder == "little":
        return data
    numbers = array("I", data)
    numbers.byteswap()
    return numbers.tobytes()
