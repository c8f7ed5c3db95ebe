"""Account handlers: enter, register, log in and out, change a password, claim a name, delete an account.

The program gives these commands, never a request: `authentication` has checked passwords and codes before.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any, Final

from hoyle.core.errors import ConflictError, IllegalError
from hoyle.room import player_names
from hoyle.room.commands import room_commands
from hoyle.room.events import room_events
from hoyle.room.handlers import room_handlers
from hoyle.room.state.room_state import BOT, FORMER, GUEST, MEMBER, RoomState
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage.account_names import deposit

MAX_SECOND_ACCOUNTS: Final = 10
"""Accounts that one member may vouch for."""


def check_name_is_free(state: RoomState, name: str, kind: str = GUEST) -> None:
    """Refuse a player name that is taken, reserved or looks too similar to another."""
    player_names.check_name(name, bot=kind == BOT)
    if state.claim_to_similar_name(name) is not None:
        raise IllegalError(
            f"{name} is reserved: whoever it is for has a code", clause="house names", legal="another name"
        )
    _check_not_taken(state, name)


def _check_not_taken(state: RoomState, name: str) -> None:
    """Refuse a player name that an existing account has, or that looks like one."""
    owner = state.names_by_skeleton.get(player_names.name_skeleton(name))
    if owner is not None and not state.people[owner].free:
        reason = "taken" if owner == name else f"too similar to {owner}, who is already here"
        raise ConflictError(f"{name} is {reason}", clause="house names", legal="another name")


def enter(
    unit_of_work: UnitOfWork, name: str, *, kind: str = GUEST, chips: int = 0, session: str = "", sponsor: str = ""
) -> None:
    """Add a new guest or bot to the room, with play chips."""
    state = unit_of_work.room.state
    check_name_is_free(state, name, kind)
    if sponsor:
        _check_sponsor(state, sponsor)
    unit_of_work.record_room_events(
        room_commands.Enter(player=name, chips=chips, kind=kind, session=session, sponsor=sponsor),
        _entered_event(unit_of_work, name, kind=kind, chips=chips, session=session, sponsor=sponsor),
    )


def _entered_event(unit_of_work: UnitOfWork, name: str, **fields: Any) -> room_events.Entered:
    """Return the event of a new account, dated now."""
    return room_events.Entered(player=name, time=unit_of_work.context.now, **fields, clause="house promotions")


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


def register(
    unit_of_work: UnitOfWork,
    name: str,
    *,
    password_fingerprint: str,
    session_fingerprint: str,
    ended_sessions: Sequence[str],
) -> None:
    """Turn a guest into a member, who keeps name and wallet; the password is recorded by its fingerprint."""
    person = room_handlers.find_person(unit_of_work, name)
    if person.kind != GUEST:
        raise ConflictError(f"{name} is a {person.kind} already", clause="house names")
    unit_of_work.record_room_events(
        room_commands.Register(password=password_fingerprint, session=session_fingerprint, ended=list(ended_sessions)),
        room_events.Registered(
            player=name, password=password_fingerprint, session=session_fingerprint, clause="house names"
        ),
        *_logged_out_events(name, ended_sessions),
    )


def _logged_out_events(name: str, fingerprints: Sequence[str]) -> list[room_events.LoggedOut]:
    """Return an event for each session that ends, given by its fingerprint."""
    return [
        room_events.LoggedOut(player=name, session=fingerprint, clause="house sessions") for fingerprint in fingerprints
    ]


def change_password(
    unit_of_work: UnitOfWork,
    name: str,
    *,
    password_fingerprint: str,
    session_fingerprint: str,
    ended_sessions: Sequence[str],
) -> None:
    """Record a member's new password, by its fingerprint, and the end of their earlier sessions."""
    person = room_handlers.find_person(unit_of_work, name)
    if person.kind != MEMBER:
        raise IllegalError(f"{name} is a {person.kind}: members have passwords", clause="house sessions")
    unit_of_work.record_room_events(
        room_commands.ChangePassword(
            password=password_fingerprint, session=session_fingerprint, ended=list(ended_sessions)
        ),
        room_events.PasswordChanged(
            player=name, password=password_fingerprint, session=session_fingerprint, clause="house sessions"
        ),
        *_logged_out_events(name, ended_sessions),
    )


def issue_code(unit_of_work: UnitOfWork, command: room_commands.IssueCode) -> None:
    """Reserve a name or an account for the holder of a one-time code."""
    state, name = unit_of_work.room.state, command.player
    account = state.people.get(name)
    if account is None or account.free:
        player_names.check_name(name)
        _check_not_taken(state, name)
    elif account.kind in (BOT, FORMER):
        raise IllegalError(f"{name} is a {account.kind}: nobody comes in by that account", clause="house names")
    if command.role:
        room_handlers.check_grantable(command.role)
    unit_of_work.record_room_events(
        command,
        room_events.CodeIssued(
            player=name,
            code=command.code,
            role=command.role,
            reset=command.reset,
            why=command.why,
            clause="house names",
        ),
        *_logged_out_events(name, command.ended),
    )


def claim_name(unit_of_work: UnitOfWork, name: str, command: room_commands.ClaimName) -> None:
    """Make the holder of a one-time code a member by the reserved name, with the role reserved for it."""
    state = unit_of_work.room.state
    claim = state.claims.get(name)
    if claim is None or not hmac.compare_digest(claim.code, command.code):
        raise wrong_code_error()
    account = state.people.get(name)
    if account is not None and account.free:
        account = None  # a deleted account whose name a new person may take
    password, session = command.password, command.session
    events: list[room_events.RoomEvent] = [
        room_events.NameClaimed(player=name, code=command.code, clause="house names")
    ]
    if account is None:
        events += [
            _entered_event(unit_of_work, name, kind=GUEST, chips=command.chips, session=session),
            room_events.Registered(player=name, password=password, clause="house names"),
        ]
    else:
        event_type = room_events.Registered if account.kind == GUEST else room_events.PasswordChanged
        events.append(event_type(player=name, password=password, session=session, clause="house sessions"))
    if claim.role and (account is None or claim.role not in account.roles):
        why = f"claimed by the code for {claim.role}"
        events.append(room_events.RoleChanged(player=name, role=claim.role, on=True, why=why, clause="house roles"))
    unit_of_work.record_room_events(command, *events, *_logged_out_events(name, command.ended))


def wrong_code_error() -> IllegalError:
    """Return the error for a wrong one-time code; the same for every cause, so that it reveals nothing."""
    return IllegalError("name or code is wrong", clause="house names")


def delete_account(unit_of_work: UnitOfWork, command: room_commands.Depart) -> None:
    """Delete an account; its owner leaves their seats after the rounds being played."""
    person = room_handlers.find_person(unit_of_work, command.player)
    if person.kind == BOT:
        raise IllegalError(f"{person.name} is a bot", clause="house bots")
    room_handlers.check_not_last_manager(unit_of_work.room.state, person)
    deposit_chips = unit_of_work.room.ledger.holds(deposit(person.name))
    if deposit_chips:
        raise IllegalError(
            f"{person.name} has {deposit_chips:,} chips of the cage: redeem them first", clause="house cashier"
        )
    for live_table in unit_of_work.room.tables.values():
        room_handlers.remove_after_round(unit_of_work, live_table, person.name)
    unit_of_work.record_room_events(
        command,
        room_events.Departed(
            player=person.name, chips=command.chips, free=command.free, why=command.why, clause="house names"
        ),
        *_logged_out_events(person.name, command.ended),
    )


def grant_play_chips(unit_of_work: UnitOfWork, name: str, *, chips: int) -> None:
    """Record a grant of play chips to a person who has few left."""
    room_handlers.find_person(unit_of_work, name)
    unit_of_work.record_room_events(
        room_commands.GrantPlayChips(chips=chips),
        room_events.PlayChipsGranted(player=name, chips=chips, clause="house promotions"),
    )


def log_in(unit_of_work: UnitOfWork, name: str, *, good: bool, failures: int, session: str = "") -> None:
    """Record a successful log-in, or failed attempts at one."""
    unit_of_work.record_room_events(
        room_commands.LogIn(good=good, failures=failures, session=session),
        room_events.LoggedIn(player=name, good=good, failures=failures, session=session, clause="house sessions"),
    )


def log_out(unit_of_work: UnitOfWork, name: str, *, session: str = "") -> None:
    """Record that a login session has ended."""
    unit_of_work.record_room_events(
        room_commands.LogOut(session=session),
        room_events.LoggedOut(player=name, session=session, clause="house sessions"),
    )
