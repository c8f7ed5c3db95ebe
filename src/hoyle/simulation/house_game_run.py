"""House-game run: rounds at the real tables in seeded blocks, reported against the exact edge.

A run is split into blocks, each at a fresh table with a generator seeded by the run's seed and the block's
number: the same seed gives the same rounds, whichever worker plays a block.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import match_name, suggest_name
from hoyle.core.validation import check_int
from hoyle.odds.house_games.analysis_interface import Progress as Counting
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.edge_result import Edge
from hoyle.odds.house_games.house_edge import check_game, edges
from hoyle.simulation.house_game_tables import CardTable, DiceTable, played_wagers
from hoyle.simulation.partitioned_run import RunMonitor
from hoyle.simulation.wager_tallies import HouseRunTotals, WagerTally

STRATEGIES: Final = ("optimal", "simple", "random")
BLOCK: Final = 500
"""Rounds of one block; another number would change the rounds of a seed."""


class HouseRun:
    """Simulated run of so many rounds (or rolls of dice) of one player at a real table."""

    rounds_each = BLOCK

    def __init__(
        self, game: str, rounds: int, strategy: str = "optimal", seed: int = 0, *, follow: str | None = None
    ) -> None:
        """Check the options; `follow` is the wager whose running result is recorded, by default the first."""
        check_game(game)
        if strategy not in STRATEGIES:
            raise InvalidError(f"unknown strategy {strategy!r}: {', '.join(STRATEGIES)}")
        check_int(rounds, "the number of rounds", least=1)
        self.game = game
        self.rounds = rounds
        self.strategy = strategy
        self.seed = seed
        wagers = played_wagers(game)
        if follow is not None:
            match = match_name(follow, wagers)
            if match is None:
                hint = suggest_name(follow, wagers) or ", ".join(wagers)
                raise InvalidError(f"{game} is not played with a wager {follow!r}: {hint}")
            follow = match
        self.follow = follow or wagers[0]
        self.indices = range(-(-rounds // BLOCK))

    def exact(self, counting: Counting | None = None) -> dict[str, Edge | None]:
        """Compute the exact house edge of each simulated wager; `counting` reports progress."""
        wagers = played_wagers(self.game)
        if self.game in ANALYSES and self.strategy != "optimal":
            analysis = ANALYSES[self.game]
            return {wager: analysis.strategy_edge(wager, self.strategy, counting) for wager in wagers}
        by_wager = {edge.wager: edge for edge in edges(self.game, paytable="standard", progress=counting)}
        return {wager: by_wager[wager] for wager in wagers}

    def empty_totals(self) -> HouseRunTotals:
        return HouseRunTotals(played_wagers(self.game))

    def play(self, numbers: range, watch: RunMonitor) -> HouseRunTotals:
        """Play the numbered blocks of rounds of a house-game run."""
        totals = self.empty_totals()
        for block in numbers:
            table = self._open_table(block, totals.tallies)
            continues = True
            for _ in range(min(BLOCK, self.rounds - block * BLOCK)):
                table.play()
                totals.rounds += 1
                continues = watch.should_continue()
                if not continues:
                    break
            table.finish()
            totals.paths[block] = table.path
            if not continues:
                break
        return totals

    def report(self, totals: HouseRunTotals, exact: dict[str, Edge | None]) -> HouseReport:
        """Build the report of a house-game run: totals with the exact edges."""
        for wager, tally in totals.tallies.items():
            tally.exact = exact[wager]
        tallies = list(totals.tallies.values())
        unit = CardTable.UNIT if self.game in ANALYSES else DiceTable.UNIT
        path = [won / unit for won in totals.path()]
        return HouseReport(
            self.game, self.strategy, totals.rounds, self.seed, tallies, totals.tallies[self.follow], path
        )

    def _open_table(self, block: int, tallies: dict[str, WagerTally]) -> CardTable | DiceTable:
        random = Random(f"{self.game} {self.seed} {block}")
        if self.game in ANALYSES:
            return CardTable(self.game, self.strategy, random, tallies, self.follow)
        return DiceTable(self.game, random, tallies, self.follow)


@dataclass
class HouseReport:
    """Report of a simulated house-game run: results by wager beside the exact edges."""

    game: str
    strategy: str
    rounds: int
    """Rounds played; fewer than requested if the run was stopped."""
    seed: int
    tallies: list[WagerTally]
    followed: WagerTally
    """Wager whose running result was recorded."""
    path: list[float]
    """Running result of that wager after each decision, in units of the wager."""

    @property
    def title(self) -> str:
        """Headline of a simulation report: the game, with the strategy if there is something to decide."""
        return f"{self.game}, {self.strategy} play" if self.game in ANALYSES else self.game

    def as_json(self) -> dict[str, Any]:
        decided = {"strategy": self.strategy} if self.game in ANALYSES else {}
        return {
            "game": self.game,
            **decided,
            "rounds": self.rounds,
            "seed": self.seed,
            "wagers": [tally.as_json() for tally in self.tallies],
        }
