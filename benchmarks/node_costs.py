"""What things cost a node, in seconds of the processor: the figures behind docs/scale.md.

``python -m benchmarks.node_costs [HANDS]``. Everything runs in this one process on SQLite in memory, so
that the figures do not depend on who else uses the machine; the database's own work is not among them.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import json
from rich.console import Console
from rich.table import Table as Grid
from tests.server.nodes.house import House, Somebody

TABLES, SEATS, LOOKERS = 12, 4, 6
_MEMORY = Path("/dev/shm")
_console = Console(width=100)


class Costs(NamedTuple):
    """Microseconds of the processor, and bytes."""

    at_owner: float
    """One action with everybody connected where the table is."""
    through_another: float
    """The same with everybody connected elsewhere: both nodes' work."""
    viewer: float
    """One more onlooker, for each action."""
    record: float
    """Bytes of one record on disk."""
    records: float
    """Records for each action."""
    checkpoint: float
    take_over: float
    """One table taken up in the middle of a hand."""
    beat: float
    """One beat of a node with a hundred tables elsewhere."""


def measured(hands: int = 20) -> Costs:
    """Play, and count the time of the processor."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="hoyle-costs-", dir=folder) as place:
        house = House(Path(place), "east", "west")
        boss = house.manager("east")
        tables = [house.open(boss, pause=0, clock=600_000) for _ in range(TABLES)]
        people = [(table, seat, f"t{table}p{seat}") for table in tables for seat in range(1, SEATS + 1)]
        for table, seat, name in people:
            player = house.guest(house.owner(table), name)
            player.yes(table, do="sit", seat=seat, chips=400)
            player.leave()
        direct = [(table, house.connect(house.owner(table), name)) for table, _, name in people]
        _play(house, direct, 1)  # for what is done once
        here = _play(house, direct, hands)
        lookers = [
            house.guest(house.owner(table), f"q{table} {at}") for table in tables for at in range(LOOKERS)
        ]
        for at, looker in enumerate(lookers):
            looker.send({"type": "watch", "table": tables[at // LOOKERS]})
        watched = _play(house, direct, hands)
        for each in (*lookers, *(player for _, player in direct)):
            each.leave()
        away = [(table, house.connect(house.other(table), name)) for table, _, name in people]
        there = _play(house, away, hands)
        table = tables[0]
        owner, other = house.owner(table), house.other(table)
        desk = house.nodes[owner].desk
        stream = f"table {table}"
        rows = desk.shared._rows(
            "SELECT COUNT(*), SUM(LENGTH(facts) + 200) FROM record WHERE stream = ?", (stream,)
        )
        count, size = rows[0]
        checkpoint = _checkpoint(desk, table)
        taken = _taken(house, table)
        beat = _beat(house, other)
        house.close()
    return Costs(
        at_owner=here,
        through_another=there,
        viewer=(watched - here) / LOOKERS,
        record=size / count,
        records=count * TABLES / _ACTIONS["all"],
        checkpoint=checkpoint,
        take_over=taken,
        beat=beat,
    )


_ACTIONS = {"all": 0}


def _play(house: House, players: list[tuple[int, Somebody]], hands: int) -> float:
    """Check and call for some hands at every table; microseconds of the nodes for each action."""
    for table, player in players:
        player.watch(table)
    done, before = 0, house.busy
    while done < hands * len(players) * 4:
        for table, player in players:
            _, turn = _turn(player)
            if turn is None:
                continue
            player.frames.clear()
            player.send({"type": "command", "id": f"b{_ACTIONS['all']}", "table": table, "command": turn})
            done += 1
            _ACTIONS["all"] += 1
        house.passes(20)
    return (house.busy - before) / done * 1e6


def _turn(player: Somebody) -> tuple[int, dict[str, Any] | None]:
    """What somebody is awaited for, as his last frame says."""
    for frame in reversed(player.frames):
        if frame["type"] not in ("entries", "table"):
            continue
        told: dict[str, Any] = frame["news"] if frame["type"] == "entries" else frame["picture"]
        for wait in told["waits"]:
            offered = {each["do"]: each for each in wait.get("choices", ())}
            chosen = offered.get("check") or offered.get("call") or offered.get("fold")
            if chosen and not wait.get("optional"):
                return told["last"], {"do": chosen["do"], **chosen.get("given", {})}
        return told["last"], None
    return 0, None


def _checkpoint(desk: Any, table: int) -> float:

    hosted = desk.room.tables[table]
    begun = time.process_time()
    for _ in range(50):
        json.encode(hosted.plain())
    return (time.process_time() - begun) / 50 * 1e6


def _taken(house: House, table: int) -> float:
    """A table dropped and taken up again, as after the death of its node."""
    desk = house.nodes[house.owner(table)].desk
    spent = 0.0
    for _ in range(10):
        desk.drop(table)
        begun = time.process_time()
        desk.adopt(table)
        spent += time.process_time() - begun
    return spent / 10 * 1e6


def _beat(house: House, name: str) -> float:
    node = house.nodes[name]
    begun = time.process_time()
    for _ in range(50):
        node.beat()
    return (time.process_time() - begun) / 50 * 1e6


def main(hands: int = 20) -> None:
    """Measure and print."""
    costs = measured(hands)
    grid = Grid(title="What things cost a node")
    grid.add_column("what")
    grid.add_column("cost", justify="right")
    grid.add_row("an action, everybody at the owner", f"{costs.at_owner:,.0f} µs")
    grid.add_row("an action, everybody through another node", f"{costs.through_another:,.0f} µs")
    grid.add_row("  of the direct rate", f"{costs.at_owner / costs.through_another * 100:.0f} %")
    grid.add_row("one more viewer, for each action", f"{costs.viewer:,.1f} µs")
    grid.add_row("records for each action", f"{costs.records:.1f}")
    grid.add_row("a record on disk, indexes left out", f"{costs.record:,.0f} bytes")
    grid.add_row("a checkpoint", f"{costs.checkpoint:,.0f} µs")
    grid.add_row("taking a table over", f"{costs.take_over / 1000:,.1f} ms")
    grid.add_row("a beat", f"{costs.beat:,.0f} µs")
    _console.print(grid)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
