"""Worked cases of games against the house, our own and the public ones, ruled as a dealer would expect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.coverage_plugin import Exercises

from hoyle.judge import diff, judge, read_cases
from hoyle.rulebooks import clause_catalogue

FOLDER = Path(__file__).parent / "house_cases"
OWN = [case for file in sorted(FOLDER.glob("*.json")) for case in read_cases(file.read_text("utf-8"), file.name)]


def upheld(case: dict[str, Any], exercises: Exercises) -> None:
    assert diff(case["expect"], judge(case).result) == [], case["id"]
    book = case["rulebook"]
    exercises(*(clause_catalogue.clause(book, id).citation for id in case["clauses"]))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in OWN])
def test_our_own_case_is_ruled_as_expected(case: dict[str, Any], exercises: Exercises) -> None:
    upheld(case, exercises)


@pytest.mark.parametrize("kind", ["banked", "dice"])
def test_the_public_cases_are_ruled_as_expected(kind: str, shared: Path, exercises: Exercises) -> None:
    file = shared / "rules" / "cases" / "banked-and-dice.json"
    found = [case for case in read_cases(file.read_text("utf-8"), file.name) if case["kind"] == kind]
    assert len(found) > 50
    for case in found:
        upheld(case, exercises)
