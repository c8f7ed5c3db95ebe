"""Markdown tables that are too wide for a line, rewritten as lists.

A row of a table cannot be wrapped. In the list, the first cell comes first, the last one is the text, and the
cells between stand in parentheses.
"""

from __future__ import annotations

import re
from itertools import groupby
from textwrap import wrap
from typing import Final

WIDTH: Final = 120
_CELL_SEPARATOR: Final = re.compile(r"(?<!\\)\|")


def list_wide_tables(page: str) -> str:
    """Rewrite every table of the page that has a line of more than `WIDTH` characters."""
    parts: list[str] = []
    for is_table, lines in groupby(page.split("\n"), key=lambda line: line.startswith("|")):
        rows = list(lines)
        parts += _list(rows[2:]) if is_table and max(map(len, rows)) > WIDTH else rows
    return "\n".join(parts)


def _list(rows: list[str]) -> list[str]:
    lines: list[str] = []
    for row in rows:
        first, *between, last = (cell.strip().replace("\\|", "|") for cell in _CELL_SEPARATOR.split(row)[1:-1])
        details = f" ({', '.join(filter(None, between))})" if any(between) else ""
        text = f"{first}{details}: {last}" if last else f"{first}{details}"
        lines += list_item(text)
    return lines


def list_item(text: str) -> list[str]:
    """Wrap the text as an item of a Markdown list."""
    return wrap(
        text, WIDTH, initial_indent="* ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
