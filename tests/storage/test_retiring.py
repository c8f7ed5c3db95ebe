"""Records that go from the database to files: none is lost on the way, and nothing else goes. Both stores."""

from __future__ import annotations

import gzip
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import mkstemp
from time import sleep
from typing import Any

import msgspec
import pytest
from tests.storage.sample_stream import Felt, holds
from tests.storage.tampering import tamper

from hoyle.core.errors import InvalidError
from hoyle.storage.errors import DiskFull, RetiredFileMissing, SequenceError, StoreError
from hoyle.storage.models import CommitUnit, Record
from hoyle.storage.retired_records import files
from hoyle.storage.retired_records.retirement_job import RetirementSummary, retirable_ranges, retire
from hoyle.storage.sql import schema
from hoyle.storage.sql.sql_store import PAGE, SqlStore

KILLS = 6


def played(store: SqlStore, number: int = 7, *, marked: int = 7, after: int = 3) -> list[Record]:
    """A table with a checkpoint after so many records, and some more; all its records."""
    felt = Felt(number)
    store.claim_streams([felt.stream])
    writes = [felt.deposit("ann", 10) for _ in range(marked)]
    store.commit([*writes, CommitUnit(checkpoints=(felt.checkpoint(),))])
    store.commit([felt.act(command=f"{number} {turn}") for turn in range(after)])
    holds(store, felt)
    return list(store.records(felt.stream))


def retired(store: SqlStore, shelf: Path, **how: Any) -> RetirementSummary:
    return retire(store, shelf, retirable_ranges(store), **how)


def rows(place: str, stream: str = "table 7") -> list[int]:
    found = tamper(place, f"SELECT number FROM record WHERE stream = '{stream}' ORDER BY number")
    return [number for (number,) in found]


def test_what_lies_before_the_checkpoint_goes_to_files_and_is_read_as_before(store, place, tmp_path, opened):
    before = played(store)
    shelf = tmp_path / "shelf"
    assert retired(store, shelf, most=4) == RetirementSummary(records=6, files=2, streams=1)
    # The checkpoint's own record says when that was: a room that resumes there asks for it.
    assert rows(place) == [7, 8, 9, 10]
    for reader in (store, opened(place, reading=True)):
        assert list(reader.records("table 7")) == before
        for after in range(11):
            for to in range(after, 11):
                assert list(reader.records("table 7", after, to)) == before[after:to]
        holds(reader)
    assert retired(store, shelf) == RetirementSummary()


def test_a_file_has_one_record_a_line_and_is_put_down_with_its_hashes(store, tmp_path):
    before = played(store)
    retired(store, tmp_path, most=4)
    first, second = store.retired_ranges("table 7")
    assert (first.first_record, first.last_record, second.first_record, second.last_record) == (1, 4, 5, 6)
    assert (first.previous, first.hash, second.hash) == (bytes(32), second.previous, before[5].hash)
    path = tmp_path / first.file_name
    assert first.file_name == f"table-7.000000001-000000004.{before[3].hash[:8].hex()}.jsonl.gz"
    assert sha256(path.read_bytes()).digest() == first.digest
    assert path.stat().st_mode & 0o777 == 0o600
    lines = [msgspec.json.decode(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3, 4]
    assert [line["payload"].encode() for line in lines] == [record.payload for record in before[:4]]
    assert [path.name for path in sorted(tmp_path.glob("*.gz"))] == [first.file_name, second.file_name]


def test_only_what_is_older_than_was_said_goes(store, place, tmp_path):
    before = played(store)
    assert retired(store, tmp_path, before=before[3].time).records == 3
    assert rows(place)[0] == 4
    assert retired(store, tmp_path).records == 3
    assert list(store.records("table 7")) == before


def test_a_table_without_a_checkpoint_keeps_everything(store, place, tmp_path):
    felt = Felt()
    store.claim_streams([felt.stream])
    store.commit([felt.act(command=f"c{turn}") for turn in range(5)])
    assert retired(store, tmp_path) == RetirementSummary()
    assert rows(place) == [1, 2, 3, 4, 5]


def test_the_table_goes_on_and_more_is_retired_later(store, place, tmp_path):
    before = played(store)
    retired(store, tmp_path)
    felt = Felt(head=store.head("table 7"))
    store.commit([felt.deposit("ann", 5), felt.act(command="later")])
    store.commit([CommitUnit(checkpoints=(felt.checkpoint(),))])
    assert retired(store, tmp_path).records == 5
    assert rows(place) == [12]
    assert list(store.records("table 7"))[:10] == before
    holds(store, felt)


class Crash(Exception):
    """The plug is pulled."""


class Tripwire:
    """Falls at the so-many-th touch of disk or database."""

    def __init__(self, patch: pytest.MonkeyPatch, store: SqlStore, at: int) -> None:
        self._left = at
        for name in ("fsync", "replace"):
            patch.setattr(os, name, self._watched(getattr(os, name)))
        patch.setattr(files, "mkstemp", self._watched(mkstemp))
        for name in ("_execute", "add_retired_directory", "retire"):
            patch.setattr(store, name, self._watched(getattr(store, name)))

    def _watched(self, done: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **named: Any) -> Any:
            self._touch()
            found = done(*given, **named)
            self._touch()
            return found

        return step

    def _touch(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise Crash


def test_whoever_falls_at_any_moment_of_it_loses_nothing(place, opened, tmp_path):
    store = opened(place)
    fallen = 0
    for at in count(1):
        before = played(store, at)
        stream = f"table {at}"
        falling = opened(place)
        with pytest.MonkeyPatch.context() as patch:
            Tripwire(patch, falling, at)
            try:
                retired(falling, tmp_path, most=4)
            except Crash:
                fallen += 1
            else:
                break
        falling.close()
        found = opened(place)
        assert list(found.records(stream)) == before
        here = rows(place, stream)
        # Each is in a file that was put down, or in the database, and never in both or in none.
        put_down = [
            number for kept in found.retired_ranges(stream) for number in range(kept.first_record, kept.last_record + 1)
        ]
        assert put_down + here == list(range(1, 11))
        holds(found)
        assert retired(found, tmp_path, most=4).records == 6 - (10 - len(here))
        assert rows(place, stream) == [7, 8, 9, 10]
        assert list(found.records(stream)) == before
        found.close()
    # Every touch of two files, and of two transactions beside that which puts up the shelf.
    assert fallen > 30


def test_killed_again_and_again_while_retiring_and_nothing_is_lost(place, opened, tmp_path, pytestconfig):
    store = opened(place)
    before = played(store, marked=1001)
    rng = random.Random(4)
    root = pytestconfig.rootpath
    for _ in range(KILLS):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.storage.retiring_process", place, str(tmp_path / "shelf")],
            cwd=root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")])},
            stdout=subprocess.PIPE,
        )
        assert child.stdout is not None
        with child, child.stdout:
            for _ in range(rng.randint(1, 4)):
                assert child.stdout.readline()
            sleep(rng.random() * 0.01)
            child.kill()
        assert list(opened(place).records("table 7")) == before
    assert len(rows(place)) < 1004
    for _ in range(2):
        # What the last one had sent may still come true meanwhile, and then it is done already.
        with suppress(SequenceError):
            retired(opened(place), tmp_path / "shelf")
    assert rows(place) == [1001, 1002, 1003, 1004]
    assert list(opened(place).records("table 7")) == before
    holds(store)


def test_half_a_file_that_was_left_is_written_anew_and_a_whole_one_is_kept(store, tmp_path):
    before = played(store)
    whole = files.write_range(tmp_path, before[:6])
    path = tmp_path / whole.file_name
    again = path.stat().st_ino
    assert files.write_range(tmp_path, before[:6]) == whole
    assert path.stat().st_ino == again
    path.write_bytes(path.read_bytes()[:-20])
    retired(store, tmp_path)
    assert list(store.records("table 7")) == before


def test_a_full_disk_is_said_to_be_full_and_nothing_is_removed(store, place, tmp_path, monkeypatch):
    before = played(store)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull, match="no space left on device; nothing was removed"):
        retired(store, tmp_path)
    assert rows(place) == list(range(1, 11))
    assert list(store.records("table 7")) == before
    assert not list(tmp_path.glob(".*"))


def test_records_that_are_not_as_they_were_written_stay_where_they_are(store, place, tmp_path):
    played(store)
    changed = "UPDATE record SET actor = 'eve' WHERE number = 3"
    if place.startswith("postgresql"):
        tamper(place, "SET session_replication_role = replica; " + changed)
    else:
        tamper(place, "DROP TRIGGER record_update")
        tamper(place, changed)
    with pytest.raises(InvalidError, match=r"table 7, record 3: has been changed.*run hoyle audit"):
        retired(store, tmp_path)
    assert rows(place) == list(range(1, 11))


@pytest.mark.parametrize(("first", "last"), [(1, 7), (2, 6), (1, 9)])
def test_a_range_that_the_room_needs_or_that_leaves_a_gap_is_refused(store, place, tmp_path, first, last):
    before = played(store)
    kept = files.write_range(tmp_path, before[first - 1 : last])
    with pytest.raises(SequenceError, match="cannot be retired"):
        store.retire(kept)
    assert rows(place) == list(range(1, 11))
    assert store.retired_ranges("table 7") == []


def test_two_who_retire_the_same_do_it_once(store, opened, place, tmp_path):
    before = played(store)
    wanted = retirable_ranges(store)
    retire(opened(place), tmp_path, wanted)
    with pytest.raises(StoreError):
        retire(store, tmp_path, wanted)
    assert list(store.records("table 7")) == before


def test_nothing_else_removes_a_record(store, place, tmp_path):
    played(store)
    played(store, 8)
    retire(store, tmp_path, [each for each in retirable_ranges(store) if each.stream == "table 7"])
    statements = ["DELETE FROM record", "DELETE FROM record WHERE stream = 'table 8' AND number = 1"]
    statements += [
        "UPDATE record SET actor = 'eve'",
        "DELETE FROM retired_range",
        "UPDATE retired_range SET last_record = 9",
    ]
    if place.startswith("postgresql"):
        statements += ["TRUNCATE record", "TRUNCATE retired_range"]
        for part in schema.RECORD_PARTITIONS:
            statements += [f"TRUNCATE {part}"]
        ((part,),) = tamper(place, "SELECT DISTINCT tableoid::regclass::text FROM record WHERE stream = 'table 8'")
        statements += [f"DELETE FROM {part}", f"UPDATE {part} SET actor = 'eve'"]
    for statement in statements:
        with pytest.raises(Exception, match="is append only"):
            tamper(place, statement)
    assert (len(rows(place)), len(rows(place, "table 8"))) == (4, 10)


def test_a_missing_or_altered_file_is_named_in_one_line(store, tmp_path, opened, place):
    before = played(store)
    retired(store, tmp_path)
    (kept,) = store.retired_ranges("table 7")
    path = tmp_path / kept.file_name
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"x")
    said = f"records 1 to 6 of 'table 7' were retired to {kept.file_name}, which"
    with pytest.raises(RetiredFileMissing) as altered:
        list(opened(place).records("table 7"))
    assert str(altered.value) == f"{said} has been altered in {tmp_path}"
    path.unlink()
    with pytest.raises(RetiredFileMissing) as missing:
        list(opened(place).records("table 7"))
    assert str(missing.value).startswith(f"{said} is not in {tmp_path}")
    # It may come out of another process.
    assert pickle.loads(pickle.dumps(missing.value)).last_record == 6
    # What the room goes on with needs no file.
    assert list(opened(place).records("table 7", 6)) == before[6:]


def test_files_that_were_moved_are_found_where_they_are_said_to_be(store, tmp_path, opened, place):
    before = played(store)
    retired(store, tmp_path / "old")
    (tmp_path / "old").rename(tmp_path / "new")
    assert retired(store, tmp_path / "new") == RetirementSummary()
    assert list(opened(place).records("table 7")) == before


def test_whoever_reads_while_it_is_retired_misses_nothing(store, tmp_path, opened, place):
    before = played(store, marked=2 * PAGE)
    reading = opened(place).records("table 7")
    read = [next(reading) for _ in range(PAGE)]
    retired(store, tmp_path, most=300)
    assert [*read, *reading] == before


def test_a_command_that_no_record_has_is_told_and_one_in_a_file_is_not(store, tmp_path):
    felt = Felt()
    store.claim_streams([felt.stream])
    store.commit([felt.act(command=f"c{turn}") for turn in range(5)])
    store.commit([CommitUnit(checkpoints=(felt.checkpoint(),))])
    alone = felt.act(command="nowhere")
    store.commit([CommitUnit(processed_command=alone.processed_command)])
    assert store.unrecorded_commands(10) == [("ann", "nowhere")]
    retired(store, tmp_path)
    assert store.unrecorded_commands(10) == [("ann", "nowhere")]


def test_records_are_partitioned_by_stream_and_guarded(place, opened, tmp_path):
    store = opened(place)
    before = {number: played(store, number) for number in range(1, 41)}
    assert store.check_integrity().flaws == []
    if place.startswith("postgresql"):
        used = tamper(place, "SELECT DISTINCT tableoid::regclass::text FROM record")
        assert 8 < len(used) <= len(schema.RECORD_PARTITIONS)
        ((plan,), *_) = tamper(place, "EXPLAIN SELECT 1 FROM record WHERE stream = 'table 7' AND number > 3")
        assert "Append" not in plan
    with pytest.raises(Exception, match="is append only"):
        tamper(place, "DELETE FROM record WHERE number = 1")
    assert retired(store, tmp_path).records == 40 * 6
    for number, records in before.items():
        assert list(store.records(f"table {number}")) == records
    assert store.check_integrity().flaws == []
    holds(store)


def test_guards_of_records_that_were_taken_down_are_missed(store, place):
    played(store)
    if not place.startswith("postgresql"):
        tamper(place, "DROP TRIGGER record_delete")
        assert store.check_integrity().flaws == ["trigger record_delete is gone from the database"]
        return
    tamper(place, "DROP TRIGGER record_3_retired_only ON record_3")
    tamper(place, "ALTER TABLE record_4 DISABLE TRIGGER record_4_append_only")
    tamper(place, "ALTER TABLE record DETACH PARTITION record_5")
    flaws = store.check_integrity().flaws
    assert "trigger record_3_retired_only on record_3 is gone from the database" in flaws
    assert "trigger record_4_append_only on record_4 is not what the room made" in flaws
    assert "partition record_5 of record is gone from the database" in flaws
