"""`hoyle audit`: linear, on any number of cores, of a room that goes on, and with one clear answer."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.audit.row_tampering import Vandal
from tests.audit.sample_room import HOUSE_GAMES, RoomDriver, everything

from hoyle.audit import table_stream_audit
from hoyle.audit.findings import CHECKS, RETIRED
from hoyle.audit.room_audit import RoomAudit, audit_part, audit_room
from hoyle.audit.table_stream_audit import TableStreamAudit
from hoyle.cli.main import cli
from hoyle.room.events import table_events
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage import open_store
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.table.base import Table
from hoyle.table.disputes import LogNote, ReturnWagers


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["audit", *words])


def test_an_evening_with_all_that_a_room_knows_is_in_order(place: str, store: SqlStore) -> None:
    everything(store)
    verdict = audit_room(place)
    assert verdict.ok, verdict.findings[:5]
    assert set(verdict.checked) == set(CHECKS) - {RETIRED}


@pytest.mark.parametrize("game", ["omaha-hilo8", "stud7-hilo8", "draw5-low", *HOUSE_GAMES])
def test_every_kind_of_game_is_decided_again(tmp_path: Path, game: str) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store, seed=2)
    evening.open(game)
    evening.play(60)
    evening.restart()
    evening.play(20)
    store.close()
    verdict = audit_room(place)
    assert verdict.ok, verdict.findings[:3]
    assert verdict.hands


def test_the_word_of_the_crew_on_a_players_call_of_on_is_audited(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store, seed=3)
    table = evening.open("craps")
    evening.ask("ann", table, do="bet", seat=1, kind="place", number=6, amount=12)
    evening.ask("ann", table, do="call-on", seat=1, wager="w1")
    evening.play(20)
    store.close()
    verdict = audit_room(place)
    assert verdict.ok, verdict.findings[:3]


@pytest.mark.parametrize("game", ["draw5-high", "three-card-poker", "craps"])
def test_a_round_is_called_off_where_play_had_stopped_and_nowhere_else(tmp_path: Path, game: str) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store, seed=3)
    table = evening.open(game)
    evening.play(20)
    evening.break_down(table)
    evening.ask("flo", table, do="void-round", why="a defect")
    evening.ask("flo", table, do="resume", why="it is mended")
    evening.play(20)
    verdict = audit_room(place)
    assert verdict.ok, verdict.findings[:3]
    while not evening.desk.room.tables[table].has_chips_at_stake():
        evening.turn(table)

    def rob(draft: UnitOfWork) -> None:
        draft.run_table_command(evening.desk.room.tables[table], ReturnWagers(why="he was losing"), by="floor")

    evening.desk.process_internal(rob, person="flo")
    store.close()
    assert any("had not stopped" in finding.message for finding in audit_room(place).findings)


def test_a_floor_that_spoke_for_a_role_of_the_table_was_the_floor(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store, seed=5)
    table = evening.open("craps")
    hosted = evening.desk.room.tables[table]
    play: Any = hosted.table
    while not play.state.play.shooter:
        evening.turn(table)
    evening.ask("flo", table, do="order-pass", why="delay")
    evening.play(10)
    assert audit_room(place).ok

    def usurp(draft: UnitOfWork) -> None:
        draft.run_table_command(evening.desk.room.tables[table], LogNote(what="so there"), by="boxperson")

    evening.desk.process_internal(usurp, person="ann")
    store.close()
    assert any("ann" in finding.message and "floor" in finding.message for finding in audit_room(place).findings)


def test_the_parts_come_to_the_same_wherever_they_are_done(full_room: str) -> None:
    alone = audit_room(full_room)
    spread = audit_room(full_room, cores=2, worth=0)
    backwards = RoomAudit(full_room)
    for part in reversed(backwards.split(1)):
        backwards.merge(audit_part(part))
    assert alone == spread == backwards.verdict()


def test_a_cluster_comes_to_the_same(full_room: str) -> None:
    distributed = pytest.importorskip("distributed", reason="needs dask (pip install 'hoyle[cluster]')")
    from hoyle.dask_jobs import run_job

    started = distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        silence_logs=50,
    )
    try:
        job = RoomAudit(full_room)
        run_job(job, str(started.scheduler_address))
    finally:
        started.close()
    assert job.verdict() == audit_room(full_room)


def test_the_work_is_in_proportion_to_the_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: what is decided, applied and asked of the store for twice the records."""
    counts = []
    for turns in (120, 240):
        place = str(tmp_path / f"{turns}.db")
        store = open_store(place)
        evening = RoomDriver(store, seed=9)
        evening.open("holdem")
        evening.play(turns)
        store.close()
        done: Counter[str] = Counter()
        with monkeypatch.context() as patch:
            store = open_store(place, reading=True)
            _counted(patch, Table, "do", done)
            _counted(patch, Table, "emit", done)
            _counted(patch, type(store), "_query", done)
            inspection = TableStreamAudit(store, "table 1", store.head("table 1"), store.checkpoint("table 1"))
            result = inspection.run()
            store.close()
        assert not result.wrong
        counts.append((result.records, done))
    (few, less), (many, more) = counts
    ratio = many / few
    for name in ("do", "emit"):
        assert more[name] <= 1.25 * ratio * less[name], (name, counts)
    # Pages, not records.
    assert more["_query"] <= 12 + many // 50


def _counted(patch: pytest.MonkeyPatch, kind: type, name: str, done: Counter[str]) -> None:
    real = getattr(kind, name)

    def counted(*given: object, **named: object) -> object:
        done[name] += 1
        return real(*given, **named)

    patch.setattr(kind, name, counted)


def test_a_table_under_audit_keeps_no_log(full_room: str) -> None:
    store = open_store(full_room, reading=True)
    inspection = TableStreamAudit(store, "table 1", store.head("table 1"))
    inspection.run()
    assert inspection.hosted.table.log == []
    assert len(inspection.hosted.table._events_since_snapshot) < 300
    store.close()


def test_a_room_that_goes_on_is_audited_as_it_stood(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store, seed=3)
    evening.open("holdem")
    evening.play(60)
    job = RoomAudit(place)
    evening.play(60)
    for part in job.split(1):
        job.merge(audit_part(part))
    verdict = job.verdict()
    assert verdict.ok, verdict.findings
    assert verdict.records < sum(store.head(stream).number for stream in store.streams())
    store.close()


def test_decisions_of_other_rules_are_told_and_not_called_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "room.db")
    store = open_store(place)
    evening = RoomDriver(store, seed=3)
    evening.open("holdem")
    evening.play(40)
    store.close()
    monkeypatch.setattr(table_stream_audit, "VERSION", "2031.1")
    real = Table.do
    seen: list[object] = []

    def otherwise(table: Table, command: object, by: str = "dealer") -> list[Any]:
        entries = real(table, command, by)  # type: ignore[arg-type]
        if getattr(command, "name", "") == "fold" and not seen:
            seen.append(command)
            entries = entries[:-1]
        return entries

    monkeypatch.setattr(Table, "do", otherwise)
    verdict = audit_room(place)
    assert any("decided by rules" in notice for notice in verdict.notices)
    assert not verdict.wrong.get("decisions")


def test_whoever_wakes_a_table_says_by_which_rules(full_room: str) -> None:
    store = open_store(full_room, reading=True)
    woken = [record for record in store.records("table 1") if record.name == "restart-clocks"]
    assert woken
    assert all(b'"rules":"' in record.payload for record in woken)
    assert "rules" in table_events.ClocksRestarted.__struct_fields__
    store.close()


def test_the_command_says_what_was_looked_at_and_that_all_is_well(full_room: str) -> None:
    done = run("--database", full_room, "--cores", "1")
    assert done.exit_code == 0, done.output
    for check in CHECKS:
        assert check in done.output
    assert "No problems found" in done.output


def test_the_command_names_the_first_wrong_record_and_exits_with_1(tmp_path: Path) -> None:
    place = tmp_path / "room.db"
    store = open_store(place)
    evening = RoomDriver(store, seed=3)
    evening.open("holdem")
    evening.play(30)
    store.close()
    noted = tmp_path / "noted.json"
    noted.write_text(run("--database", str(place), "--json").output)
    vandal = Vandal(str(place))
    row = next(row for row in vandal.kept["record"] if (row["stream"], row["number"]) == ("table 1", 7))
    vandal.change("record", row, payload=bytes(row["payload"]) + b" ")
    done = run("--database", str(place))
    assert done.exit_code == 1
    assert "WRONG: table 1, record 7" in done.output
    plain = json.loads(run("--database", str(place), "--json").output)
    assert (plain["good"], plain["findings"][0]["record"]) == (False, 7)
    vandal.restore()
    last = vandal.kept["record"][-1]
    vandal.drop("record", last)
    assert run("--database", str(place), "--noted", str(noted)).exit_code == 1
    vandal.restore()
    assert run("--database", str(place), "--noted", str(noted)).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("--database", "/nowhere/room.db"),
        ("--database", "nosuch://x"),
        ("--cores", "0"),
        ("--manifest", "x"),
        ("--cores", "2", "--cluster", "local"),
        ("--program", "--manifest", "/nowhere/manifest"),
        ("--noted", "/nowhere/noted"),
        ("--cluster", "nowhere"),
    ],
)
def test_what_cannot_be_audited_is_refused_with_2(full_room: str, words: tuple[str, ...]) -> None:
    database = () if "--database" in words else ("--database", full_room)
    done = run(*words, *database)
    assert done.exit_code == 2, done.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "has no heads of streams"),
        ("null", "has no heads of streams"),
        ('{"heads": {"1": 3}}', "has no heads of streams"),
        ("[" * 200_000, "has no heads of streams"),
    ],
)
def test_what_is_no_note_of_an_audit_is_refused_in_words(tmp_path: Path, text: str, words: str) -> None:
    noted = tmp_path / "noted.json"
    noted.write_text(text)
    done = run("--noted", str(noted))
    assert done.exit_code == 2
    assert words in done.stderr
    assert "hoyle audit --json" in done.stderr


def test_a_file_that_is_no_room_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(b"these are not the hands you are looking for" * 100)
    assert run("--database", str(other)).exit_code == 2


def test_an_empty_room_is_in_order(place: str, store: SqlStore) -> None:
    assert audit_room(place).ok
