"""Base class of poker events: apply to the state, redact for a viewer, list chip transfers."""

from __future__ import annotations

from hoyle.core.events import Event
from hoyle.core.money import Transfer
from hoyle.core.mypyc_compat import mypyc_attr
from hoyle.games.poker.round_state import RoundState


@mypyc_attr(acyclic=True)
class PokerEvent(Event):
    """Base of all events."""

    def apply(self, state: RoundState) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)

    def seen_by(self, person: str) -> PokerEvent:
        """This event as a person may see it; nobody in particular is an empty name."""
        return self

    def transfers(self) -> list[Transfer]:
        """The chips it moves."""
        return []
