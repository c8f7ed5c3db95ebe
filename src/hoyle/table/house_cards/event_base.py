"""Base class of a house card table's own events."""

from __future__ import annotations

from typing import ClassVar

from hoyle.table.house_cards.state import HouseCardTableState
from hoyle.table.log.event_base import TableEntry


class BankedEntry(TableEntry, frozen=True, kw_only=True):
    """Base of the events outside a round. By default a record that changes nothing but the log."""

    NAME: ClassVar[str] = "house-entry"

    def apply(self, state: HouseCardTableState) -> None:
        """Change the state as this event says."""
