"""The format of cases: what is written about it is what the judge reads."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle.judge import diff_from_expected, judge
from hoyle.judge.case_context import COMMON_FIELDS
from hoyle.judge.case_files import HOUSE_KINDS, KINDS, SESSION
from hoyle.judge.case_formats.catalogue import COMMON, FORMATS, Format, format_of, markdown
from hoyle.judge.sessions import FIELDS
from hoyle.judge.sessions.expectations import AFTER_A_COMMAND

PAGE = Path(__file__).parent.parent.parent / "docs" / "cases.md"


def names(fields: object) -> set[str]:
    return {name for line in fields for name in line.split(", ")}  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", FORMATS, ids=[kind.name for kind in FORMATS])
def test_the_example_is_ruled_as_it_says(kind: Format) -> None:
    example = dict(kind.example)
    assert example["kind"] == kind.name
    assert diff_from_expected(example, judge(example)) == []


def test_every_kind_is_described_with_the_fields_it_has() -> None:
    assert [kind.name for kind in FORMATS] == [*KINDS, *HOUSE_KINDS, SESSION]
    for name, kind in KINDS.items():
        assert names(format_of(name).fields) == set(kind.fields), name
    for name, (fields, _) in HOUSE_KINDS.items():
        assert names(format_of(name).fields) == set(fields), name
    assert names(format_of(SESSION).fields) == {*FIELDS, "expect"}
    assert names(format_of(SESSION).expect) == set(AFTER_A_COMMAND)
    assert names(COMMON) == set(COMMON_FIELDS)


def test_the_page_of_the_documentation_says_the_same() -> None:
    """After a wanted change: ``HOYLE_GOLDEN=write pytest tests/judge/test_formats.py``."""
    if os.environ.get("HOYLE_GOLDEN") == "write":
        PAGE.write_text(markdown(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == markdown()
