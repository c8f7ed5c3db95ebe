"""Table clock: the time of day at a table, and the timeout of a player who does not act.

No book has a clock for a player's decision, so the house's own is cited (clarification 46).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from hoyle.core.errors import IllegalError
from hoyle.table.command_base import Command
from hoyle.table.field_types import Seat
from hoyle.table.log.event_base import TableEntry

if TYPE_CHECKING:
    from hoyle.table.roster import Roster

CLAUSE: Final = "house clock"


class ActionTimeout(Command, frozen=True, kw_only=True, tag="time-out"):
    """The clock of the player who is awaited has run out."""

    seat: Seat


class ActionTimedOut(TableEntry, frozen=True, kw_only=True):
    """A player's time is over; what it makes of him follows."""

    NAME: ClassVar[str] = "time-ran-out"
    seat: int
    player: str

    def apply(self, state: Roster) -> None:
        """Only the log knows."""


def no_decision_error(seat: int) -> IllegalError:
    """The refusal of a clock that runs for nobody."""
    return IllegalError(f"seat {seat} has nothing to decide now ({CLAUSE})", clause=CLAUSE)
