"""The regulator's lists: what happened in the room, who did it, why, and how it stood before and after."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.audit.sample_room import RoomDriver

from hoyle.audit.reports import REPORTS, Filter, Report, make, read_time
from hoyle.audit.reports.player_pairs import Pair, Table
from hoyle.audit.reports.report_table import escape_formula
from hoyle.cli.main import cli
from hoyle.core.errors import InvalidError
from hoyle.storage import open_store
from hoyle.storage.sql.sql_store import SqlStore


def listed(place: str, name: str, wanted: Filter | None = None) -> list[dict[str, str | int]]:
    store = open_store(place, reading=True)
    try:
        report = make(name, store, wanted or Filter())
    finally:
        store.close()
    return [dict(zip(report.columns, row, strict=True)) for row in report.rows]


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["report", *words])


def test_significant_events_have_actor_reason_before_and_after(full_room: str) -> None:
    rows = listed(full_room, "events")
    seen = {(row["event"], row["about"]): row for row in rows}
    disabled = next(row for row in rows if row["event"] == "person-restricted" and row["after"] == "disabled")
    assert (disabled["actor"], disabled["about"], disabled["reason"]) == ("boss", "cy", "chip dumping")
    assert disabled["before"] == "not disabled"
    role = seen["role-changed", "flo"]
    assert (role["before"], role["after"]) == ("player", "floor")
    stopped = seen["game-availability-changed", "mini-dice"]
    assert (stopped["reason"], stopped["before"], stopped["after"]) == ("dice lost", "dealt", "not dealt")
    assert {
        "chips-issued",
        "paused",
        "closing",
        "hands-accessed",
        "installed-files-checked",
        "bot-seated",
        "jackpot-paid",
    } <= {row["event"] for row in rows}
    assert [row["time"] for row in rows] == sorted(str(row["time"]) for row in rows)


def test_the_auditors_own_reading_is_an_event(full_room: str) -> None:
    [row] = [row for row in listed(full_room, "events") if row["event"] == "hands-accessed"]
    assert (row["actor"], row["reason"]) == ("aud", "complaint of bob")


def test_rake_and_drop_are_those_of_the_ledger(tmp_path: Path) -> None:
    store = open_store(tmp_path / "room.db")
    evening = RoomDriver(store, seed=4)
    evening.open("holdem", rake={"percent": 10, "levels": [], "cap": 4})
    evening.play(150)
    report = make("rake", store, Filter())
    total = sum(row[report.columns.index("drop")] for row in report.rows)  # type: ignore[misc]
    assert total == store.balances().get("house drop", 0) > 0
    hands = sum(row[report.columns.index("hands")] for row in report.rows)  # type: ignore[misc]
    assert hands == len(store.hands())
    store.close()


def test_chips_that_flow_between_people_sum_up(full_room: str) -> None:
    rows = {(row["person"], row["with"]): row for row in listed(full_room, "company")}
    store = open_store(full_room, reading=True)
    together = [hand for hand in store.hands(person="ann") if "bob" in hand.people and hand.game != "craps"]
    store.close()
    assert rows["ann", "bob"]["hands in common"] == len(together) > 5


def hand(table: Table, *steps: tuple[str, dict[str, object], list[tuple[str, str, int]]]) -> None:
    table.hear("opened", {"seats": [1, 2, 3], "people": ["ann", "bob", "cy"]}, [], 1)
    for name, facts, moved in steps:
        table.hear(name, facts, moved, 1)
    table.hear("round-closed", {}, [], 1)


def test_what_the_losers_lost_went_to_the_winner() -> None:
    pairs: dict[tuple[str, str], Pair] = {}
    hand(
        Table(pairs, Filter()),
        ("bet", {"seat": 1}, [("seat 1", "pot", 30)]),
        ("called", {"seat": 2}, [("seat 2", "pot", 30)]),
        ("folded", {"seat": 3}, []),
        ("awarded", {"seat": 2}, [("pot", "seat 2", 60)]),
    )
    assert pairs["ann", "bob"].flow == 30
    assert pairs["bob", "cy"].flow == 0
    assert {pair.hands for pair in pairs.values()} == {1}


def test_soft_play_is_counted_only_when_two_are_left() -> None:
    pairs: dict[tuple[str, str], Pair] = {}
    hand(
        Table(pairs, Filter()),
        ("checked", {"seat": 1}, []),
        ("folded", {"seat": 3}, []),
        ("checked", {"seat": 1}, []),
        ("checked", {"seat": 2}, []),
        ("folded", {"seat": 1}, []),
    )
    pair = pairs["ann", "bob"]
    assert (pair.checks, pair.folds, pair.bets) == (2, 1, 0)


def test_disputes_name_their_round_and_ruling(full_room: str) -> None:
    [row] = listed(full_room, "disputes")
    assert (row["by"], row["about"], row["settled by"], row["ruling"]) == ("bob", "the last pot", "flo", "stands")
    assert row["round"]


def test_suspicious_play_that_a_player_reported_is_listed(full_room: str) -> None:
    [row] = listed(full_room, "suspicions")
    assert (row["reported by"], row["about"], row["why"]) == ("bob", "cy", "always folds to ann")
    assert listed(full_room, "suspicions", Filter(person="dot")) == []


def test_every_jackpot_contribution_is_listed_and_the_sum_is_what_the_fund_holds(full_room: str) -> None:
    rows = listed(full_room, "jackpots")
    store = open_store(full_room, reading=True)
    assert rows[-1]["held after it"] == store.balances()["jackpot big"]
    store.close()
    assert {row["what"] for row in rows} == {"contribution", "payment"}


def test_sessions_and_failed_log_ins_are_listed(full_room: str) -> None:
    rows = listed(full_room, "sessions", Filter(person="flo"))
    assert [row["what"] for row in rows] == ["session", "session", "failed log-in", "session"]
    assert rows[2]["until"] == "3 wrong passwords"
    assert rows[-1]["from"] == "browser"
    assert rows[-1]["until"] != "open"


def test_lists_are_filtered_by_time_and_table(full_room: str) -> None:
    everything = listed(full_room, "events")
    middle = read_time(str(everything[len(everything) // 2]["time"]).replace(" ", "T"))
    before = listed(full_room, "events", Filter(until=middle))
    after = listed(full_room, "events", Filter(since=middle))
    assert len(before) + len(after) == len(everything)
    assert before
    assert {row["where"] for row in listed(full_room, "events", Filter(table=2))} == {"table 2"}


@pytest.mark.parametrize("name", REPORTS)
def test_every_list_is_the_same_in_csv(full_room: str, tmp_path: Path, name: str) -> None:
    file = tmp_path / "list.csv"
    done = run(name, "--database", full_room, "--csv", str(file))
    assert done.exit_code == 0, done.output
    rows = list(csv.reader(io.StringIO(file.read_text())))
    told = listed(full_room, name)
    assert len(rows) == len(told) + 1 > 1
    assert rows[0] == list(told[0])
    assert run(name, "--database", full_room, "--csv", "-").output == file.read_text()
    assert run(name, "--database", full_room).exit_code == 0


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "|x", "%x"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert str(escape_formula(text)).startswith("'")
    report = Report(title="x", columns=("said",), rows=[(text,), (-5,)])
    cells = [row[0] for row in csv.reader(io.StringIO(report.csv(), newline=""))]
    assert cells[1].startswith("'")
    assert cells[2] == "-5"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nothing",), "nothing"),
        (("events", "--database", "/nowhere/room.db"), "/nowhere"),
        (("events", "--since", "yesterday"), "yesterday"),
        (("events", "--table", "99"), "no table 99"),
        (("events", "--since", "2026-01-02", "--until", "2026-01-01"), "not after"),
        (("events", "--csv", "/nowhere/x.csv"), "/nowhere/x.csv"),
    ],
)
def test_a_list_that_cannot_be_had_is_refused_in_one_line(full_room: str, words: tuple[str, ...], said: str) -> None:
    database = () if "--database" in words else ("--database", full_room)
    done = run(*words, *database)
    assert done.exit_code == 2
    assert said in done.output + getattr(done, "stderr", "")


@pytest.mark.parametrize("columns", [60, 80, 110])
def test_no_word_of_a_list_is_broken_in_a_narrow_terminal(full_room: str, columns: int) -> None:
    words = ["report", "events", "--database", full_room]
    done = CliRunner().invoke(cli, words, env={"COLUMNS": str(columns)})
    assert [line for line in done.output.splitlines() if len(line.rstrip()) > columns] == []
    for row in listed(full_room, "events"):
        assert str(row["event"]) in done.output


def test_a_name_that_nobody_has_is_refused_with_those_like_it(full_room: str) -> None:
    found = run("events", "--database", full_room, "--person", "dott")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == "hoyle: unknown member 'dott'; did you mean dot?\n"
    # Of whom there is nothing to list, but who is known, the list is empty.
    found = run("suspicions", "--database", full_room, "--person", "dot")
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (0, "nothing")


def test_where_there_is_no_room_one_is_told_where_it_may_be(tmp_path: Path) -> None:
    done = run("events", "--database", str(tmp_path / "room.db"))
    assert "name a room's with --database; that of `hoyle serve`" in done.stderr
    (tmp_path / "empty.db").touch()
    assert (
        "empty.db is empty: no room has been kept there"
        in run("events", "--database", str(tmp_path / "empty.db")).stderr
    )


def test_an_empty_room_has_empty_lists(store: SqlStore, place: str) -> None:
    for name in REPORTS:
        assert make(name, store, Filter()).rows == []
    with pytest.raises(InvalidError, match="there is no list"):
        make("x", store, Filter())
