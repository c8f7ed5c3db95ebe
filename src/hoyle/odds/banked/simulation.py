"""Playing the real tables many times, to see whether the money agrees with the mathematics.

A run is cut into blocks, each at a fresh table with dice or shuffles of its own, drawn from the seed and the
block's number: the same seed gives the same rounds, whoever plays which block.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from hoyle.errors import InvalidError
from hoyle.odds.banked.edges import CARD_WAGERS, check_game, edges
from hoyle.odds.banked.four_card import Progress as Counting
from hoyle.odds.banked.habits import habit_edge
from hoyle.odds.banked.results import Edge
from hoyle.odds.banked.tables import CardTable, DiceTable, played_wagers
from hoyle.odds.banked.tally import Played, Tally

STRATEGIES: Final = ("optimal", "simple", "random")
BLOCK: Final = 500
"""Rounds of one block: another number would play other rounds."""
STEP: Final = 50
"""Rounds between two reports of progress."""


@dataclass
class Simulation:
    """The whole report."""

    game: str
    strategy: str
    rounds: int
    """Rounds played; fewer than ordered where it was stopped."""
    seed: int
    tallies: list[Tally]
    path: array[int]
    """The player's winnings after each round, in units."""

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "strategy": self.strategy,
            "rounds": self.rounds,
            "seed": self.seed,
            "wagers": [tally.as_json() for tally in self.tallies],
        }


def play(
    game: str,
    rounds: int,
    strategy: str = "optimal",
    seed: int = 0,
    *,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
    counting: Counting | None = None,
    cluster: str | None = None,
) -> Simulation:
    """Play that many rounds (rolls, for dice) on the real engine.

    `progress` is told how many were played, from 0; `stop` is asked after each whether to leave it at that;
    `counting` goes along with the exact count before them. `cluster` is the address of a dask scheduler, or
    ``local``; the report is the same.
    """
    check_game(game)
    if strategy not in STRATEGIES:
        raise InvalidError(f"unknown strategy {strategy!r}: {', '.join(STRATEGIES)}")
    if rounds < 1:
        raise InvalidError(f"{rounds} rounds: one or more")
    exact = _exact(game, strategy, counting)
    order = Order(game, rounds, strategy, seed)
    blocks = range(-(-rounds // BLOCK))
    if progress is not None:
        progress(0)
    if cluster is None:
        played = play_blocks(order, blocks, progress, stop)
    else:
        from hoyle.cluster import pieces, share_out

        played = Played(exact)
        cut = partial(pieces, blocks, least=1)
        for part in share_out(cluster, partial(play_blocks, order), cut, stop=stop):
            played += part
            if progress is not None:
                progress(played.rounds)
    for wager, tally in played.tallies.items():
        tally.exact = exact[wager]
    return Simulation(game, strategy, played.rounds, seed, list(played.tallies.values()), played.path())


class Order(NamedTuple):
    """A run, for whoever plays some of its blocks."""

    game: str
    rounds: int
    strategy: str
    seed: int


def play_blocks(
    order: Order,
    blocks: range,
    progress: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Played:
    """The blocks with these numbers."""
    played = Played(played_wagers(order.game))
    stopped = False
    for block in blocks:
        random = Random(f"{order.game} {order.seed} {block}")
        table: CardTable | DiceTable
        if order.game in CARD_WAGERS:
            table = CardTable(order.game, order.strategy, random, played.tallies)
        else:
            table = DiceTable(order.game, random, played.tallies)
        left = min(BLOCK, order.rounds - block * BLOCK)
        while left and not stopped:
            table.play()
            left -= 1
            played.rounds += 1
            if progress is not None and played.rounds % STEP == 0:
                progress(played.rounds)
            stopped = stop is not None and stop()
        table.finish()
        played.paths[block] = table.path
        if stopped:
            break
    return played


def _exact(game: str, strategy: str, counting: Counting | None) -> dict[str, Edge | None]:
    """What each wager is worth, to be held against what it did."""
    wagers = played_wagers(game)
    if game in CARD_WAGERS and strategy != "optimal":
        return {wager: habit_edge(game, wager, strategy, counting) for wager in wagers}
    known = {edge.wager: edge for edge in edges(game, paytable="standard", progress=counting)}
    return {wager: known[wager] for wager in wagers}


__all__ = ["STRATEGIES", "Simulation", "Tally", "play"]
