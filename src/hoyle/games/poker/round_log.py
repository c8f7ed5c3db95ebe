"""Log of a poker round: its rules, its state, and every event, applied as it is logged."""

from __future__ import annotations

from hoyle.core.errors import IllegalError
from hoyle.games.poker.events import PokerEvent, apply
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import OVER, PENDING_KINDS, RoundState


class RoundLog:
    """Event log of a poker round, with the state that its events have built."""

    def __init__(self, rules: Rules, state: RoundState) -> None:
        self.rules = rules
        self.state = state
        self.log: list[PokerEvent] = []

    def emit(self, event: PokerEvent) -> None:
        """Apply an event and put it in the log."""
        apply(self.state, event)
        self.log.append(event)

    @property
    def over(self) -> bool:
        return self.state.awaiting == OVER

    @property
    def pending(self) -> str:
        """Name of what the round waits for."""
        return PENDING_KINDS[self.state.awaiting]

    @property
    def actor(self) -> int:
        """Seat of the player to act; 0 if no player is to act."""
        return self.state.seats[self.state.actor] if self.state.actor >= 0 else 0

    @property
    def street(self) -> str:
        return self.state.street_name

    @property
    def drawing(self) -> bool:
        """Whether this street is a draw."""
        state = self.state
        return state.street >= 0 and self.rules.variant.streets[state.street].draw

    def bet_was_forced(self) -> bool:
        """Whether the player to act made or owes the forced bet of this betting round."""
        return self.state.actor == self.state.forced_bettor and self.state.street == 0

    def _require_awaiting(self, awaiting: int, verb: str) -> int:
        """Return the seat to act if the round waits for this, or raise."""
        state = self.state
        if state.awaiting != awaiting:
            raise IllegalError(f"cannot {verb} now: the round waits for {self.pending}")
        return state.seats[state.actor]
