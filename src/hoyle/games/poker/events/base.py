"""Base class of poker events: apply to the state, redact for a viewer.

Most poker events write out their `__init__`: a hand constructs dozens of them, and in compiled code the
generated one takes seven times as long (250 ns).
"""

from __future__ import annotations

from hoyle.core.events import Event
from hoyle.core.mypyc_compat import mypyc_attr
from hoyle.games.poker.round_state import RoundState


@mypyc_attr(acyclic=True)
class PokerEvent(Event):
    """Base of all poker events."""

    def apply(self, state: RoundState) -> None:
        """Apply this event to the state of the poker round."""
        raise NotImplementedError(self.name)

    def seen_by(self, person: str) -> PokerEvent:
        """Return this poker event as a person may see it; an empty name is a bystander."""
        return self
