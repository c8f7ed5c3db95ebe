"""What is brought to the floor or noted at every table: disputes, complaints, refusals, the time of day.

Irregularities of a game are its table's own; here is what has nothing to do with cards or dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from msgspec import field

from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.rulebooks.book import Answer
from hoyle.table import seats
from hoyle.table.command import ANYONE, Command
from hoyle.table.company import LEAVE
from hoyle.table.entry import TableEntry
from hoyle.table.fields import Count, Minute, Name, Seat, Words
from hoyle.table.roles import FLOOR, SUPERVISOR, RoleRule, Roles
from hoyle.table.seats import SeatEntry

if TYPE_CHECKING:
    from hoyle.table.base import Table
    from hoyle.table.company import Company


MOST_DISPUTES: Final = 1000
"""More than any table ever saw."""

STOPPED: Final = "play cannot go on"
STOPPED_CLAUSE: Final = "house incidents"


HOUSE_SETTLES: Final = (SUPERVISOR, FLOOR)
"""Whose word closes a dispute where the book names nobody."""


class DeskRules(NamedTuple):
    """What a book says about conduct and disputes; `house ...` where it is silent."""

    supervisor_clause: str = "house disputes"
    settled_by: tuple[str, ...] = HOUSE_SETTLES
    """Whose word closes a dispute."""
    conduct_clause: str = "house conduct"
    offender_clause: str = ""
    may_refuse: bool = False
    """The house may refuse anybody play at its discretion."""


# Commands


class BringDispute(Command, frozen=True, kw_only=True, tag="bring-dispute"):
    """Bring a dispute to the supervisor."""

    WHO: ClassVar[str] = ANYONE
    about: Words


class SettleDispute(Command, frozen=True, kw_only=True, tag="settle-dispute"):
    """The supervisor's word on a dispute, which is the last."""

    ANSWERED_BY: ClassVar[str] = "ruled_by"
    OWN_NAME: ClassVar[bool] = True
    number: Count
    ruling: Words
    ruled_by: Name


class Complain(Command, frozen=True, kw_only=True, tag="complain"):
    """Log a complaint about how a player plays."""

    WHO: ClassVar[str] = ANYONE
    about: Seat
    text: Words


class RefusePlay(Command, frozen=True, kw_only=True, tag="refuse-play"):
    """Refuse somebody play, at the house's discretion, where the book gives it."""

    player: Name
    why: Words
    house: Words = ""
    """The house's own decision, where no book gives it."""


class TellTime(Command, frozen=True, kw_only=True, tag="tell-time"):
    """Tell the table the time in minutes."""

    minute: Minute


class Note(Command, frozen=True, kw_only=True, tag="note"):
    """Put something on record that changes nothing."""

    what: Name
    detail: Words = ""


class ReturnWagers(Command, frozen=True, kw_only=True, tag="return-wagers"):
    """What is being played cannot go on: everybody has back what he put into it, and nobody wins."""

    why: Words = ""


COMMANDS: Final[tuple[type[Command], ...]] = (
    BringDispute,
    SettleDispute,
    Complain,
    RefusePlay,
    TellTime,
    Note,
    ReturnWagers,
)


# Entries


class Recorded(TableEntry, frozen=True, kw_only=True):
    """A procedure was followed, or somebody said something worth keeping."""

    NAME: ClassVar[str] = "recorded"
    what: str
    detail: str = ""
    by: str = ""

    def apply(self, state: Company) -> None:
        """Only the log knows."""


class TimeTold(SeatEntry, frozen=True, kw_only=True):
    """The time of day reaches the table."""

    NAME: ClassVar[str] = "time-told"
    minute: int

    def apply(self, state: Company) -> None:
        state.tell_time(self.minute)


class HouseRuled(TableEntry, frozen=True, kw_only=True):
    """No clause covers it: the house has decided, and this is its decision."""

    NAME: ClassVar[str] = "house-ruled"
    LATER: ClassVar[tuple[str, ...]] = ("reported",)
    what: str
    decision: str
    by: str
    """Who gave the house's word."""
    why: str = ""
    reported: dict[str, Any] = field(default_factory=dict)
    """What was reported and found."""

    def apply(self, state: Company) -> None:
        """What the decision does follows in entries of its own."""


class PlayRefused(SeatEntry, frozen=True, kw_only=True):
    """The house wants somebody out of the game."""

    NAME: ClassVar[str] = "play-refused"
    player: str
    seat: int
    why: str

    def apply(self, state: Company) -> None:
        if self.player not in state.barred:
            state.barred.append(self.player)


class DisputeBrought(SeatEntry, frozen=True, kw_only=True):
    """A dispute goes to the supervisor."""

    NAME: ClassVar[str] = "dispute-brought"
    number: int
    about: str
    by: str

    def apply(self, state: Company) -> None:
        state.disputes.append("")
        state.brought.append([self.by, self.about])


class DisputeClosed(SeatEntry, frozen=True, kw_only=True):
    """The supervisor's word ends it."""

    NAME: ClassVar[str] = "dispute-closed"
    number: int
    ruling: str
    by: str

    def apply(self, state: Company) -> None:
        state.disputes[self.number - 1] = self.ruling


ENTRIES: Final[tuple[Any, ...]] = (
    Recorded,
    TimeTold,
    HouseRuled,
    PlayRefused,
    DisputeBrought,
    DisputeClosed,
)


# Decisions


def bring_dispute(table: Table, command: BringDispute, by: str) -> None:
    if not command.about.strip():
        raise InvalidError("about '': say what the dispute is about")
    number = len(table.company.disputes) + 1
    if number > MOST_DISPUTES:
        raise IllegalError(f"{MOST_DISPUTES} disputes have been brought here: close the table")
    clause = table.desk_rules().supervisor_clause
    table.emit(DisputeBrought(number=number, about=command.about, by=by, clause=clause))


def settle_dispute(table: Table, command: SettleDispute, by: str) -> None:
    disputes, clause = table.company.disputes, table.desk_rules().supervisor_clause
    if not 1 <= command.number <= len(disputes):
        raise IllegalError(f"no dispute {command.number} has been brought")
    if not command.ruling.strip():
        raise InvalidError("ruling '': a ruling needs words")
    closed = disputes[command.number - 1]
    if closed:
        raise IllegalError(f"dispute {command.number} is closed: {closed} ({clause})", clause=clause)
    ruled_by = command.ruled_by or by
    table.emit(DisputeClosed(number=command.number, ruling=command.ruling, by=ruled_by, clause=clause))


def complain(table: Table, command: Complain, by: str) -> None:
    player = table.company.player(command.about)
    detail = f"{player.name}: {command.text}"
    table.emit(Recorded(what="complaint", detail=detail, by=by, clause=table.desk_rules().conduct_clause))


def refuse_play(table: Table, command: RefusePlay, by: str) -> None:
    if not command.player:
        raise InvalidError("player '': say who is refused play")
    if command.player in table.STAFF:
        raise InvalidError(f"player {command.player!r}: that is somebody of the house, who does not play")
    rules = table.desk_rules()
    if not rules.may_refuse:
        if not command.house.strip():
            raise HouseRulingNeeded(f"{table.book_id} does not let the house refuse play at will")
        table.emit(
            HouseRuled(
                what=f"play refused to {command.player}",
                decision=command.house,
                by=by,
                clause=rules.offender_clause or "house conduct",
            )
        )
    bar(table, command.player, command.why, rules.offender_clause or "house conduct")


def bar(table: Table, name: str, why: str, clause: str) -> None:
    """Somebody may play no longer; he leaves now, or as soon as the round is over, and waits for no seat."""
    seat = table.company.seat_of(name)
    table.emit(PlayRefused(player=name, seat=seat, why=why, clause=clause))
    if name in table.company.waiting:
        table.emit(seats.Listed(player=name, on=False, clause=clause))
    if not seat:
        return
    if not table.in_play(seat):
        seats.let_go(table, seat)
    elif table.company.promised(name, LEAVE) is None:
        table.emit(seats.Promised(seat=seat, player=name, what=LEAVE, clause=clause))


def tell_time(table: Table, command: TellTime, by: str) -> None:
    if command.minute < table.company.minute:
        raise InvalidError(f"minute {command.minute}: it is minute {table.company.minute} already")
    table.emit(TimeTold(minute=command.minute, clause="house clock"))


def called_off(table: Table, command: ReturnWagers, decision: str, by: str) -> None:
    """That the house has called off what was being played; what that does follows."""
    table.emit(HouseRuled(what=STOPPED, decision=decision, by=by, why=command.why, clause=STOPPED_CLAUSE))


def note(table: Table, command: Note, by: str) -> None:
    if not command.what:
        raise InvalidError("what '': say what is noted")
    table.emit(Recorded(what=command.what, detail=command.detail, by=by, clause="house records"))


def _settles(table: Table, command: SettleDispute) -> Roles:
    rules = table.desk_rules()
    return Answer(rules.settled_by, rules.supervisor_clause)


ROLES: Final[dict[type, RoleRule]] = {SettleDispute: _settles}

HANDLERS: Final[dict[type, Callable[[Any, Any, str], None]]] = {
    BringDispute: bring_dispute,
    SettleDispute: settle_dispute,
    Complain: complain,
    RefusePlay: refuse_play,
    TellTime: tell_time,
    Note: note,
}
