"""Action timeout: the command and the event for a player whose time to decide is over.

No book has a clock for a player's decision, so the house's own is cited (clarification 46).
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import IllegalError, illegal
from hoyle.core.validation import Seat
from hoyle.table.command_base import Command
from hoyle.table.log.event_base import TableEntry
from hoyle.table.roster import Roster

CLAUSE: Final = "house clock"


class ActionTimeout(Command, frozen=True, kw_only=True, tag="time-out"):
    """Report that the clock of the player to decide has run out."""

    seat: Seat


class ActionTimedOut(TableEntry, frozen=True, kw_only=True):
    """Event: a player's time to decide is over; the action that it forces follows."""

    seat: int
    player: str

    def apply(self, state: Roster) -> None:
        """Change nothing: a record for the log only."""


def no_decision_error(seat: int) -> IllegalError:
    """Return the refusal of a timeout for a seat that has nothing to decide."""
    return illegal(CLAUSE, f"seat {seat} has nothing to decide now")
