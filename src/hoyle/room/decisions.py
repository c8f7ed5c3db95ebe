"""Decisions of the room: authorizes a request and runs its handler; runs due actions of the house.

A refused command has changed nothing. An accepted one has changed the state in memory and may be answered and
published only when the decision's `write` is on disk; where that fails the room is discarded and reloaded
from the store (`recovery`).
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room import permissions
from hoyle.room.commands import room_commands
from hoyle.room.handlers import automatic_dealer, room_handlers, ruling_consent, table_handlers, timed_actions
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import MAX_ID, CommandRequest, DecisionContext, is_command_id, refuse
from hoyle.room.room import Room
from hoyle.room.state.room_state import FORMER, Person
from hoyle.room.unit_of_work import Decision, UnexpectedFailure, UnitOfWork
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.seats import PayJackpot

MAX_DUE_ACTIONS: Final = 16
"""Tables served in one call: each takes a fraction of a millisecond, and requests that arrive meanwhile
must not wait for the whole room."""


def handle_request(room: Room, request: CommandRequest, context: DecisionContext) -> Decision:
    """Decide a command request; a duplicate gets the decision that the first one got."""
    previous_answer = room.accepted_answers.get(request.person, request.idempotency_key)
    if previous_answer is not None:
        return Decision(previous_answer)
    unit = UnitOfWork(room, context, request)
    try:
        _decide(unit, request)
        decision = unit.finish()
    except HoyleError as error:
        if unit.records:
            # A refusal must not have changed anything; this one has.
            raise UnexpectedFailure(unit, request.table_id) from error
        clause, legal = getattr(error, "clause", ""), getattr(error, "legal", "")
        return Decision(refuse(request, str(error), clause=clause, allowed=legal))
    except Exception as error:
        raise UnexpectedFailure(unit, request.table_id) from error
    room.accepted_answers.keep(request.person, decision.answer)
    return decision


def _decide(unit: UnitOfWork, request: CommandRequest) -> None:
    """Authorize a request and run the handler of its command."""
    room = unit.room
    person = room.state.people.get(request.person)
    if person is None or person.kind == FORMER:
        raise IllegalError(f"{abbreviate(request.person)} is not in the room", legal="enter")
    # Without an idempotency key a command that arrives twice would take effect twice.
    if not is_command_id(request.idempotency_key):
        raise InvalidError(
            f"idempotency_key {abbreviate(request.idempotency_key)}: expected 1 to {MAX_ID} printable "
            "ASCII characters, unique to the command"
        )
    name = request.command.get("do")
    if not isinstance(name, str):
        raise InvalidError(f"a command has its name under 'do'; this one has {abbreviate(name)}")
    if request.table_id:
        _decide_at_table(unit, request, person, name)
        return
    role = _check_role(person, name, (permissions.ROOM_PERMISSIONS,), host=False)
    command = command_from_dict(room_commands.COMMANDS, request.command)
    _check_reason(role, command)
    room_handlers.HANDLERS[type(command)](unit, command)


def _decide_at_table(unit: UnitOfWork, request: CommandRequest, person: Person, name: str) -> None:
    """Authorize a command at a table, refuse it if it comes too late, and run its handler."""
    room = unit.room
    live_table = room.find_visible_table(request.table_id, person, joining=name == "join-home-game")
    is_host = live_table.hosting.host == person.name
    role = _check_role(person, name, (permissions.GAME_PERMISSIONS, permissions.LIVE_TABLE_PERMISSIONS), host=is_host)
    _check_expected_version(live_table, request)
    if role == permissions.PERSON and name in permissions.TURN_COMMANDS:
        _check_still_current(live_table, request, name)
    if name in table_handlers.COMMANDS:
        command = command_from_dict(table_handlers.COMMANDS, request.command)
        _check_reason(role, command)
        table_handlers.HANDLERS[type(command)](unit, live_table, command)
        return
    command = command_from_dict(live_table.table.COMMANDS, request.command)
    if role == permissions.PERSON:
        _check_not_stopped(live_table)
        table_handlers.handle_player_command(unit, live_table, command)
    else:
        _run_staff_command(unit, live_table, command, person, role)


def _run_staff_command(unit: UnitOfWork, live_table: LiveTable, command: Command, person: Person, role: str) -> None:
    """Run a report or ruling of the floor, the host or a manager, who must not play at the table."""
    unit.room.check_neutral(live_table, person.name)
    if hasattr(command, "ruled_by"):
        command = structs.replace(command, ruled_by=person.name)
    if isinstance(command, PayJackpot):
        command = table_handlers.with_fund_total(unit, live_table, command)
    if live_table.settings.private:
        ruling_consent.rule(unit, live_table, command)
    else:
        unit.run_table_command(
            live_table, command, by=permissions.staff_role_for(live_table.table, command, role), ruler=person.name
        )


def _check_role(person: Person, name: str, matrices: tuple[Any, ...], *, host: bool) -> str:
    """Return the role by which a person may give a command; refuse everything else."""
    roles = [permissions.PERSON, *([permissions.HOST] if host else []), *person.roles]
    for role in roles:
        if any(name in matrix[role] for matrix in matrices):
            return role
    is_command = any(name in matrix[role] for matrix in matrices for role in matrix)
    if not is_command and name not in permissions.PLAYER_COMMANDS:
        raise InvalidError(f"{abbreviate(name)} is not a command that a request can give")
    permitted = [role for matrix in matrices for role in matrix if name in matrix[role]]
    if not permitted:
        raise IllegalError(f"{name} is done at a table, and none is named", legal="name the table")
    raise IllegalError(
        f"{person.name} may not order {name}: that is for {' or '.join(dict.fromkeys(permitted))}", clause="house roles"
    )


def _check_not_stopped(live_table: LiveTable) -> None:
    """Refuse a player's command while a defect has stopped the table with chips at stake."""
    if live_table.hosting.stopped and live_table.has_chips_at_stake():
        raise IllegalError(
            f"play has stopped at table {live_table.number}: the floor sees to it",
            clause="house incidents",
            legal="wait for the floor",
        )


def _check_reason(role: str, command: Command) -> None:
    """Require a reason, for the record, where staff act on people and tables."""
    if (
        role in permissions.GRANTED
        and command.name in permissions.REASON_REQUIRED
        and not getattr(command, "why", "").strip()
    ):
        raise InvalidError(f"why '': expected a reason, since {command.name} is recorded")


def _check_expected_version(live_table: LiveTable, request: CommandRequest) -> None:
    """Refuse a command whose `expected_version` names an event that does not exist yet."""
    if (
        request.expected_version is not None
        and live_table.is_set_up
        and request.expected_version > live_table.table.event_count
    ):
        raise IllegalError(
            f"expected_version {request.expected_version}: the last event of table {live_table.number} is "
            f"{live_table.table.event_count}",
            clause="house clock",
            legal=f"0 to {live_table.table.event_count}",
        )


def _check_still_current(live_table: LiveTable, request: CommandRequest, name: str) -> None:
    """Refuse a command that answers an earlier turn, round or throw than the current one."""
    if request.expected_version is None:
        raise InvalidError(f"expected_version: {name} must name the last table event that its sender has seen")
    turn = live_table.turn
    # A shooter who takes the dice and bets the line at once means the same throw.
    answers_turn = name in turn.answers and live_table.table.COMMANDS.get(name) not in live_table.table.STANDING_WAGERS
    is_awaited = answers_turn and turn.person in ("", request.person)
    last_change = turn.entry if is_awaited else live_table.round_start_version
    if request.expected_version < last_change:
        raise IllegalError(
            f"the table has moved on: entry {last_change} came after entry {request.expected_version}",
            clause="house clock",
            legal="look again, then choose",
        )


def run_due_actions(
    room: Room, context: DecisionContext, maximum: int = MAX_DUE_ACTIONS
) -> tuple[list[Decision], UnexpectedFailure | None]:
    """Run one due action at each of at most `maximum` tables, up to the first defect."""
    decisions: list[Decision] = []
    for live_table in room.due_tables(context.now)[:maximum]:
        try:
            decisions.append(_run_due_action(room, live_table, context))
        except UnexpectedFailure as failure:
            return decisions, failure
    return decisions, None


def _run_due_action(room: Room, live_table: LiveTable, context: DecisionContext) -> Decision:
    unit = UnitOfWork(room, context)
    try:
        if not timed_actions.run_due(unit, live_table):
            automatic_dealer.run_due(unit, live_table)
        room.requeue(live_table)
        return unit.finish()
    except Exception as error:
        raise UnexpectedFailure(unit, live_table.number) from error
