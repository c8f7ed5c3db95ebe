"""Text of a case format: for the terminal and as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hoyle.judge.case_writer import case_text

WIDTH: Final = 100
"""Columns of a terminal at most."""
PAGE_WIDTH: Final = 120
"""Columns of the Markdown page."""
NARROW: Final = 60
"""Below this width, a meaning is printed under its field."""

COMMON: Final = {
    "id": "unique name of the case",
    "kind": "one of the kinds on this page",
    "rulebook": "`nj-19-47`, `nj-13-69f`, `oneida`, `ca-omaha` or `room-2012`; a session may name `house`",
    "game": "one of the games that `hoyle rules BOOK` lists; `any` if the rule is the same for every poker "
    "game",
    "title, working, clauses, readings": "remarks for readers: headline, reasoning, deciding clauses, "
    "readings",
    "expect": "expected ruling; a case without it is only a question",
    "params": "switches that override the book's answers, and `unit_cents`, the value of a chip. Not in "
    "sessions",
    "alternatives": 'a list of `{"params": {...}, "totals": {...}}`: expected totals under other switches. '
    "Poker only",
}

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


class Format(NamedTuple):
    """Format of one case kind: fields, expectations and an example."""

    name: str
    asks: str
    """The question of such a case, in one line."""
    fields: Mapping[str, str]
    """Fields besides the common ones; several that belong together share a line."""
    expect: Mapping[str, str]
    example: Mapping[str, Any]
    parts: Mapping[str, Mapping[str, str]] = {}
    """Further lists: the fields of nested objects."""

    def text(self, width: int = WIDTH) -> str:
        """Describe the case format in plain text for a terminal of that width."""
        width = min(width, WIDTH)
        head = textwrap.wrap(f"{self.name}: {self.asks}", width)
        rows = [*head, "", "fields:", *_rows(self.fields, width)]
        for title, inside in self.parts.items():
            rows += ["", f"{title}:", *_rows(inside, width)]
        example = case_text(self.example, width)
        rows += ["", "expect:", *_rows(self.expect, width), "", "example:", example]
        return "\n".join(rows).replace("`", "")

    def markdown(self) -> str:
        """Describe the case format as a Markdown section."""
        rows = [f"## `{self.name}`", "", self.asks, "", *_list("fields", self.fields)]
        for title, inside in self.parts.items():
            rows += ["", *_list(title, inside)]
        rows += ["", *_list("fields of `expect`", self.expect), "", "```json", case_text(self.example), "```"]
        return "\n".join(rows)


def page(formats: Sequence[Format]) -> str:
    """Render case formats as one Markdown page."""
    rows = [
        "# Cases",
        "",
        'A case file is one case, a list of cases, or `{"cases": [...]}`. `hoyle judge FILE.json` rules on '
        "them;",
        "`hoyle judge --format KIND` prints the format of one kind.",
        "",
        *_list("fields of every case", COMMON),
        "",
        *textwrap.wrap(MATCHING, WIDTH),
        "",
        *textwrap.wrap(VALUES, WIDTH),
        "",
        "\n\n".join(case_format.markdown() for case_format in formats),
    ]
    return "\n".join(rows) + "\n"


def _rows(fields: Mapping[str, str], width: int) -> list[str]:
    rows: list[str] = []
    for name, meaning in fields.items():
        if width < NARROW:
            rows += [
                f"  {name}",
                *textwrap.wrap(meaning, width, initial_indent="    ", subsequent_indent="    "),
            ]
        else:
            head = f"  {name:<18}  "
            rows += textwrap.wrap(meaning, width, initial_indent=head, subsequent_indent=" " * 22)
    return rows


def _list(title: str, fields: Mapping[str, str]) -> list[str]:
    lines = [f"{title.capitalize()}:", ""]
    for name, meaning in fields.items():
        names = ", ".join(f"`{field}`" for field in name.split(", "))
        lines += textwrap.wrap(
            f"* {names}: {meaning}", PAGE_WIDTH, subsequent_indent="  ", break_on_hyphens=False
        )
    return lines
