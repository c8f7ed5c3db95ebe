"""A table that cannot be read is set aside: the others go on, and a node that can read it has it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.nodes.in_process_cluster import InProcessCluster

from hoyle.nodes.forwarding import QUARANTINED
from hoyle.nodes.node_context import QUARANTINE_RETRY_MS
from hoyle.nodes.placement import adopting_node
from hoyle.room.commands import table_commands
from hoyle.room.node_pipeline import RoomUnreadable
from hoyle.storage.lease_rules import NodeRun

UNKNOWN = b'{"by":"ann","command":{"do":"of-the-next-version"},"events":[]}'


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[InProcessCluster]:
    found = InProcessCluster(tmp_path, "east", "north", "west")
    yield found
    found.close()


def _spoil(cluster: InProcessCluster, table: int) -> bytes:
    """Somebody has changed a record; what it was."""
    with closing(sqlite3.connect(cluster.path, isolation_level=None)) as disk:
        disk.execute("DROP TRIGGER record_update")
        where = "WHERE stream = ? AND number = 2"
        [(before,)] = disk.execute(f"SELECT payload FROM record {where}", (f"table {table}",))
        disk.execute(f"UPDATE record SET payload = ? {where}", (UNKNOWN, f"table {table}"))
        disk.execute("DELETE FROM checkpoint WHERE stream = ?", (f"table {table}",))
    return bytes(before)


def _mend(cluster: InProcessCluster, table: int, facts: bytes) -> None:
    with closing(sqlite3.connect(cluster.path, isolation_level=None)) as disk:
        disk.execute("UPDATE record SET payload = ? WHERE stream = ? AND number = 2", (facts, f"table {table}"))


def test_one_table_that_cannot_be_read_takes_nobody_else_down(cluster):
    boss = cluster.manager("east")
    tables = [cluster.open(boss) for _ in range(6)]
    bad = next(table for table in tables if cluster.owner(table) == "west")
    ann = cluster.guest("east", "ann")
    ann.watch(bad)
    facts = _spoil(cluster, bad)
    cluster.kill("west")
    cluster.advance(10_000)
    assert sorted(cluster.nodes) == ["east", "north"]
    others = [table for table in tables if table != bad]
    assert {cluster.owner(table) for table in others} == {"east", "north"}
    ann.yes(others[0], do="sit", seat=1, chips=200)
    notes = [note for node in cluster.nodes.values() for note in node.operator_notes]
    assert len(notes) == 2
    assert all(note.startswith(f"table {bad} is set aside: table {bad}, record 2") for note in notes)
    # Who asks for it is told at once, and the lobby shows it.
    refused = ann.do(bad, do="sit", seat=1, chips=200)
    assert (refused["ok"], refused["message"]) == (False, QUARANTINED)
    assert cluster.call("north", "sign", table=bad)[0] == 503
    for name in cluster.nodes:
        listed = {line["table_id"]: line for line in cluster.call(name, "tables")[1]["tables"]}
        assert [number for number, line in listed.items() if line.get("quarantined")] == [bad]
    # Put right, it is found again by itself.
    _mend(cluster, bad, facts)
    cluster.advance(QUARANTINE_RETRY_MS + 3000)
    assert ann.yes(bad, do="sit", seat=1, chips=200)
    assert not any(line.get("quarantined") for line in cluster.call("east", "tables")[1]["tables"])


def test_who_comes_later_sees_that_a_table_is_set_aside(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    _spoil(cluster, table)
    owner = cluster.owner(table)
    cluster.kill(owner)
    cluster.advance(8000)
    cluster.start("south")
    cluster.advance(8000)
    [line] = cluster.call("south", "tables")[1]["tables"]
    assert (line["table_id"], line["quarantined"], line["seats"]) == (table, True, 0)


def test_what_an_older_node_cannot_read_is_left_to_a_newer_one(cluster, monkeypatch):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner = cluster.owner(table)
    ann = cluster.guest(cluster.other(table), "ann")
    ann.yes(table, do="chat", text="good evening")
    older = adopting_node(f"table {table}", [NodeRun(name, 1, live=True) for name in cluster.nodes if name != owner])
    [newer] = cluster.nodes.keys() - {owner, older}
    _without_say(cluster, older, monkeypatch)
    cluster.kill(owner)
    cluster.advance(10_000)
    assert cluster.owner(table) == newer
    assert cluster.nodes[older].operator_notes
    ann.yes(table, do="chat", text="still here")


def _without_say(cluster, older, monkeypatch):
    """One node of the house runs a program that knows no chat."""
    known = table_commands.COMMANDS
    unknown = {name: command for name, command in known.items() if name != "chat"}
    turn = cluster.nodes[older].process

    def as_it_was(messages):
        monkeypatch.setattr(table_commands, "COMMANDS", unknown)
        try:
            return turn(messages)
        finally:
            monkeypatch.setattr(table_commands, "COMMANDS", known)

    monkeypatch.setattr(cluster.nodes[older], "process", as_it_was)


def test_what_does_not_fit_its_table_is_set_aside_too(cluster):
    """A checkpoint of another shape, as a program that has gone astray may leave it."""
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner = cluster.owner(table)
    stream = f"table {table}"
    with closing(sqlite3.connect(cluster.path, isolation_level=None)) as disk:
        disk.execute(
            "INSERT OR REPLACE INTO checkpoint SELECT stream, number, hash, ? FROM stream WHERE stream = ?",
            (b'{"settings": 7}', stream),
        )
    cluster.kill(owner)
    cluster.advance(8000)
    assert len(cluster.nodes) == 2
    notes = [note for node in cluster.nodes.values() for note in node.operator_notes]
    assert "its checkpoint after record" in notes[0]


def test_a_table_whose_chips_are_not_the_ledgers_is_set_aside(cluster):
    boss = cluster.manager("east")
    table = cluster.open(boss)
    ann = cluster.guest(cluster.other(table), "ann")
    ann.yes(table, do="sit", seat=1, chips=200)
    owner = cluster.owner(table)
    with closing(sqlite3.connect(cluster.path, isolation_level=None)) as disk:
        disk.execute("UPDATE balance SET chips = chips + 5 WHERE account = ?", (f"table {table} seat 1",))
    cluster.kill(owner)
    cluster.advance(8000)
    notes = [note for node in cluster.nodes.values() for note in node.operator_notes]
    assert f"the ledger does not agree with table {table}" in notes[0]


def test_a_room_that_cannot_be_read_is_no_room_to_work_in(cluster):
    cluster.manager("east")
    with closing(sqlite3.connect(cluster.path, isolation_level=None)) as disk:
        disk.execute("DROP TRIGGER record_update")
        disk.execute(
            "UPDATE record SET payload = ? WHERE stream = 'room' "
            "AND number = (SELECT MAX(number) FROM record WHERE stream = 'room')",
            (UNKNOWN,),
        )
    node = cluster.nodes["west"]
    node.pipeline.room.chains.pop("room")
    with pytest.raises(RoomUnreadable, match="run hoyle audit"):
        cluster.advance(2500)
