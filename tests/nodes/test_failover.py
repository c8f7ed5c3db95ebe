"""How a node takes over what a dead one had: at once, many together, and where people sit first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import InProcessCluster
from tests.simulation.multi_node.fault_injector import FailoverStore

from hoyle.nodes.node_context import HEARTBEAT_INTERVAL_MS, LEASE_MS
from hoyle.room.node_pipeline import NodePipeline
from hoyle.storage.errors import Unreachable
from hoyle.storage.sqlite_store import SqliteStore


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[InProcessCluster]:
    found = InProcessCluster(tmp_path, "east", "north")
    yield found
    found.close()


def test_many_tables_are_taken_up_with_as_few_questions_as_one(cluster, monkeypatch):
    asked: list[FailoverStore] = []
    monkeypatch.setattr(
        FailoverStore, "_check_up", lambda self: asked.append(self)
    )  # before each question and each transaction
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(6)]
    for seat, name in enumerate(("ann", "bob"), 1):
        cluster.guest("north", name).yes(tables[0], do="sit", seat=seat, chips=200)
    mine = [table for table in tables if cluster.owner(table) == "east"]
    desk = cluster.nodes["east"].pipeline
    counts = []
    for some in (mine[:1], mine):
        for table in some:
            desk.release_table(table)
        asked.clear()
        assert desk.take_tables(some) == some
        counts.append(len(asked))
    assert len(mine) == 3
    assert counts[0] == counts[1] <= 8


def test_tables_of_a_batch_that_fails_are_not_here_and_are_taken_up_later(cluster, monkeypatch):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(4)]
    mine = [table for table in tables if cluster.owner(table) == "east"]
    desk = cluster.nodes["east"].pipeline
    for table in mine:
        desk.release_table(table)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "commit", _lost)
        with pytest.raises(Unreachable):
            desk.take_tables(mine)
    assert not desk.room.tables.keys() & mine
    assert not desk.owned_tables & set(mine)
    assert desk.take_tables(mine) == mine


def _lost(self, writes):
    raise Unreachable("the line is cut")


def test_a_lease_that_ends_is_noticed_when_it_ends(cluster):
    assert cluster.faults.time % HEARTBEAT_INTERVAL_MS == HEARTBEAT_INTERVAL_MS // 2
    west = cluster.start("west")  # which beats between the others
    boss = cluster.manager("north")
    tables = [cluster.open(boss) for _ in range(3)]
    assert west.pipeline.room.tables
    cluster.until(lambda: west.lease_renewed_at >= cluster.faults.time - 20)
    cluster.kill("west")
    since = cluster.faults.time
    cluster.until(lambda: sum(len(node.pipeline.room.tables) for node in cluster.nodes.values()) == len(tables))
    assert cluster.faults.time - since <= LEASE_MS + 50


def test_where_the_database_is_slow_fewer_are_taken_up_at_once_so_that_the_lease_is_kept(cluster, monkeypatch):
    boss = cluster.manager("north")
    tables = [cluster.open(boss) for _ in range(10)]
    adopt = NodePipeline.take_tables

    def slow(desk, numbers):
        cluster.faults.time += 900 * len(numbers)
        return adopt(desk, numbers)

    monkeypatch.setattr(NodePipeline, "take_tables", slow)
    cluster.kill("east")
    north = cluster.nodes["north"].pipeline
    cluster.until(lambda: north.room.tables.keys() == set(tables), most=120_000)


def test_tables_at_which_people_sit_are_taken_up_first(cluster):
    boss = cluster.manager("north")
    tables = [cluster.open(boss) for _ in range(6)]
    *_, last = [table for table in tables if cluster.owner(table) == "east"]
    cluster.guest("north", "ann").yes(last, do="sit", seat=1, chips=200)
    cluster.advance(2000)
    cluster.kill("east")
    north = cluster.nodes["north"].pipeline
    before = len(north.room.tables)
    cluster.until(lambda: len(north.room.tables) > before)
    assert list(north.room.tables)[before] == last


def test_what_waited_for_a_table_is_done_in_the_turn_in_which_it_comes(cluster):
    boss = cluster.manager("north")
    table = next(table for table in (cluster.open(boss) for _ in range(2)) if cluster.owner(table) == "east")
    ann = cluster.guest("north", "ann")
    cluster.kill("east")
    sit = {
        "type": "command",
        "idempotency_key": "c",
        "table_id": table,
        "command": {"do": "sit", "seat": 1, "chips": 200},
    }
    ann.send(sit)
    north = cluster.nodes["north"]
    cluster.until(lambda: table in north.pipeline.room.tables)
    assert any(frame.get("idempotency_key") == "c" and frame["ok"] for frame in ann.frames)
