"""What every event at a dice table is."""

from __future__ import annotations

from hoyle.dice.state import State
from hoyle.fact import Fact


class Event(Fact):
    """Base of all events. Dice hide nothing: every viewer sees every event."""

    def apply(self, state: State) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)
