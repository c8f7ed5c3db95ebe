"""A room whose old records are in files plays on, is looked back on and audited as before. Both stores."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from tests.audit.row_tampering import Vandal
from tests.audit.sample_room import PLAYERS, RoomDriver
from tests.storage.tampering import tamper

from hoyle.archive import as_data, replay_hand
from hoyle.archive.fairness_proofs import proofs_of, sealed_files
from hoyle.audit.findings import RETIRED
from hoyle.audit.reports import REPORTS, Filter, make
from hoyle.audit.room_audit import audit_room
from hoyle.cli.main import cli
from hoyle.core.errors import HoyleError
from hoyle.room import unit_of_work
from hoyle.storage import open_store
from hoyle.storage.retired_records import files
from hoyle.storage.retired_records.retirement_job import retirable_ranges, retire
from hoyle.storage.sql.sql_store import SqlStore


def hoyle(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), prog_name="hoyle")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a long evening leaves behind, after a short one."""
    monkeypatch.setattr(unit_of_work, "CHECKPOINT_EVERY", 2)
    monkeypatch.setattr(unit_of_work, "ROOM_CHECKPOINT_EVERY", 10)


@pytest.fixture
def evening(store: SqlStore) -> RoomDriver:
    evening = RoomDriver(store, seed=5)
    evening.open("holdem")
    evening.open("craps")
    evening.play(60)
    return evening


def looked_back(store: SqlStore) -> list[Any]:
    """Everything that anybody can be told of what is over."""
    found: list[Any] = [make(name, store, Filter()).csv() for name in REPORTS]
    for hand in store.hands():
        found.append([as_data(replay_hand(store, hand, person)) for person in hand.people])
        for told in (lambda hand=hand: proofs_of(store, hand, PLAYERS[0]), lambda hand=hand: sealed_files(store, hand)):
            try:
                found.append(msgspec.to_builtins(told()))
            except HoyleError as error:
                found.append(str(error))
    return found


def test_looking_back_reads_the_files(evening: RoomDriver, store: SqlStore, tmp_path: Path) -> None:
    before = looked_back(store)
    tally = retire(store, tmp_path, retirable_ranges(store), most=20)
    assert tally.streams == 3
    assert tally.files > 3
    assert looked_back(store) == before


def test_the_room_plays_on_and_resumes_without_a_single_file(
    evening: RoomDriver, store: SqlStore, place: str, tmp_path: Path, opened: Callable[..., SqlStore]
) -> None:
    shelf = tmp_path / "shelf"
    for _ in range(3):
        retire(store, shelf, retirable_ranges(store))
        shelf.rename(tmp_path / "away")
        # Answers given are given again, tables and people are as they were.
        known = next(iter(tamper(place, "SELECT person, command_id FROM processed_command")))
        assert store.processed_command(*known) is not None
        evening.restart()
        evening.play(40)
        (tmp_path / "away").rename(shelf)
    verdict = audit_room(place)
    assert verdict.ok, verdict.findings[:5]
    assert verdict.records == sum(store.head(stream).number for stream in store.streams())


@pytest.fixture
def put_away(evening: RoomDriver, store: SqlStore, tmp_path: Path) -> Path:
    """Where the first records of that evening are."""
    shelf = tmp_path / "shelf"
    assert retire(store, shelf, retirable_ranges(store), most=20).files > 3
    return shelf


def second(store: SqlStore, stream: str) -> files.RetiredRange:
    return store.retired_ranges(stream)[1]


@pytest.mark.parametrize("stream", ["table 1", "room"])
def test_a_missing_file_is_the_one_wrong_and_is_named(put_away: Path, store: SqlStore, place: str, stream: str) -> None:
    kept = store.retired_ranges(stream)[-1]
    (put_away / kept.file_name).unlink()
    verdict = audit_room(place)
    assert verdict.first is not None
    assert (verdict.first.check, verdict.first.stream, verdict.first.record) == (RETIRED, stream, kept.first_record)
    assert kept.file_name in verdict.first.message
    assert str(put_away) in verdict.first.message
    assert verdict.wrong == {RETIRED: 1}, verdict.findings


def test_every_flipped_bit_of_a_file_is_found(put_away: Path, store: SqlStore, place: str) -> None:
    kept = second(store, "table 1")
    path = put_away / kept.file_name
    whole = path.read_bytes()
    for at in range(0, len(whole), len(whole) // 5):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        verdict = audit_room(place)
        assert verdict.wrong == {RETIRED: 1}, verdict.findings
        assert f"{kept.file_name}, which has been altered" in str(verdict.first)
    path.write_bytes(whole)
    assert audit_room(place).ok


def test_a_file_that_was_forged_with_its_hash_breaks_the_chain(put_away: Path, store: SqlStore, place: str) -> None:
    kept = second(store, "table 1")
    records = list(store.records("table 1", kept.first_record - 1, kept.last_record))
    records[3] = msgspec.structs.replace(records[3], actor="eve")
    path = put_away / kept.file_name
    path.unlink()
    forged = files.write_range(put_away, records)
    vandal = Guardless(place)
    vandal.change_digest(kept, forged.digest)
    verdict = audit_room(place)
    assert verdict.first is not None
    assert (verdict.first.stream, verdict.first.record) == ("table 1", kept.first_record + 3)
    assert verdict.first.message.startswith("has been changed")


class Guardless:
    """Somebody who runs the house, and lifts what keeps ranges as they are."""

    def __init__(self, place: str) -> None:
        self._place = place

    def change_digest(self, kept: files.RetiredRange, digest: bytes) -> None:
        where = f"WHERE stream = '{kept.stream}' AND first_record = {kept.first_record}"
        self.do(
            f"UPDATE retired_range SET digest = x'{digest.hex()}' {where}",
            f"UPDATE retired_range SET digest = '\\x{digest.hex()}' {where}",
        )

    def do(self, sqlite: str, postgres: str) -> None:
        """Guards are up again afterwards."""
        if self._place.startswith("postgresql"):
            tamper(self._place, f"SET session_replication_role = replica; {postgres}")
            return
        guards = tamper(self._place, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        for name, _ in guards:
            tamper(self._place, f"DROP TRIGGER {name}")
        tamper(self._place, sqlite)
        for _, made in guards:
            tamper(self._place, made)


def test_a_range_that_was_struck_out_is_missed(put_away: Path, store: SqlStore, place: str) -> None:
    kept = store.retired_ranges("table 1")[0]
    gone = f"DELETE FROM retired_range WHERE stream = 'table 1' AND first_record = {kept.first_record}"
    Guardless(place).do(gone, gone)
    verdict = audit_room(place)
    assert verdict.first is not None
    assert (verdict.first.stream, verdict.first.record) == ("table 1", kept.first_record)
    assert any("does not begin where the file before it ends" in each.message for each in verdict.findings)


def test_a_retired_record_that_is_put_back_is_found(put_away: Path, store: SqlStore, place: str) -> None:
    record = next(store.records("table 1", 4, 5))
    Vandal(place).add("record", msgspec.structs.asdict(record))
    verdict = audit_room(place)
    assert (RETIRED, "table 1", 5) in [(each.check, each.stream, each.record) for each in verdict.findings]


def test_files_of_a_table_that_there_is_none_of_are_told(put_away: Path, store: SqlStore, place: str) -> None:
    kept = msgspec.structs.asdict(second(store, "table 1"))
    copied = (
        "INSERT INTO retired_range SELECT 'table 99', first_record, last_record, previous, hash, file_name, "
        f"digest, time FROM retired_range WHERE stream = 'table 1' AND first_record = {kept['first_record']}"
    )
    Guardless(place).do(copied, copied)
    assert "table 99: has retired records, and no stream of that name" in [
        str(finding) for finding in audit_room(place).findings
    ]


def test_the_command_moves_records_says_how_many_and_the_audit_reads_them(
    evening: RoomDriver, store: SqlStore, place: str, tmp_path: Path
) -> None:
    shelf = tmp_path / "shelf"
    count = sum(each.records for each in retirable_ranges(store))
    early = hoyle("room", "retire", "--database", place, "--to", str(shelf), "--before", "2001-01-01")
    assert (early.exit_code, early.stdout) == (
        0, "No records to retire: none lie before a checkpoint and before 2001-01-01\n",
    )  # fmt: skip
    done = hoyle("room", "retire", "--database", place, "--to", str(shelf))
    assert (done.exit_code, done.stdout) == (0, f"{count} records of 3 streams in 3 files in {shelf}\n")
    assert hoyle("room", "retire", "--database", place).stdout.startswith("No records to retire")
    audited = hoyle("audit", "--database", place, "--json")
    assert audited.exit_code == 0
    assert json.loads(audited.stdout)["checks"][RETIRED] == {"checked": 3, "wrong": 0}
    hand = store.hands(stream="table 1")[-1]
    name = f"1/{hand.first_record}"
    told = hoyle("history", "--database", place, "--person", hand.people[0], name)
    for file in shelf.iterdir():
        file.unlink()
    lost = hoyle("history", "--database", place, "--person", hand.people[0], name)
    assert (told.exit_code, lost.exit_code) == (0, 2), (told.output, lost.output)
    assert lost.stderr.count("\n") == 1
    assert "were retired to table-1." in lost.stderr


def test_a_server_has_no_place_for_files_by_itself(postgres_url: str) -> None:
    store = open_store(postgres_url)
    RoomDriver(store, seed=5)
    store.close()
    refused = hoyle("room", "retire", "--database", postgres_url)
    assert refused.exit_code == 2
    assert "has no directory for files yet: name one with --to" in refused.stderr


def test_beside_a_file_they_are_moved_together_with_it(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    place = tmp_path / "here" / "room.db"
    store = open_store(place)
    evening = RoomDriver(store, seed=5)
    evening.open("holdem")
    evening.play(60)
    store.close()
    assert hoyle("room", "retire", "--database", str(place)).exit_code == 0
    assert list((tmp_path / "here" / "room.db-retired").iterdir())
    (tmp_path / "here").rename(tmp_path / "there")
    assert audit_room(str(tmp_path / "there" / "room.db")).ok


def test_a_room_that_is_not_there_is_not_made_to_be_retired(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere.db", tmp_path / "empty.db"):
        if place.name == "empty.db":
            place.touch()
        refused = hoyle("room", "retire", "--database", str(place))
        assert refused.exit_code == 2
    assert [(path.name, path.stat().st_size) for path in tmp_path.iterdir()] == [("empty.db", 0)]
