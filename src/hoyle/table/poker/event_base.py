"""Base class of a poker table's own events."""

from __future__ import annotations

from hoyle.table.log.event_base import TableEntry
from hoyle.table.poker.table_state import PokerTableState


class TableEvent(TableEntry, frozen=True, kw_only=True):
    """Base of all events of a poker table. By default a record that changes nothing but the log."""

    def apply(self, state: PokerTableState) -> None:
        """Change the state as this event says."""
