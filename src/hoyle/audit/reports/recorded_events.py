"""Recorded events of a room, read from its stored records for the regulator's reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import json

from hoyle.audit.reports.report_table import Filter
from hoyle.core.errors import InvalidError
from hoyle.room.recovery import TABLE
from hoyle.storage.models import Record
from hoyle.storage.sql.sql_store import SqlStore


class RecordedEvent(NamedTuple):
    """Event of a stored record, as plain data."""

    record: Record
    by: str
    command: dict[str, Any]
    name: str
    facts: dict[str, Any]
    last: bool
    """Whether it is the last event of the record."""


def table_streams(store: SqlStore, filter_: Filter) -> list[str]:
    """List the table streams of a report, by number."""
    tables = sorted(
        (stream for stream in store.streams() if stream.startswith(TABLE)),
        key=lambda stream: int(stream.removeprefix(TABLE)),
    )
    if not filter_.table:
        return tables
    requested = f"{TABLE}{filter_.table}"
    if requested not in tables:
        numbers = ", ".join(stream.removeprefix(TABLE) for stream in tables[:20]) or "none yet"
        raise InvalidError(f"there is no table {filter_.table} in this room; its tables: {numbers}")
    return [requested]


def recorded_events(store: SqlStore, stream: str) -> Iterator[RecordedEvent]:
    """Yield every recorded event of a stream, of a table or of the room, in order."""
    for record in store.records(stream):
        try:
            step = json.decode(record.payload)
            events = step["events"]
            for position, event in enumerate(events, 1):
                is_last = position == len(events)
                yield RecordedEvent(record, step["by"], step["command"], event["name"], event["fields"], is_last)
        except (ValueError, LookupError, TypeError) as error:
            raise InvalidError(f"{stream}, record {record.number} cannot be read: {error}; run hoyle audit") from None
