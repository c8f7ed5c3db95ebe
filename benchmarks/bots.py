"""Bots against tables of others: what each temperament wins in all twelve games, with its error.

One bot sits at a table of five callers, five random actors or five regulars. Every deal is played six times,
the bot in another seat each time, so that good cards make no difference; errors are those of whole deals.
`python -m benchmarks.bots --hands 20000` prints the tables, Ctrl-C those of the hands played so far;
`--games`, `--bots`, `--against` and `--structure` play a part of them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Final, NamedTuple

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.poker_bots import BOTS, Bot, bot
from hoyle.bots.strategy.play_style import PLAY_STYLES
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.simulation.poker_driver import SimulationTable
from hoyle.table.command_base import Command
from hoyle.table.presets.poker_presets import poker_preset

GAMES: Final = (
    *("holdem", "omaha-high", "omaha-hilo8", "big-omaha-high", "big-omaha-hilo8", "stud7-high"),
    *("stud7-hilo", "stud7-hilo8", "draw5-high", "draw5-low", "stud5-high", "mambo-hilo6"),
)
OPPONENTS: Final = ("caller", "random", "regular")
PLAYERS: Final = 6
STEP: Final = 10
"""Deals in one piece of work."""
CLEAR: Final = 3.0
"""Standard errors that a margin must have."""


class Match(NamedTuple):
    """One bot against a table of others."""

    game: str
    structure: str
    bot: str
    against: str


class Result:
    """What the bot won, deal by deal."""

    def __init__(self) -> None:
        self.deals = 0
        self.total = 0.0
        self.squares = 0.0
        self.turns = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def add(self, won: float) -> None:
        """One deal, from all seats: big bets for a hand."""
        self.deals += 1
        self.total += won
        self.squares += won * won

    def include(self, other: Result) -> None:
        self.deals += other.deals
        self.total += other.total
        self.squares += other.squares
        self.turns += other.turns
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)

    @property
    def rate(self) -> float:
        """Big bets in a hundred hands."""
        return 100 * self.total / max(self.deals, 1)

    @property
    def error(self) -> float:
        if self.deals < 2:
            return float("inf")
        mean = self.total / self.deals
        spread = max(self.squares / self.deals - mean * mean, 0.0) * self.deals / (self.deals - 1)
        return float(100 * (spread / self.deals) ** 0.5)

    @property
    def clear(self) -> bool:
        return self.rate > CLEAR * self.error


class Timed:
    """A bot with a watch."""

    def __init__(self, inner: Bot, result: Result) -> None:
        self._inner = inner
        self._result = result

    def act(self, turn: BotTurn, rng: object) -> Command:
        start = time.thread_time()
        command = self._inner.act(turn, rng)  # type: ignore[arg-type]
        spent = time.thread_time() - start
        self._result.turns += 1
        self._result.seconds += spent
        self._result.slowest = max(self._result.slowest, spent)
        return command


def play(match: Match, deals: range, seed: int) -> Result:
    """Some deals of a match, each from every seat."""
    spread = poker_preset(match.game, structure=match.structure, players=PLAYERS)
    table = SimulationTable(spread, [spread.stack] * PLAYERS)
    result = Result()
    for deal in deals:
        won = 0
        for seat in range(PLAYERS):
            bots: list[Bot] = [bot(match.against) for _ in range(PLAYERS)]
            bots[seat] = Timed(bot(match.bot), result)
            played = table.play(bots, seed=seed, hand=deal)
            won += played.after[seat + 1] - played.before[seat + 1]
        result.add(won / PLAYERS / spread.sign.big)
    return result


def measure(matches: list[Match], hands: int, seed: int, workers: int, out: Console) -> dict[Match, Result]:
    """All matches on all cores, with a bar."""
    deals = -(-hands // PLAYERS)
    results = {match: Result() for match in matches}
    # All matches go on side by side, so that whoever stops early has some of each.
    pieces = [
        (match, range(first, min(first + STEP, deals + 1))) for first in range(1, deals + 1, STEP) for match in matches
    ]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out) as bar, ProcessPoolExecutor(workers) as pool:
        task = bar.add_task("hands", total=len(matches) * deals * PLAYERS)
        left = iter(pieces)
        running: dict[Future[Result], tuple[Match, range]] = {}
        try:
            while True:
                for match, part in _some(left, 2 * workers - len(running)):
                    running[pool.submit(play, match, part, seed)] = match, part
                if not running:
                    break
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    match, part = running.pop(future)
                    results[match].include(future.result())
                    bar.update(task, advance=len(part) * PLAYERS, description=f"{match.game}, {match.bot}")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return results


def _some(pieces: Iterable[tuple[Match, range]], count: int) -> list[tuple[Match, range]]:
    return list(islice(pieces, max(count, 0)))


def report(results: dict[Match, Result]) -> Grid:
    """What each bot wins, game by game."""
    played = sorted({PLAYERS * result.deals for result in results.values()})
    hands = " to ".join(f"{count:,}" for count in dict.fromkeys((played[0], played[-1])))
    structures = ", ".join(sorted({match.structure for match in results}))
    grid = Grid(
        title=f"big bets won in 100 hands, six at a table, {hands} hands each, {structures}",
        caption="± one standard error; ! where it is less than three of them above nothing",
    )
    pairs = list(dict.fromkeys((match.bot, match.against) for match in results))
    grid.add_column("game")
    for name, against in pairs:
        grid.add_column(f"{name}\nv {against}", justify="right")
    games = list(dict.fromkeys((match.game, match.structure) for match in results))
    for game, structure in games:
        row = []
        for name, against in pairs:
            result = results[Match(game, structure, name, against)]
            mark = "" if result.clear else " !"
            row.append(f"{result.rate:+.1f} ±{result.error:.1f}{mark}")
        grid.add_row(game, *row)
    return grid


def times(results: dict[Match, Result]) -> Grid:
    grid = Grid(title="milliseconds for a decision")
    for name in ("game", "decisions", "mean", "slowest"):
        grid.add_column(name, justify="left" if name == "game" else "right")
    for game in dict.fromkeys(match.game for match in results):
        whole = Result()
        for match, result in results.items():
            if match.game == game:
                whole.include(result)
        mean = 1000 * whole.seconds / max(whole.turns, 1)
        grid.add_row(game, f"{whole.turns:,}", f"{mean:.2f}", f"{1000 * whole.slowest:.1f}")
    return grid


@click.command()
@click.option("--hands", default=600, show_default=True, help="Hands of every match, in whole deals of six.")
@click.option("--games", default=",".join(GAMES), help="Games, with commas between them.")
@click.option("--bots", default=",".join(temper.name for temper in PLAY_STYLES), help="Who is measured.")
@click.option("--against", default=",".join(OPPONENTS), help="Who fills the other seats.")
@click.option("--structure", type=click.Choice(STRUCTURES), default=STRUCTURES[0], show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=os.cpu_count() or 1, show_default=True)
def main(hands: int, games: str, bots: str, against: str, structure: str, seed: int, workers: int) -> None:
    """Measure and print the tables."""
    for name in (*bots.split(","), *against.split(",")):
        if name not in BOTS:
            raise click.UsageError(f"unknown bot {name!r}; the bots are {', '.join(BOTS)}")
    for game in games.split(","):
        if game not in GAMES:
            raise click.UsageError(f"unknown game {game!r}; the games are {', '.join(GAMES)}")
    matches = [
        Match(game, structure, name, other)
        for game in games.split(",")
        for name in bots.split(",")
        for other in against.split(",")
    ]
    results = measure(matches, hands, seed, workers, Console(stderr=True))
    out = Console(width=150)
    out.print(report(results))
    out.print(times(results))
    sys.exit(0 if all(result.clear for result in results.values()) else 1)


if __name__ == "__main__":
    main()
