"""A room on one, two and three nodes: actions a second, latency, what a node more costs, and take-over.

``python -m benchmarks.nodes [SECONDS] [TABLES]``. *At the owner* everybody is connected to the node that
has his table; *through another* everybody is connected to one that has not. PostgreSQL, nats-server, nodes
and clients share the machine, so more nodes do not make it quicker here: the point is what passing on
costs.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table as Grid
from tests.private_nats import NotInstalled as NoNats
from tests.private_nats import PrivateNats
from tests.private_postgres import NotInstalled, PrivatePostgres
from tests.server.real import Server

from benchmarks.live_room import People, desk_at, furnished
from benchmarks.swarm import Swarm

SEATS = 4
NAMES = ("east", "north", "west")
WARM_UP = 1.0
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
        options = ["--database", self._place]
        if bus:
            options += ["--bus", self._nats.url, "--node", name]
        self.servers[name] = self._stack.enter_context(Server(self._folder / name, "", *options))

    def owners(self) -> dict[int, str]:
        rows = self._postgres.do("SELECT stream, owner FROM stream WHERE stream <> 'room'", self._place)
        return {int(stream.removeprefix("table ")): owner for stream, owner in rows}

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


async def _played(
    nodes: Nodes, players: People, seconds: float, where: Callable[[int], str]
) -> tuple[float, list[float], float, float]:
    """Actions a second, latencies, seconds of the processor for each action, frames a second."""
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
    found = swarm.actions / took, sorted(swarm.latencies) or [0.0], cost, swarm.frames / took
    swarm.close()
    return found


def _row(grid: Grid, name: str, found: tuple[float, list[float], float, float], direct: float) -> None:
    rate, spans, cost, frames = found
    grid.add_row(
        name,
        f"{rate:,.0f}",
        f"{rate / direct * 100:.0f} %" if direct else "",
        f"{statistics.median(spans) * 1000:.1f}",
        f"{spans[len(spans) * 99 // 100] * 1000:.1f}",
        f"{cost * 1e6:.0f}",
        f"{frames:,.0f}",
    )


def _taken_over(nodes: Nodes, victim: str) -> tuple[int, float]:
    """Kill a node: how many tables it had, and how long until all of them were at others."""
    mine = [table for table, owner in nodes.owners().items() if owner == victim]
    nodes.servers.pop(victim).kill()
    begun = time.monotonic()
    while any(nodes.owners()[table] == victim for table in mine):
        if time.monotonic() - begun > _PATIENCE:
            raise SystemExit("nobody takes the tables over")
        time.sleep(0.05)
    return len(mine), time.monotonic() - begun


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


def main(seconds: float = 5.0, tables: int = 60) -> None:
    """Measure and print the tables."""
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    grid = Grid(title=f"{tables} tables x {SEATS} clients, hold'em, PostgreSQL")
    for column in ("nodes", "actions/s", "of at the owner", "p50 ms", "p99 ms", "µs of nodes", "frames/s"):
        grid.add_column(column, justify="left" if column == "nodes" else "right")
    over: list[str] = []
    with _places() as (folder, postgres, nats):
        place = postgres.create()
        with desk_at(place) as desk:
            players, _ = furnished(desk, tables, SEATS, 0, lambda _: None)
        with Nodes(folder / "alone", postgres, nats, place) as nodes:
            nodes.start("alone", bus=False)
            _row(grid, "no bus", asyncio.run(_played(nodes, players, seconds, lambda _: "alone")), 0.0)
            nodes.servers.pop("alone").stop()
        for count in (1, 2, 3):
            names = NAMES[:count]
            with Nodes(folder / str(count), postgres, nats, place) as nodes:
                for name in names:
                    nodes.start(name)
                nodes.settle(tables)
                owners = nodes.owners()
                direct = asyncio.run(_played(nodes, players, seconds, owners.__getitem__))
                _row(grid, f"{count}, at the owner", direct, 0.0)
                if count > 1:
                    away = asyncio.run(_played(nodes, players, seconds, _others(owners, names)))
                    _row(grid, f"{count}, through another", away, direct[0])
                    moved, took = _taken_over(nodes, names[0])
                    over.append(
                        f"{count} nodes, one killed: its {moved} tables were at others after {took:.1f} s"
                    )
    _console.print(grid)
    for line in over:
        _console.print(line)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    _console.print(f"load of the machine: {load}; {os.cpu_count()} cores")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0, int(sys.argv[2]) if len(sys.argv) > 2 else 60)
