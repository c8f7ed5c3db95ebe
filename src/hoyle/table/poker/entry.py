"""The base of a poker table's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hoyle.table.entry import LogEntry
from hoyle.table.poker.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent(LogEntry):
    """Base of all events of a poker table. By itself it is a record: it changes nothing but the log."""

    NAME: ClassVar[str] = "table-event"

    clause: str = ""

    def apply(self, state: TableState) -> None:
        """Change the state as this event says."""
