"""Account handlers: enter, register, log in and out, change a password, claim a name, delete an account.

The program gives these commands, never a request: `authentication` has checked passwords and codes before.
Passwords and sessions are recorded by their fingerprints.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from typing import Any, Final

from hoyle.core.errors import ConflictError, IllegalError
from hoyle.room import player_names
from hoyle.room.commands import room_commands
from hoyle.room.events import room_events
from hoyle.room.handlers import room_handlers
from hoyle.room.state.room_state import BOT, FORMER, GUEST, MEMBER, RoomState
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage.account_names import deposit
from hoyle.table.command_base import Command

MAX_SECOND_ACCOUNTS: Final = 10
"""Accounts that one member may vouch for."""


def check_name_is_free(state: RoomState, name: str, kind: str = GUEST) -> None:
    """Refuse a player name that is taken, reserved or looks too similar to another."""
    player_names.check_name(name, bot=kind == BOT)
    if state.claim_to_similar_name(name) is not None:
        raise IllegalError(
            f"{name} is reserved for the holder of an invitation code", clause="house names", legal="another name"
        )
    _check_not_taken(state, name)


def _check_not_taken(state: RoomState, name: str) -> None:
    owner = state.names_by_skeleton.get(player_names.name_skeleton(name))
    if owner is not None and not state.people[owner].free:
        reason = "taken" if owner == name else f"too similar to {owner}, who is already here"
        raise ConflictError(f"{name} is {reason}", clause="house names", legal="another name")


def enter(unit: UnitOfWork, command: room_commands.Enter) -> None:
    """Add a new guest or bot to the room, with play chips."""
    state = unit.room.state
    check_name_is_free(state, command.player, command.kind)
    if command.sponsor:
        _check_sponsor(state, command.sponsor)
    unit.record_room_event(command, room_events.Entered, time=unit.context.now)


def _check_sponsor(state: RoomState, sponsor: str) -> None:
    """Refuse a sponsor who is no member, is a second account themselves, or vouches for too many accounts."""
    person = state.people.get(sponsor)
    if person is None or person.kind != MEMBER or person.sponsor:
        raise IllegalError(
            f"{sponsor} is no member: members vouch for a second account", clause="house names", legal="register"
        )
    count = sum(account.sponsor == sponsor and account.kind != FORMER for account in state.people.values())
    if count >= MAX_SECOND_ACCOUNTS:
        raise IllegalError(f"{sponsor} vouches for {count} accounts already", clause="house names")


def register(unit: UnitOfWork, command: room_commands.Register) -> None:
    """Turn a guest into a member, who keeps name and wallet."""
    person = room_handlers.find_person(unit, unit.actor)
    if person.kind != GUEST:
        raise ConflictError(f"{person.name} is a {person.kind} already", clause="house names")
    registered = unit.event(room_events.Registered, command, player=person.name)
    unit.record_room_events(command, registered, *_logged_out_events(person.name, command.ended))


def _logged_out_events(name: str, fingerprints: Sequence[str]) -> list[room_events.LoggedOut]:
    """Return an event for each session that ends, given by its fingerprint."""
    return [
        room_events.LoggedOut(player=name, session=fingerprint, clause="house sessions") for fingerprint in fingerprints
    ]


def change_password(unit: UnitOfWork, command: room_commands.ChangePassword) -> None:
    """Record a member's new password and the end of their earlier sessions."""
    person = room_handlers.find_person(unit, unit.actor)
    if person.kind != MEMBER:
        raise IllegalError(f"{person.name} is a {person.kind}: members have passwords", clause="house sessions")
    changed = unit.event(room_events.PasswordChanged, command, player=person.name)
    unit.record_room_events(command, changed, *_logged_out_events(person.name, command.ended))


def issue_code(unit: UnitOfWork, command: room_commands.IssueCode) -> None:
    """Reserve a name or an account for the holder of a one-time code."""
    state, name = unit.room.state, command.player
    account = state.people.get(name)
    if account is None or account.free:
        player_names.check_name(name)
        _check_not_taken(state, name)
    elif account.kind in (BOT, FORMER):
        raise IllegalError(f"{name} is a {account.kind}: that account cannot be used to log in", clause="house names")
    if command.role:
        room_handlers.check_grantable(command.role)
    issued = unit.event(room_events.CodeIssued, command)
    unit.record_room_events(command, issued, *_logged_out_events(name, command.ended))


def claim_name(unit: UnitOfWork, command: room_commands.ClaimName) -> None:
    """Make the holder of a one-time code a member by the reserved name, with the role reserved for it."""
    state, name = unit.room.state, unit.actor
    claim = state.claims.get(name)
    if claim is None or not hmac.compare_digest(claim.code, command.code):
        raise wrong_code_error()
    account = state.people.get(name)
    if account is not None and account.free:
        account = None  # a deleted account whose name a new person may take
    events: list[room_events.RoomEvent] = [unit.event(room_events.NameClaimed, command, player=name)]
    if account is None:
        events += [
            unit.event(room_events.Entered, command, player=name, kind=GUEST, time=unit.context.now),
            unit.event(room_events.Registered, command, player=name, session=""),
        ]
    elif account.kind == GUEST:
        events.append(unit.event(room_events.Registered, command, player=name, clause="house sessions"))
    else:
        events.append(unit.event(room_events.PasswordChanged, command, player=name))
    if claim.role and (account is None or claim.role not in account.roles):
        why = f"claimed by the code for {claim.role}"
        events.append(unit.event(room_events.RoleChanged, command, player=name, role=claim.role, on=True, why=why))
    unit.record_room_events(command, *events, *_logged_out_events(name, command.ended))


def wrong_code_error() -> IllegalError:
    """Return the error for a wrong one-time code; the same for every cause, so that it reveals nothing."""
    return IllegalError("name or code is wrong", clause="house names")


def delete_account(unit: UnitOfWork, command: room_commands.Depart) -> None:
    """Delete an account; its owner leaves their seats after the rounds being played."""
    person = room_handlers.find_person(unit, command.player)
    if person.kind == BOT:
        raise IllegalError(f"{person.name} is a bot", clause="house bots")
    room_handlers.check_not_last_manager(unit.room.state, person)
    deposit_chips = unit.room.ledger.holds(deposit(person.name))
    if deposit_chips:
        raise IllegalError(
            f"{person.name} has {deposit_chips:,} chips of the cage: redeem them first", clause="house cashier"
        )
    for live_table in unit.room.tables.values():
        room_handlers.remove_after_round(unit, live_table, person.name)
    departed = unit.event(room_events.Departed, command)
    unit.record_room_events(command, departed, *_logged_out_events(person.name, command.ended))


def grant_play_chips(unit: UnitOfWork, command: room_commands.GrantPlayChips) -> None:
    """Record a grant of play chips to a person who has few left."""
    room_handlers.find_person(unit, unit.actor)
    unit.record_room_event(command, room_events.PlayChipsGranted, player=unit.actor)


def log_in(unit: UnitOfWork, command: room_commands.LogIn) -> None:
    """Record a successful log-in, or failed attempts at one."""
    unit.record_room_event(command, room_events.LoggedIn, player=unit.actor)


def log_out(unit: UnitOfWork, command: room_commands.LogOut) -> None:
    """Record that a login session has ended."""
    unit.record_room_event(command, room_events.LoggedOut, player=unit.actor)


HANDLERS: Final[dict[type[Command], Callable[[UnitOfWork, Any], None]]] = {
    room_commands.Enter: enter,
    room_commands.Register: register,
    room_commands.ChangePassword: change_password,
    room_commands.IssueCode: issue_code,
    room_commands.ClaimName: claim_name,
    room_commands.Depart: delete_account,
    room_commands.GrantPlayChips: grant_play_chips,
    room_commands.LogIn: log_in,
    room_commands.LogOut: log_out,
}
