"""Partitioned equity job: splits a calculation into parts and adds up their counts.

The sum is the same to the last unit however many parts there are; :mod:`hoyle.dask_jobs` has them counted on
many machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import comb
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.equities.calculator import (
    EquityRequest,
    KernelRequest,
    Progress,
    SolverOptions,
    count_outcomes,
)
from hoyle.odds.equities.result import EquityResult, Outcome
from hoyle.odds.kernel_loader import BACKEND_NAME
from hoyle.odds.showdown_rules import DECK_SIZE

Counts = tuple[bool, list[Outcome]]
"""Whether every deal of a part was counted, and who won how often in it."""

MIN_PARTS: Final = 32
"""For every core: they end together, and a lost part costs little."""
MAX_PARTS: Final = 1000
SAMPLES_IN_A_PART: Final = 10_000_000
DEALS_IN_A_PART: Final = 1_000_000_000
"""Seconds of work at most: more of it is cut into more parts."""


class PartitionedEquityJob:
    """A problem that is counted part by part."""

    def __init__(self, problem: EquityRequest, work: SolverOptions, progress: Progress | None = None) -> None:
        self.problem = problem
        self.question = problem.question()
        self.work = work
        self.progress = progress
        self._parts = self._done = 0
        self._exact = True
        self._total: Counter[tuple[int, int]] = Counter()

    def split(self, at_once: int) -> list[SolverOptions]:
        """The parts, for so many who work at once."""
        self._parts = part_count(self.question, self.work, at_once)
        return [self.work._replace(threads=1, part=part, parts=self._parts) for part in range(self._parts)]

    @property
    def run_part(self) -> Callable[[SolverOptions], Counts]:
        """Count one part; it knows the question and nothing else, and travels."""
        return partial(count_part, self.question, counted_by=BACKEND_NAME)

    def merge(self, counts: Counts) -> None:
        """Another part has been counted."""
        every, outcomes = counts
        self._exact = self._exact and every
        for main, low, times in outcomes:
            self._total[main, low] += times
        self._done += 1
        if self.progress is not None:
            self.progress(self._done, self._parts)

    def result(self) -> EquityResult:
        """What the parts come to, once all have been added."""
        assert self._done == self._parts, f"{self._done} of {self._parts} parts were counted"
        outcomes = [(main, low, times) for (main, low), times in sorted(self._total.items())]
        return self.problem.settle(self._exact, outcomes)


def part_count(question: KernelRequest, work: SolverOptions, at_once: int) -> int:
    """So that there is something to show, and to save, every few seconds."""
    if work.mode in (Mode.EXACT, Mode.EXACT_NO_SHORTCUTS):
        wanted = _deals(question) // DEALS_IN_A_PART
    else:  # what the cost allows to be counted is soon counted
        wanted = work.samples // SAMPLES_IN_A_PART
    return max(MIN_PARTS * at_once, min(wanted, MAX_PARTS))


def _deals(question: KernelRequest) -> int:
    """How many deals there are, those that ranges forbid each other among them."""
    known = sum(seat[0] for seat in question.seats)
    left = DECK_SIZE - len(question.dead) - len(question.board) - known
    deals = comb(left, question.on_board - len(question.board))
    left -= question.on_board - len(question.board)
    for size, cards, _ in question.seats:
        deals *= (len(cards) // size if size else 1) * comb(left, question.holes - size)
        left -= question.holes - size
    return deals


def count_part(question: KernelRequest, work: SolverOptions, *, counted_by: str) -> Counts:
    """Count one part, here, as all others are counted."""
    if counted_by != BACKEND_NAME:
        raise InvalidError(
            f"a worker counts by {BACKEND_NAME}, another by {counted_by}: all must do it alike"
        )
    return count_outcomes(question, work)
