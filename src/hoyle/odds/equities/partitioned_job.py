"""Partitioned equity job: splits a calculation into parts and adds up their counts.

The total is identical for any number of parts; :mod:`hoyle.dask_jobs` counts them on many machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import comb
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.equities.calculator import EquityRequest, KernelRequest, Progress, SolverOptions, count_outcomes
from hoyle.odds.equities.equity_result import EquityResult, Outcome
from hoyle.odds.kernel_loader import BACKEND_NAME
from hoyle.odds.showdown_rules import DECK_SIZE

Counts = tuple[bool, list[Outcome]]
"""Result of one part: whether every deal was counted, and the count of each outcome."""

MIN_PARTS: Final = 32
"""Minimum parts per core: cores finish together, and a lost part costs little."""
MAX_PARTS: Final = 1000
SAMPLES_IN_A_PART: Final = 10_000_000
DEALS_IN_A_PART: Final = 1_000_000_000
"""Size limits that keep a part to a few seconds of work."""


class PartitionedEquityJob:
    """Equity calculation split into parts that are counted separately and merged."""

    def __init__(self, request: EquityRequest, options: SolverOptions, progress: Progress | None = None) -> None:
        self.request = request
        self.kernel_request = request.kernel_request()
        self.options = options
        self.progress = progress
        self._parts = self._done = 0
        self._exact = True
        self._total: Counter[tuple[int, int]] = Counter()

    def split(self, workers: int) -> list[SolverOptions]:
        """Split the equity job into parts for this number of workers; return the options of each part."""
        self._parts = part_count(self.kernel_request, self.options, workers)
        return [self.options._replace(threads=1, part=part, parts=self._parts) for part in range(self._parts)]

    @property
    def run_part(self) -> Callable[[SolverOptions], Counts]:
        """Picklable function that counts one part."""
        return partial(count_part, self.kernel_request, counted_by=BACKEND_NAME)

    def merge(self, counts: Counts) -> None:
        """Add the counts of one part to the total of the equity job."""
        is_exact, outcomes = counts
        self._exact = self._exact and is_exact
        for main, low, count in outcomes:
            self._total[main, low] += count
        self._done += 1
        if self.progress is not None:
            self.progress(self._done, self._parts)

    def result(self) -> EquityResult:
        """Return the equities once all parts of the job have been merged."""
        assert self._done == self._parts, f"{self._done} of {self._parts} parts were counted"
        outcomes = [(main, low, count) for (main, low), count in sorted(self._total.items())]
        return self.request.settle(self._exact, outcomes)


def part_count(request: KernelRequest, options: SolverOptions, workers: int) -> int:
    """Return the number of parts of an equity job, such that one is finished every few seconds."""
    if options.mode in (Mode.EXACT, Mode.EXACT_NO_SHORTCUTS):
        parts = _deal_count(request) // DEALS_IN_A_PART
    else:  # in automatic mode an exact count is cheap enough
        parts = options.samples // SAMPLES_IN_A_PART
    return max(MIN_PARTS * workers, min(parts, MAX_PARTS))


def _deal_count(request: KernelRequest) -> int:
    """Return the number of deals of a request, impossible ones included in which two ranges share a card."""
    known_cards = sum(known for known, _, _ in request.seats)
    cards_left = DECK_SIZE - len(request.dead) - len(request.board) - known_cards
    board_cards_to_come = request.on_board - len(request.board)
    deals = comb(cards_left, board_cards_to_come)
    cards_left -= board_cards_to_come
    for known, cards, _ in request.seats:
        holdings = len(cards) // known if known else 1
        deals *= holdings * comb(cards_left, request.holes - known)
        cards_left -= request.holes - known
    return deals


def count_part(request: KernelRequest, options: SolverOptions, *, counted_by: str) -> Counts:
    """Count one part of an equity job; refuse if another backend than this one counts the others."""
    if counted_by != BACKEND_NAME:
        raise InvalidError(f"a worker counts by {BACKEND_NAME}, another by {counted_by}: all must do it alike")
    return count_outcomes(request, options)
