"""Whole tables: hands per second through `PokerTable.do` with its waits, beside the bare round and PokerKit.

Six callers at one table, every action asked for with `waits` and done with a command. Then what a live room
leans on: a view, the waits, a checkpoint and the way back, and the log of a long evening written, read,
resumed and audited at several lengths. `python -m benchmarks.tables [SECONDS]` prints the tables.
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import TypeVar

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from benchmarks.engine import GAMES, hands_per_second, play_hoyle, play_peer
from hoyle.core.cards import card_text
from hoyle.games.poker.variants import variant
from hoyle.simulation.random_decks import partly_shuffled_deck
from hoyle.table import PokerTable, PostedSign
from hoyle.table.command_base import Command
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.poker.commands import Bet, BringIn, Call, Check, Deal, DealOn

PLAYERS = 6
STACK = 10**9
HANDS = (1_000, 5_000, 10_000)
Result = TypeVar("Result")
_TEXT = [card_text(card) for card in range(52)]
_PASSIVE: dict[str, type[Call] | type[Check] | type[BringIn]] = {"call": Call, "check": Check, "bring-in": BringIn}


def opened(game: str, structure: str, *, keep_log: bool) -> PokerTable:
    """A table with six players who never run out of chips, the button placed."""
    stud = game.startswith("stud")
    sign = PostedSign(
        book="oneida",
        game=game,
        structure=structure,
        limits=(2, 4),
        blinds=() if stud else (1, 2),
        forced_bet=1 if stud else 0,
    )
    table = PokerTable.open(sign, keep_log=keep_log)
    for seat in range(1, PLAYERS + 1):
        table.sit(seat, STACK, f"player {seat}")
    if not stud:
        draw = ["As", "2c", "3c", "4c", "5c", "6c"]
        table.draw_button({seat: draw[seat - 1] for seat in range(1, PLAYERS + 1)})
    return table


def called(wait: PendingDecision) -> Command:
    """What a caller does with what he is offered."""
    for choice in wait.choices:
        kind = _PASSIVE.get(choice.do)
        if kind is not None:
            return kind(seat=wait.seat)
    return Bet(seat=wait.seat, to=wait.choices[-1].bounds[0].min)


def play_table(table: PokerTable, rng: random.Random, needed: int) -> Callable[[], None]:
    """A function that plays one hand of callers at a table, by its waits alone."""
    state = table.state

    def one_hand() -> None:
        nonlocal state
        table.do(Deal(deck=" ".join(map(_TEXT.__getitem__, partly_shuffled_deck(rng, needed)))))
        state = table.state
        while state.round is not None:
            wait = table.pending()[0]
            table.do(DealOn() if wait.kind == "street" else called(wait), by=wait.person)

    return one_hand


def speed(seconds: float) -> Grid:
    grid = Grid(title=f"hands per second through the table, {PLAYERS} callers, one process")
    for name in ("game", "table", "bare round", "share", "PokerKit", "ratio"):
        grid.add_column(name, justify="left" if name == "game" else "right")
    for game in track(GAMES, description="playing at tables", console=Console(stderr=True)):
        structure = ("fixed-limit", "spread-limit", "pot-limit", "no-limit")[game.structure]
        # As many cards are shuffled as for the bare round.
        needed = variant(game.game).cards_needed(PLAYERS)
        table = play_table(opened(game.game, structure, keep_log=False), random.Random(1), needed)
        bare = play_hoyle(game, random.Random(1), random_actors=False)
        peer = play_peer(game, random.Random(1), random_actors=False)
        ours, alone, theirs = hands_per_second((table, bare, peer), seconds)
        grid.add_row(
            game.title,
            f"{ours:,.0f}",
            f"{alone:,.0f}",
            f"{ours / alone:.2f}",
            f"{theirs:,.0f}",
            f"{ours / theirs:,.0f}x",
        )
    return grid


def single(repeats: int = 3000) -> Grid:
    """What one look at a table costs."""
    table = opened("holdem", "fixed-limit", keep_log=False)
    rng = random.Random(2)
    one_hand = play_table(table, rng, 52)
    for _ in range(20):
        one_hand()
    table.do(Deal(deck=" ".join([_TEXT[card] for card in partly_shuffled_deck(rng, 52)])))
    for _ in range(2):
        table.do(Call(seat=table.pending()[0].seat))
    checkpoint = table.checkpoint()
    people = cycle([f"player {seat}" for seat in range(1, PLAYERS + 1)])
    grid = Grid(title="one look at a table of six in mid-hand")
    grid.add_column("what")
    grid.add_column("microseconds", justify="right")
    looks: tuple[tuple[str, Callable[[], object]], ...] = (
        ("waits", table.pending),
        ("view of one person", lambda: table.view(next(people))),
        ("fork, to look ahead", table.fork),
        ("checkpoint", table.checkpoint),
        ("resume from a checkpoint", lambda: PokerTable.resume(checkpoint)),
    )
    for name, look in looks:
        best = min(_seconds(look, repeats // 10) for _ in range(10))
        grid.add_row(name, f"{best * 1e6:,.1f}")
    return grid


def _seconds(look: Callable[[], object], repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        look()
    return (time.perf_counter() - start) / repeats


def evening() -> Grid:
    """A long evening's log: the time to write, read, resume and audit it, and what the table itself holds."""
    grid = Grid(title="the log of an evening of limit hold'em, seconds")
    for name in ("hands", "entries", "dump", "load", "resume", "audit", "MB of JSON", "kB the table holds"):
        grid.add_column(name, justify="right")
    for hands in track(HANDS, description="long evenings", console=Console(stderr=True)):
        table = opened("holdem", "fixed-limit", keep_log=True)
        one_hand = play_table(table, random.Random(3), 52)
        for _ in range(hands):
            one_hand()
        dumped, dump = _timed(partial(_dumped, table))
        data = msgspec.json.decode(dumped)
        _, load = _timed(partial(PokerTable.load, data))
        _, resume = _timed(partial(PokerTable.resume, None, table.log, keep_log=False))
        found, audit = _timed(partial(PokerTable.audit, table.steps))
        assert found.holds, found.first
        grid.add_row(
            f"{hands:,}",
            f"{len(table.log):,}",
            *(f"{spent:.2f}" for spent in (dump, load, resume, audit)),
            f"{len(dumped) / 1e6:.1f}",
            f"{_held(hands) / 1000:,.0f}",
        )
    return grid


def _dumped(table: PokerTable) -> bytes:
    return msgspec.json.encode(table.dump())


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    start = time.perf_counter()
    done = work()
    return done, time.perf_counter() - start


def _held(hands: int) -> int:
    """What a table that keeps no log has grown by after so many hands, in bytes."""
    table = opened("holdem", "fixed-limit", keep_log=False)
    one_hand = play_table(table, random.Random(3), 52)
    for _ in range(50):
        one_hand()
    tracemalloc.start()
    for _ in range(hands // 10):
        one_hand()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return grown


def main(seconds: float = 2.0) -> None:
    """Measure and print the tables."""
    console = Console(width=110)
    console.print(speed(seconds))
    console.print(single())
    console.print(evening())


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
