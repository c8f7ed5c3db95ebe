"""`hoyle history`: the list, one hand, exports, other books, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.audit.sample_room import RoomDriver
from tests.cli.commands import hoyle, refusal

from hoyle.history.phh.reader import HandHistory, read_phh, read_phhs
from hoyle.history.replay.hand_replay import replay
from hoyle.storage import open_store


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = tmp_path_factory.mktemp("room") / "room.db"
    store = open_store(found)
    evening = RoomDriver(store, seed=5)
    evening.open("omaha-hilo8", "nj-19-47")
    evening.open("mini-dice")
    evening.play(260)
    store.close()
    return str(found)


def history(place: str, *words: str) -> str:
    result = hoyle("history", "--database", place, "--person", "ann", *words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_the_list_names_each_hand_with_its_result_and_company(place: str) -> None:
    text = history(place)
    assert text.splitlines()[0].split() == ["hand", "ended", "(UTC)", "game", "book", "pot", "result", "with"]
    assert "bob" in text
    rows = json.loads(history(place, "--json", "--limit", "1000"))
    assert {row["game"] for row in rows} == {"omaha-hilo8", "mini-dice"}
    lost = json.loads(history(place, "--json", "--limit", "1000", "--game", "omaha-hilo8", "--result", "lost"))
    assert lost == [row for row in rows if row["game"] == "omaha-hilo8" and row["net"] < 0] != []
    pots = json.loads(history(place, "--json", "--limit", "1000", "--pot", "20-60"))
    assert pots == [row for row in rows if 20 <= row["pot"] <= 60]
    second = json.loads(history(place, "--json", "--limit", "3", "--page", "2"))
    assert second == rows[3:6]
    assert "There are more: --page" in history(place, "--limit", "3")
    assert "No such hand of ann" in history(place, "--since", "2090-01-01")


def test_a_name_that_nobody_has_is_refused_with_those_like_it(place: str) -> None:
    said = refusal("history", "--database", place, "--person", "bobb")
    assert said == "hoyle: unknown member 'bobb'; did you mean bob?\n"
    said = refusal("history", "--database", place, "--person", "zzz", "1/last")
    assert said == "hoyle: unknown member 'zzz'\n"
    assert "unknown member 'anne'" in refusal("history", "--database", place, "--person", "ann", "--with", "anne")
    # Somebody who was here and played nothing has no hands, and a name.
    assert hoyle("history", "--database", place, "--person", "boss").stdout == "No such hand of boss.\n"


def test_one_hand_is_told_as_the_dealer_called_it(place: str) -> None:
    text = history(place, "1/last")
    assert text.startswith("table 1, round ")
    assert "(nj-19-47 19:47-14.11" in text
    assert "Ann gets " in text
    assert "Bob gets " not in text
    data = json.loads(history(place, "1/last", "--json"))
    assert data["person"] == "ann"
    assert data["moments"][0]["name"]
    assert "dice" in history(place, "2/last").lower()


def test_exports_are_read_by_the_programs_they_are_for(place: str, tmp_path: Path) -> None:
    one = read_phh(history(place, "1/last", "--export", "phh"))
    assert replay(one).ok
    file = tmp_path / "ann.phhs"
    result = hoyle(
        "history", "--database", place, "--person", "ann", "--table", "1", "--limit", "1000",
        "--export", "phh", "--out", str(file),
    )  # fmt: skip
    hands = [hand for _, hand in read_phhs(file.read_text("utf-8"))]
    assert f"{len(hands)} hands in {file}" in result.stderr
    assert len(hands) == len(json.loads(history(place, "--table", "1", "--json", "--limit", "1000")))
    for hand in hands:
        assert isinstance(hand, HandHistory)
        assert replay(hand).ok
    stars = history(place, "--table", "1", "--export", "pokerstars", "--limit", "2")
    assert stars.count("PokerStars Hand #1000000") == 2
    assert "Dealt to ann [" in stars
    assert "Dealt to bob [" not in stars
    assert len(json.loads(history(place, "--export", "json", "--limit", "4"))) == 4
    assert "table 2, round" in history(place, "--table", "2", "--export", "transcript")


def test_what_has_no_notation_is_left_out_and_named(place: str) -> None:
    result = hoyle("history", "--database", place, "--person", "ann", "--table", "2", "--export", "phh")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "is left out: mini-dice has no notation of that kind" in result.stderr


def test_a_hand_of_the_room_is_ruled_by_every_book(place: str) -> None:
    text = history(place, "1/last", "--under", "all")
    assert text.split()[:6] == ["nj-19-47", "(played)", "oneida", "ca-omaha", "room-2012", "house"]
    data = json.loads(history(place, "1/last", "--under", "oneida", "--json"))
    assert [each["book"] for each in data["under"]] == ["oneida"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["7"], "expected a table and a record, such as 7/120, or 7/last"),
        (["9/1"], "ann was in no hand 9/1"),
        (["1/last", "--game", "holdem"], "HAND is one hand already"),
        (["--game", "whist"], "unknown game 'whist'"),
        (["--book", "hoyle"], "unknown rulebook 'hoyle'"),
        (["--pot", "big"], "expected a size such as 100, or a range such as 100-500"),
        (["--pot", "60-20"], "pots from 60 to 20"),
        (["--since", "yesterday"], "is no time"),
        (["--page", "99"], "--page 99: the last page is"),
        (["--out", "x"], "--out needs --export"),
        (["--under", "all"], "--under needs one HAND"),
        (["1/last", "--under", "hoyle"], "unknown rulebook 'hoyle'"),
        (["2/last", "--under", "all"], "mini-dice has no notation"),
        (["1/last", "--export", "phh", "--out", "/no/such/place"], "/no/such/place"),
    ],
)
def test_what_cannot_be_had_is_one_line(place: str, words: list[str], said: str) -> None:
    assert said in refusal("history", "--database", place, "--person", "ann", *words)


def test_a_room_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    assert "none.db" in refusal("history", "--database", str(tmp_path / "none.db"), "--person", "ann")
    assert "missing option '--person'" in refusal("history").lower()
