"""How a node takes over what a dead one had: at once, many together, and where people sit first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import House
from tests.simulation.multi_node.fault_injector import FailoverStore

from hoyle.nodes.timeouts import HEARTBEAT_INTERVAL_MS, LEASE_MS
from hoyle.room.node_pipeline import NodePipeline
from hoyle.storage.errors import Unreachable
from hoyle.storage.sqlite_store import SqliteStore


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, "east", "north")
    yield found
    found.close()


def test_many_tables_are_taken_up_with_as_few_questions_as_one(house, monkeypatch):
    asked: list[FailoverStore] = []
    monkeypatch.setattr(
        FailoverStore, "_check_up", lambda self: asked.append(self)
    )  # before each question and each transaction
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(6)]
    for seat, name in enumerate(("ann", "bob"), 1):
        house.guest("north", name).yes(tables[0], do="sit", seat=seat, chips=200)
    mine = [table for table in tables if house.owner(table) == "east"]
    desk = house.nodes["east"].desk
    counts = []
    for some in (mine[:1], mine):
        for table in some:
            desk.release_table(table)
        asked.clear()
        assert desk.take_tables(some) == some
        counts.append(len(asked))
    assert len(mine) == 3
    assert counts[0] == counts[1] <= 8


def test_tables_of_a_batch_that_fails_are_not_here_and_are_taken_up_later(house, monkeypatch):
    boss = house.manager("east")
    tables = [house.open(boss) for _ in range(4)]
    mine = [table for table in tables if house.owner(table) == "east"]
    desk = house.nodes["east"].desk
    for table in mine:
        desk.release_table(table)
    with monkeypatch.context() as patched:
        patched.setattr(SqliteStore, "commit", _lost)
        with pytest.raises(Unreachable):
            desk.take_tables(mine)
    assert not desk.room.tables.keys() & mine
    assert not desk.wanted & set(mine)
    assert desk.take_tables(mine) == mine


def _lost(self, writes):
    raise Unreachable("the line is cut")


def test_a_lease_that_ends_is_noticed_when_it_ends(house):
    assert house.storm.time % HEARTBEAT_INTERVAL_MS == HEARTBEAT_INTERVAL_MS // 2
    west = house.start("west")  # which beats between the others
    boss = house.manager("north")
    tables = [house.open(boss) for _ in range(3)]
    assert west.desk.room.tables
    house.until(lambda: west.renewed >= house.storm.time - 20)
    house.kill("west")
    since = house.storm.time
    house.until(lambda: sum(len(node.desk.room.tables) for node in house.nodes.values()) == len(tables))
    assert house.storm.time - since <= LEASE_MS + 50


def test_where_the_database_is_slow_fewer_are_taken_up_at_once_so_that_the_lease_is_kept(house, monkeypatch):
    boss = house.manager("north")
    tables = [house.open(boss) for _ in range(10)]
    adopt = NodePipeline.take_tables

    def slow(desk, numbers):
        house.storm.time += 900 * len(numbers)
        return adopt(desk, numbers)

    monkeypatch.setattr(NodePipeline, "take_tables", slow)
    house.kill("east")
    north = house.nodes["north"].desk
    house.until(lambda: north.room.tables.keys() == set(tables), most=120_000)


def test_tables_at_which_people_sit_are_taken_up_first(house):
    boss = house.manager("north")
    tables = [house.open(boss) for _ in range(6)]
    *_, last = [table for table in tables if house.owner(table) == "east"]
    house.guest("north", "ann").yes(last, do="sit", seat=1, chips=200)
    house.passes(2000)
    house.kill("east")
    north = house.nodes["north"].desk
    before = len(north.room.tables)
    house.until(lambda: len(north.room.tables) > before)
    assert list(north.room.tables)[before] == last


def test_what_waited_for_a_table_is_done_in_the_turn_in_which_it_comes(house):
    boss = house.manager("north")
    table = next(table for table in (house.open(boss) for _ in range(2)) if house.owner(table) == "east")
    ann = house.guest("north", "ann")
    house.kill("east")
    sit = {
        "type": "command",
        "idempotency_key": "c",
        "table_id": table,
        "command": {"do": "sit", "seat": 1, "chips": 200},
    }
    ann.send(sit)
    north = house.nodes["north"]
    house.until(lambda: table in north.desk.room.tables)
    assert any(frame.get("idempotency_key") == "c" and frame["ok"] for frame in ann.frames)
