"""Base class of dice events: apply to the state and list chip transfers."""

from __future__ import annotations

from hoyle.core.events import Event
from hoyle.core.money import Transfer
from hoyle.games.dice.game_state import DiceState


class DiceEvent(Event):
    """Base of all events. Dice hide nothing: every viewer sees every event."""

    def apply(self, state: DiceState) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)

    def seen_by(self, person: str) -> DiceEvent:
        """This event as a person may see it."""
        return self

    def transfers(self) -> list[Transfer]:
        """The chips it moves."""
        return []


LAYOUT = "layout"
BANK = "bank"
CASHIER = "cashier"
"""Accounts: chips on the layout, what the banker has won, and where chips come from."""


def moved(source: str, to: str, chips: int) -> list[Transfer]:
    """Chips from one account to another; the other way if there are fewer than none."""
    if chips < 0:
        return [Transfer(to, source, -chips)]
    return [Transfer(source, to, chips)] if chips else []
