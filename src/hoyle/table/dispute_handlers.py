"""Handlers shared by all tables: disputes, complaints, barred players, notes, the table clock, called-off rounds."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError, illegal
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table import disputes, seats
from hoyle.table.base import Table
from hoyle.table.roster import LEAVE
from hoyle.table.seat_handlers import defer, remove_player
from hoyle.table.staff_roles import RoleRule, Roles

MAX_DISPUTES: Final = 1000


def open_dispute(table: Table, command: disputes.OpenDispute, by: str) -> None:
    if not command.about.strip():
        raise InvalidError("about '': say what the dispute is about")
    number = len(table.roster.disputes) + 1
    if number > MAX_DISPUTES:
        raise IllegalError(f"{MAX_DISPUTES} disputes have been brought here: close the table")
    clause = table.dispute_rules().supervisor_clause
    table.emit(disputes.DisputeOpened(number=number, about=command.about, by=by, clause=clause))


def settle_dispute(table: Table, command: disputes.SettleDispute, by: str) -> None:
    rulings, clause = table.roster.disputes, table.dispute_rules().supervisor_clause
    if not 1 <= command.number <= len(rulings):
        raise IllegalError(f"no dispute {command.number} has been brought")
    if not command.ruling.strip():
        raise InvalidError("ruling '': a ruling needs words")
    earlier_ruling = rulings[command.number - 1]
    if earlier_ruling:
        raise illegal(clause, f"dispute {command.number} is closed: {earlier_ruling}")
    ruled_by = command.ruled_by or by
    table.emit(disputes.DisputeClosed(number=command.number, ruling=command.ruling, by=ruled_by, clause=clause))


def log_complaint(table: Table, command: disputes.LogComplaint, by: str) -> None:
    player = table.roster.player(command.about)
    detail = f"{player.name}: {command.text}"
    clause = table.dispute_rules().conduct_clause
    table.emit(disputes.NoteRecorded(what="complaint", detail=detail, by=by, clause=clause))


def refuse_play(table: Table, command: disputes.RefusePlay, by: str) -> None:
    """Bar a person from play, by a house ruling where the book gives no right to it."""
    if not command.player:
        raise InvalidError("player '': say who is refused play")
    if command.player in table.STAFF_NAMES:
        raise InvalidError(f"player {command.player!r}: that name is reserved for staff")
    rules = table.dispute_rules()
    clause = rules.offender_clause or "house conduct"
    if not rules.may_refuse:
        if not command.house.strip():
            raise HouseRulingRequired(f"{table.book_id} does not let the house refuse play at will")
        table.emit(
            disputes.HouseRuled(what=f"play refused to {command.player}", decision=command.house, by=by, clause=clause)
        )
    bar_player(table, command.player, command.why, clause)


def bar_player(table: Table, name: str, why: str, clause: str) -> None:
    """Bar a person from play: they leave now or after the round, and are taken off the waiting list."""
    seat = table.roster.seat_of(name)
    table.emit(disputes.PlayRefused(player=name, seat=seat, why=why, clause=clause))
    if name in table.roster.waiting:
        table.emit(seats.WaitingListChanged(player=name, on=False, clause=clause))
    if not seat:
        return
    if not table.has_chips_in_play(seat):
        remove_player(table, seat)
    elif table.roster.find_deferred_request(name, LEAVE) is None:
        defer(table, seat, LEAVE, clause)


def set_time(table: Table, command: disputes.SetTime, by: str) -> None:
    if command.minute < table.roster.minute:
        raise InvalidError(f"minute {command.minute}: it is minute {table.roster.minute} already")
    table.emit(disputes.TimeSet(minute=command.minute, clause="house clock"))


def record_stop(table: Table, command: disputes.ReturnWagers, decision: str, by: str) -> None:
    """Record that the house called off the round; the consequences follow."""
    table.emit(
        disputes.HouseRuled(
            what=disputes.STOPPED, decision=decision, by=by, why=command.why, clause=disputes.STOPPED_CLAUSE
        )
    )


def log_note(table: Table, command: disputes.LogNote, by: str) -> None:
    if not command.what:
        raise InvalidError("what '': say what is noted")
    table.emit(disputes.NoteRecorded(what=command.what, detail=command.detail, by=by, clause="house records"))


def _settling_roles(table: Table, command: disputes.SettleDispute) -> Roles:
    rules = table.dispute_rules()
    return Answer(rules.settled_by, rules.supervisor_clause)


ROLES: Final[dict[type, RoleRule]] = {disputes.SettleDispute: _settling_roles}
