"""The base of a house card table's own entries."""

from __future__ import annotations

from typing import ClassVar

from hoyle.table.house_cards.state import HouseCardTableState
from hoyle.table.log.event_base import TableEntry


class BankedEntry(TableEntry, frozen=True, kw_only=True):
    """Something that happened at the table outside a round. By itself a record: only the log knows."""

    NAME: ClassVar[str] = "house-entry"

    def apply(self, state: HouseCardTableState) -> None:
        """Change the state as this entry says."""
