"""The format of cases: what is written about it is what the judge reads."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import fields

from hoyle.judge import diff_from_expected, judge
from hoyle.judge.case_files import CASE_TYPES, RULES
from hoyle.judge.case_format import EXAMPLES, expected_fields, format_page, format_text, own_fields
from hoyle.judge.case_types.base import Case, SwitchedCase
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.sessions.expectations import COMPARED

PAGE = Path(__file__).parent.parent.parent / "docs" / "cases.md"


@pytest.mark.parametrize("kind", CASE_TYPES)
def test_the_example_is_ruled_as_it_says(kind: str) -> None:
    example = EXAMPLES[kind]
    assert example["kind"] == kind
    assert diff_from_expected(example, judge(example)) == []


@pytest.mark.parametrize("kind", CASE_TYPES)
def test_every_field_of_a_kind_is_described(kind: str) -> None:
    case_type: type[Case] = CASE_TYPES[kind]
    described = {name for names in own_fields(case_type) for name in names.split(", ")}
    common = {field.name for field in fields(SwitchedCase)} - ({"expect"} if case_type is SessionCase else set())
    assert described == {field.encode_name for field in fields(case_type)} - common
    assert kind in format_text(kind)


def test_every_kind_is_ruled_on() -> None:
    assert list(RULES) == list(CASE_TYPES.values())
    assert list(expected_fields(SessionCase)) == list(COMPARED)


def test_the_page_of_the_documentation_says_the_same() -> None:
    """After a wanted change: ``python tools/cases_page.py > docs/cases.md``, or ``HOYLE_GOLDEN=write``."""
    if os.environ.get("HOYLE_GOLDEN") == "write":
        PAGE.write_text(format_page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == format_page()
