"""Opening a room: by path or URL, an older schema brought forward, anything else refused in one line."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.storage.disk_faults import as_nobody, common_folder
from tests.storage.sample_stream import Felt, holds
from tests.storage.tampering import tamper

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.storage import open_store
from hoyle.storage.errors import (
    Damaged,
    ForeignDatabase,
    Locked,
    NewerDatabase,
    NoDatabase,
    ReadOnly,
    StoreError,
    Unavailable,
)
from hoyle.storage.sql import schema
from hoyle.storage.sqlite_store import SqliteStore

NOW = len(schema.MIGRATIONS)
STEP = ("ALTER TABLE hand ADD COLUMN rake {integer} NOT NULL DEFAULT 0",)


def played(store, count: int = 3) -> Felt:
    felt = Felt(head=store.head("table 7"))
    store.claim_streams([felt.stream])
    store.commit([felt.deposit("ann", 10) for _ in range(count)])
    return felt


def refused(kind: type[HoyleError], *words: str) -> pytest.RaisesExc[HoyleError]:
    """One line that says all of this."""
    return pytest.raises(kind, check=lambda error: "\n" not in str(error) and all(word in str(error) for word in words))


def test_a_file_is_opened_by_path_or_by_url(tmp_path, opened, monkeypatch):
    felt = played(opened(tmp_path / "room.db"))
    for name in (str(tmp_path / "room.db"), f"sqlite:///{tmp_path / 'room.db'}"):
        holds(opened(name), felt)
    monkeypatch.chdir(tmp_path)
    holds(opened("room.db"), felt)
    holds(opened("sqlite:///room.db"), felt)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_room_is_nobody_elses_to_read_on_the_machine(tmp_path, opened):
    played(opened(tmp_path / "room.db"))
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["room.db", "room.db-shm", "room.db-wal"]
    assert {mode(path) for path in files} == {0o600}


def test_a_room_that_everybody_could_read_is_shut_to_them_and_not_to_its_group(tmp_path, opened):
    path = tmp_path / "room.db"
    played(opened(path))
    path.chmod(0o644)
    opened(path)
    assert mode(path) == 0o640


def test_odd_paths_are_paths(tmp_path, opened):
    path = tmp_path / "a room? 100% #1;ö.db"
    felt = played(opened(path))
    holds(opened(path), felt)
    assert path.exists()


@pytest.mark.parametrize("where", ["", ":memory:", "sqlite://", "sqlite:///", "a\0b", "sqlite://room.db"])
def test_what_names_no_file_is_refused(where):
    with refused(InvalidError, "is not a database file", "sqlite:///PATH"):
        open_store(where)


def test_an_unknown_kind_of_store_is_refused():
    with refused(InvalidError, "mysql://: expected a path", "postgresql://"):
        open_store("mysql://root:secret@localhost/room")


def test_postgresql_without_its_driver_is_one_clear_line(monkeypatch):
    for name in list(sys.modules):
        if name == "psycopg" or name.startswith(("psycopg.", "hoyle.storage.postgres.postgres_store")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with refused(Unavailable, "PostgreSQL needs its driver: pip install 'hoyle[postgres]'"):
        open_store("postgresql://localhost/room")


def test_opening_again_changes_nothing(place, opened):
    felt = played(opened(place))
    for _ in range(3):
        store = opened(place)
        holds(store, felt)
        store.close()


def test_an_older_room_is_brought_forward_with_all_it_has(place, opened, monkeypatch):
    felt = played(opened(place))
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, STEP))
    with refused(ReadOnly, f"has schema version {NOW} and must be brought to {NOW + 1} first"):
        opened(place, reading=True)
    store = opened(place)
    holds(store, felt)
    assert tamper(place, "SELECT version FROM hoyle_schema") == [(NOW + 1,)]
    assert tamper(place, "SELECT rake FROM hand") == []
    played(store)


def test_a_step_that_fails_half_way_leaves_the_room_as_it_was(place, opened, monkeypatch):
    felt = played(opened(place))
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, (*STEP, "CREATE TABLE record (x TEXT)")))
        with pytest.raises(StoreError, match="cannot set up"):
            opened(place)
    assert tamper(place, "SELECT version FROM hoyle_schema") == [(NOW,)]
    holds(opened(place), felt)
    with pytest.raises(Exception, match="rake"):
        tamper(place, "SELECT rake FROM hand")


def test_a_newer_room_is_refused_and_left_alone(place, opened):
    felt = played(opened(place))
    tamper(place, "UPDATE hoyle_schema SET version = 99, oldest_reader = 98")
    for reading in (False, True):
        with refused(NewerDatabase, "was written by a newer hoyle", "version 99", "98 on", f"knows {NOW}"):
            opened(place, reading=reading)
    tamper(place, f"UPDATE hoyle_schema SET version = {NOW}, oldest_reader = {schema.READABLE_FROM}")
    holds(opened(place), felt)


def test_while_nodes_are_upgraded_one_by_one_the_older_program_works_with_the_newer_room(place, opened, monkeypatch):
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, STEP))
        felt = played(opened(place))
    for _ in range(2):
        store = opened(place)
        going_on = Felt(head=felt.chain.head)
        store.claim_streams([going_on.stream])
        store.commit([going_on.deposit("ann", 10)])
        felt = going_on
    holds(opened(place, reading=True), felt)
    assert tamper(place, "SELECT version, oldest_reader FROM hoyle_schema") == [(NOW + 1, schema.READABLE_FROM)]


def test_an_older_program_at_work_goes_on_while_a_newer_one_brings_the_room_forward(place, opened, monkeypatch):
    store = opened(place)
    felt = Felt()
    store.claim_streams([felt.stream])
    for turn in range(10):
        # So often that the server has a plan for it.
        store.commit([felt.deposit("ann", 10), felt.act(command=f"early {turn}")])
        assert len(list(store.records(felt.stream))) == 2 * turn + 2
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, STEP))
    newer = opened(place)
    for turn in range(10):
        store.commit([felt.deposit("ann", 10), felt.act(command=f"late {turn}")])
        assert len(list(store.records(felt.stream))) == 2 * turn + 22
    holds(newer, felt)


def test_a_step_that_older_programs_cannot_live_with_shuts_them_out(place, opened, monkeypatch):
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, STEP))
        newer.setattr(schema, "READABLE_FROM", NOW + 1)
        played(opened(place))
    with refused(NewerDatabase, f"version {NOW + 1}, to be read from version {NOW + 1} on"):
        opened(place)


def test_a_database_of_somebody_else_is_left_alone(place, opened):
    tamper(place, "CREATE TABLE record (title TEXT)")
    for reading in (False, True):
        with refused(ForeignDatabase, "is no room's database: it holds record"):
            opened(place, reading=reading)
    assert tamper(place, "SELECT * FROM record") == []


def test_nothing_is_made_where_there_is_nothing_to_read(tmp_path, opened):
    with refused(NoDatabase, "there is no database at", "room.db"):
        opened(tmp_path / "room.db", reading=True)
    assert list(tmp_path.iterdir()) == []


def test_no_directory_and_a_directory_are_said_to_be_that(tmp_path, opened):
    with refused(NoDatabase, "there is no directory", "nowhere"):
        opened(tmp_path / "nowhere" / "room.db")
    with refused(NoDatabase, "is a directory"):
        opened(tmp_path)


def test_a_locked_file_is_said_to_be_locked_and_is_usable_afterwards(tmp_path):
    path = tmp_path / "room.db"
    with closing(SqliteStore(path, patience=0.05)) as store:
        felt = played(store)
        head = felt.chain.head
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with refused(Locked, "is locked: another program has been writing for 0.05 s"):
                store.commit([felt.act()])
            with refused(Locked, "is locked"):
                SqliteStore(path, patience=0.05)
            assert store.head(felt.stream) == head
        going_on = Felt(head=head)
        store.commit([going_on.act()])
        holds(store, going_on)


def test_a_file_that_is_something_else_is_said_to_be_no_database(tmp_path, opened):
    path = tmp_path / "room.db"
    path.write_text("the rules of the house\n" * 500)
    before = path.read_bytes()
    for reading in (False, True):
        with refused(ForeignDatabase, "is not a SQLite database"):
            opened(path, reading=reading)
    assert path.read_bytes() == before


def test_a_damaged_file_is_said_to_be_damaged(tmp_path, opened):
    path = tmp_path / "room.db"
    store = opened(path)
    played(store, 400)
    store.close()
    whole = path.read_bytes()
    damaged = 0
    for page in range(1, len(whole) // 4096):
        path.write_bytes(whole[: page * 4096] + b"\xff" * 4096 + whole[(page + 1) * 4096 :])
        try:
            store = open_store(path)
        except (Damaged, ForeignDatabase):
            damaged += 1
            continue
        try:
            holds(store)
            list(store.postings())
        except Damaged as error:
            damaged += str(error).startswith(f"{path} is damaged: ")
        except AssertionError:
            damaged += 1
        finally:
            store.close()
    # The rest are pages of indexes and tables that hold nothing yet.
    assert damaged > len(whole) // 4096 // 3


def test_half_a_file_is_never_taken_for_a_room(tmp_path, opened):
    path = tmp_path / "room.db"
    store = opened(path)
    played(store, 400)
    store.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 // 4096 * 4096])
    with pytest.raises((Damaged, AssertionError)):
        holds(opened(path))


def test_a_file_that_may_not_be_written_is_read_only(opened):
    with common_folder() as folder:
        path = folder / "room.db"
        store = opened(path)
        felt = played(store)
        store.close()
        path.chmod(0o444)
        with as_nobody():
            with refused(ReadOnly, "room.db is read-only: cannot set up"):
                opened(path)
            reader = opened(path, reading=True)
            holds(reader, felt)
            reader.close()


def test_a_folder_that_may_not_be_written_is_read_only(opened):
    with common_folder() as folder:
        path = folder / "room.db"
        store = opened(path)
        felt = played(store)
        store.close()
        path.chmod(0o644)
        folder.chmod(0o555)
        try:
            with as_nobody():
                with refused(StoreError, "room.db"):
                    opened(path)
                with refused(NoDatabase, "new.db cannot be opened", "check that it and its directory"):
                    opened(folder / "new.db")
                reader = opened(path, reading=True)
                holds(reader, felt)
                reader.close()
        finally:
            folder.chmod(0o777)
        assert sorted(each.name for each in folder.iterdir()) == ["room.db"]


def test_an_old_sqlite_is_refused(tmp_path, opened, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 0))
    with refused(Unavailable, "is too old: 3.37 is needed"):
        opened(tmp_path / "room.db")


def test_a_commit_is_on_disk_when_it_returns(tmp_path):
    with closing(SqliteStore(Path(tmp_path / "room.db"))) as store:
        writer = store._active_writer()
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
