"""`hoyle judge` as people use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.cli.commands import hoyle

from hoyle.core.cards import stacked_deck
from hoyle.table import PokerTable, PostedSign

QUARTERED: dict[str, Any] = {
    "id": "Q-1",
    "kind": "showdown",
    "title": "A quartered pot",
    "rulebook": "oneida",
    "game": "omaha-hilo8",
    "button": 1,
    "board": ["4s", "6h", "7d", "Qc", "Qh"],
    "players": [
        {"seat": 1, "cards": ["Qs", "Qd", "Jh", "Jd"], "state": "live"},
        {"seat": 2, "cards": ["Ah", "2c", "Kh", "Kc"], "state": "live"},
        {"seat": 5, "cards": ["Ad", "2s", "Ts", "Tc"], "state": "live"},
    ],
    "pot": 103,
}
ELIGIBLE: dict[str, Any] = {
    "id": "E-1",
    "kind": "eligibility",
    "rulebook": "ca-omaha",
    "game": "omaha-hilo8",
    "required": [4],
    "table_min": 4,
    "stack": 1,
}


def run(*args: str, text: str | None = None) -> Result:
    return hoyle("judge", *args, text=text)


def file_of(folder: Path, *cases: dict[str, Any], name: str = "cases.json") -> str:
    path = folder / name
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return str(path)


def test_a_ruling_reads_like_a_dealer_explaining_it(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, {**QUARTERED, "expect": {"totals": {"1": 52, "2": 25, "5": 26}}}))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:12] == [
        "Q-1  A quartered pot",
        "    Omaha high-low split eight or better, by oneida; board 4♠ 6♥ 7♦ Q♣ Q♥; button at seat 1",
        "    seat 1: Q♠ Q♦ J♥ J♦",
        "    seat 2: A♥ 2♣ K♥ K♣",
        "    seat 5: A♦ 2♠ T♠ T♣",
        "    Who gets the 103 chips?",
        "  Ruling: seat 1 gets 52, seat 2 gets 25, seat 5 gets 26.",
        "    The pot, 103, does not halve: the odd chip joins the high half, 52 to 51.  XI.K.10(b)(i)",
        "    High half: seat 1 takes 52 with four queens, seven kicker.  XI.K.10(b)",
        "    Low half: seats 2 and 5 tie with a 7-6-4-2-A low, 25 each of 51.  XI.K.10(b)",
        "    The odd chip goes to seat 5 by card: A♦ under A♥.  XI.K.10(b)(iii)",
        "  By:",
    ]
    assert lines[-4:] == [
        "    AMB-09  Pip order: ace first, then clubs lowest.",
        "  ✓ as expected",
        "",
        "1 case ruled; 1 of 1 as expected",
    ]
    assert "What cannot be halved, no more than $1.00, goes to the best high hand." in result.stdout
    assert "Within this subsection suits rank s>h>d>c." in result.stdout


def test_a_book_that_says_nothing_is_named_as_silent(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, ELIGIBLE))
    assert result.exit_code == 0
    assert "Ruling: yes." in result.stdout
    assert "By no clause: the book is silent here." in result.stdout
    assert result.stdout.splitlines()[-1] == "1 case ruled"


def test_json_has_id_result_and_clauses(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, QUARTERED, ELIGIBLE), "--json")
    assert result.exit_code == 0
    first, second = json.loads(result.stdout)["cases"]
    assert set(first) == {"id", "result", "clauses"}
    assert first["result"] == {
        "totals": {"1": 52, "2": 25, "5": 26},
        "returned": {"1": 0, "2": 0, "5": 0},
        "pots": [[103, [1, 2, 5]]],
        "award_order": ["main"],
        "lines": [["main", "high", 1, 52], ["main", "low", 2, 25], ["main", "low", 5, 26]],
        "high_class": {"1": "four-of-a-kind", "2": "two pairs", "5": "two pairs"},
        "low_hand": {"1": None, "2": "7-6-4-2-A", "5": "7-6-4-2-A"},
    }
    assert first["clauses"][:3] == ["XI.K.10(b)(i)", "XI.K.10(b)(iii)", "XI.K.10(b)(iv)"]
    assert second == {"id": "E-1", "result": {"may_be_dealt_in": True}, "clauses": []}


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_difference_from_what_was_expected_ends_with_exit_code_1(tmp_path: Path, flags: list[str]) -> None:
    wrong = {**QUARTERED, "expect": {"totals": {"2": 26, "5": 25}, "award_order": ["side1", "main"]}}
    result = run(file_of(tmp_path, wrong, ELIGIBLE), *flags)
    assert result.exit_code == 1
    if not flags:
        assert "✗ totals.2: expected 26, ruled 25" in result.stdout
        assert "✗ totals.5: expected 25, ruled 26" in result.stdout
        assert '✗ award_order: expected ["side1", "main"], ruled ["main"]' in result.stdout
        assert result.stdout.splitlines()[-1] == "2 cases ruled; 0 of 1 as expected"


def test_alternatives_are_ruled_and_held_against_their_totals(tmp_path: Path) -> None:
    merit = {"params": {"low_odd_direction": "merit_low"}, "totals": {"1": 52, "2": 26, "5": 25}}
    case = {**QUARTERED, "alternatives": [merit], "expect": {"totals": {"1": 52, "2": 25, "5": 26}}}
    assert run(file_of(tmp_path, case)).exit_code == 0
    case["alternatives"] = [{**merit, "totals": {"2": 25}}]
    result = run(file_of(tmp_path, case))
    assert result.exit_code == 1
    assert "✗ alternatives[0].2: expected 25, ruled 26" in result.stdout


def test_chips_for_a_seat_that_the_case_does_not_name_are_a_difference(tmp_path: Path) -> None:
    case = {**QUARTERED, "expect": {"totals": {"1": 52, "5": 26, "7": 0}, "returned": {}}}
    result = run(file_of(tmp_path, case))
    assert result.exit_code == 1
    assert [line for line in result.stdout.splitlines() if "✗" in line] == ["  ✗ totals.2: expected 0, ruled 25"]
    case["expect"] = {"totals": {"1": 52, "5": 26, "7": None}}
    assert "✗ totals.2: expected 0, ruled 25" in run(file_of(tmp_path, case)).stdout
    case["expect"] = {"totals": {"1": 52, "2": 25, "5": 26, "7": None}, "returned": {"1": None}}
    assert run(file_of(tmp_path, case)).exit_code == 0, "null is no chips"
    case["expect"] = {"high_class": {"1": "four-of-a-kind"}}
    assert run(file_of(tmp_path, case)).exit_code == 0, "of hands a case names those that it asks about"


def test_only_picks_cases_and_several_files_are_read_in_order(tmp_path: Path) -> None:
    one = file_of(tmp_path, QUARTERED)
    two = file_of(tmp_path, ELIGIBLE, name="more.json")
    ids = [case["id"] for case in json.loads(run(one, two, "--json").stdout)["cases"]]
    assert ids == ["Q-1", "E-1"]
    ids = [case["id"] for case in json.loads(run(one, two, "--json", "--only", "E-1").stdout)["cases"]]
    assert ids == ["E-1"]


def test_a_dash_reads_standard_input() -> None:
    result = run("-", "--json", text=json.dumps(ELIGIBLE))
    assert json.loads(result.stdout)["cases"][0]["id"] == "E-1"


@pytest.mark.parametrize(
    ("text", "args", "message"),
    [
        ('{"cases": [\n  {"id": }]}', [], "cases.json: line 2, column 10: not JSON: Expecting value"),
        (json.dumps([{**ELIGIBLE, "stack": -3}]), [], "cases.json: case E-1: stack -3: expected 0 or more"),
        (json.dumps([{**ELIGIBLE, "game": "holdem"}]), [], "cases.json: case E-1: game: ca-omaha has no game"),
        (json.dumps([{**ELIGIBLE, "kind": "dice"}]), [], "cases.json: case E-1: required is not known here"),
        (
            json.dumps([{**ELIGIBLE, "expect": []}]),
            [],
            "cases.json: case E-1: expect, a list: expected a table of names and values",
        ),
        (json.dumps([{**ELIGIBLE, "rulebook": "x"}]), [], 'cases.json: case E-1: rulebook cannot be "x"; it is one of'),
        ("[" * 100_000, [], "cases.json: lists and objects are nested too deeply"),
        ('{"stack": ' + "9" * 5000 + "}", [], "cases.json: a number has too many digits"),
        (json.dumps([{**ELIGIBLE, "id": "\ud800"}]), [], "cases.json: cases[0]: id '\\ud800' is half a"),
        (json.dumps([ELIGIBLE]), ["--only", "E-2"], "no case 'E-2'; the cases are E-1"),
    ],
)
def test_bad_input_is_one_line_on_standard_error_and_exit_code_2(
    tmp_path: Path, text: str, args: list[str], message: str
) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, encoding="utf-8")
    result = run(str(path), *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    absent = run(str(tmp_path / "absent.json"))
    assert absent.exit_code == 2
    assert "absent.json" in absent.stderr
    (tmp_path / "noise.json").write_bytes(b"\xff\xfe\xfa")
    noise = run(str(tmp_path / "noise.json"))
    assert noise.exit_code == 2
    assert "not UTF-8" in noise.stderr


def test_one_bad_case_does_not_cost_the_others_their_ruling(tmp_path: Path) -> None:
    bad = {**ELIGIBLE, "id": "E-2", "stack": -3}
    path = file_of(tmp_path, bad, ELIGIBLE, {**ELIGIBLE, "kind": "dice"}, {**ELIGIBLE, "id": 7})
    absent = str(tmp_path / "absent.json")
    result = run(path, absent)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"hoyle: {absent}: No such file or directory",
        f"hoyle: {path}: case E-2: stack -3: expected 0 or more",
        f"hoyle: {path}: case E-1 is there twice",
        f"hoyle: {path}: cases[3]: id must be text, not 7",
    ]
    assert result.stdout.splitlines()[-1] == "1 case ruled"
    told = json.loads(run(path, absent, "--json").stdout)["cases"]
    assert [each["id"] for each in told] == [None, "E-2", "E-1", "E-1", None]
    assert ["error" in each for each in told] == [True, True, False, True, True]
    assert told[1]["error"] == f"{path}: case E-2: stack -3: expected 0 or more"


def test_bad_input_outweighs_a_difference_in_the_exit_code(tmp_path: Path) -> None:
    wrong = {**ELIGIBLE, "expect": {"may_be_dealt_in": False}}
    assert run(file_of(tmp_path, wrong)).exit_code == 1
    result = run(file_of(tmp_path, wrong, {**ELIGIBLE, "id": "E-2", "stack": "x"}))
    assert result.exit_code == 2
    assert "✗ may_be_dealt_in: expected false, ruled true" in result.stdout


def test_no_alternatives_may_be_said_with_null(tmp_path: Path) -> None:
    case = {**QUARTERED, "alternatives": None, "expect": {"totals": {"1": 52, "2": 25, "5": 26}}}
    assert run(file_of(tmp_path, case)).exit_code == 0


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([ELIGIBLE]), encoding="utf-8-sig")
    assert run(str(path)).exit_code == 0
    assert run("-", text="\ufeff" + json.dumps([ELIGIBLE])).exit_code == 0


def test_the_rulings_under_other_switches_are_told(tmp_path: Path) -> None:
    merit = {"params": {"low_odd_direction": "merit_low"}, "totals": {"2": 26, "5": 25}}
    result = run(file_of(tmp_path, {**QUARTERED, "alternatives": [merit]}))
    assert (
        '  With low_odd_direction "merit_low": seat 1 gets 52, seat 2 gets 26, seat 5 gets 25.'
        in result.stdout.splitlines()
    )


def test_lines_wrap_without_blanks_at_their_ends_and_one_card_is_no_cards(tmp_path: Path) -> None:
    short = {"id": "S-1", "kind": "stud_shortage", "rulebook": "nj-19-47", "game": "stud7-high"}
    case = {**short, "remaining": 8, "burns": 3, "stub": 1, "title": "far too many players " * 8}
    lines = run(file_of(tmp_path, QUARTERED, case)).stdout.splitlines()
    assert "    1 card left and 3 burned: how is it dealt?" in lines
    assert [line for line in lines if line != line.rstrip() or len(line) > 110] == []
    at = next(at for at, line in enumerate(lines) if line.startswith("    19:47-14.9(h)  Two more"))
    assert lines[at + 1].startswith(" " * len("    19:47-14.9(h)  ") + "seventh")


EVENING: dict[str, Any] = {
    "id": "S-1",
    "kind": "session",
    "title": "A raise by too little",
    "rulebook": "oneida",
    "game": "holdem",
    "people": [{"seat": seat, "name": name, "chips": 100} for seat, name in ((1, "ann"), (2, "bob"))],
    "button": "ann",
    "deck": "As Kd Ah Qc",
    "commands": [
        {"do": "deal"},
        {"by": "bob", "act": "raise to 7", "expect": {"refused": "XI.G.1"}},
        {"by": "bob", "act": "fold"},
    ],
    "expect": {"stacks": {"ann": 102, "bob": 98}},
}


def test_a_session_is_printed_as_the_dealer_calls_it(tmp_path: Path) -> None:
    result = run(file_of(tmp_path, EVENING))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:5] == [
        "S-1  A raise by too little",
        "    Hold'em, by oneida; fixed-limit 4/8",
        "    seat 1: ann, 100 chips",
        "    seat 2: bob, 100 chips",
        "  Ruling: ann has 102 and bob has 98; 1 refused.",
    ]
    assert "    Bob posts the small blind, 2.  XI.J.4" in lines
    assert "    Bob gets A♠ A♥.  XI.J.5" in lines
    assert any(line.startswith("    Refused: seat 2 cannot raise to 7: it must be 8") for line in lines)
    assert lines[-3:] == ["  ✓ as expected", "", "1 case ruled; 1 of 1 as expected"]


def test_a_session_that_goes_otherwise_names_command_and_field(tmp_path: Path) -> None:
    wrong = {**EVENING, "commands": [*EVENING["commands"], {"expect": {"stacks": {"bob": 99}}}]}
    result = run(file_of(tmp_path, wrong))
    assert result.exit_code == 1
    assert "✗ command 4 (a look): stacks.bob: expected 99, ruled 98" in result.stdout
    told = json.loads(run(file_of(tmp_path, wrong), "--json").stdout)["cases"][0]
    assert told["result"]["stacks"] == {"ann": 102, "bob": 98}
    assert told["result"]["commands"][1] == {"entries": [], "refused": "oneida XI.G.1"}


def test_a_line_that_cannot_be_read_is_named_by_its_number(tmp_path: Path) -> None:
    bad = {**EVENING, "commands": [{"do": "deal"}, {"do": "deel"}]}
    result = run(file_of(tmp_path, bad))
    assert result.exit_code == 2
    assert "case S-1: command 2: unknown command 'deel'; the commands are" in result.stderr


def test_the_format_of_every_kind_can_be_looked_up() -> None:
    every = run("--format").stdout.splitlines()
    assert every[0].split()[0] == "showdown"
    assert "--format KIND" in every[-1]
    for line in every[:-2]:
        told = run("--format", line.split()[0])
        assert told.exit_code == 0
        example = told.stdout.partition("example:\n")[2]
        assert run("-", text=example).exit_code == 0


def test_a_kind_that_does_not_exist_is_answered_with_those_that_do() -> None:
    result = run("--format", "duel")
    assert result.exit_code == 2
    assert result.stderr.startswith("hoyle: unknown kind of case 'duel'; the kinds are showdown, bring_in")


@pytest.mark.parametrize("lines", [False, True])
def test_a_tables_log_becomes_a_session_that_passes(tmp_path: Path, lines: bool) -> None:
    table = hoyle_table()
    steps = table.dump()
    text = "\n".join(json.dumps(step) for step in steps) if lines else json.dumps(steps)
    (tmp_path / "evening.json").write_text(text, encoding="utf-8")
    saved = run("--from-log", str(tmp_path / "evening.json"))
    assert saved.exit_code == 0
    assert json.loads(saved.stdout)["id"] == "evening"
    ruled = run("-", text=saved.stdout)
    assert ruled.exit_code == 0
    assert ruled.stdout.endswith("1 of 1 as expected\n")


def hoyle_table() -> PokerTable:
    table = PokerTable.open(
        PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8), blinds=(2, 4), ante=1)
    )
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cat")):
        table.sit(seat, 100, name)
    table.draw_button({1: "Kh", 2: "9s", 3: "As"})
    table.deal(stacked_deck("As Ad"))
    for seat in (3, 1):
        table.act(seat, "fold")
    return table


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the log does not begin with the opening of a table: null"),
        ("{]", "neither a JSON list of steps nor one step per line"),
        ("[7]", "the log does not begin with the opening of a table: 7"),
        ("[" * 100_000, "lists and objects are nested too deeply"),
    ],
)
def test_what_is_no_log_is_one_line_on_standard_error(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "log.json"
    path.write_text(text, encoding="utf-8")
    result = run("--from-log", str(path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert f"log.json: {message}" in result.stderr


def test_without_a_file_there_is_nothing_to_rule_on() -> None:
    result = run()
    assert result.exit_code == 2
    assert "no case file is named" in result.stderr


@pytest.mark.parametrize("kind", [{}, [], None, 7, ["session"]])
def test_a_kind_that_is_no_text_is_refused_in_words(tmp_path: Path, kind: object) -> None:
    result = run(file_of(tmp_path, {**ELIGIBLE, "kind": kind}))
    assert result.exit_code == 2
    assert "case E-1: kind cannot be" in result.stderr
