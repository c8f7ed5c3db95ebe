"""Documentation of the case format, generated from the typed kinds of cases; and cases as readable JSON text.

`hoyle judge --format KIND` prints one kind; `tools/cases_page.py` writes all of them to `docs/cases.md`.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from typing import Any, Final, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from hoyle.judge.case_files import CASE_TYPES
from hoyle.judge.case_types.base import Case, SwitchedCase
from hoyle.judge.case_types.decoder import struct_in
from hoyle.judge.case_types.session_case import SessionCase, SessionExpectation
from hoyle.judge.ruling import read_judge_data

WIDTH: Final = 100
"""Columns of a terminal at most."""
PAGE_WIDTH: Final = 120
"""Columns of the Markdown page."""
NARROW: Final = 60
"""Below this width, a meaning is printed under its field."""

EXAMPLES: Final[dict[str, dict[str, Any]]] = {case["kind"]: case for case in read_judge_data("examples.json")}
"""A case of each kind whose expectation holds."""

INTRODUCTION: Final = (
    'A case file is one case, a list of cases, or `{"cases": [...]}`. `hoyle judge FILE.json` rules on '
    "them;\n`hoyle judge --format KIND` prints the format of one kind."
)
MATCHING: Final = (
    "Only the expected fields are compared; a ruling may have more. Lists are compared whole and in order, "
    "numbers by value, words without regard to case, spaces and punctuation. In chips by seat (`totals`, "
    "`returned`, `posts`), a missing seat means none. Unknown fields are refused."
)
VALUES: Final = (
    'Cards are written `Ah`, several of them as text or as a list: `"AhKd"`, `"Ah Kd"` or `["Ah", "Kd"]`. '
    "Chips are whole numbers; seats are numbered clockwise from the house dealer's left, "
    'as text where they are keys (`"3"`), as numbers elsewhere.'
)


def format_text(kind: str, width: int = WIDTH) -> str:
    """Describe the format of a kind of judge case in plain text for a terminal of that width."""
    case_type, width = CASE_TYPES[kind], min(width, WIDTH)
    lines = textwrap.wrap(f"{kind}: {case_type.QUESTION}", width)
    for title, meanings in (("fields", own_fields(case_type)), *_nested_objects(case_type).items()):
        lines += ["", f"{title}:", *_text_rows(meanings, width)]
    lines += ["", "expect:", *_text_rows(expected_fields(case_type), width)]
    lines += ["", "example:", case_text(EXAMPLES[kind], width)]
    return "\n".join(lines).replace("`", "")


def format_page() -> str:
    """Render the formats of all kinds of judge cases as one Markdown page."""
    sections = [
        "# Cases",
        INTRODUCTION,
        _markdown_list("fields of every case", _common_fields()),
        textwrap.fill(MATCHING, WIDTH),
        textwrap.fill(VALUES, WIDTH),
    ]
    for kind, case_type in CASE_TYPES.items():
        sections += [f"## `{kind}`", case_type.QUESTION]
        sections.append(_markdown_list("fields", own_fields(case_type)))
        sections += [_markdown_list(title, meanings) for title, meanings in _nested_objects(case_type).items()]
        sections.append(_markdown_list("fields of `expect`", expected_fields(case_type)))
        sections.append(f"```json\n{case_text(EXAMPLES[kind])}\n```")
    return "\n\n".join(sections) + "\n"


def own_fields(case_type: type[Case]) -> dict[str, str]:
    """Return the meaning of the fields that a kind of case has besides the common ones."""
    return _field_meanings(case_type, declared_in=case_type)


def expected_fields(case_type: type[Case]) -> Mapping[str, str]:
    """Return the meaning of the fields that may be expected of a kind of case."""
    return _field_meanings(SessionExpectation) if case_type is SessionCase else case_type.EXPECTED


def _common_fields() -> dict[str, str]:
    """Return the meaning of the fields of every case; `kind` is the tag of its struct."""
    meanings = _field_meanings(SwitchedCase)
    return {"id": meanings.pop("id"), "kind": "one of the kinds on this page", **meanings}


def _field_meanings(struct: type[Struct], declared_in: type[Struct] | None = None) -> dict[str, str]:
    """Return the meaning of each documented field; neighbours with the same meaning share an entry."""
    names_by_meaning: dict[str, list[str]] = {}
    documentation = _documentation(struct)
    for name in documentation if declared_in is None else declared_in.__annotations__:
        if name in documentation and (meaning := documentation[name].description):
            names_by_meaning.setdefault(meaning, []).append(name)
    return {", ".join(names): meaning for meaning, names in names_by_meaning.items()}


def _nested_objects(case_type: type[Case]) -> dict[str, dict[str, str]]:
    """Return the meaning of the fields of nested objects, by the field that holds them."""
    hints = get_type_hints(case_type)
    nested: dict[str, dict[str, str]] = {}
    for name, meta in _documentation(case_type).items():
        struct = (meta.extra or {}).get("inside") or struct_in(hints[name])
        if struct is not None and struct is not SessionExpectation and (meanings := _field_meanings(struct)):
            nested[name] = meanings
    return nested


def _documentation(struct: type[Struct]) -> dict[str, Meta]:
    hints = get_type_hints(struct, include_extras=True)
    metas = {field.name: getattr(hints[field.name], "__metadata__", ()) for field in fields(struct)}
    return {name: meta[-1] for name, meta in metas.items() if meta}


def _text_rows(meanings: Mapping[str, str], width: int) -> list[str]:
    rows: list[str] = []
    for name, meaning in meanings.items():
        if width < NARROW:
            rows.append(f"  {name}")
            rows += textwrap.wrap(meaning, width, initial_indent="    ", subsequent_indent="    ")
        else:
            head = f"  {name:<18}  "
            rows += textwrap.wrap(meaning, width, initial_indent=head, subsequent_indent=" " * 22)
    return rows


def _markdown_list(title: str, meanings: Mapping[str, str]) -> str:
    lines = [f"{title.capitalize()}:", ""]
    for names, meaning in meanings.items():
        quoted = ", ".join(f"`{name}`" for name in names.split(", "))
        lines += textwrap.wrap(f"* {quoted}: {meaning}", PAGE_WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines)


def case_text(case: Mapping[str, Any], width: int | None = None) -> str:
    """Format a case as JSON with one line per field, and one per object in a list.

    A value wider than `width` is broken into lines, part by part.
    """
    parts: list[str] = []
    for name, value in case.items():
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            rows = ",\n    ".join(_json(item, width, 4) for item in value)
            parts.append(f"  {_json(name)}: [\n    {rows}\n  ]")
        else:
            parts.append(f"  {_json(name)}: {_json(value, width, 2, len(name) + 4)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _json(value: object, width: int | None = None, indent: int = 0, before: int = 0) -> str:
    """Value on one line, or one part per line if too long; `before` counts characters already on the line."""
    line = json.dumps(value, ensure_ascii=False)
    if width is None or indent + before + len(line) < width or not isinstance(value, dict | list):
        return line
    deeper = indent + 2
    if isinstance(value, dict):
        opening, closing = "{", "}"
        parts = [f"{_json(name)}: {_json(part, width, deeper, len(name) + 4)}" for name, part in value.items()]
    else:
        opening, closing = "[", "]"
        parts = [_json(part, width, deeper) for part in value]
    inside = f",\n{' ' * deeper}".join(parts)
    return f"{opening}\n{' ' * deeper}{inside}\n{' ' * indent}{closing}"
