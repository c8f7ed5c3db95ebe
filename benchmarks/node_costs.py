"""What things cost a node, in seconds of the processor: the figures behind docs/scale.md.

``python -m benchmarks.node_costs [HANDS]``. Nodes run in this one process on SQLite in memory, so that the
figures do not depend on who else uses the machine; the database's own work is not among them. What was
written is put into a PostgreSQL to see what it takes there, indexes, ledger and all. Sockets are those of a
real server.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from msgspec import json
from rich.console import Console
from rich.table import Table as Grid
from tests.nodes.in_process_cluster import ClusterClient, InProcessCluster
from tests.private_postgres import NotInstalled, PrivatePostgres
from tests.storage.sample_stream import Felt

from benchmarks.live_room import People, Served, desk_at, furnished
from benchmarks.swarm import Swarm
from hoyle.core import cards
from hoyle.nodes.node_context import MAX_ADOPTED
from hoyle.storage.store_factory import open_store

TABLES, SEATS, LOOKERS = 12, 4, 6
IDLE = 1000
ASKED = 200
"""Commits and questions that are timed."""
KEPT = ("record", "ledger", "processed_command", "hand", "hand_person", "balance")
"""Tables that grow with what is played."""
SIZE = (
    "pg_total_relation_size('{table}') + COALESCE((SELECT sum(pg_total_relation_size(relid)) "
    "FROM pg_partition_tree('{table}') WHERE isleaf), 0)"
)
"""Bytes of a table with its keys, and of its parts where it has any."""
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
    bus: float
    """Bytes over the bus for each action, everybody through another node."""
    record: float
    """Bytes that PostgreSQL takes for one record with all that belongs to it; 0 where there is none."""
    records: float
    """Records for each action."""
    checkpoint: float
    """Microseconds to make one."""
    checkpoint_bytes: float
    table: float
    """Bytes of memory of a table."""
    take_over: float
    """One table taken up in the middle of a hand, among as many as are taken up at once."""
    beat: float
    """One beat of a node."""
    socket: float
    """Bytes of memory of somebody who only looks at the lobby."""
    edge: float
    """One frame to one client, at the edge."""
    connect: float
    """Somebody let in and shown his table, at edge and room."""
    program: float
    """Bytes of memory of a server's processes before anybody comes."""
    commit: float
    """Microseconds until PostgreSQL has committed one record; 0 where there is none."""
    question: float
    """And until it has answered a question."""
    connection: float
    """Bytes of memory of a connection there."""


class _Sockets(NamedTuple):
    """What was seen at a real server."""

    socket: float
    edge: float
    connect: float
    program: float


class _Database(NamedTuple):
    """What was seen at a real database."""

    record: float
    commit: float
    question: float
    connection: float


def measured(hands: int = 20) -> Costs:
    """Play, and count the time of the processor."""
    folder = _MEMORY if _MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="hoyle-costs-", dir=folder) as place:
        cluster = InProcessCluster(Path(place), "east", "west")
        boss = cluster.manager("east")
        tables = [cluster.open(boss, between_rounds_ms=0, decision_clock_ms=600_000) for _ in range(TABLES)]
        people = [(table, seat, f"t{table}p{seat}") for table in tables for seat in range(1, SEATS + 1)]
        for table, seat, name in people:
            player = cluster.guest("east", name)
            player.yes(table, do="sit", seat=seat, chips=400)
            player.leave()
        cluster.advance(20_000)  # until every table stays where it is
        direct = [(table, cluster.connect(cluster.owner(table), name)) for table, _, name in people]
        _play(cluster, direct, 1)  # for what is done once
        here = _play(cluster, direct, hands)
        for _, player in direct:
            player.leave()
        away = [(table, cluster.connect(cluster.other(table), name)) for table, _, name in people]
        said, done = cluster.faults.bytes_sent, _ACTIONS["all"]
        there = _play(cluster, away, hands)
        bus = (cluster.faults.bytes_sent - said) / (_ACTIONS["all"] - done)
        for _, player in away:
            player.leave()
        direct = [(table, cluster.connect(cluster.owner(table), name)) for table, _, name in people]
        here = (here + _play(cluster, direct, hands)) / 2
        lookers = [cluster.guest(cluster.owner(table), f"q{table} {at}") for table in tables for at in range(LOOKERS)]
        for at, looker in enumerate(lookers):
            looker.send({"type": "watch", "table_id": tables[at // LOOKERS]})
        watched = _play(cluster, direct, hands)
        table = tables[0]
        owner, other = cluster.owner(table), cluster.other(table)
        desk = cluster.nodes[owner].pipeline
        ((count,),) = desk.sql_store._query("SELECT COUNT(*) FROM record WHERE stream <> 'room'")
        checkpoint, size = _checkpoint(desk, table)
        memory = _memory(cluster, owner)
        taken = _taken(cluster, owner)
        beat = _beat(cluster, other)
        cluster.close()
        database = _in_postgres(cluster.path)
    sockets = _sockets()
    return Costs(
        at_owner=here,
        through_another=there,
        viewer=(watched - here) / LOOKERS,
        bus=bus,
        record=database.record,
        records=count / _ACTIONS["all"],
        checkpoint=checkpoint,
        checkpoint_bytes=size,
        table=memory,
        take_over=taken,
        beat=beat,
        socket=sockets.socket,
        edge=sockets.edge,
        connect=sockets.connect,
        program=sockets.program,
        commit=database.commit,
        question=database.question,
        connection=database.connection,
    )


_ACTIONS = {"all": 0}


def _play(cluster: InProcessCluster, players: list[tuple[int, ClusterClient]], hands: int) -> float:
    """Check and call for some hands at every table; microseconds of the nodes for each action."""
    for table, player in players:
        player.watch(table)
    done, before = 0, cluster.busy
    while done < hands * len(players) * 4:
        for table, player in players:
            refused = next((frame["message"] for frame in player.frames if frame.get("ok") is False), None)
            if refused is not None:
                raise SystemExit(f"the room does not play on: {refused}")
            last, turn = _turn(player)
            if turn is None:
                continue
            player.frames.clear()
            command = {
                "idempotency_key": f"b{_ACTIONS['all']}",
                "table_id": table,
                "expected_version": last,
                "command": turn,
            }
            player.send({"type": "command", **command})
            done += 1
            _ACTIONS["all"] += 1
        cluster.advance(20)
    return (cluster.busy - before) / done * 1e6


def _turn(player: ClusterClient) -> tuple[int, dict[str, Any] | None]:
    """What somebody is awaited for, as his last frame says."""
    for frame in reversed(player.frames):
        if frame["type"] not in ("events", "table"):
            continue
        told: dict[str, Any] = frame["update"] if frame["type"] == "events" else frame["snapshot"]
        for wait in told["pending"]:
            offered = {each["do"]: each for each in wait.get("choices", ())}
            chosen = offered.get("check") or offered.get("call") or offered.get("fold")
            if chosen and not wait.get("optional"):
                return told["version"], {"do": chosen["do"], **chosen.get("fixed", {})}
        return told["version"], None
    return 0, None


def _checkpoint(desk: Any, table: int) -> tuple[float, float]:
    hosted = desk.room.tables[table]
    begun = time.process_time()
    for _ in range(50):
        made = json.encode(hosted.to_dict())
    return (time.process_time() - begun) / 50 * 1e6, float(len(made))


def _memory(cluster: InProcessCluster, name: str) -> float:
    """Bytes that a node's tables take, each, when they are taken up."""
    desk = cluster.nodes[name].pipeline
    tables = list(desk.room.tables)
    for table in tables:
        desk.release_table(table)
    tracemalloc.start()
    desk.take_tables(tables)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return taken / len(tables)


def _in_postgres(path: Path) -> _Database:
    """What PostgreSQL takes for what stands in a database, for each record, and how it answers."""
    try:
        postgres = PrivatePostgres()
    except (NotInstalled, ImportError):
        return _Database(0.0, 0.0, 0.0, 0.0)
    with postgres, closing(sqlite3.connect(path)) as source:
        place = postgres.create()
        open_store(place).close()
        with psycopg.connect(place, autocommit=True) as target, target.cursor() as writer:
            for table in KEPT:
                rows = source.execute(f"SELECT * FROM {table}")
                names = ", ".join(column[0] for column in rows.description)
                marks = ", ".join(["%s"] * len(rows.description))
                told = f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE VALUES ({marks})"
                writer.executemany(told.encode(), rows.fetchall())
            sizes = ", ".join(SIZE.format(table=table) for table in KEPT)
            found = writer.execute(f"SELECT count(*), {sizes} FROM record".encode()).fetchone()
        assert found is not None
        return _Database(float(sum(found[1:]) / found[0]), *_asked(place))


def _asked(place: str) -> tuple[float, float, float]:
    """Medians of a commit and of a question, in microseconds, and bytes of memory of a connection."""
    felt = Felt(TABLES + 1)
    with closing(open_store(place)) as store:
        store.claim_streams([felt.stream])
        commits = [_timed(lambda: store.commit([felt.act()])) for _ in range(ASKED)]
        questions = [_timed(lambda: store.head(felt.stream)) for _ in range(ASKED)]
        ((backend,),) = store._query("SELECT pg_backend_pid()")
        lines = Path(f"/proc/{backend}/smaps_rollup").read_text().splitlines()
    held = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024
    return statistics.median(commits), statistics.median(questions), float(held)


def _timed(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return (time.perf_counter() - begun) * 1e6


def _sockets() -> _Sockets:
    """What sockets cost a real server."""
    with tempfile.TemporaryDirectory(prefix="hoyle-edge-") as folder:
        place = str(Path(folder) / "room.db")
        with desk_at(place) as desk:
            players, lookers = furnished(desk, 40, 6, IDLE, lambda _: None)
        served = Served(Path(folder), place)
        try:
            return asyncio.run(_on_sockets(served, players, lookers))
        finally:
            served.close()


async def _on_sockets(served: Served, players: People, lookers: People) -> _Sockets:
    idle, playing = Swarm(), Swarm()
    before = sum(served.memory().values())
    program = before * 2**20
    await idle.connect(served.port, lookers, lambda _: None)
    held = (sum(served.memory().values()) - before) * 2**20 / len(lookers)
    idle.close()
    begun_all = sum(served.seconds().values())
    await playing.connect(served.port, players, lambda _: None)
    playing.watch()
    while playing.frames < 2 * len(players):  # a welcome and a table for each
        await asyncio.sleep(0.1)
    coming = (sum(served.seconds().values()) - begun_all) / len(players)
    await playing.play(1.0)
    begun = served.seconds()["edge"]
    await playing.play(5.0)
    spent = served.seconds()["edge"] - begun
    playing.close()
    return _Sockets(held, spent / playing.frames * 1e6, coming * 1e6, program)


def _taken(cluster: InProcessCluster, name: str) -> float:
    """A node's tables dropped and taken up again, as after the death of another."""
    desk = cluster.nodes[name].pipeline
    tables = list(desk.room.tables)[:MAX_ADOPTED]
    spent = 0.0
    for _ in range(10):
        for table in tables:
            desk.release_table(table)
        begun = time.process_time()
        desk.take_tables(tables)
        spent += time.process_time() - begun
    return spent / 10 / len(tables) * 1e6


def _beat(cluster: InProcessCluster, name: str) -> float:
    node = cluster.nodes[name]
    begun = time.process_time()
    for _ in range(50):
        node.heartbeat()
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
    grid.add_row("one frame to one client, at the edge", f"{costs.edge:,.0f} µs")
    grid.add_row("over the bus for each such action", f"{costs.bus:,.0f} bytes")
    grid.add_row("records for each action", f"{costs.records:.1f}")
    grid.add_row("a record in PostgreSQL, with all that belongs to it", f"{costs.record:,.0f} bytes")
    grid.add_row("a checkpoint", f"{costs.checkpoint:,.0f} µs, {costs.checkpoint_bytes:,.0f} bytes")
    grid.add_row("a table in memory", f"{costs.table:,.0f} bytes")
    grid.add_row("an idle socket, edge and room", f"{costs.socket:,.0f} bytes")
    grid.add_row("taking a table over", f"{costs.take_over / 1000:,.1f} ms")
    grid.add_row("a beat", f"{costs.beat:,.0f} µs")
    grid.add_row("letting somebody in and showing him his table, edge and room", f"{costs.connect:,.0f} µs")
    grid.add_row("a node's processes before anybody comes", f"{costs.program / 1e6:,.0f} MB")
    grid.add_row("a commit of one record in PostgreSQL", f"{costs.commit / 1000:,.1f} ms")
    grid.add_row("a question to it", f"{costs.question / 1000:,.2f} ms")
    grid.add_row("a connection to it", f"{costs.connection / 1e6:,.1f} MB")
    _console.print(grid)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    kind = "compiled" if cards.__file__.endswith(".so") else "plain Python"
    _console.print(f"{kind}; load of the machine: {load}; {os.cpu_count()} cores")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m benchmarks.node_costs", description=__doc__)
    asked.add_argument("hands", type=int, nargs="?", default=20, help="played at every table (%(default)s)")
    main(asked.parse_args().hands)
