"""Whoever changes what is on disk is found out, and the first wrong record is named. On both stores."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.audit.row_tampering import Row, Vandal
from tests.audit.sample_room import RoomDriver, everything

from hoyle.audit.room_audit import AuditVerdict, audit_room
from hoyle.room import unit_of_work
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.recovery import TABLE, StepReader
from hoyle.storage import open_store
from hoyle.storage.sql import balance_snapshots
from hoyle.storage.sql.sql_store import SqlStore

often = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def wreck(place: str, game: str, *others: str, seed: int, turns: int) -> Vandal:
    """A short evening, and somebody who has it in his hands."""
    store = open_store(place)
    evening = RoomDriver(store, seed)
    evening.open(game, jackpot={"fee": 1, "standards": ["aces full beaten"], "payouts": ["bad-beat"]})
    for other in others:
        evening.open(other)
    token = evening.door.guest("eve", agent="browser").token
    evening.door.log_out(token)
    evening.play(turns // 2)
    evening.restart()
    evening.play(turns // 2)
    store.close()
    assert audit_room(place).ok
    return Vandal(place)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def vandal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vandal]:
    """An evening of cards and dice on each of the stores, the same for all tests."""
    if request.param == "sqlite":
        place = f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.db'}"
    else:
        place = request.getfixturevalue("private_postgres").create()
    with pytest.MonkeyPatch.context() as patch:
        # All that a long evening leaves behind, after a short one.
        patch.setattr(unit_of_work, "CHECKPOINT_EVERY", 2)
        patch.setattr(unit_of_work, "ROOM_CHECKPOINT_EVERY", 10)
        patch.setattr(balance_snapshots, "SNAPSHOT_EVERY_RECORDS", 10)
        yield wreck(place, "holdem", "craps", seed=5, turns=40)


def audited(vandal: Vandal) -> AuditVerdict:
    """What the audit says; everything is as it was afterwards."""
    try:
        return audit_room(vandal.place)
    finally:
        vandal.restore()


def names(verdict: AuditVerdict, row: Row, number: int = 0) -> None:
    """The first wrong record is this one."""
    assert verdict.first is not None
    assert (verdict.first.stream, verdict.first.record) == (row["stream"], number or row["number"]), verdict.findings[
        :5
    ]


def flipped(value: bytes, bit: int) -> bytes:
    """With one bit changed."""
    changed = bytearray(value)
    changed[bit // 8 % len(changed)] ^= 1 << bit % 8
    return bytes(changed)


def test_any_flipped_bit_of_any_record_is_found_and_the_record_named(vandal: Vandal) -> None:
    @often
    @given(st.integers(0, 10_000), st.sampled_from(("payload", "previous", "hash")), st.integers(0, 100_000))
    def found(at: int, column: str, bit: int) -> None:
        rows = vandal.kept["record"]
        row = rows[at % len(rows)]
        vandal.change("record", row, **{column: flipped(bytes(row[column]), bit)})
        names(audited(vandal), row)

    found()


def test_another_actor_name_id_or_time_of_a_record_is_found(vandal: Vandal) -> None:
    @often
    @given(st.integers(0, 10_000), st.sampled_from(("actor", "name", "command_id", "time")))
    def found(at: int, column: str) -> None:
        rows = vandal.kept["record"]
        row = rows[at % len(rows)]
        vandal.change("record", row, **{column: row[column] + 1 if column == "time" else f"{row[column]}x"})
        names(audited(vandal), row)

    found()


def test_a_dropped_record_is_missed(vandal: Vandal) -> None:
    @often
    @given(st.integers(0, 10_000))
    def found(at: int) -> None:
        rows = vandal.kept["record"]
        row = rows[at % len(rows)]
        vandal.drop("record", row)
        names(audited(vandal), row)

    found()


def test_two_records_that_changed_places_are_found(vandal: Vandal) -> None:
    @often
    @given(st.integers(0, 10_000), st.integers(0, 10_000))
    def found(one: int, other: int) -> None:
        rows = [row for row in vandal.kept["record"] if row["stream"] == "table 1"]
        first, last = sorted((one % len(rows), other % len(rows)))
        if first != last:
            vandal.swap(rows[first], rows[last])
            names(audited(vandal), rows[first])

    found()


def test_a_record_put_at_the_end_is_found(vandal: Vandal) -> None:
    for stream in ("room", "table 1", "table 2"):
        last = [row for row in vandal.kept["record"] if row["stream"] == stream][-1]
        vandal.add("record", {**last, "number": last["number"] + 1, "previous": last["hash"]})
        names(audited(vandal), last, last["number"] + 1)


def test_a_stream_that_nobody_opened_is_found(vandal: Vandal) -> None:
    first = vandal.kept["record"][0]
    vandal.add("record", {**first, "stream": "table 77", "number": 1})
    verdict = audited(vandal)
    assert verdict.first is not None
    assert verdict.first.stream == "table 77"


def test_a_stream_cut_short_with_its_end_moved_back_is_found_by_what_was_noted(vandal: Vandal) -> None:
    noted = audit_room(vandal.place).heads
    rows = [row for row in vandal.kept["record"] if row["stream"] == "table 1"]
    vandal.drop("record", rows[-1])
    vandal.change("stream", {"stream": "table 1"}, number=rows[-2]["number"], hash=rows[-2]["hash"])
    try:
        names(audit_room(vandal.place, noted=noted), rows[-1])
    finally:
        vandal.restore()


def test_a_stream_written_anew_is_found_by_what_was_noted(vandal: Vandal) -> None:
    noted = audit_room(vandal.place).heads
    row = records(vandal, "sit")[0]
    vandal.change("record", row, time=row["time"] + 1)
    vandal.rehash("table 1")
    try:
        found = audit_room(vandal.place, noted=noted).findings
        assert any(finding.check == "chain" and "written anew" in finding.message for finding in found)
    finally:
        vandal.restore()


@pytest.mark.parametrize(
    ("table", "column", "other"),
    [
        ("balance", "chips", lambda value: value + 1),
        ("ledger", "chips", lambda value: value + 1),
        ("ledger", "source", lambda value: "wallet flo"),
        ("ledger", "target", lambda value: "house drop"),
        ("ledger", "line", lambda value: value + 7),
        ("checkpoint", "state", lambda value: bytes(value).replace(b":1", b":2", 1)),
        ("checkpoint", "hash", lambda value: flipped(bytes(value), 3)),
        ("processed_command", "answer", lambda value: bytes(value).replace(b"true", b"false")),
        ("processed_command", "time", lambda value: value + 1),
        ("processed_command", "command_id", lambda value: f"{value}x"),
        ("hand", "pot", lambda value: value + 1),
        ("hand", "rules", lambda value: "1999.1"),
        ("hand", "people", lambda value: '["ann"]'),
        ("hand", "last_record", lambda value: value + 1),
        ("hand", "ended_at", lambda value: value + 1),
        ("hand", "disputed", lambda value: 1 - value),
        ("hand_person", "person", lambda value: "boss"),
        ("hand_person", "ended_at", lambda value: value + 1),
        ("session", "person", lambda value: "boss" if value != "boss" else "ann"),
        ("session", "started_at", lambda value: value + 1),
        ("session", "ended_at", lambda value: value + 1_800_000_000_000),
        ("session", "expires_at", lambda value: value + 1),
        ("session", "last_seen", lambda value: value + 1),
        ("session", "agent", lambda value: f"{value}x"),
        ("session", "token", lambda value: flipped(bytes(value), 5)),
        ("credential", "password", lambda value: "$argon2id$somebody else's"),
        ("credential", "last_login", lambda value: value + 1),
        ("balance_snapshot_stream", "number", lambda value: 1),
        ("balance_snapshot", "chips", lambda value: value + 1),
        ("stream", "number", lambda value: value - 1),
        ("stream", "hash", lambda value: flipped(bytes(value), 9)),
    ],
)
def test_a_changed_value_beside_the_records_is_found(
    vandal: Vandal, table: str, column: str, other: Callable[[Any], Any]
) -> None:
    rows = vandal.kept[table]
    assert rows, table
    for row in (rows[0], rows[-1]):
        vandal.change(table, row, **{column: other(row[column])})
        verdict = audited(vandal)
        assert not verdict.ok, row
        if table == "ledger":
            names(verdict, row)


@pytest.mark.parametrize(
    "table",
    [
        *("ledger", "balance", "processed_command", "credential", "session", "hand", "hand_person", "checkpoint"),
        *("balance_snapshot_stream", "balance_snapshot"),
    ],
)
def test_a_row_dropped_beside_the_records_is_missed(vandal: Vandal, table: str) -> None:
    rows = [row for row in vandal.kept[table] if table != "balance" or row["chips"]]
    for row in (rows[0], rows[-1]):
        vandal.drop(table, row)
        assert not audited(vandal).ok, row


def test_a_row_added_beside_the_records_is_found(vandal: Vandal) -> None:
    line = vandal.kept["ledger"][-1]
    end = max(row["number"] for row in vandal.kept["record"] if row["stream"] == line["stream"])
    command, hand, session = (vandal.kept[table][-1] for table in ("processed_command", "hand", "session"))
    for table, row in (
        ("ledger", {**line, "line": 99}),
        ("ledger", {**line, "number": end + 5}),
        ("balance", {"account": "wallet nobody", "chips": 5}),
        ("processed_command", {**command, "command_id": "forged"}),
        ("hand", {**hand, "first_record": hand["first_record"] + 1}),
        ("session", {**session, "token": bytes(32), "started_at": 5}),
    ):
        vandal.add(table, row)
        assert not audited(vandal).ok, (table, row)


def test_a_session_that_was_ended_is_not_open_again(vandal: Vandal) -> None:
    [row] = [row for row in vandal.kept["session"] if row["ended_at"] and row["agent"] == "browser"]
    vandal.change("session", row, ended_at=0)
    assert "by the records" in str(audited(vandal).first)


def test_lines_of_the_ledger_in_another_order_are_found(vandal: Vandal) -> None:
    lines = [row for row in vandal.kept["ledger"] if row["stream"] == "table 1"]
    first, last = ({name: row[name] for name in row if name != "id"} for row in (lines[0], lines[-1]))
    vandal.change("ledger", first, line=99)
    vandal.change("ledger", last, **first)
    vandal.change("ledger", {**first, "line": 99}, **last)
    assert "stand in the ledger after those of record" in str(audited(vandal).first)


def test_an_older_checkpoint_in_place_of_the_last_is_found(vandal: Vandal) -> None:
    last = vandal.kept["checkpoint"][-1]
    stream, number = last["stream"], 2
    [early] = [row for row in vandal.kept["record"] if (row["stream"], row["number"]) == (stream, number)]
    store = open_store(vandal.place, reading=True)
    hosted, reader = LiveTable(int(stream.removeprefix(TABLE))), StepReader()
    for record in store.records(stream, 0, number):
        hosted.apply(reader.read(record), time=record.time, number=record.number)
    store.close()
    state = msgspec.json.encode(hosted.to_dict())
    vandal.change("checkpoint", last, number=number, hash=early["hash"], state=state)
    assert "the checkpoint that was due after record" in str(audited(vandal).first)


# Somebody who runs the house can make every hash right again: the rules, the seals and the money find him


def rewritten(vandal: Vandal, row: Row, change: Callable[[dict[str, Any]], None]) -> AuditVerdict:
    """A record changed, and every hash after it made to fit."""
    facts = json.loads(bytes(row["payload"]))
    before = json.dumps(facts)
    change(facts)
    assert json.dumps(facts) != before
    vandal.change("record", row, payload=json.dumps(facts).encode())
    vandal.rehash(row["stream"])
    return audited(vandal)


def records(vandal: Vandal, name: str, stream: str = "table 1") -> list[Row]:
    return [row for row in vandal.kept["record"] if (row["stream"], row["name"]) == (stream, name)]


def entry_of(facts: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry["fields"] for entry in facts["events"] if entry["name"] == name)
    return found


def test_dice_that_the_seal_does_not_give_are_found_in_a_chain_that_fits(vandal: Vandal) -> None:
    row = records(vandal, "throw", "table 2")[0]

    def change(facts: dict[str, Any]) -> None:
        facts["command"]["one"] = facts["command"]["one"] % 6 + 1

    names(rewritten(vandal, row, change), row)


def test_a_deck_that_the_seal_does_not_give_is_found_in_a_chain_that_fits(vandal: Vandal) -> None:
    row = records(vandal, "shuffle")[0]

    def change(facts: dict[str, Any]) -> None:
        cards = facts["command"]["cards"].split()
        facts["command"]["cards"] = " ".join([cards[1], cards[0], *cards[2:]])

    names(rewritten(vandal, row, change), row)


def test_a_cut_that_was_not_drawn_is_found(vandal: Vandal) -> None:
    row = records(vandal, "cut")[0]

    def change(facts: dict[str, Any]) -> None:
        facts["command"]["count"] += 1

    names(rewritten(vandal, row, change), row)


def test_a_secret_changed_after_the_nonces_were_known_is_found(vandal: Vandal) -> None:
    row = records(vandal, "commit-secret")[1]

    def change(facts: dict[str, Any]) -> None:
        facts["events"][0]["fields"]["secret"] = "ab" * 32

    names(rewritten(vandal, row, change), row)


def test_a_nonce_left_out_is_found(vandal: Vandal) -> None:
    row = next(row for row in records(vandal, "draw-committed-cards") if b"commitment-used" in bytes(row["payload"]))

    def change(facts: dict[str, Any]) -> None:
        facts["events"][0]["fields"]["nonces"].popitem()

    names(rewritten(vandal, row, change), row)


def test_a_root_that_is_not_of_the_deck_is_found(vandal: Vandal) -> None:
    row = next(row for row in records(vandal, "draw-committed-cards") if b"draw-committed" in bytes(row["payload"]))

    def change(facts: dict[str, Any]) -> None:
        facts["events"][0]["fields"]["root"] = "cd" * 32

    names(rewritten(vandal, row, change), row)


def test_chips_made_at_the_cage_are_found(vandal: Vandal) -> None:
    row = next(row for row in vandal.kept["record"] if row["name"] == "enter")

    def change(facts: dict[str, Any]) -> None:
        facts["events"][0]["fields"]["chips"] += 1_000

    names(rewritten(vandal, row, change), row)


def test_a_role_given_by_somebody_who_could_not_is_found(vandal: Vandal) -> None:
    row = next(row for row in vandal.kept["record"] if row["name"] == "open-table")
    vandal.change("record", row, actor="ann")
    vandal.rehash("room")
    names(audited(vandal), row)


def test_an_award_to_somebody_else_is_found_under_its_rules(vandal: Vandal) -> None:
    row = next(row for row in vandal.kept["record"] if b'"awarded"' in bytes(row["payload"]))

    def change(facts: dict[str, Any]) -> None:
        award = entry_of(facts, "awarded")
        award["seat"] = award["seat"] % 3 + 1

    verdict = rewritten(vandal, row, change)
    names(verdict, row)
    assert any(finding.entry for finding in verdict.findings)


def test_an_evening_with_all_that_a_room_knows_is_in_order(place: str, store: SqlStore) -> None:
    everything(store)
    verdict = audit_room(place)
    assert verdict.ok, verdict.findings[:5]
    assert all(verdict.checked.values())
