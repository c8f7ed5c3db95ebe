"""What all events have in common."""

from __future__ import annotations

from typing import ClassVar

from hoyle.cards import UNKNOWN
from hoyle.poker.state import State


class Event:
    """Base of all events."""

    SHAPE: ClassVar[tuple[str, ...]] = ("clause",)
    NAME: ClassVar[str] = "event"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: State) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)

    def seen_by(self, viewer: int) -> Event:
        """This event as a viewer may see it."""
        return self

    @property
    def name(self) -> str:
        return type(self).NAME

    def facts(self) -> dict[str, object]:
        """All fields by name; `rebuild` is the way back."""
        return {field: getattr(self, field) for field in type(self).SHAPE}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.name == other.name and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        inside = ", ".join(f"{field}={value!r}" for field, value in self.facts().items())
        return f"{type(self).__name__}({inside})"


def hidden(cards: list[int]) -> list[int]:
    return [UNKNOWN] * len(cards)
