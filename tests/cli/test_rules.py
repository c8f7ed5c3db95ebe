"""`hoyle rules` as people use it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.commands import answer, answer_json, hoyle, refusal

from hoyle.cli.main import COMMANDS, cli
from hoyle.cli.render import clause_coverage
from hoyle.core.errors import IllegalError

BOOKS = ["nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012"]


def test_the_books_are_listed_with_their_clauses_by_kind() -> None:
    text = answer("rules")
    for words in (*BOOKS, "rule 459", "floor 92", "1,287 clauses"):
        assert words in text


def test_the_books_as_json_add_up() -> None:
    books = answer_json("rules")
    assert [book["id"] for book in books] == BOOKS
    assert sum(sum(book["clauses"].values()) for book in books) == 1287
    assert books[2]["clauses"]["rule"] == 459
    assert "omaha-hilo8" in books[3]["games"]


def test_a_clause_prints_with_all_that_is_known_of_it() -> None:
    text = answer("rules", "oneida", "XI.K.10(b)(i)")
    assert "oneida XI.K.10(b)(i)  Odd chip to high hand" in text
    assert "goes to the best high hand" in text
    assert "omaha-hilo8" in text
    assert "AMB-11, AMB-16" in text
    assert "AMB-16  Separately; the newest side pot first, the main pot last." in text
    assert "the book's own text" in text


def test_a_clause_as_json_has_the_keys_of_the_digest() -> None:
    found = answer_json("rules", "oneida", "xi.k.10(b)(i)")
    assert found["rulebook"] == "oneida"
    assert found["id"] == "XI.K.10(b)(i)"
    assert found["readings"] == ["AMB-11", "AMB-16"]
    assert found["decisions"]["AMB-11"] == "The chip joins the high half, then (f)2ii splits it."
    keys = ["rulebook", "id", "title", "summary", "kind", "games", "readings", "source"]
    assert list(found) == [*keys, "decisions"]
    assert list(answer_json("rules", "oneida", "XI.K.4")) == keys


def test_a_filled_gap_says_in_words_where_its_text_comes_from() -> None:
    by_analogy = answer("rules", "nj-19-47", "19:47-14.7[XI.G.1(b)]")
    assert "by analogy: this book's own text is lost here" in by_analogy
    from_outside = answer("rules", "nj-13-69f", "13:69F-14.5(d)")
    assert "from outside: this book's own text is lost here" in from_outside
    assert "the current N.J.A.C. 13:69F-14.5" in from_outside


def test_a_definition_with_a_blank_in_its_number_needs_no_quotes() -> None:
    assert "DEF 'round of play'" in answer("rules", "room-2012", "DEF", "round", "of", "play")


def test_a_clause_number_alone_is_enough() -> None:
    assert answer("rules", "XI.K.4") == answer("rules", "oneida", "XI.K.4")
    assert answer("rules", "DEF", "pot") == answer("rules", "room-2012", "DEF 'pot'")


def test_a_book_lists_its_clauses_under_their_headings() -> None:
    text = answer("rules", "ca-omaha")
    assert "AWARD  Showdown and award of the pot" in text
    assert "53 clauses" in text


def test_a_heading_lists_what_stands_under_it() -> None:
    text = answer("rules", "oneida", "xi.q")
    assert "XI.Q  Poker: tabling and killing hands" in text
    assert "3 clauses" in text
    assert [each["id"] for each in answer_json("rules", "XI.Q")] == ["XI.Q.1", "XI.Q.2", "XI.Q.3"]


def test_filters_narrow_a_book() -> None:
    found = answer_json("rules", "oneida", "--kind", "floor", "--game", "craps")
    assert len(found) == 17
    assert all(each["kind"] == "floor" and each["games"] == ["craps"] for each in found)
    assert "17 clauses" in answer("rules", "oneida", "--kind", "floor", "--game", "craps")


def test_filters_work_over_all_books() -> None:
    found = answer_json("rules", "--kind", "sign")
    assert len(found) == 102
    assert {each["rulebook"] for each in found} == set(BOOKS)


def test_a_search_finds_in_every_book_or_in_one() -> None:
    assert "oneida XI.K.10(b)(i)" in answer("rules", "--search", "odd chip")
    found = answer_json("rules", "oneida", "--search", "odd chip")
    assert [each["id"] for each in found] == ["XI.I.9(b)(i)", "XI.K.10(b)(i)", "XI.I.9(b)(iv)", "XI.K.10(b)(iv)"]


def test_the_house_lists_its_conventions_and_prints_one() -> None:
    listed = answer("rules", "house")
    assert "missed-blinds" in listed
    assert f"{len(answer_json('rules', 'house'))} conventions" in listed
    text = answer("rules", "house", "betting")
    assert "house betting  Betting rounds" in text
    assert "not a clause" in text
    assert answer_json("rules", "house", "betting")["kind"] == "convention"
    assert answer("rules", "House betting") == text


def test_a_search_finds_conventions_after_the_clauses() -> None:
    found = answer_json("rules", "--search", "odd chip")
    house = [each["rulebook"] == "house" for each in found]
    assert any(house)
    assert house == sorted(house)
    assert "17 clauses and 2 conventions" in answer("rules", "--search", "odd chip")
    assert answer("rules", "house", "--search", "put bets").startswith("house put-bets")
    assert not any(each["rulebook"] == "house" for each in answer_json("rules", "--search", "odd", "--kind", "rule"))


def test_a_reading_prints_what_is_doubtful_and_what_is_decided() -> None:
    text = answer("rules", "AMB-13")
    assert "AMB-13  California covers odd chips only when the high is tied" in text
    assert "The same position rule everywhere" in text
    assert "odd_hilo" in text
    assert "changes who is paid in ordinary hands" in text
    assert "ca-omaha AWARD" in text
    assert answer("rules", "amb-13") == text
    assert "Version c needs both." in answer("rules", "clarification", "26")


def test_a_reading_as_json_has_the_clauses_that_rest_on_it() -> None:
    found = answer_json("rules", "AMB-11")
    assert (found["id"], found["weight"]) == ("AMB-11", 2)
    assert found["reading"] == "The chip joins the high half, then (f)2ii splits it."
    assert "oneida XI.K.10(b)(i)" in found["clauses"]
    assert "why" not in found


def test_the_readings_are_listed_under_their_subjects() -> None:
    text = answer("rules", "--readings")
    for words in ("Odd chips", "AMB-11", "Three Card Poker", "AMB-T1", "clarification 34", "206 readings"):
        assert words in text
    assert len(answer_json("rules", "--readings")) == 206


def test_a_search_without_success_says_so() -> None:
    result = hoyle("rules", "--search", "zebra")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "no clause mentions 'zebra'; try other words, or fewer of them" in result.stdout
    empty = hoyle("rules", "--search", "zebra", "--json")
    assert (empty.exit_code, json.loads(empty.stdout)) == (1, [])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("oneida", "XI.K.44"), "did you mean"),
        (("oneida", "AWARD.3"), "no such clause of oneida: 'AWARD.3'"),
        (("onieda",), "no such rulebook: 'onieda'; did you mean oneida?"),
        (("onieda", "XI.K.4"), "no such rulebook: 'onieda'; did you mean oneida?"),
        (("XI.K.44",), "no such clause: 'XI.K.44'; did you mean"),
        (("oneida", "--game", "whist"), "unknown game 'whist'; the games are holdem"),
        (("oneida", "--kind", "law"), "'law' is not one of 'rule'"),
        (("--search", ""), "nothing to search for"),
        (("onieda", "--search", "odd"), "did you mean oneida?"),
        (("oneida", "XI.K.4", "--search", "odd"), "leave out the clause"),
        (("oneida", "XI.K.4", "--kind", "rule"), "filter lists"),
        (("--coverage", "--kind", "rule"), "--coverage takes only"),
        (("--scope", "poker"), "belong to --coverage"),
        (("--no-such-option",), "no such option"),
        (("AMB-99",), "no such reading: 'AMB-99'"),
        (("AMB-11", "--kind", "rule"), "leave out the reading"),
        (("house", "bettin"), "no such convention of the house: 'bettin'; did you mean betting"),
        (("house", "--kind", "rule"), "the house has conventions"),
        (("house", "--coverage"), "no such rulebook: 'house'"),
        (("oneida", "--readings"), "--readings takes only --json"),
    ],
)
def test_bad_input_is_turned_away_in_one_line(args: tuple[str, ...], words: str) -> None:
    assert words in refusal("rules", *args)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "clause-coverage.json"
    covered = ["oneida XI.Q.1", "oneida XI.Q.2", "oneida CR.K.4", "ca-omaha AWARD.3"]
    file.write_text(json.dumps({citation: ["tests/test_a.py::test_b"] for citation in covered}))
    return file


def test_coverage_counts_per_book_and_kind(record: Path) -> None:
    counted = answer_json("rules", "--coverage", "--file", str(record))
    assert list(counted) == BOOKS
    assert list(counted["oneida"]) == ["rule", "sign", "floor", "record", "definition", "physical"]
    award = counted["ca-omaha"]["rule"]
    assert (award["covered"], award["total"], len(award["missing"])) == (1, 45, 44)
    assert "AWARD.3" not in award["missing"]
    assert "AWARD.4" in award["missing"]
    assert sum(tally["covered"] for kinds in counted.values() for tally in kinds.values()) == 4
    assert sum(tally["total"] for kinds in counted.values() for tally in kinds.values()) == 1287


def test_a_heading_is_upheld_when_all_its_parts_are(tmp_path: Path) -> None:
    file = tmp_path / "clause-coverage.json"
    parts = [f"room-2012 OVER(4)({part})" for part in ("ii", "iii", "iv", "v", "vi")]
    for covered, upheld in ((parts, True), (parts[1:], False), ([], False)):
        file.write_text(json.dumps({citation: ["tests/test_a.py::test_b"] for citation in covered}))
        counted = answer_json("rules", "--coverage", "--file", str(file))
        assert ("OVER(4)" not in counted["room-2012"]["record"]["missing"]) == upheld


def test_coverage_of_poker_leaves_out_banked_and_dice_games(record: Path) -> None:
    counted = answer_json("rules", "--coverage", "--file", str(record), "--scope", "poker")
    ids = [id for tally in counted["oneida"].values() for id in tally["missing"]]
    assert ids
    assert all(id.startswith("XI.") for id in ids)
    assert sum(tally["total"] for tally in counted["oneida"].values()) == 280
    assert sum(tally["covered"] for tally in counted["oneida"].values()) == 2


def test_coverage_in_text_names_what_is_missing_and_what_is_not_for_software(record: Path) -> None:
    text = answer("rules", "ca-omaha", "--coverage", "--file", str(record))
    assert "44 missing" in text
    assert "ca-omaha, rule: not covered" in text
    assert "AWARD.4" in text
    assert "oneida" not in text
    everything = answer("rules", "--coverage", "--file", str(record))
    assert "not for software" in everything
    assert "definition: not covered" not in everything


def test_a_short_citation_is_asked_back_whole() -> None:
    assert "did you mean 19:47-14.11(f)2i" in refusal("rules", "nj-19-47", "14.11(f)2i")


def test_a_misspelt_question_is_asked_back() -> None:
    result = hoyle("rules", "--search", "odd chp")
    assert result.exit_code == 1
    assert "no clause mentions 'odd chp'; did you mean 'odd chip'?" in result.stdout


@pytest.mark.parametrize(
    ("content", "words"), [(b"\xff\xfe", "not a text file"), (b"[" * 200_000, "nested too deeply")]
)
def test_a_broken_record_of_coverage_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "clause-coverage.json"
    file.write_bytes(content)
    assert words in refusal("rules", "--coverage", "--file", str(file))


def test_coverage_before_any_test_run_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tree = tmp_path / "tree"
    monkeypatch.setattr(clause_coverage, "SOURCE_TREE", tree)
    assert "no clause coverage at build/clause-coverage.json: run `make test` first" in refusal("rules", "--coverage")
    tree.mkdir()
    (tree / "pyproject.toml").touch()
    both = f"no clause coverage at build/clause-coverage.json nor at {tree}/build/clause-coverage.json: run"
    assert both in refusal("rules", "--coverage")


def test_coverage_is_found_in_the_source_tree_from_any_directory(
    tmp_path: Path, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tree" / "build").mkdir(parents=True)
    (tmp_path / "tree" / "pyproject.toml").touch()
    found = record.rename(tmp_path / "tree" / "build" / "clause-coverage.json")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setattr(clause_coverage, "SOURCE_TREE", tmp_path / "tree")
    text = answer("rules", "--coverage")
    assert f"As recorded in {found}." in text
    assert "--scope poker leaves them out" in text
    assert "--scope poker" not in answer("rules", "--coverage", "--scope", "poker")
    assert "--scope poker" not in answer("rules", "ca-omaha", "--coverage")


def test_the_source_tree_is_the_one_the_tests_are_in() -> None:
    assert (clause_coverage.SOURCE_TREE / "tests" / "cli" / Path(__file__).name).is_file()


def test_coverage_tells_definitions_from_what_hands_and_furniture_do(record: Path) -> None:
    text = answer("rules", "oneida", "--coverage", "--file", str(record))
    assert re.search(r"│ definition +│ +\d+ │ +\d+ │ definition +│", text)
    assert re.search(r"│ physical +│ +\d+ │ +\d+ │ not for software +│", text)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "expected an object of citation to tests"),
        ('{"oneida XI.K.4": "x"}', "expected an object of citation to tests"),
        ('{"oneida XI.Z.1": []}', "no such clause of oneida: 'XI.Z.1'"),
    ],
)
def test_a_spoiled_coverage_record_is_refused(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "record.json"
    file.write_text(content)
    assert words in refusal("rules", "--coverage", "--file", str(file))


def test_a_directory_is_no_coverage_record(tmp_path: Path) -> None:
    assert ": Is a directory" in refusal("rules", "--coverage", "--file", str(tmp_path))


def test_help_lists_the_commands_without_importing_them() -> None:
    program = (
        "import sys\n"
        "from hoyle.cli.main import cli\n"
        "try: cli(['--help'], prog_name='hoyle')\n"
        "except SystemExit as end: assert end.code == 0\n"
        "assert 'hoyle.cli.commands.rulebooks.rules' not in sys.modules and 'rich' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert "rules" in done.stdout


def test_without_a_command_the_help_is_shown() -> None:
    assert "Commands:" in answer()


def test_the_version_is_told() -> None:
    assert answer("--version") == "hoyle 0.1.0\n"


def test_an_unknown_command_is_turned_away() -> None:
    assert "no such command 'bogus'" in refusal("bogus")


def raising(error: BaseException) -> click.Command:
    @click.command("rules")
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (IllegalError("raise to 15 is below the minimum of 20 (oneida XI.G.1)"), 2, "hoyle: raise to 15 is below"),
        (FileNotFoundError(2, "No such file or directory", "hands.phh"), 2, "hoyle: hands.phh: No such file"),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_errors_people_can_mend_never_show_a_traceback(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, line: str
) -> None:
    monkeypatch.setattr(cli, "get_command", lambda context, name: raising(error))
    result = hoyle("rules")
    assert result.exit_code == code
    assert result.stderr.startswith(line)
    assert len(result.stderr.strip().splitlines()) == (1 if line else 0)


def test_every_command_announced_exists_as_a_module_with_a_command() -> None:
    context = click.Context(cli)
    for name in COMMANDS:
        if name in cli.list_commands(context):
            found = cli.get_command(context, name)
            assert isinstance(found, click.Command)
            assert found.name == name
