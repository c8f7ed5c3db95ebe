"""Wager tallies: rounds, total, standard error and z-score of each wager of a house-game run."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Self

from hoyle.odds.house_games.edge_result import Edge, ratio


@dataclass
class WagerTally:
    """Results of one simulated wager: sums, standard error and z-score."""

    wager: str
    rounds: int = 0
    total: Fraction = field(default_factory=Fraction)
    squares: Fraction = field(default_factory=Fraction)
    exact: Edge | None = None
    """Exact edge; None if it needs the compiled counter, which is missing."""

    def add(self, gain: Fraction) -> None:
        """Count one decision of the wager with its gain."""
        self.rounds += 1
        self.total += gain
        self.squares += gain * gain

    @property
    def mean(self) -> float:
        return float(self.total / self.rounds) if self.rounds else 0.0

    @property
    def standard_error(self) -> float:
        """Standard error of a wager's mean result, by the exact variance if known, else the observed one."""
        if not self.rounds:
            return 0.0
        if self.exact is not None:
            return sqrt(self.exact.variance / self.rounds)
        return sqrt(float(self.squares / self.rounds) - self.mean**2) / sqrt(self.rounds)

    @property
    def z(self) -> float | None:
        """Deviation of a wager's observed from its exact result, in standard errors."""
        if self.exact is None or not self.standard_error:
            return None
        return (self.mean + float(self.exact.edge)) / self.standard_error

    def as_json(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "rounds": self.rounds,
            "observed": self.mean,
            "standard_error": self.standard_error,
            "exact": None if self.exact is None else ratio(-self.exact.edge),
            "exact_float": None if self.exact is None else -float(self.exact.edge),
            "z": self.z,
        }


class HouseRunTotals:
    """Totals of some blocks of a house-game run, which can be summed."""

    def __init__(self, wagers: Iterable[str]) -> None:
        self.rounds = 0
        self.tallies = {wager: WagerTally(wager) for wager in wagers}
        self.paths: dict[int, array[int]] = {}
        """Running results of the followed wager by block number, after each decision."""

    def include(self, part: Self) -> None:
        """Add the totals of another part of a simulation."""
        self.rounds += part.rounds
        for wager, tally in self.tallies.items():
            part_tally = part.tallies[wager]
            tally.rounds += part_tally.rounds
            tally.total += part_tally.total
            tally.squares += part_tally.squares
        self.paths.update(part.paths)

    def path(self) -> array[int]:
        """Return the running result of the followed wager after each decision, over all blocks in order."""
        running_result = array("q")
        for block in sorted(self.paths):
            result_before = running_result[-1] if running_result else 0
            running_result.extend(result_before + won for won in self.paths[block])
        return running_result
