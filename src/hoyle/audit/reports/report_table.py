"""Report table: columns and rows with CSV export, the filter of a report, and times as text."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Final, NamedTuple

from msgspec import Struct

from hoyle.core.errors import InvalidError

Cell = str | int
_FORMULA: Final = ("=", "+", "-", "@", "|", "%")
"""First characters of a text that a spreadsheet might run as a formula."""


class Filter(NamedTuple):
    """Filter of a regulator's report by table, person and time; 0 and empty filter nothing."""

    since: int = 0
    until: int = 0
    """Milliseconds: from `since` on, and before `until`."""
    table: int = 0
    person: str = ""

    def at(self, time: int) -> bool:
        """Whether a time is within the filter of a report."""
        return time >= self.since and (not self.until or time < self.until)

    def about(self, *people: str) -> bool:
        """Whether one of these people matches the filter of a report."""
        return not self.person or self.person in people


class Report(Struct, frozen=True, kw_only=True):
    """Regulator's report as a table with a title, columns and rows."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]

    def csv(self) -> str:
        """Export the report as CSV; text that looks like a formula is escaped."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow([escape_formula(cell) for cell in row])
        return out.getvalue()


def escape_formula(cell: Cell) -> Cell:
    """Escape a cell that a spreadsheet would run as a formula.

    >>> escape_formula("=1+1"), escape_formula(-5), escape_formula("ann")
    ("'=1+1", -5, 'ann')
    """
    if isinstance(cell, int):
        return cell
    # A line break within a cell would start another row in some readers.
    text = "".join(char if char.isprintable() else " " for char in cell)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def moment(time: int) -> str:
    """Format a time in milliseconds as UTC text."""
    if not time:
        return ""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")


def day(time: int) -> str:
    """Format the UTC day of a time in milliseconds."""
    return moment(time)[:10]


def read_time(text: str) -> int:
    """Parse a day or time to milliseconds, in UTC unless it names a zone.

    >>> read_time("2026-11-16")
    1794787200000
    """
    try:
        time = datetime.fromisoformat(text)
        return int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise InvalidError(f"{text!r} is no time: expected 2026-11-16 or 2026-11-16T20:15") from None
