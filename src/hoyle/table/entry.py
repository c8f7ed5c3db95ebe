"""What every event of a table has in common."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from hoyle.table.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """Base of all events of a table. By itself it is a record: it changes nothing but the log."""

    NAME: ClassVar[str] = "table-event"

    clause: str = ""

    def apply(self, state: TableState) -> None:
        """Change the state as this event says."""

    def seen_by(self, viewer: int) -> TableEvent:
        """This event as a viewer may see it."""
        return self

    @property
    def name(self) -> str:
        return type(self).NAME

    def facts(self) -> dict[str, Any]:
        """All fields by name, as plain data; `rebuild` is the way back."""
        return {part.name: getattr(self, part.name) for part in fields(self)}
