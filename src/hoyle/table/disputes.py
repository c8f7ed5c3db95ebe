"""Disputes, complaints, refused play and house notes: rules, commands and events of every table.

Irregularities of a game are handled by its own kind of table.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from msgspec import field

from hoyle.core.validation import Count, Minute, Name, Seat, Words
from hoyle.table.command_base import ANYONE, Command
from hoyle.table.log.event_base import TableEntry
from hoyle.table.roster import Roster
from hoyle.table.seats import RosterEvent
from hoyle.table.staff_roles import FLOOR, SUPERVISOR

STOPPED: Final = "play cannot go on"
STOPPED_CLAUSE: Final = "house incidents"


HOUSE_SETTLES: Final = (SUPERVISOR, FLOOR)
"""Roles that close a dispute where the book names none."""


class DisputeRules(NamedTuple):
    """Rules of a book on conduct and disputes, with house conventions where the book is silent."""

    supervisor_clause: str = "house disputes"
    settled_by: tuple[str, ...] = HOUSE_SETTLES
    """Roles that close a dispute."""
    conduct_clause: str = "house conduct"
    offender_clause: str = ""
    may_refuse: bool = False
    """Whether the house may refuse play at its discretion."""


# Commands


class OpenDispute(Command, frozen=True, kw_only=True, tag="open-dispute"):
    """Bring a dispute to the supervisor."""

    ISSUER: ClassVar[str] = ANYONE
    about: Words


class SettleDispute(Command, frozen=True, kw_only=True, tag="settle-dispute"):
    """Close a dispute with the supervisor's final ruling."""

    RESPONSIBLE_FIELD: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    number: Count
    ruling: Words
    ruled_by: Name


class LogComplaint(Command, frozen=True, kw_only=True, tag="log-complaint"):
    """Log a complaint about how a player plays."""

    ISSUER: ClassVar[str] = ANYONE
    about: Seat
    text: Words


class RefusePlay(Command, frozen=True, kw_only=True, tag="refuse-play"):
    """Refuse a person play, at the house's discretion where the book allows it."""

    player: Name
    why: Words
    house: Words = ""
    """The house's own decision, where the book does not allow it."""


class SetTime(Command, frozen=True, kw_only=True, tag="set-time"):
    """Set the table's time, in minutes."""

    minute: Minute


class LogNote(Command, frozen=True, kw_only=True, tag="log-note"):
    """Record something that changes nothing."""

    what: Name
    detail: Words = ""


class ReturnWagers(Command, frozen=True, kw_only=True, tag="return-wagers"):
    """Call off a round that cannot go on: every player gets back what they put in, and nobody wins."""

    why: Words = ""


COMMANDS: Final[tuple[type[Command], ...]] = (
    OpenDispute,
    SettleDispute,
    LogComplaint,
    RefusePlay,
    SetTime,
    LogNote,
    ReturnWagers,
)


# Events


class NoteRecorded(TableEntry, frozen=True, kw_only=True):
    """Event: a note in the log: a procedure that was followed, a complaint."""

    what: str
    detail: str = ""
    by: str = ""

    def apply(self, state: Roster) -> None:
        """Change nothing: a record for the log only."""


class TimeSet(RosterEvent, frozen=True, kw_only=True):
    """Event: the table's time was set."""

    minute: int

    def apply(self, state: Roster) -> None:
        state.set_time(self.minute)


class HouseRuled(TableEntry, frozen=True, kw_only=True):
    """Event: the house's decision where no clause covers the case."""

    what: str
    decision: str
    by: str
    """Person who decided for the house."""
    why: str = ""
    reported: dict[str, Any] = field(default_factory=dict)
    """Facts that were reported and found."""

    def apply(self, state: Roster) -> None:
        """Change nothing: the consequences follow as events of their own."""


class PlayRefused(RosterEvent, frozen=True, kw_only=True):
    """Event: a person was refused play."""

    player: str
    seat: int
    why: str

    def apply(self, state: Roster) -> None:
        if self.player not in state.barred:
            state.barred.append(self.player)


class DisputeOpened(RosterEvent, frozen=True, kw_only=True):
    """Event: a dispute was brought to the supervisor."""

    number: int
    about: str
    by: str

    def apply(self, state: Roster) -> None:
        state.disputes.append("")
        state.dispute_openers.append([self.by, self.about])


class DisputeClosed(RosterEvent, frozen=True, kw_only=True):
    """Event: the supervisor's ruling closed a dispute."""

    number: int
    ruling: str
    by: str

    def apply(self, state: Roster) -> None:
        state.disputes[self.number - 1] = self.ruling


EVENTS: Final[tuple[Any, ...]] = (NoteRecorded, TimeSet, HouseRuled, PlayRefused, DisputeOpened, DisputeClosed)
