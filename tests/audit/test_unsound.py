"""A database that cannot be believed any more: flipped bits, keys that lie, guards taken down."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.audit.sample_room import RoomDriver
from tests.storage.tampering import tamper

from hoyle.audit.room_audit import audit_room
from hoyle.core.errors import HoyleError
from hoyle.storage import open_store
from hoyle.storage.sql.sql_store import SqlStore

FLIPS = 60


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room in one file, after a few hands."""
    path = tmp_path_factory.mktemp("sound") / "room.db"
    store = open_store(path)
    evening = RoomDriver(store, seed=3)
    evening.open("holdem")
    evening.play(20)
    store.close()
    assert audit_room(str(path)).ok
    return path


def told(path: Path) -> Any:
    """Everything that can be read in a file, however it is looked for; None where it cannot be read."""
    try:
        with closing(sqlite3.connect(path)) as file:
            names = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            rows = {name: sorted(map(repr, file.execute(f"SELECT * FROM {name}"))) for name in names}
            return rows, file.execute("PRAGMA integrity_check").fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def is_good(path: Path) -> bool:
    """What the audit says; a refusal to open says no in one line."""
    try:
        return audit_room(str(path)).ok
    except HoyleError as refused:
        return "\n" in str(refused)


def test_any_bit_of_the_file_that_means_something_is_missed_and_none_ends_the_audit(room: Path, tmp_path: Path) -> None:
    whole, before = room.read_bytes(), told(room)
    rng = random.Random(10)
    found = 0
    used = [at for at, byte in enumerate(whole) if byte]
    for at in rng.sample(used, FLIPS):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << rng.randrange(8)
        path = tmp_path / f"{at}.db"
        path.write_bytes(flipped)
        good = is_good(path)
        found += not good
        # What is left of a page and of the header means nothing.
        assert not good or told(path) == before, at
    assert found > FLIPS // 4


def test_a_key_that_says_other_than_its_row_is_told(room: Path, tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    whole = bytearray(room.read_bytes())
    # A stream's name and a number as the row of a record has them: the time follows, not so in the key.
    place = re.search(rb"table 1(.)\x01\x8b\xcf", whole, re.DOTALL)
    assert place is not None
    whole[place.start(1)] ^= 0x40
    path.write_bytes(whole)
    verdict = audit_room(str(path))
    assert verdict.wrong["database"]
    assert any("missing from index" in finding.message for finding in verdict.findings)


def test_a_text_that_is_none_is_a_finding(room: Path, tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    whole = room.read_bytes()
    at = whole.index(b"wallet ann")
    path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
    assert not audit_room(str(path)).ok


GUARDS: dict[str, Callable[[str], str]] = {
    "sqlite": lambda table: f"DROP TRIGGER {table}_update",
    "postgres": lambda table: f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only",
}


@pytest.mark.parametrize("table", ["record", "ledger"])
def test_records_that_nothing_guards_any_more_are_told(place: str, store: SqlStore, table: str) -> None:
    RoomDriver(store)
    assert audit_room(place).ok
    tamper(place, **{engine: words(table) for engine, words in GUARDS.items()})
    verdict = audit_room(place)
    assert list(verdict.wrong) == ["database"]
    assert f"{table}_" in str(verdict.first)


def test_a_hidden_hand_in_the_till_is_told(place: str, store: SqlStore) -> None:
    RoomDriver(store)
    tamper(
        place,
        sqlite="CREATE TRIGGER skim AFTER UPDATE ON balance BEGIN SELECT 1; END",
        postgres="CREATE TRIGGER skim BEFORE UPDATE ON balance EXECUTE FUNCTION hoyle_append_only()",
    )
    assert "trigger skim" in str(audit_room(place).first)


@pytest.mark.parametrize("checked", [True, False])
def test_a_key_of_the_server_that_lacks_a_row_is_told(postgres_url: str, *, checked: bool) -> None:
    store = open_store(postgres_url)
    RoomDriver(store)
    if checked:
        tamper(postgres_url, "CREATE EXTENSION amcheck")
    assert store.check_integrity().flaws == []
    assert bool(store.check_integrity().notices) != checked
    for statement in (
        "UPDATE pg_index SET indisready = false WHERE indexrelid = 'session_person'::regclass",
        "UPDATE pg_index SET indisready = false WHERE indexrelid = 'session_pkey'::regclass",
        "INSERT INTO session "
        "SELECT sha256(token), person, started_at, last_seen, expires_at, agent, ended_at "
        "FROM session LIMIT 1",
        "UPDATE pg_index SET indisready = true WHERE NOT indisready",
    ):
        tamper(postgres_url, statement)
    flaws = store.check_integrity().flaws
    store.close()
    assert flaws
    assert all("session" in flaw for flaw in flaws)
