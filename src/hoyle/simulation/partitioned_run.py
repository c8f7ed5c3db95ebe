"""Partitioned run: split a simulation into parts for many workers, stop it, and sum the results.

The hands or blocks of a run are numbered, and each number has its own random generator derived from the seed:
the sum is the same to the last chip, whichever worker plays which numbers in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Final, Generic, Protocol, Self, TypeVar

Progress = Callable[[int], None]
"""Callback with the number of rounds played, from 0."""

Stop = Callable[[], bool]
"""Callback after every round that returns whether to stop."""

STEP: Final = 50
"""Rounds between two reports of progress."""

Clock = Callable[[], float]
"""Clock in seconds, with any origin."""

PART: Final = 1.0
"""Target seconds of a part: long against the cost of sending it, short enough to repeat if it is lost."""
_TRIALS: Final = (0.1, 0.2)
"""Seconds of the calibration runs; the first one includes one-time lookups."""
_MIN_PARTS: Final = 4
"""Parts per core at least, so that all cores finish at about the same time."""
_MAX_PARTS: Final = 4000


class RunTotals(Protocol):
    """Interface of the totals of simulated rounds, which can be summed."""

    @property
    def rounds(self) -> int:
        """Number of simulated rounds played."""

    def include(self, part: Self, /) -> None:
        """Add the totals of another part of a simulation."""


Counted = TypeVar("Counted", bound=RunTotals)
Counts = TypeVar("Counts", bound=RunTotals, covariant=True)


class RunMonitor:
    """Progress reports and the stop condition of a simulation run."""

    def __init__(self, progress: Progress | None = None, stop: Stop | None = None) -> None:
        self.progress = progress
        self.stop = stop
        self.rounds = 0

    def should_continue(self) -> bool:
        """Count a finished round of a simulation; return whether to play another."""
        self.rounds += 1
        if self.progress is not None and self.rounds % STEP == 0:
            self.progress(self.rounds)
        return not (self.stop is not None and self.stop())


class Run(Protocol[Counts]):
    """Interface of a simulation run: numbered hands or blocks, and their totals."""

    @property
    def indices(self) -> range:
        """Numbers of a simulation's hands, or of its blocks of rounds."""

    @property
    def rounds_each(self) -> int:
        """Rounds played for each number of a simulation run: 1 for hands, more for blocks."""

    def empty_totals(self) -> Counts:
        """Return simulation totals of zero, as before the first round."""

    def play(self, numbers: range, watch: RunMonitor) -> Counts:
        """Play the hands or blocks of a simulation with these numbers."""


def simulate(run: Run[Counted], *, progress: Progress | None = None, stop: Stop | None = None) -> Counted:
    """Play a simulation run in this process, to its end or until `stop` returns true."""
    if progress is not None:
        progress(0)
    return run.play(run.indices, RunMonitor(progress, stop))


class PartitionedRun(Generic[Counted]):
    """Simulation run that is split into parts for many workers."""

    def __init__(self, run: Run[Counted], progress: Progress | None = None) -> None:
        self.run = run
        self.progress = progress
        self.counted = run.empty_totals()
        self._report_progress()

    def split(self, at_once: int) -> list[range]:
        """Split the simulation into parts for so many concurrent workers."""
        return split_range(self.run.indices, at_once, least=calibrate_part_size(self.run))

    @property
    def run_part(self) -> Callable[[range], Counted]:
        """Function that plays one part of the simulation; it can be pickled."""
        return partial(self.run.play, watch=RunMonitor())

    def merge(self, part: Counted) -> None:
        """Add the totals of a finished part of the simulation."""
        self.counted.include(part)
        self._report_progress()

    def _report_progress(self) -> None:
        if self.progress is not None:
            self.progress(self.counted.rounds)


def calibrate_part_size(run: Run[Counted], clock: Clock = perf_counter) -> int:
    """Measure how many hands or blocks of a run fill a part; the rounds played for it are discarded."""
    rounds, seconds = 1, PART
    for trial in _TRIALS:
        started = clock()
        rounds = run.play(run.indices, RunMonitor(stop=partial(_is_past, started + trial, clock))).rounds
        seconds = clock() - started
    return max(round(PART * rounds / (seconds * run.rounds_each)), 1)


def _is_past(moment: float, clock: Clock) -> bool:
    return clock() >= moment


def split_range(whole: range, at_once: int, *, least: int) -> list[range]:
    """Split a range of hand numbers into parts for so many workers, of about `least` numbers or fewer.

    >>> split_range(range(1, 4), 2, least=500), split_range(range(10_000_000), 2, least=20_000)[:2]
    ([range(1, 2), range(2, 3), range(3, 4)], [range(0, 20000), range(20000, 40000)])
    """
    total = len(whole)
    parts = min(total, max(_MIN_PARTS * at_once, min(total // least, _MAX_PARTS)))
    return [whole[total * part // parts : total * (part + 1) // parts] for part in range(parts)]
