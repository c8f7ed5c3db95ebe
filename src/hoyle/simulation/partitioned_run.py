"""Partitioned run: split a simulation into parts for many workers, stop it, and sum the results.

A run is numbered, by its hands or by blocks of rounds, and every number has a chance of its own, drawn from
the seed: whoever plays which numbers, in whatever order, the sum is the same to the last chip.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Final, Generic, Protocol, Self, TypeVar

Progress = Callable[[int], None]
"""Told how many rounds have been played, from 0."""

Stop = Callable[[], bool]
"""Asked after every round whether to leave it at that."""

STEP: Final = 50
"""Rounds between two reports of progress."""

Clock = Callable[[], float]
"""Seconds, from whenever."""

PART: Final = 1.0
"""Seconds that a part shall last: sending it costs nothing beside that, and a lost one is soon done again."""
_TRIALS: Final = (0.1, 0.2)
"""Seconds of play to see how fast it is; the first begins with whatever is looked up but once."""
_MIN_PARTS: Final = 4
"""For every core, so that they end together."""
_MAX_PARTS: Final = 4000


class RunTotals(Protocol):
    """What was counted in some rounds: parts add up to the whole."""

    @property
    def rounds(self) -> int:
        """How many were played."""

    def include(self, part: Self, /) -> None:
        """Count the rounds of another part too."""


Counted = TypeVar("Counted", bound=RunTotals)
Counts = TypeVar("Counts", bound=RunTotals, covariant=True)


class RunMonitor:
    """Looks on while rounds are played: tells how many there were, and says when to stop."""

    def __init__(self, progress: Progress | None = None, stop: Stop | None = None) -> None:
        self.progress = progress
        self.stop = stop
        self.rounds = 0

    def should_continue(self) -> bool:
        """One more round is over; whether another shall follow."""
        self.rounds += 1
        if self.progress is not None and self.rounds % STEP == 0:
            self.progress(self.rounds)
        return not (self.stop is not None and self.stop())


class Run(Protocol[Counts]):
    """Rounds to be played, and how they are counted."""

    @property
    def indices(self) -> range:
        """The numbers of its hands, or of its blocks of rounds."""

    @property
    def rounds_each(self) -> int:
        """How many rounds a number stands for."""

    def empty_totals(self) -> Counts:
        """The count before the first round."""

    def play(self, numbers: range, watch: RunMonitor) -> Counts:
        """Play some of them."""


def simulate(run: Run[Counted], *, progress: Progress | None = None, stop: Stop | None = None) -> Counted:
    """Play a whole run here, or as much of it as there is time for."""
    if progress is not None:
        progress(0)
    return run.play(run.indices, RunMonitor(progress, stop))


class PartitionedRun(Generic[Counted]):
    """A run that many play, each some of it."""

    def __init__(self, run: Run[Counted], progress: Progress | None = None) -> None:
        self.run = run
        self.progress = progress
        self.counted = run.empty_totals()
        self._tell()

    def split(self, at_once: int) -> list[range]:
        """The parts, for so many who play at once."""
        return split_range(self.run.indices, at_once, least=calibrate_part_size(self.run))

    @property
    def run_part(self) -> Callable[[range], Counted]:
        """Play one part; it knows the run and nothing of what was played, and travels."""
        return partial(self.run.play, watch=RunMonitor())

    def merge(self, part: Counted) -> None:
        """Another part has been played."""
        self.counted.include(part)
        self._tell()

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.counted.rounds)


def calibrate_part_size(run: Run[Counted], clock: Clock = perf_counter) -> int:
    """How many numbers of a run last as long as a part shall; found by playing, which counts for nothing."""
    rounds, seconds = 1, PART
    for trial in _TRIALS:
        started = clock()
        rounds = run.play(run.indices, RunMonitor(stop=partial(_is_past, started + trial, clock))).rounds
        seconds = clock() - started
    return max(round(PART * rounds / (seconds * run.rounds_each)), 1)


def _is_past(moment: float, clock: Clock) -> bool:
    return clock() >= moment


def split_range(whole: range, at_once: int, *, least: int) -> list[range]:
    """A range of numbers in parts for so many workers; `least` of them are worth a journey by themselves.

    >>> split_range(range(1, 4), 2, least=500), split_range(range(10_000_000), 2, least=20_000)[:2]
    ([range(1, 2), range(2, 3), range(3, 4)], [range(0, 20000), range(20000, 40000)])
    """
    total = len(whole)
    parts = min(total, max(_MIN_PARTS * at_once, min(total // least, _MAX_PARTS)))
    return [whole[total * part // parts : total * (part + 1) // parts] for part in range(parts)]
