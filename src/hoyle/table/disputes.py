"""Disputes, complaints, refused play and house notes: commands, events and handlers of every table.

Irregularities of a game are handled by its own kind of table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from msgspec import field

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import seats
from hoyle.table.command_base import ANYONE, Command
from hoyle.table.field_types import Count, Minute, Name, Seat, Words
from hoyle.table.log.event_base import TableEntry
from hoyle.table.roster import LEAVE
from hoyle.table.seats import RosterEvent
from hoyle.table.staff_roles import FLOOR, SUPERVISOR, RoleRule, Roles

if TYPE_CHECKING:
    from hoyle.table.base import Table
    from hoyle.table.roster import Roster


MAX_DISPUTES: Final = 1000

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


class OpenDispute(Command, frozen=True, kw_only=True, tag="bring-dispute"):
    """Bring a dispute to the supervisor."""

    ISSUER: ClassVar[str] = ANYONE
    about: Words


class SettleDispute(Command, frozen=True, kw_only=True, tag="settle-dispute"):
    """Close a dispute with the supervisor's final ruling."""

    ANSWERED_BY: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    number: Count
    ruling: Words
    ruled_by: Name


class Complain(Command, frozen=True, kw_only=True, tag="complain"):
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


class SetTime(Command, frozen=True, kw_only=True, tag="tell-time"):
    """Set the table's time, in minutes."""

    minute: Minute


class Note(Command, frozen=True, kw_only=True, tag="note"):
    """Record something that changes nothing."""

    what: Name
    detail: Words = ""


class ReturnWagers(Command, frozen=True, kw_only=True, tag="return-wagers"):
    """Call off a round that cannot go on: every player gets back what they put in, and nobody wins."""

    why: Words = ""


COMMANDS: Final[tuple[type[Command], ...]] = (
    OpenDispute,
    SettleDispute,
    Complain,
    RefusePlay,
    SetTime,
    Note,
    ReturnWagers,
)


# Events


class NoteRecorded(TableEntry, frozen=True, kw_only=True):
    """A note in the log: a procedure that was followed, a complaint."""

    NAME: ClassVar[str] = "recorded"
    what: str
    detail: str = ""
    by: str = ""

    def apply(self, state: Roster) -> None:
        """Change nothing: a record for the log only."""


class TimeSet(RosterEvent, frozen=True, kw_only=True):
    """The table's time was set."""

    NAME: ClassVar[str] = "time-told"
    minute: int

    def apply(self, state: Roster) -> None:
        state.tell_time(self.minute)


class HouseRuled(TableEntry, frozen=True, kw_only=True):
    """Event: the house's decision where no clause covers the case."""

    NAME: ClassVar[str] = "house-ruled"
    LATER: ClassVar[tuple[str, ...]] = ("reported",)
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

    NAME: ClassVar[str] = "play-refused"
    player: str
    seat: int
    why: str

    def apply(self, state: Roster) -> None:
        if self.player not in state.barred:
            state.barred.append(self.player)


class DisputeOpened(RosterEvent, frozen=True, kw_only=True):
    """A dispute was brought to the supervisor."""

    NAME: ClassVar[str] = "dispute-brought"
    number: int
    about: str
    by: str

    def apply(self, state: Roster) -> None:
        state.disputes.append("")
        state.dispute_openers.append([self.by, self.about])


class DisputeClosed(RosterEvent, frozen=True, kw_only=True):
    """Event: the supervisor's ruling closed a dispute."""

    NAME: ClassVar[str] = "dispute-closed"
    number: int
    ruling: str
    by: str

    def apply(self, state: Roster) -> None:
        state.disputes[self.number - 1] = self.ruling


EVENTS: Final[tuple[Any, ...]] = (
    NoteRecorded,
    TimeSet,
    HouseRuled,
    PlayRefused,
    DisputeOpened,
    DisputeClosed,
)


# Handlers


def open_dispute(table: Table, command: OpenDispute, by: str) -> None:
    if not command.about.strip():
        raise InvalidError("about '': say what the dispute is about")
    number = len(table.roster.disputes) + 1
    if number > MAX_DISPUTES:
        raise IllegalError(f"{MAX_DISPUTES} disputes have been brought here: close the table")
    clause = table.dispute_rules().supervisor_clause
    table.emit(DisputeOpened(number=number, about=command.about, by=by, clause=clause))


def settle_dispute(table: Table, command: SettleDispute, by: str) -> None:
    disputes, clause = table.roster.disputes, table.dispute_rules().supervisor_clause
    if not 1 <= command.number <= len(disputes):
        raise IllegalError(f"no dispute {command.number} has been brought")
    if not command.ruling.strip():
        raise InvalidError("ruling '': a ruling needs words")
    earlier_ruling = disputes[command.number - 1]
    if earlier_ruling:
        raise IllegalError(f"dispute {command.number} is closed: {earlier_ruling} ({clause})", clause=clause)
    ruled_by = command.ruled_by or by
    table.emit(DisputeClosed(number=command.number, ruling=command.ruling, by=ruled_by, clause=clause))


def complain(table: Table, command: Complain, by: str) -> None:
    player = table.roster.player(command.about)
    detail = f"{player.name}: {command.text}"
    table.emit(
        NoteRecorded(what="complaint", detail=detail, by=by, clause=table.dispute_rules().conduct_clause)
    )


def refuse_play(table: Table, command: RefusePlay, by: str) -> None:
    """Bar a person from play, by a house ruling where the book gives no right to it."""
    if not command.player:
        raise InvalidError("player '': say who is refused play")
    if command.player in table.STAFF_NAMES:
        raise InvalidError(f"player {command.player!r}: that name is reserved for staff")
    rules = table.dispute_rules()
    if not rules.may_refuse:
        if not command.house.strip():
            raise HouseRulingRequired(f"{table.book_id} does not let the house refuse play at will")
        table.emit(
            HouseRuled(
                what=f"play refused to {command.player}",
                decision=command.house,
                by=by,
                clause=rules.offender_clause or "house conduct",
            )
        )
    bar_player(table, command.player, command.why, rules.offender_clause or "house conduct")


def bar_player(table: Table, name: str, why: str, clause: str) -> None:
    """Bar a person from play: they leave now or after the round, and are taken off the waiting list."""
    seat = table.roster.seat_of(name)
    table.emit(PlayRefused(player=name, seat=seat, why=why, clause=clause))
    if name in table.roster.waiting:
        table.emit(seats.WaitingListChanged(player=name, on=False, clause=clause))
    if not seat:
        return
    if not table.has_chips_in_play(seat):
        seats.remove_player(table, seat)
    elif table.roster.find_deferred_request(name, LEAVE) is None:
        table.emit(seats.RequestDeferred(seat=seat, player=name, what=LEAVE, clause=clause))


def tell_time(table: Table, command: SetTime, by: str) -> None:
    if command.minute < table.roster.minute:
        raise InvalidError(f"minute {command.minute}: it is minute {table.roster.minute} already")
    table.emit(TimeSet(minute=command.minute, clause="house clock"))


def record_stop(table: Table, command: ReturnWagers, decision: str, by: str) -> None:
    """Record that the house called off the round; the consequences follow."""
    table.emit(HouseRuled(what=STOPPED, decision=decision, by=by, why=command.why, clause=STOPPED_CLAUSE))


def note(table: Table, command: Note, by: str) -> None:
    if not command.what:
        raise InvalidError("what '': say what is noted")
    table.emit(NoteRecorded(what=command.what, detail=command.detail, by=by, clause="house records"))


def _settling_roles(table: Table, command: SettleDispute) -> Roles:
    rules = table.dispute_rules()
    return Answer(rules.settled_by, rules.supervisor_clause)


ROLES: Final[dict[type, RoleRule]] = {SettleDispute: _settling_roles}

HANDLERS: Final[dict[type, Callable[[Any, Any, str], None]]] = {
    OpenDispute: open_dispute,
    SettleDispute: settle_dispute,
    Complain: complain,
    RefusePlay: refuse_play,
    SetTime: tell_time,
    Note: note,
}
