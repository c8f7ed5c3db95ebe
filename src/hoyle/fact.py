"""A fact with its clause: what the events of every game have in common.

An event names its fields in `SHAPE`; from that follow its plain data, its equality and its text.
"""

from __future__ import annotations

from typing import ClassVar


class Fact:
    """Something that happened, and the clause that made it so."""

    SHAPE: ClassVar[tuple[str, ...]] = ("clause",)
    NAME: ClassVar[str] = "fact"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    @property
    def name(self) -> str:
        return type(self).NAME

    def facts(self) -> dict[str, object]:
        """All fields by name; each game's `rebuild` is the way back."""
        return {field: getattr(self, field) for field in type(self).SHAPE}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fact) and type(self) is type(other) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        inside = ", ".join(f"{field}={value!r}" for field, value in self.facts().items())
        return f"{type(self).__name__}({inside})"
