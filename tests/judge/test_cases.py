"""Worked cases, each ruled as a dealer would expect it.

The files under ``cases/`` are in the format of the public case file: one case per line, so that anybody can
add one. A case names the clauses that decide it; they count as upheld when it passes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.coverage_plugin import Exercises

from hoyle.core.errors import IllegalError
from hoyle.games.poker.floor.irregularities import TRIGGERS
from hoyle.judge import RulingDifference, diff, judge, read_cases
from hoyle.judge.case_files import CASE_TYPES
from hoyle.judge.case_types.poker_cases import PokerCase
from hoyle.rulebooks import clause_catalogue

FOLDER = Path(__file__).parent / "cases"
OWN = [case for file in sorted(FOLDER.glob("*.json")) for case in read_cases(file.read_text("utf-8"), file.name)]


def parted(case: dict[str, Any]) -> list[RulingDifference]:
    """Where the ruling parts from what the case expects, alternatives included."""
    ruled = judge(case).result
    found = diff(case["expect"], ruled)
    for at, other in enumerate(case.get("alternatives", ())):
        found += diff(other["totals"], ruled["alternatives"][at], f"alternatives[{at}]")
    return found


def citations(case: dict[str, Any]) -> list[str]:
    return [clause_catalogue.resolve_citation(id).citation for id in case["clauses"]]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in OWN])
def test_the_case_is_ruled_as_expected(case: dict[str, Any], exercises: Exercises) -> None:
    assert parted(case) == []
    exercises(*citations(case))


def test_the_public_cases_are_ruled_as_expected(shared: Path, exercises: Exercises) -> None:
    file = shared / "rules" / "cases" / "poker.json"
    cases = read_cases(file.read_text("utf-8"), file.name)
    assert {case["id"]: parted(case) for case in cases if parted(case)} == {}
    for case in cases:
        exercises(*citations(case))


def test_a_ruling_cites_every_clause_that_decides_a_public_case(shared: Path) -> None:
    file = shared / "rules" / "cases" / "poker.json"
    cases = read_cases(file.read_text("utf-8"), file.name)
    missing = {case["id"]: set(case["clauses"]) - set(judge(case).clauses) for case in cases}
    # RK-13 names the clause on what does not halve, and its 96 chips halve.
    assert {id: left for id, left in missing.items() if left} == {"RK-13": {"XI.K.10(b)(i)"}}


def test_every_kind_of_case_is_tried_and_no_case_stands_twice() -> None:
    assert {case["kind"] for case in OWN} == {kind for kind, type in CASE_TYPES.items() if issubclass(type, PokerCase)}
    ids = [case["id"] for case in OWN]
    assert sorted(set(ids)) == sorted(ids)


def test_every_book_rules_on_chips_and_words_and_on_irregularities() -> None:
    for kind in ("action", "irregularity"):
        books = {case["rulebook"] for case in OWN if case["kind"] == kind}
        assert books == {"nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012"}


def test_every_ruling_cites_only_clauses_of_the_books_and_tells_its_working() -> None:
    for case in OWN:
        ruling = judge(case)
        assert all(clause_catalogue.resolve_citation(id).id == id for id in ruling.clauses), case["id"]
        assert len(set(ruling.clauses)) == len(ruling.clauses), case["id"]
        assert all((ruling.question, ruling.answer, ruling.working)), case["id"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in OWN if case["kind"] == "irregularity"])
def test_the_floor_names_the_clause_it_rules_by(case: dict[str, Any]) -> None:
    cited = judge(case).clauses
    assert not case["clauses"] or set(case["clauses"]) & set(cited)
    if case["rulebook"] == "ca-omaha":
        assert cited == []


def test_every_irregularity_with_a_rule_somewhere_is_tried() -> None:
    gaps = {name for name, trigger in TRIGGERS.items() if not trigger.rows and not trigger.facts}
    unruled = {"touched-pot", "out-of-view"}  # physical: the dealer sees to it, nothing follows
    tried = {case["trigger"] for case in OWN if case["kind"] == "irregularity"}
    assert set(TRIGGERS) - gaps - unruled <= tried


def test_a_ruling_does_not_need_an_expectation() -> None:
    for case in OWN:
        bare = {key: value for key, value in case.items() if key not in ("expect", "title", "clauses", "readings")}
        assert judge(bare).result == judge(case).result


def test_a_game_the_book_does_not_have_is_refused() -> None:
    case = next(case for case in OWN if case["id"] == "OC-CA-three")
    with pytest.raises(IllegalError, match="case OC-CA-three: game: ca-omaha has no game 'omaha-high'"):
        judge({**case, "game": "omaha-high"})
