"""Report base: the filter, the table of rows with CSV export, and readers of room records."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from msgspec import Struct, json

from hoyle.core.errors import InvalidError
from hoyle.room.recovery import TABLE
from hoyle.storage.models import ROOM, Record
from hoyle.storage.sql.sql_store import SqlStore

Cell = str | int
_FORMULA: Final = ("=", "+", "-", "@", "|", "%")
"""How a text begins that a spreadsheet might carry out."""


class Filter(NamedTuple):
    """What a list is about; 0 and empty leave nothing out."""

    since: int = 0
    until: int = 0
    """Milliseconds: from one time on, and before the other."""
    table: int = 0
    person: str = ""

    def at(self, time: int) -> bool:
        """Whether a time is within."""
        return time >= self.since and (not self.until or time < self.until)

    def about(self, *people: str) -> bool:
        """Whether one of these people is asked for."""
        return not self.person or self.person in people


class Report(Struct, frozen=True, kw_only=True):
    """One list."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]

    def csv(self) -> str:
        """For a spreadsheet; what it would take for a formula it shows as text."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self.rows:
            writer.writerow([escape_formula(cell) for cell in row])
        return out.getvalue()


def escape_formula(cell: Cell) -> Cell:
    """A cell that no spreadsheet carries out.

    >>> escape_formula("=1+1"), escape_formula(-5), escape_formula("ann")
    ("'=1+1", -5, 'ann')
    """
    if isinstance(cell, int):
        return cell
    # An end of a line within a cell would begin another row in some readers.
    text = "".join(char if char.isprintable() else " " for char in cell)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


class RecordedEvent(NamedTuple):
    """An entry of a record, as plain data."""

    record: Record
    by: str
    command: dict[str, Any]
    name: str
    facts: dict[str, Any]
    last: bool
    """Whether it is the record's last."""


def streams(store: SqlStore, wanted: Filter) -> list[str]:
    """The tables that a list is about, by their numbers."""
    found = sorted(
        (stream for stream in store.streams() if stream.startswith(TABLE)),
        key=lambda stream: int(stream.removeprefix(TABLE)),
    )
    if not wanted.table:
        return found
    named = f"{TABLE}{wanted.table}"
    if named not in found:
        known = ", ".join(stream.removeprefix(TABLE) for stream in found[:20]) or "none yet"
        raise InvalidError(f"there is no table {wanted.table} in this room; its tables: {known}")
    return [named]


def entries(store: SqlStore, stream: str) -> Iterator[RecordedEvent]:
    """Every entry of a stream in order; a record without one is not among them."""
    for record in store.records(stream):
        try:
            step = json.decode(record.facts)
            told = step["entries"]
            for at, entry in enumerate(told, 1):
                yield RecordedEvent(
                    record, step["by"], step["command"], entry["name"], entry["facts"], at == len(told)
                )
        except (ValueError, LookupError, TypeError) as error:
            raise InvalidError(
                f"{stream}, record {record.number} cannot be read: {error}; run hoyle audit"
            ) from None


def room_entries(store: SqlStore) -> Iterator[RecordedEvent]:
    """Every entry of the room's own stream."""
    return entries(store, ROOM)


def moment(time: int) -> str:
    """A time as people read it, by the room's one clock, in UTC."""
    if not time:
        return ""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")


def day(time: int) -> str:
    """The day of a time, in UTC."""
    return moment(time)[:10]


def read_time(text: str) -> int:
    """Milliseconds of a day or time that somebody wrote, in UTC where it names no zone.

    >>> read_time("2026-11-16")
    1794787200000
    """
    try:
        found = datetime.fromisoformat(text)
        return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise InvalidError(f"{text!r} is no time: 2026-11-16 or 2026-11-16T20:15 is wanted") from None
