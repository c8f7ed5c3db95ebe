"""Base class of a house card table's own events."""

from __future__ import annotations

from hoyle.table.house_cards.table_state import HouseCardTableState
from hoyle.table.log.event_base import TableEntry


class HouseCardTableEvent(TableEntry, frozen=True, kw_only=True):
    """Base of the events of a house card table outside a round. By default a record in the log only."""

    def apply(self, state: HouseCardTableState) -> None:
        """Change the state as this event says."""
