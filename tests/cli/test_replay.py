"""`hoyle replay` as people use it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hoyle.cli import cli
from hoyle.history.phh import read, read_all
from hoyle.history.replay import replay

HANDS = Path(__file__).parent.parent / "history" / "hands"
RAZZ = str(HANDS / "razz.phh")
KEYS = ["file", "ok", "stacks", "recorded", "error"]


def hoyle_replay(*args: str) -> Result:
    return CliRunner().invoke(cli, ["replay", *args], prog_name="hoyle")


def answer(*args: str) -> str:
    result = hoyle_replay(*args)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def results(text: str) -> list[dict[str, Any]]:
    found = json.loads(text)
    assert isinstance(found, list)
    return found


def altered(folder: Path, stem: str, old: str, new: str) -> str:
    """A copy of a hand with something changed."""
    text = (HANDS / f"{stem}.phh").read_text(encoding="utf-8")
    assert old in text
    path = folder / f"{stem}.phh"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def test_one_hand_is_told_as_the_dealer_calls_it() -> None:
    text = answer(RAZZ)
    assert text.startswith("Razz, fixed-limit, 2 players\n")
    assert "Ben brings it in for 1.  (house forced-bet)" in text
    assert "Ben takes it with a 6-5-4-3-2 low" in text
    assert text.endswith("The finishing stacks are the recorded ones.\n")
    assert [line.split() for line in text.splitlines()[-3:-1]] == [
        ["p1", "Ada", "30", "21", "21"],
        ["p2", "Ben", "30", "39", "39"],
    ]


def test_the_clauses_of_the_book_on_record_are_cited() -> None:
    assert "(nj-19-47 19:47-14.11(f)2iii)" in answer(str(HANDS / "omaha-hilo8-nj-odd-chip.phh"))


def test_a_folder_is_told_as_a_table() -> None:
    text = answer(str(HANDS))
    count = len(list(HANDS.glob("*.phh")))
    assert text.count(" ok ") == count
    assert f"{count} hands: {count} end with the recorded stacks, 0 have none recorded, 0 differ" in text


def test_json_has_one_entry_for_each_file() -> None:
    (entry,) = results(answer(RAZZ, "--json"))
    assert list(entry) == KEYS
    assert entry == {"file": RAZZ, "ok": True, "stacks": [21, 39], "recorded": [21, 39], "error": None}
    many = results(answer(str(HANDS), "--json"))
    assert [entry["file"] for entry in many] == [str(path) for path in sorted(HANDS.glob("*.phh"))]
    assert all(entry["ok"] for entry in many)


def test_json_amounts_are_numbers_in_the_files_own_unit() -> None:
    (entry,) = results(answer(str(HANDS / "holdem-cents.phh"), "--json"))
    assert entry["stacks"] == [19.75, 17.48, 31.17]


def test_json_has_one_entry_for_each_hand_of_a_file_of_many(tmp_path: Path) -> None:
    text = (HANDS / "razz.phh").read_text(encoding="utf-8")
    path = tmp_path / "two.phhs"
    path.write_text(f"[1]\n{text}\n[2]\n{text.replace('p2 pb', 'p2 xx')}", encoding="utf-8")
    result = hoyle_replay(str(path), "--json")
    assert result.exit_code == 2
    good, bad = results(result.stdout)
    assert (good["hand"], good["ok"]) == ("1", True)
    assert (bad["hand"], bad["ok"], bad["stacks"]) == ("2", False, None)
    assert "[2] line 50, action 3 'p2 xx'" in bad["error"]


def test_stacks_that_differ_make_exit_code_1(tmp_path: Path) -> None:
    path = altered(tmp_path, "razz", "[21, 39]", "[20, 40]")
    result = hoyle_replay(path, "--json")
    assert result.exit_code == 1
    (entry,) = results(result.stdout)
    assert (entry["ok"], entry["stacks"], entry["recorded"]) == (False, [21, 39], [20, 40])
    told = hoyle_replay(path)
    assert told.exit_code == 1
    assert told.stderr == (
        f"hoyle: {path}: finishing stacks differ: p1 ends with 21, recorded 20, "
        "p2 ends with 39, recorded 40\n"
    )


@pytest.mark.parametrize(
    ("stem", "old", "new", "words"),
    [
        ("razz", "antes = [1, 1]", "antes = [1, 1", "line 5, column 1: not TOML"),
        ("razz", '"FR"', '"XX"', "line 2: variant = XX: expected one of FT"),
        ("razz", "[30, 30]", "[30, 30, 30]", "line 4: antes = [1, 1]: 2 amounts for 3 players"),
        ("razz", "d dh p2 3h4hKc", "d dh p2 3h2sKc", "'d dh p2 3h2sKc': 2s was dealt before, in action 1"),
        ("razz", "d dh p2 3h4hKc", "d dh p2 3h4hKx", "'Kx' in '3h4hKx' (card 3) is not a card"),
        ("razz", "p2 pb", "p1 pb", "action 3 'p1 pb': out of turn: p2 is to act (bring in 1, raise to 2)"),
        ("holdem-limit", "p1 cbr 8", "p1 cbr 9", "'p1 cbr 9': not allowed (house betting); legal: fold"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path, stem: str, old: str, new: str, words: str
) -> None:
    path = altered(tmp_path, stem, old, new)
    result = hoyle_replay(path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"hoyle: {path} ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    (entry,) = results(hoyle_replay(path, "--json").stdout)
    assert words in entry["error"]
    assert not entry["ok"]


def test_files_that_are_not_there_or_not_text_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.phh")
    assert hoyle_replay(missing).stderr == f"hoyle: {missing}: No such file or directory\n"
    binary = tmp_path / "card.phh"
    binary.write_bytes(b"variant = \xff")
    result = hoyle_replay(str(binary))
    assert (result.exit_code, result.stderr) == (2, f"hoyle: {binary}: not UTF-8 text (byte 11)\n")
    (tmp_path / "empty").mkdir()
    assert "no .phh or .phhs file in this folder" in hoyle_replay(str(tmp_path / "empty")).stderr


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    shutil.copy(HANDS / "badugi.phh", tmp_path)
    altered(tmp_path, "razz", "p2 pb", "p1 pb")
    result = hoyle_replay(str(tmp_path))
    assert result.exit_code == 2
    assert "badugi.phh  2-handed FB  ok" in result.stdout
    assert "1 cannot be replayed" in result.stdout
    assert "action 3 'p1 pb': out of turn" in result.stderr


def test_hands_are_written_anew_as_phh(tmp_path: Path) -> None:
    text = answer(RAZZ, "--phh")
    assert replay(read(text)).ok
    hero = answer(RAZZ, "--phh", "--hero", "1")
    assert '"d dh p2 ????Kc"' in hero
    both = read_all(answer(RAZZ, str(HANDS / "badugi.phh"), "--phh"))
    assert [hand.variant for hand in both] == ["FR", "FB"]


def test_hands_are_written_as_pokerstars_text() -> None:
    text = answer(str(HANDS / "holdem-cents.phh"), "--pokerstars", "--hero", "2")
    assert text.startswith("PokerStars Hand #1: Hold'em No Limit ($0.25/$0.50 USD) - 2000/01/01 0:00:00 ET\n")
    assert "Seat 2: Ben ($17.35 in chips)\n" in text
    assert "Ben collected $2.63 from pot\nCleo collected $2.62 from pot\n" in text


def test_one_form_at_a_time() -> None:
    result = hoyle_replay(RAZZ, "--phh", "--json")
    assert result.exit_code == 2
    assert "--json, --pokerstars and --phh exclude each other" in result.stderr


def test_a_record_that_ends_early_says_so(tmp_path: Path) -> None:
    text = (HANDS / "razz.phh").read_text(encoding="utf-8")
    path = tmp_path / "early.phh"
    path.write_text(text[: text.index('  "p1 cbr 4"')] + "]\n", encoding="utf-8")
    assert "the record ends before the hand is over: p1 is to act" in answer(str(path))
    (entry,) = results(answer(str(path), "--json"))
    assert (entry["ok"], entry["stacks"], entry["error"]) == (True, None, None)
