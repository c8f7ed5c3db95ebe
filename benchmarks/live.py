"""The live room under load, on both stores: actions a second, latency, onlookers, and how soon it is back.

Server and clients share the machine: beside each figure stands what each of them took of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid
from tests.private_postgres import NotInstalled, PrivatePostgres

from benchmarks import live_cost
from benchmarks.live_room import People, Served, desk_at, furnished
from benchmarks.swarm import Swarm

TABLES, SEATS = 200, 6
ONLOOKERS = 2000
RATE = 1000.0
"""Actions a second at which latency is measured."""
WARM_UP = 1.0
STORES = ("sqlite", "postgresql")

_console = Console(width=120)
_notes = Console(stderr=True)


def main(seconds: float = 5.0, hands: int = 20, stores: Sequence[str] = STORES) -> None:
    """Measure and print the tables."""
    _allow_many_files()
    speed = _grid(
        f"{TABLES} tables x {SEATS} clients, hold'em",
        *("store", "mode", "actions/s", "p50 ms", "p99 ms", "frames/s", "MB/s", "refused"),
        *("room µs", "edge µs", "clients µs"),
    )
    idle = _grid(f"{ONLOOKERS:,} onlookers at rest", "store", "edge MB", "room MB", "bots MB", "in all MB")
    back = _grid(
        f"{TABLES} tables taken up after {hands} hands each",
        *("store", "records", "loaded, s", "people can come after, s"),
    )
    for name, folder, place, fresh in places(stores):
        with Progress(console=_notes, transient=True) as progress:
            _load(name, folder, place, seconds, speed, idle, progress)
            _resume(name, folder, fresh, hands, back, progress)
    for grid in (speed, idle, back, live_cost.measured(TABLES, SEATS, seconds)):
        _console.print(grid)
    _console.print(
        "µs are of the processor, for each action. load of the machine: "
        + ", ".join(f"{load:.1f}" for load in os.getloadavg())
        + f"; {os.cpu_count()} cores"
    )


def _load(name: str, folder: Path, place: str, seconds: float, speed: Grid, idle: Grid, progress: Progress) -> None:
    """Play on a real server, then let people look on who do nothing."""
    with _task(progress, f"{name}: people come in", TABLES * SEATS + ONLOOKERS) as tell, desk_at(place) as desk:
        players, onlookers = furnished(desk, TABLES, SEATS, ONLOOKERS, tell)
    served = Served(folder, place)
    try:
        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
        for mode, rate in (("as fast as answered", 0.0), (f"{RATE:,.0f} a second", RATE)):
            speed.add_row(name, mode, *asyncio.run(_played(served, players, seconds, rate, progress, name)))
        memory = asyncio.run(_watched(served, onlookers, progress, name))
        idle.add_row(
            name, *(f"{memory.get(part, 0):.0f}" for part in ("edge", "room", "bots")), f"{sum(memory.values()):.0f}"
        )
    finally:
        served.close()


async def _played(
    served: Served, players: People, seconds: float, rate: float, progress: Progress, name: str
) -> list[str]:
    swarm = Swarm()
    with _task(progress, f"{name}: clients connect", len(players)) as tell:
        await swarm.connect(served.port, players, lambda _: tell(1))
    swarm.watch()
    with _task(progress, f"{name}: play", None):
        await swarm.play(WARM_UP, rate=rate)
        before, mine = served.seconds(), time.process_time()
        took = await swarm.play(seconds, rate=rate)
    costs = {part: spent - before[part] for part, spent in served.seconds().items()}
    clients = time.process_time() - mine
    swarm.close()
    done = max(1, swarm.actions)
    spans = sorted(swarm.latencies) or [0.0]
    if swarm.lost:
        _notes.print(f"{swarm.lost} clients lost their connection")
    return [
        f"{swarm.actions / took:,.0f}",
        f"{statistics.median(spans) * 1000:.1f}",
        f"{spans[len(spans) * 99 // 100] * 1000:.1f}",
        f"{swarm.frames / took:,.0f}",
        f"{swarm.bytes / took / 1e6:.1f}",
        str(swarm.refused),
        *(f"{costs[part] / done * 1e6:.0f}" for part in ("room", "edge")),
        f"{clients / done * 1e6:.0f}",
    ]


async def _watched(served: Served, onlookers: People, progress: Progress, name: str) -> dict[str, float]:
    swarm = Swarm()
    with _task(progress, f"{name}: people look on", len(onlookers)) as tell:
        await swarm.connect(served.port, onlookers, lambda _: tell(1))
    swarm.watch()
    before = -1
    while swarm.frames != before:
        before = swarm.frames
        await asyncio.sleep(0.5)
    found = served.memory()
    swarm.close()
    return found


def _resume(name: str, folder: Path, place: str, hands: int, back: Grid, progress: Progress) -> None:
    """Hands that end at once, at every table; then a process that takes the room up."""
    with desk_at(place) as desk:
        furnished(desk, TABLES, 2, 0, lambda _: None)
        with _task(progress, f"{name}: {hands} hands at {TABLES} tables", TABLES * hands) as tell:
            live_cost.fold_through(desk, TABLES, hands, tell)
        records = sum(chain.head.number for chain in desk.room.chains.values())
    began = time.perf_counter()
    with desk_at(place):
        loaded = time.perf_counter() - began
    served = Served(folder / "again", place)
    served.close()
    back.add_row(name, f"{records:,}", f"{loaded:.2f}", f"{served.opened:.2f}")


def places(stores: Sequence[str]) -> Iterator[tuple[str, Path, str, str]]:
    """Each store: a folder, and two places for rooms."""
    if "sqlite" in stores:
        with tempfile.TemporaryDirectory(prefix="hoyle-live-") as folder:
            yield "SQLite", Path(folder), f"{folder}/one.db", f"{folder}/two.db"
    if "postgresql" not in stores:
        return
    try:
        server = PrivatePostgres()
    except (ImportError, NotInstalled) as missing:
        _notes.print(f"PostgreSQL is left out: {missing}")
        return
    with server, tempfile.TemporaryDirectory(prefix="hoyle-live-") as folder:
        yield "PostgreSQL", Path(folder), server.create(), server.create()


def _grid(title: str, *columns: str) -> Grid:
    found = Grid(title=title)
    for name in columns:
        found.add_column(name, justify="left" if name in ("store", "mode") else "right")
    return found


@contextmanager
def _task(progress: Progress, words: str, total: int | None) -> Iterator[Any]:
    task = progress.add_task(words, total=total)
    yield lambda count: progress.advance(task, count)
    progress.remove_task(task)


def _allow_many_files() -> None:
    """A socket for every client, here and in the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * ONLOOKERS
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live", description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=5.0, help="for each figure (5)")
    parser.add_argument(
        "hands",
        nargs="?",
        type=int,
        default=20,
        help="at each table before the room is taken up again (20; the aim is 1000, which takes minutes)",
    )
    parser.add_argument("--store", choices=STORES, help="one store (both)")
    return parser.parse_args()


if __name__ == "__main__":
    asked = _asked()
    main(asked.seconds, asked.hands, (asked.store,) if asked.store else STORES)
