"""A room on one, two and three nodes: actions a second, latency, what a node more costs, and take-over.

``python -m benchmarks.nodes [SECONDS] [TABLES] [PASSES]``. *At the owner* everybody is connected to the node
that has his table; *through another* everybody is connected to one that has not. The two take turns, pass by
pass, and medians of the passes are printed, so that it matters little who else uses the machine. PostgreSQL,
nats-server, nodes and clients share it, so more nodes do not make it quicker here: the point is what passing
on costs. At the end one of two nodes is killed that has a hundred tables, and timed until all of them deal.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import uvloop
from rich.console import Console
from rich.table import Table as Grid
from tests.private_nats import NotInstalled as NoNats
from tests.private_nats import PrivateNats
from tests.private_postgres import NotInstalled, PrivatePostgres
from tests.server.real_server import Server

from benchmarks.live_room import People, desk_at, furnished
from benchmarks.swarm import Swarm

SEATS = 4
NAMES = ("east", "north", "west")
WARM_UP = 1.0
TAKEN = 100
"""Tables of the node that is killed."""
DEALT = 3
"""Records that a table has to grow by to be dealing again: the first says only that it was taken up."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 120.0

_console = Console(width=120)


class Nodes:
    """Real nodes at one room, and who has which table."""

    def __init__(self, folder: Path, postgres: PrivatePostgres, nats: PrivateNats, place: str) -> None:
        self._folder = folder
        self._postgres = postgres
        self._nats = nats
        self._place = place
        self._stack = ExitStack()
        self.servers: dict[str, Server] = {}

    def __enter__(self) -> Nodes:
        return self

    def __exit__(self, *why: object) -> None:
        self._stack.close()

    def start(self, name: str, *, bus: bool = True) -> None:
        options = ["--database-url", self._place]
        if bus:
            options += ["--bus-url", self._nats.url, "--node-name", name]
        self.servers[name] = self._stack.enter_context(Server(self._folder / name, "", *options))

    def owners(self) -> dict[int, str]:
        rows = self._postgres.do("SELECT stream, owner FROM stream WHERE stream <> 'room'", self._place)
        return {int(stream.removeprefix("table ")): owner for stream, owner in rows}

    def stands(self) -> dict[int, int]:
        """How many records each table has."""
        rows = self._postgres.do("SELECT stream, number FROM stream WHERE stream <> 'room'", self._place)
        return {int(stream.removeprefix("table ")): number for stream, number in rows}

    def settle(self, tables: int) -> None:
        """Wait until every table is at a node that lives, and stays there."""
        until, since = time.monotonic() + _PATIENCE, time.monotonic()
        before: dict[int, str] = {}
        while time.monotonic() < until:
            now = self.owners()
            if now != before or not set(now.values()) <= set(self.servers) or len(now) != tables:
                before, since = now, time.monotonic()
            elif time.monotonic() - since > 3:
                return
            time.sleep(0.2)
        raise SystemExit("the tables do not come to rest")

    def port(self, name: str) -> int:
        return int(self.servers[name].address.rpartition(":")[2])

    def seconds(self) -> float:
        """Seconds of the processor that all rooms and edges have taken."""
        found = 0.0
        for server in self.servers.values():
            for process in (server.process.pid, server.room()):
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                found += (int(fields[11]) + int(fields[12])) / _TICKS
        return found


class Pass(NamedTuple):
    """What was measured for some seconds."""

    rate: float
    """Actions a second."""
    p50: float
    p99: float
    cost: float
    """Seconds of the processor of all nodes for each action."""
    frames: float


async def _played(nodes: Nodes, players: People, seconds: float, where: Callable[[int], str]) -> Pass:
    swarm = Swarm()
    by_node: dict[str, list[tuple[str, str, int]]] = {}
    for person in players:
        by_node.setdefault(where(person[2]), []).append(person)
    for name, people in by_node.items():
        await swarm.connect(nodes.port(name), people, lambda _: None)
    swarm.watch()
    await swarm.play(WARM_UP)
    before = nodes.seconds()
    took = await swarm.play(seconds)
    cost = (nodes.seconds() - before) / max(1, swarm.actions)
    spans = sorted(swarm.latencies) or [0.0]
    swarm.close()
    return Pass(
        swarm.actions / took, statistics.median(spans), spans[len(spans) * 99 // 100], cost, swarm.frames / took
    )


def _median(passes: Sequence[Pass]) -> Pass:
    return Pass(*(statistics.median(each) for each in zip(*passes, strict=True)))


def _row(grid: Grid, name: str, found: Pass, shares: Sequence[float] = ()) -> None:
    grid.add_row(
        name,
        f"{found.rate:,.0f}",
        f"{statistics.median(shares) * 100:.0f} % ({min(shares) * 100:.0f} to {max(shares) * 100:.0f})"
        if shares
        else "",
        f"{found.p50 * 1000:.1f}",
        f"{found.p99 * 1000:.1f}",
        f"{found.cost * 1e6:.0f}",
        f"{found.frames:,.0f}",
    )


async def _taken_over(nodes: Nodes, players: People, victim: str, other: str) -> tuple[int, float, float]:
    """Kill a node under load: how many tables it had, how long until others had them, until all of them deal.

    Everybody is connected to the other node, so that nobody has to come back.
    """
    swarm = Swarm()
    await swarm.connect(nodes.port(other), players, lambda _: None)
    swarm.watch()
    await swarm.play(WARM_UP)
    mine = [table for table, owner in nodes.owners().items() if owner == victim]
    playing = asyncio.create_task(swarm.play(_PATIENCE))
    try:
        return len(mine), *await asyncio.to_thread(_timed, nodes, mine, victim)
    finally:
        playing.cancel()
        swarm.close()


def _timed(nodes: Nodes, mine: Sequence[int], victim: str) -> tuple[float, float]:
    nodes.servers.pop(victim).kill()
    begun, had = time.monotonic(), nodes.stands()
    taken = 0.0
    while True:
        spent = time.monotonic() - begun
        if spent > _PATIENCE:
            raise SystemExit("not every table deals again")
        if not taken and all(nodes.owners()[table] != victim for table in mine):
            taken = spent
        now = nodes.stands()
        if taken and all(now[table] >= had[table] + DEALT for table in mine):
            return taken, spent
        time.sleep(0.05)


@contextmanager
def _places() -> Iterator[tuple[Path, PrivatePostgres, PrivateNats]]:
    try:
        with (
            PrivatePostgres() as postgres,
            PrivateNats() as nats,
            tempfile.TemporaryDirectory(prefix="hoyle-nodes-") as folder,
        ):
            yield Path(folder), postgres, nats
    except (NotInstalled, NoNats, ImportError) as missing:
        raise SystemExit(f"nothing can be measured: {missing}") from None


def _others(owners: dict[int, str], names: Sequence[str]) -> Callable[[int], str]:
    """For each table a node that has it not."""
    return lambda table: names[(names.index(owners[table]) + 1) % len(names)]


def _compared(nodes: Nodes, players: People, seconds: float, passes: int) -> tuple[list[Pass], list[Pass]]:
    """At the owner and through another in turns."""
    names = list(nodes.servers)
    direct: list[Pass] = []
    away: list[Pass] = []
    for _ in range(passes):
        nodes.settle(len({table for _, _, table in players}))
        owners = nodes.owners()
        direct.append(asyncio.run(_played(nodes, players, seconds, owners.__getitem__)))
        if len(names) > 1:
            away.append(asyncio.run(_played(nodes, players, seconds, _others(owners, names))))
    return direct, away


def main(seconds: float = 4.0, tables: int = 60, passes: int = 5) -> None:
    """Measure and print the tables."""
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    grid = Grid(title=f"{tables} tables x {SEATS} clients, hold'em, PostgreSQL; medians of {passes} passes")
    for column in ("nodes", "actions/s", "of at the owner", "p50 ms", "p99 ms", "µs of nodes", "frames/s"):
        grid.add_column(column, justify="left" if column == "nodes" else "right")
    lines: list[str] = []
    with _places() as (folder, postgres, nats):
        place = postgres.create()
        with desk_at(place) as desk:
            players, _ = furnished(desk, tables, SEATS, 0, lambda _: None)
        with Nodes(folder / "alone", postgres, nats, place) as nodes:
            nodes.start("alone", bus=False)
            alone = [asyncio.run(_played(nodes, players, seconds, lambda _: "alone")) for _ in range(passes)]
            _row(grid, "no bus", _median(alone))
            nodes.servers.pop("alone").stop()
        before: Pass | None = None
        for count in (1, 2, 3):
            with Nodes(folder / str(count), postgres, nats, place) as nodes:
                for name in NAMES[:count]:
                    nodes.start(name)
                direct, away = _compared(nodes, players, seconds, passes)
                found = _median(direct)
                _row(grid, f"{count}, at the owner", found)
                if away:
                    shares = [there.rate / here.rate for here, there in zip(direct, away, strict=True)]
                    _row(grid, f"{count}, through another", _median(away), shares)
                if before is not None:
                    lines.append(
                        f"a node more, {count - 1} to {count}: {(found.cost - before.cost) * 1e6:+.0f} µs "
                        f"of the processor for each action, {(found.rate / before.rate - 1) * 100:+.0f} % "
                        "actions/s"
                    )
                before = found
        lines.append(_storm(folder / "over", postgres, nats))
    _console.print(grid)
    for line in lines:
        _console.print(line)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    _console.print(f"load of the machine: {load}; {os.cpu_count()} cores")


def _storm(folder: Path, postgres: PrivatePostgres, nats: PrivateNats) -> str:
    """One of two nodes dies that has a hundred tables."""
    place = postgres.create()
    with desk_at(place) as desk:
        players, _ = furnished(desk, 2 * TAKEN, 2, 0, lambda _: None)
    with Nodes(folder, postgres, nats, place) as nodes:
        for name in NAMES[:2]:
            nodes.start(name)
        nodes.settle(2 * TAKEN)
        tables, taken, dealing = asyncio.run(_taken_over(nodes, players, *NAMES[:2]))
    return (
        f"one of two killed: its {tables} tables were at the other after {taken:.1f} s, "
        f"and all of them dealt after {dealing:.1f} s"
    )


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m benchmarks.nodes", description=__doc__)
    asked.add_argument("seconds", type=float, nargs="?", default=4.0, help="of each pass (%(default)s)")
    asked.add_argument("tables", type=int, nargs="?", default=60, help="(%(default)s)")
    asked.add_argument("passes", type=int, nargs="?", default=5, help="of each kind (%(default)s)")
    main(**vars(asked.parse_args()))
