"""The points of docs/regulators.md: each names tests that exist; those shown nowhere else are shown here."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from tests.audit.row_tampering import Vandal
from tests.audit.sample_room import RoomDriver

from hoyle.audit.room_audit import audit_room
from hoyle.core.errors import InvalidError
from hoyle.room.events import table_events
from hoyle.room.views.table_views import clock_of, table_snapshot
from hoyle.rulebooks import VERSION
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import OutgoingFrame
from hoyle.storage import open_store
from hoyle.storage.account_names import HOUSE_DROP
from hoyle.storage.sql.sql_store import SqlStore

POINT = re.compile(r"^(\d+)\. \*\*(.+?)\*\*: (.+?(?:\n {3,}.+)*)$", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


def test_every_point_names_tests_that_exist(pytestconfig: pytest.Config) -> None:
    root = pytestconfig.rootpath
    text = (root / "docs" / "regulators.md").read_text()
    points = POINT.findall(text)
    assert [int(number) for number, *_ in points] == list(range(1, 30))
    for number, _, answer in points:
        assert NAMED.findall(answer), f"point {number} names no test"
    known: dict[str, set[str]] = {}
    for file, name in NAMED.findall(text):
        if file not in known:
            tree = ast.parse((root / "tests" / file).read_text())
            known[file] = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in known[file], f"{file} has no {name}"


def shuffles(store: SqlStore) -> list[str]:
    return [
        json.decode(record.payload)["command"]["cards"]
        for record in store.records("table 1")
        if record.name == "shuffle"
    ]


def test_no_deck_depends_on_what_anybody_has_or_did(tmp_path: Path) -> None:
    decks = []
    for name, chips, prefers in (("poor", 100, ("fold",)), ("rich", 5_000, ("bet", "call", "check"))):
        store = open_store(tmp_path / f"{name}.db")
        evening = RoomDriver(store, seed=1)
        # Chance that the house draws comes from the seed alone, as from the operating system otherwise.
        table = evening.ask("boss", do="open-table", game="holdem", sign=evening.sign("holdem")).created["table_id"]
        for seat, person in enumerate(("ann", "bob"), 1):
            evening.ask(person, table, do="sit", seat=seat, chips=chips)
        if name == "rich":
            evening.ask("cash", do="issue-chips", player="ann", chips=9_000, why="cash")
        evening.desk.watch({table})
        while len(shuffles(store)) < 5:
            wait = evening.desk.room.tables[table].blocking_decision()
            if wait is None or not wait.seat:
                evening.tick()
                continue
            choice = next((each for do in prefers for each in wait.choices if each.do == do), wait.choices[0])
            least = {bounds.field: bounds.min for bounds in choice.bounds}
            evening.ask(wait.person, table, do=choice.do, **choice.fixed, **least)
        decks.append(shuffles(store))
        store.close()
    assert decks[0] == decks[1]
    assert len(set(decks[0])) == 5


def with_bot(store: SqlStore) -> tuple[RoomDriver, int]:
    evening = RoomDriver(store, seed=1)
    table = evening.open("holdem")
    evening.ask("boss", table, do="seat-bot", player="robot", style="rock", seat=5, chips=200)
    return evening, table


def test_a_bot_is_called_one_before_it_sits(store: SqlStore) -> None:
    evening, table = with_bot(store)
    names = [record.name for record in store.records(f"table {table}")]
    assert names.index("seat-bot") + 1 == len(names) - 1 - names[::-1].index("sit")
    picture = table_snapshot(evening.desk.room, evening.desk.room.tables[table], "")
    assert picture.bots == ("robot",)


def test_a_room_in_which_a_bot_is_not_called_one_does_not_open(store: SqlStore, monkeypatch: Any) -> None:
    evening, _ = with_bot(store)
    monkeypatch.setattr(table_events.BotSeated, "apply", lambda entry, state: None)
    with pytest.raises(InvalidError, match="robot is a bot and is labelled otherwise"):
        evening.restart()


def test_whoever_looks_on_reads_the_rake_before_he_sits(tmp_path: Path) -> None:
    store = open_store(tmp_path / "room.db")
    evening = RoomDriver(store)
    table = evening.open("holdem", rake={"percent": 10, "levels": [], "cap": 4})
    for person in ("", "dot"):
        picture = table_snapshot(evening.desk.room, evening.desk.room.tables[table], person)
        rake = next(line for line in picture.sign_lines if "rake" in line.lower())
        assert "10" in rake
        assert "4" in rake
    store.close()


def test_every_hand_names_its_rules_version(full_room: str) -> None:
    store = open_store(full_room, reading=True)
    hands = store.hands()
    assert hands
    assert {hand.rules for hand in hands} == {VERSION}
    assert f'"rules":"{VERSION}"'.encode() in b"".join(record.payload for record in store.records("table 1"))
    store.close()


def test_a_past_hand_is_recalled_with_every_choice_rake_and_balance(store: SqlStore) -> None:
    evening = RoomDriver(store, seed=3)
    table = evening.open("holdem", rake={"percent": 10, "levels": [], "cap": 4})
    hosted = evening.desk.room.tables[table]
    held: dict[int, dict[str, int]] = {}
    while len(held) < 6:
        before = hosted.last_finished_record
        evening.turn(table)
        if hosted.last_finished_record != before:
            held[hosted.last_finished_record] = evening.desk.room.ledger.balances.copy()
    raked = 0
    for hand in sorted(store.hands(stream=hosted.stream), key=lambda each: each.first_record)[1:]:
        records = list(store.records(hand.stream, hand.first_record - 1, hand.last_record))
        assert {record.number for record in records} == set(range(hand.first_record, hand.last_record + 1))
        assert [record for record in records if record.actor in hand.people], "somebody chose something"
        lines = list(store.postings(hand.stream))
        moved = [line for line in lines if hand.first_record <= line.number <= hand.last_record]
        assert sum(line.chips for line in moved if line.to == f"{hand.stream} pot") == hand.pot
        raked += sum(line.chips for line in moved if line.to == HOUSE_DROP)
        # What every seat held when it was over follows from the lines up to there.
        for seat in (1, 2, 3):
            account = f"{hand.stream} seat {seat}"
            upto = [line for line in lines if line.number <= hand.last_record]
            holds = sum(line.chips * ((line.to == account) - (line.source == account)) for line in upto)
            assert holds == held[hand.last_record].get(account, 0)
    assert raked > 0


def test_an_interrupted_hand_goes_on_and_the_interruption_is_on_record(store: SqlStore) -> None:
    evening = RoomDriver(store, seed=1)
    table = evening.open("holdem")
    while evening.desk.room.tables[table].current_round is None:
        evening.tick()
    before = evening.desk.room.tables[table]
    evening.restart()
    after = evening.desk.room.tables[table]
    assert after.table.state_to_dict() == before.table.state_to_dict()
    assert after.current_round == before.current_round
    last = list(store.records(f"table {table}"))[-1]
    assert last.name == "restart-clocks"
    played = len(store.hands())
    evening.play(40)
    assert len(store.hands()) > played


def test_a_deck_shuffled_before_an_outage_is_the_one_dealt_after_it(place: str, store: SqlStore) -> None:
    evening = RoomDriver(store, seed=1)
    table = evening.open("holdem")
    while not shuffles(store):
        evening.tick()
    shuffled = shuffles(store)[0].split()
    evening.restart()
    while evening.desk.room.tables[table].current_round is None:
        evening.tick()
    dealt = next(
        entry["fields"]["deck"]
        for record in store.records(f"table {table}")
        for entry in json.decode(record.payload)["events"]
        if entry["name"] == "opened"
    )
    turned = shuffled.index(dealt[0])
    assert dealt == shuffled[turned:] + shuffled[:turned]
    assert audit_room(place).ok


def test_everything_is_told_by_the_rooms_one_clock(store: SqlStore) -> None:
    evening = RoomDriver(store, seed=1)
    table = evening.open("holdem")
    hosted = evening.desk.room.tables[table]
    seen: list[int] = []
    for _ in range(40):
        evening.turn(table)
        clock, last = clock_of(hosted), list(store.records(f"table {table}"))[-1]
        assert last.time <= evening.clock
        if clock is not None and hosted.turn.seat:
            # Whoever is awaited is timed from a record that everybody has heard of, by the same clock.
            assert clock.started_at in {record.time for record in store.records(f"table {table}")}
            seen.append(clock.started_at)
    assert len(set(seen)) > 5
    assert seen == sorted(seen)
    times = [record.time for record in store.records(f"table {table}")]
    assert times == sorted(times)
    welcome = RoomGateway(evening.desk).admit(1, "ann")[0]
    assert isinstance(welcome, OutgoingFrame)
    assert json.decode(welcome.data)["time"] == evening.clock


def test_a_fund_that_feeds_the_house_is_found(place: str, store: SqlStore) -> None:
    evening = RoomDriver(store, seed=1)
    evening.open("holdem", jackpot={"fee": 1, "standards": ["aces full beaten"], "payouts": ["bad-beat"]})
    evening.play(60)
    store.close()
    vandal = Vandal(place)
    last = vandal.kept["ledger"][-1]
    vandal.add("ledger", {**last, "line": 98, "source": "jackpot table 1", "target": "house drop", "chips": 1})
    verdict = audit_room(place)
    assert verdict.wrong["jackpots"]
    assert any("the fund is the players'" in finding.message for finding in verdict.findings)
