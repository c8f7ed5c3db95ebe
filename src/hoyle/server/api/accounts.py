"""HTTP API of accounts: enter as a guest, register, log in and out, sessions and wallet.

Passwords are hashed in a worker process, in turns by address: neither the room nor the edge blocks, and the
room never sees a password.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct

from hoyle.core.errors import ConflictError
from hoyle.room.auth import authentication
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api.endpoint import edge_endpoint, room_call, room_endpoint
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.api.services import Call
from hoyle.server.problems import UNAUTHORIZED, RoomRefusal, no_session
from hoyle.storage.models import Credential

Name = Annotated[str, Meta(min_length=1, max_length=24)]
NewPassword = Annotated[str, Meta(min_length=8, max_length=200)]
Password = Annotated[str, Meta(max_length=200)]
Millis = Annotated[int, Meta(ge=0)]
"""Milliseconds since 1970; 0: never."""
MAX_SESSIONS: Final = 50
"""Sessions of a person that are listed."""


class EnterRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to enter as a guest, with a name."""

    name: Name
    vouched: bool = False
    """A second account, of a program for instance, for which the member who asks vouches."""


class RegisterRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to register: a password for the caller's name."""

    password: NewPassword


class ChangePasswordRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to change a password: the present one and the new one."""

    password: Password
    new: NewPassword


class DeleteAccountRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to delete an account, with its password; a guest has none."""

    password: Password = ""


class ClaimNameRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to claim a reserved name by its one-time code, with a new password."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=40)]
    password: NewPassword


class LogInRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to log in: name and password of a member."""

    name: Name
    password: Password


class LogOutRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to log out of this session, or of another of the caller's."""

    begun: Annotated[int, Meta(ge=0, le=10**15)] | None = None


class EmptyResponse(Struct, frozen=True, kw_only=True):
    """Empty HTTP response: the request succeeded."""


class ReadyResponse(Struct, frozen=True, kw_only=True):
    """HTTP response: whether the room is ready for clients."""

    ready: bool


class SessionResponse(Struct, frozen=True, kw_only=True):
    """Response to a log-in: the person, their previous log-in, and a Bearer token for programs."""

    person: str
    last_login: int
    token: str = ""


class MemberResponse(Struct, frozen=True, kw_only=True):
    """Member, with the token that replaces the previous one; programs use it as Bearer."""

    person: str
    kind: str
    token: str = ""


class WalletResponse(Struct, frozen=True, kw_only=True):
    """Play chips of the caller that are not on a table."""

    wallet: int


class SessionSummary(Struct, frozen=True, kw_only=True):
    """Summary of one of the caller's log-in sessions."""

    begun: Millis
    ends: Millis
    ended: Millis
    agent: str
    """User agent of the browser or program."""
    current: bool
    """Whether it is the session of this request."""


class AccountResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the caller's account: roles, chips and sessions."""

    person: str
    kind: str
    roles: list[str]
    wallet: int
    """Play chips that are not on a table."""
    deposit: int
    """Cage chips that are not on a table."""
    last_login: Millis
    """Time of the previous login."""
    sessions: list[SessionSummary]


class SessionOwner(Struct, frozen=True, kw_only=True):
    """Person whose session it is."""

    person: str


class StoredHash(Struct, frozen=True, kw_only=True):
    """Password hash, for the edge alone to verify a password against."""

    hash: str


Login = TypeVar("Login", SessionResponse, MemberResponse)

# Enter and log in


@edge_endpoint("POST", "/api/enter", "Log in as a guest, with play chips", status=201)
async def enter_as_guest(call: Call, body: EnterRequest) -> SessionResponse:
    if body.vouched:
        # The caller stays logged in as before: the token is for the program alone, so no cookie.
        return await call.room(SessionResponse, "vouch", name=body.name)
    return _logged_in(call, await call.room(SessionResponse, "enter", name=body.name))


@room_call("enter")
def enter(context: RoomContext, caller: Caller, name: str) -> SessionResponse:
    if caller.person:
        raise ConflictError(f"{caller.person} is logged in already", clause="house sessions")
    return _session(context.authenticator.guest(name, caller.agent, address=caller.address))


@room_call("vouch", session=True)
def vouch(context: RoomContext, caller: Caller, name: str) -> SessionResponse:
    """Open a second guest account that a member vouches for."""
    return _session(context.authenticator.guest(name, caller.agent, address=caller.address, sponsor=caller.person))


@edge_endpoint("POST", "/api/register", "Become a member; the wallet stays", session=True)
async def register_guest(call: Call, body: RegisterRequest) -> MemberResponse:
    await call.room(SessionOwner, "who")  # a hash is costly: only for people with a session
    password_hash = await call.hash(authentication.hash_password, body.password)
    return _logged_in(call, await call.room(MemberResponse, "register", hash=password_hash))


@room_call("register", session=True)
def register(context: RoomContext, caller: Caller, hash: str) -> MemberResponse:
    """Turn a guest into a member; the password was hashed at the edge."""
    login = context.authenticator.register(caller.person, hash, caller.agent)
    return MemberResponse(person=caller.person, kind="member", token=login.token)


@edge_endpoint("POST", "/api/login", "Log in as a member", status=201)
async def log_in_member(call: Call, body: LogInRequest) -> SessionResponse:
    good = await _verify(call, body.password, name=body.name)
    return _logged_in(call, await call.room(SessionResponse, "log-in", name=body.name, good=good))


@room_call("log-in")
def log_in(context: RoomContext, caller: Caller, name: str, good: bool) -> SessionResponse:
    """Log in as a member; the edge has verified the password."""
    return _session(context.authenticator.log_in(name, good=good, agent=caller.agent, address=caller.address))


@room_call("kept")
def password_hash(context: RoomContext, caller: Caller, name: str = "") -> StoredHash:
    """Return the stored hash of a member's password, by default of the caller's."""
    if not name and not caller.person:
        raise no_session()
    return StoredHash(hash=context.authenticator.attempt(name or caller.person, caller.address))


@room_call("who", session=True)
def session_owner(context: RoomContext, caller: Caller) -> SessionOwner:
    return SessionOwner(person=caller.person)


@edge_endpoint(
    "POST",
    "/api/claim",
    "Claim a reserved name, or an account whose password was reset, by its one-time code",
    status=201,
)
async def claim_name(call: Call, body: ClaimNameRequest) -> SessionResponse:
    await call.room(EmptyResponse, "check-code", name=body.name, code=body.code)
    new_hash = await call.hash(authentication.hash_password, body.password)
    return _logged_in(call, await call.room(SessionResponse, "claim", name=body.name, code=body.code, hash=new_hash))


@room_call("check-code")
def check_code(context: RoomContext, caller: Caller, name: str, code: str) -> EmptyResponse:
    """Check a one-time code, before the edge hashes the password."""
    context.authenticator.check_code(name, code, caller.address)
    return EmptyResponse()


@room_call("claim")
def claim(context: RoomContext, caller: Caller, name: str, code: str, hash: str) -> SessionResponse:
    """Claim a reserved name by its one-time code; the password was hashed at the edge."""
    return _session(context.authenticator.claim(name, code, hash, agent=caller.agent, address=caller.address))


def _session(login: authentication.Login) -> SessionResponse:
    return SessionResponse(person=login.person, last_login=login.last_login, token=login.token)


def _logged_in(call: Call, answer: Login) -> Login:
    """Set the session cookie for an answer with a new token."""
    call.new_token = answer.token or None
    return answer


async def _verify(call: Call, password: str, *, name: str = "") -> bool:
    """Whether a password matches the stored hash; takes equally long without one."""
    stored = await call.room(StoredHash, "kept", name=name)
    credential = Credential(person="", password=stored.hash)
    return bool(await call.hash(authentication.verify_password, credential, password))


# Your account


@edge_endpoint("POST", "/api/password", "Change the password; all other sessions end", session=True)
async def change_own_password(call: Call, body: ChangePasswordRequest) -> MemberResponse:
    good = await _verify(call, body.password)
    new_hash = await call.hash(authentication.hash_password, body.new) if good else ""
    return _logged_in(call, await call.room(MemberResponse, "password", hash=new_hash, good=good))


@room_call("password", session=True)
def change_password(context: RoomContext, caller: Caller, hash: str, good: bool = False) -> MemberResponse:
    """Change the password; the edge has verified the present one."""
    login = context.authenticator.change_password(
        caller.person, hash, good=good, agent=caller.agent, address=caller.address
    )
    return MemberResponse(person=caller.person, kind="member", token=login.token)


@edge_endpoint("POST", "/api/account/delete", "Delete your account", session=True)
async def delete_account(call: Call, body: DeleteAccountRequest) -> EmptyResponse:
    good = bool(body.password) and await _verify(call, body.password)
    answer = await call.room(EmptyResponse, "delete", good=good)
    call.new_token = ""
    return answer


@room_call("delete", session=True)
def delete(context: RoomContext, caller: Caller, good: bool = False) -> EmptyResponse:
    """Delete the caller's account; the edge has verified the password."""
    context.authenticator.delete(caller.person, good=good, address=caller.address)
    return EmptyResponse()


@edge_endpoint("POST", "/api/logout", "End a session", session=True)
async def end_session(call: Call, body: LogOutRequest) -> EmptyResponse:
    try:
        answer = await call.room(EmptyResponse, "log-out", begun=body.begun)
    except RoomRefusal as refusal:
        if refusal.status == UNAUTHORIZED and body.begun is None:
            call.new_token = ""  # it has ended elsewhere: its cookie would only be refused again
        raise
    if body.begun is None:
        call.new_token = ""
    return answer


@room_call("log-out", session=True)
def log_out(context: RoomContext, caller: Caller, begun: int | None = None) -> EmptyResponse:
    """End this session, or another of the caller's sessions by its start time."""
    if begun is None:
        context.authenticator.log_out(caller.token)
    else:
        context.authenticator.end_session(caller.person, begun)
    return EmptyResponse()


@room_endpoint("POST", "/api/chips", "Get play chips again when few are left", call="refresh", session=True)
def refresh(context: RoomContext, caller: Caller) -> WalletResponse:
    return WalletResponse(wallet=context.authenticator.grant_play_chips(caller.person))


@room_endpoint("GET", "/api/me", "Your account: roles, chips, sessions", call="me", session=True)
def me(context: RoomContext, caller: Caller) -> AccountResponse:
    person, room = caller.person, context.room
    member, credential = room.state.people[person], context.pipeline.store.credential(person)
    current = context.authenticator.session(caller.token)
    return AccountResponse(
        person=person,
        kind=member.kind,
        roles=list(member.roles),
        wallet=room.wallet_balance(person),
        deposit=room.deposit(person),
        last_login=0 if credential is None else credential.last_login,
        sessions=[
            SessionSummary(
                begun=session.started_at,
                ends=session.expires_at,
                ended=session.ended_at,
                agent=session.agent,
                current=session == current,
            )
            for session in context.authenticator.sessions(person)[:MAX_SESSIONS]
        ],
    )


@edge_endpoint("GET", "/api/ready", "Readiness: 503 while the room is unavailable")
async def ready(call: Call) -> ReadyResponse:
    if not await call.services.is_room_ready():
        raise RoomUnavailable("the room takes nothing at the moment")
    return ReadyResponse(ready=True)
