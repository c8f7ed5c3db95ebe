"""`hoyle replay` as people use it."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.cli.commands import answer, hoyle, refusal

from hoyle.cli.render.poker_table import print_calls
from hoyle.history.narration import narrate
from hoyle.history.phh.reader import HandHistory, read_phh, read_phhs
from hoyle.history.replay.hand_replay import replay

HANDS = Path(__file__).parent.parent / "history" / "hands"
RAZZ = str(HANDS / "razz.phh")
KEYS = [*("file", "ok", "complete", "stacks", "recorded", "winnings", "recorded_winnings", "verdict", "error"), "note"]


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
    text = answer("replay", RAZZ)
    assert text.startswith("Razz, fixed-limit, 2 players\n")
    assert re.search(r"^Ben brings it in for 1\. +house forced-bet$", text, re.M)
    assert "\n\nBurn. Fourth street: " in text
    assert "Ben takes it with a 6-5-4-3-2 low" in text
    assert text.endswith("The finishing stacks are the recorded ones.\n")
    assert [line.split() for line in text.splitlines()[-3:-1]] == [
        ["p1", "Ada", "30", "21", "21"],
        ["p2", "Ben", "30", "39", "39"],
    ]


def test_the_clauses_of_the_book_on_record_are_cited() -> None:
    assert " nj-19-47 19:47-14.11(f)2iii\n" in answer("replay", str(HANDS / "omaha-hilo8-nj-odd-chip.phh"))


def test_a_folder_is_told_as_a_table() -> None:
    text = answer("replay", str(HANDS))
    count = len(list(HANDS.glob("*.phh")))
    assert sum(line.endswith(" ok") for line in text.splitlines()) == count
    assert f"{count} hands: {count} end with the recorded stacks, 0 have none recorded, 0 differ" in text


def test_json_has_one_entry_for_each_file() -> None:
    (entry,) = results(answer("replay", RAZZ, "--json"))
    assert list(entry) == KEYS
    assert entry == {
        "file": RAZZ,
        "ok": True,
        "complete": True,
        "stacks": [21, 39],
        "recorded": [21, 39],
        "winnings": [0, 18],
        "recorded_winnings": None,
        "verdict": "matches",
        "error": None,
        "note": None,
    }
    many = results(answer("replay", str(HANDS), "--json"))
    assert [entry["file"] for entry in many] == [str(path) for path in sorted(HANDS.glob("*.phh"))]
    assert all(entry["ok"] for entry in many)


def test_json_amounts_are_numbers_in_the_files_own_unit() -> None:
    (entry,) = results(answer("replay", str(HANDS / "holdem-cents.phh"), "--json"))
    assert entry["stacks"] == [19.75, 17.48, 31.17]


def test_json_has_one_entry_for_each_hand_of_a_file_of_many(tmp_path: Path) -> None:
    text = (HANDS / "razz.phh").read_text(encoding="utf-8")
    path = tmp_path / "two.phhs"
    path.write_text(f"[1]\n{text}\n[2]\n{text.replace('p2 pb', 'p2 xx')}", encoding="utf-8")
    result = hoyle("replay", str(path), "--json")
    assert result.exit_code == 2
    good, bad = results(result.stdout)
    assert (good["hand"], good["ok"]) == ("1", True)
    assert (bad["hand"], bad["ok"], bad["stacks"]) == ("2", False, None)
    assert "[2] line 50, action 3 'p2 xx'" in bad["error"]


def test_stacks_that_differ_make_exit_code_1(tmp_path: Path) -> None:
    path = altered(tmp_path, "razz", "[21, 39]", "[20, 40]")
    result = hoyle("replay", path, "--json")
    assert result.exit_code == 1
    (entry,) = results(result.stdout)
    assert (entry["ok"], entry["stacks"], entry["recorded"]) == (False, [21, 39], [20, 40])
    told = hoyle("replay", path)
    assert told.exit_code == 1
    assert told.stderr == (
        f"hoyle: {path}: finishing stacks differ: p1 ends with 21, recorded 20, p2 ends with 39, recorded 40\n"
    )


def test_a_rake_that_is_not_recorded_is_recognised(tmp_path: Path) -> None:
    path = altered(tmp_path, "razz", "[21, 39]", "[21, 37]")
    result = hoyle("replay", path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("recorded 37 (2 short in all, as a rake leaves it)\n")
    (entry,) = results(hoyle("replay", path, "--json").stdout)
    assert (entry["ok"], entry["verdict"]) == (False, "raked")
    both = " ".join(hoyle("replay", path, RAZZ).stdout.split())
    assert "2 hands: 1 end with the recorded stacks, 0 have none recorded, 1 differ (1 by no more" in both


def test_winnings_are_verified_where_no_stacks_are_recorded(tmp_path: Path) -> None:
    path = altered(tmp_path, "razz", "finishing_stacks = [21, 39]", "winnings = [0, 18]")
    assert answer("replay", path).endswith("The winnings are the recorded ones.\n")
    wrong = altered(tmp_path, "razz", "finishing_stacks = [21, 39]", "winnings = [18, 0]")
    result = hoyle("replay", wrong)
    assert result.exit_code == 1
    assert result.stderr == (
        f"hoyle: {wrong}: winnings differ: p1 collects 0, recorded 18, p2 collects 18, recorded 0\n"
    )
    unrecorded = altered(tmp_path, "razz", "finishing_stacks = [21, 39]", "winnings = [0, 0]")
    assert answer("replay", unrecorded).endswith("No result is recorded: there is nothing to compare.\n")


@pytest.mark.parametrize(
    ("stem", "old", "new", "words"),
    [
        ("razz", "antes = [1, 1]", "antes = [1, 1", "line 5, column 1: not TOML"),
        ("razz", '"FR"', '"XX"', "line 2: variant = XX: expected one of FT"),
        ("razz", "[30, 30]", "[30, 30, 30]", "line 4: antes = [1, 1]: 2 amounts for 3 players"),
        ("razz", "d dh p2 3h4hKc", "d dh p2 3h2sKc", "'d dh p2 3h2sKc': 2s was dealt before, in action 1"),
        ("razz", "d dh p2 3h4hKc", "d dh p2 3h4hKx", "'Kx' in '3h4hKx' (card 3) is not a card"),
        ("razz", "p2 pb", "p1 pb", "action 3 'p1 pb': out of turn: p2 is to act (bring in 1, raise to 2)"),
        ("draw5-low", '"p2 sd As"', '"p2 cc",\n  "p2 sd As"', "'p2 cc': out of turn: p2 is to draw"),
        ("holdem-limit", "p1 cbr 8", "p1 cbr 9", "'p1 cbr 9': not allowed (house betting); legal: fold"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, stem: str, old: str, new: str, words: str) -> None:
    path = altered(tmp_path, stem, old, new)
    result = hoyle("replay", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"hoyle: {path} ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    (entry,) = results(hoyle("replay", path, "--json").stdout)
    assert words in entry["error"]
    assert not entry["ok"]


def test_files_that_are_not_there_or_not_text_are_named(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.phh")
    assert hoyle("replay", missing).stderr == f"hoyle: {missing}: No such file or directory\n"
    binary = tmp_path / "card.phh"
    binary.write_bytes(b"variant = \xff")
    result = hoyle("replay", str(binary))
    assert (result.exit_code, result.stderr) == (2, f"hoyle: {binary}: not UTF-8 text (byte 11)\n")
    (tmp_path / "empty").mkdir()
    assert "no .phh or .phhs file in this folder" in hoyle("replay", str(tmp_path / "empty")).stderr


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path) -> None:
    shutil.copy(HANDS / "badugi.phh", tmp_path)
    altered(tmp_path, "razz", "p2 pb", "p1 pb")
    result = hoyle("replay", str(tmp_path))
    assert result.exit_code == 2
    assert "badugi.phh  2-handed FB  ok" in result.stdout
    assert "1 cannot be replayed" in result.stdout
    assert "action 3 'p1 pb': out of turn" in result.stderr


def test_hands_are_written_anew_as_phh(tmp_path: Path) -> None:
    text = answer("replay", RAZZ, "--phh")
    assert replay(read_phh(text)).ok
    hero = answer("replay", RAZZ, "--phh", "--hero", "1")
    assert '"d dh p2 ????Kc"' in hero
    both = read_phhs(answer("replay", RAZZ, str(HANDS / "badugi.phh"), "--phh"))
    assert [hand.variant for _, hand in both if isinstance(hand, HandHistory)] == ["FR", "FB"]


def test_hands_are_written_as_pokerstars_text() -> None:
    text = answer("replay", str(HANDS / "holdem-cents.phh"), "--pokerstars", "--hero", "2")
    assert text.startswith("PokerStars Hand #1: Hold'em No Limit ($0.25/$0.50 USD) - 2000/01/01 0:00:00 ET [")
    assert "Seat 2: Ben ($17.35 in chips)\n" in text
    assert "Ben collected $2.63 from pot\nCleo collected $2.62 from pot\n" in text


def test_the_python_package_poker_gets_text_that_it_can_read() -> None:
    omaha = str(HANDS / "omaha-hilo8.phh")
    text = answer("replay", omaha, "--pokerstars", "--reader", "poker", "--hero", "2")
    assert "Dealt to Ben [8h 8d] [9s 9c]\n" in text
    assert "Seat 3: Cleo showed" in text
    assert "wants the cards of one player: --hero N" in refusal("replay", omaha, "--pokerstars", "--reader", "poker")
    assert "goes with --pokerstars" in refusal("replay", omaha, "--reader", "poker")


def test_one_form_at_a_time() -> None:
    result = hoyle("replay", RAZZ, "--phh", "--json")
    assert result.exit_code == 2
    assert "--json, --pokerstars and --phh exclude each other" in result.stderr


def test_a_record_that_ends_early_says_so(tmp_path: Path) -> None:
    text = (HANDS / "razz.phh").read_text(encoding="utf-8")
    path = tmp_path / "early.phh"
    path.write_text(text[: text.index('  "p1 cbr 4"')] + "]\n", encoding="utf-8")
    assert "the record ends before the hand is over: p1 is to act" in answer("replay", str(path))
    (entry,) = results(answer("replay", str(path), "--json"))
    assert (entry["ok"], entry["complete"], entry["stacks"], entry["error"]) == (False, False, None, None)
    assert entry["note"].startswith("the record ends before the hand is over: p1 is to act")
    assert "2 hands: 1 end with the recorded stacks" in answer("replay", RAZZ, str(path))
    assert "1 have no known end" in " ".join(answer("replay", RAZZ, str(path)).split())


def test_hands_with_cents_are_told_in_money() -> None:
    text = answer("replay", str(HANDS / "holdem-cents.phh"))
    assert "no-limit, blinds 0.25/0.50: three players" in text
    assert "Cleo raises to 1.50." in text
    assert "tie with an ace-high straight, 2.62 each of 5.25." in text
    assert ["p2", "Ben", "17.35", "17.48", "17.48"] in [line.split() for line in text.splitlines()]


def test_amounts_have_the_decimals_of_the_record(tmp_path: Path) -> None:
    path = altered(tmp_path, "holdem-limit", "small_bet = 4", "small_bet = 4.00")
    text = answer("replay", path)
    assert "fixed-limit 4.00/8.00" in text
    assert "Ben posts the big blind, 4.00." in text


@pytest.mark.parametrize("width", [80, 50])
def test_a_clause_is_never_broken(width: int) -> None:
    paper = io.StringIO()
    played = replay(read_phh((HANDS / "omaha-hilo8-nj-odd-chip.phh").read_text(encoding="utf-8")))
    assert played.round is not None
    calls = list(narrate(played.round.log, played.round.rules))
    print_calls(Console(file=paper, width=width, highlight=False, markup=False), calls)
    lines = paper.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert all(any(line.endswith(call.clause) for line in lines) for call in calls)


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("month = 6\nday = 31", "line 37: day = 31: month 6 has no such day"),
        ("year = 2023\nmonth = 2\nday = 29", "line 38: day = 29: month 2 has no such day"),
        ("day = 'first'", "line 36: day = first: expected a whole number from 1 to 31"),
        ("day = [1, 2]", "line 36: day = [1, 2]: expected"),
        ("month = nan", "line 36: month = NaN: expected a whole number from 1 to 12"),
        ("year = 0", "line 36: year = 0: expected a whole number from 1 to 9999"),
        ("time = 'noon'", "line 36: time = noon: expected a time such as 20:15:00"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--pokerstars"]])
def test_a_day_no_calendar_has_is_refused(tmp_path: Path, date: str, words: str, form: list[str]) -> None:
    path = tmp_path / "dated.phh"
    path.write_text(f"{Path(RAZZ).read_text(encoding='utf-8')}{date}\n", encoding="utf-8")
    result = hoyle("replay", str(path), *form)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"hoyle: {path} {words}")
    assert result.stderr.count("\n") == 1


def test_the_date_on_record_is_written_for_trackers(tmp_path: Path) -> None:
    path = tmp_path / "dated.phh"
    more = "year = 2024\nmonth = 2\nday = 29\ntime = 20:15:00\nseat_count = 8\n"
    path.write_text(Path(RAZZ).read_text(encoding="utf-8") + more, encoding="utf-8")
    text = answer("replay", str(path), "--pokerstars")
    assert "- 2024/02/29 20:15:00 ET [2024/02/29 20:15:00 ET]\nTable 'hoyle' 8-max" in text


@pytest.mark.parametrize("depth", [30, 5000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_a_text_nested_too_deeply_is_refused_in_one_line(tmp_path: Path, depth: int, brackets: str) -> None:
    inner = "[" * depth + "]" * depth if brackets == "[]" else "{a=" * depth + "1" + "}" * depth
    path = tmp_path / "deep.phh"
    path.write_text(f"{Path(RAZZ).read_text(encoding='utf-8')}_deep = {inner}\n", encoding="utf-8")
    result = hoyle("replay", str(path))
    assert result.exit_code == 2
    assert result.stderr == f"hoyle: {path}: lists or tables more than 20 deep, one in another\n"


@pytest.mark.parametrize("amount", ["1e999999999", "1e400", "9" * 5000, "1" * 30])
def test_amounts_beyond_all_money_are_refused(tmp_path: Path, amount: str) -> None:
    result = hoyle("replay", altered(tmp_path, "razz", "[30, 30]", f"[30, {amount}]"))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    bet = hoyle("replay", altered(tmp_path, "holdem-limit", "p1 cbr 8", f"p1 cbr {amount}"))
    assert "is not an amount of chips" in bet.stderr


def test_a_hero_who_is_not_there_is_refused() -> None:
    result = hoyle("replay", RAZZ, "--hero", "9")
    assert result.exit_code == 2
    assert result.stderr == f"hoyle: --hero 9: {RAZZ} has players p1 to p2\n"


def test_standard_input_holds_one_hand_or_many() -> None:
    text = Path(RAZZ).read_text(encoding="utf-8")

    def piped(content: str) -> list[dict[str, Any]]:
        result = hoyle("replay", "-", "--json", text=content)
        assert result.exit_code == 0
        return results(result.stdout)

    (entry,) = piped(text)
    assert (entry["file"], entry["ok"]) == ("standard input", True)
    assert [entry["hand"] for entry in piped(f"# two hands\n[1]\n{text}\n[2]\n{text}")] == ["1", "2"]


def test_a_byte_order_mark_is_no_part_of_the_hand(tmp_path: Path) -> None:
    path = tmp_path / "marked.phh"
    path.write_bytes(b"\xef\xbb\xbf" + Path(RAZZ).read_bytes())
    assert results(answer("replay", str(path), "--json"))[0]["ok"]


def test_many_good_hands_need_no_table(tmp_path: Path) -> None:
    text = Path(RAZZ).read_text(encoding="utf-8")
    path = tmp_path / "many.phhs"
    path.write_text("".join(f"[{at}]\n{text}\n" for at in range(1, 61)), encoding="utf-8")
    assert answer("replay", str(path)) == (
        "60 hands: 60 end with the recorded stacks, 0 have none recorded, 0 differ, 0 cannot be replayed\n"
    )


def test_a_game_that_is_not_played_here_does_not_hide_the_rest(tmp_path: Path) -> None:
    shutil.copy(HANDS / "badugi.phh", tmp_path)
    short_deck = altered(tmp_path, "razz", '"FR"', '"NS"')
    text = answer("replay", str(tmp_path))
    assert re.search(r"^badugi\.phh +2-handed FB +ok", text, re.M)
    assert "unsupported: line 2: variant = NS: short-deck hold'em is not played" in text
    assert "1 of games not played here" in " ".join(text.split())
    alone = hoyle("replay", short_deck)
    assert alone.exit_code == 2
    assert "short-deck hold'em is not played here" in alone.stderr


def test_files_may_be_named_from_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HANDS)
    assert "2 hands: 2 end with the recorded stacks" in answer("replay", "razz.phh", str(HANDS / "badugi.phh"))


# Another book


def test_a_hand_is_called_by_another_book_and_the_differences_told() -> None:
    same = hoyle("replay", str(HANDS / "holdem-limit.phh"), "--book", "oneida")
    assert same.exit_code == 0
    assert "oneida XI.J.5" in same.stdout
    assert same.stdout.rstrip().endswith("nothing is otherwise by oneida")
    other = hoyle("replay", str(HANDS / "holdem-straddle-and-post.phh"), "--book", "oneida")
    assert other.exit_code == 1
    assert "  sign: p3 straddles 4: oneida has blinds only (oneida XI.J.4)" in other.stdout


def test_many_hands_are_held_against_a_book_at_once() -> None:
    found = hoyle("replay", str(HANDS), "--book", "oneida")
    assert found.exit_code == 1
    assert "23 hands by oneida: 12 the same, 4 otherwise, 7 of games it does not have, 0 cannot" in " ".join(
        found.stdout.split()
    )
    entries = results(hoyle("replay", str(HANDS), "--book", "oneida", "--json").stdout)
    assert {entry["book"] for entry in entries} == {"oneida"}
    clauses = [each["clause"] for entry in entries for each in entry["differences"]]
    assert "oneida XI.J.4" in clauses


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--book", "hoyle"], "unknown rulebook 'hoyle'; the rulebooks are nj-19-47"),
        (["--book", "oneida", "--phh"], "--book reports differences"),
        (["--book", "oneida"], "oneida has no razz"),
    ],
)
def test_a_book_that_cannot_be_held_against_a_hand_is_refused(more: list[str], message: str) -> None:
    found = hoyle("replay", RAZZ, *more)
    assert found.exit_code == 2
    assert message in found.stderr + found.stdout


@pytest.mark.parametrize("book", ["oneida", "all"])
def test_a_record_that_no_book_can_be_held_against_is_refused_in_one_line(tmp_path: Path, book: str) -> None:
    path = altered(tmp_path, "razz", "antes = [1, 1]", "antes = [1, 1")
    found = hoyle("replay", path, "--book", book)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"hoyle: {path} ")
    assert "line 5, column 1: not TOML" in found.stderr
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("book", ["oneida", "all"])
def test_among_many_hands_the_one_that_cannot_be_read_is_named(tmp_path: Path, book: str) -> None:
    shutil.copy(HANDS / "holdem-limit.phh", tmp_path)
    path = altered(tmp_path, "razz", "antes = [1, 1]", "antes = [1, 1")
    found = hoyle("replay", str(tmp_path), "--book", book)
    assert found.exit_code == 2
    assert Path(path).name in "".join(found.stdout.split())
    assert found.stderr.startswith(f"hoyle: {path} ")
    assert found.stderr.count("\n") == 1
