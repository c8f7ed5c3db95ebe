"""What every entry of a table's own has in common, at whatever table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """Something that happened at a table outside a round of play, and its clause."""

    NAME: ClassVar[str] = "log-entry"

    clause: str

    def seen_by(self, viewer: int) -> Self:
        """This event as a viewer may see it."""
        return self

    @property
    def name(self) -> str:
        return type(self).NAME

    def facts(self) -> dict[str, Any]:
        """All fields by name, as plain data."""
        return {part.name: getattr(self, part.name) for part in fields(self)}
