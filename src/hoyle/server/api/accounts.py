"""HTTP API of accounts: enter as a guest, register, log in and out, sessions and wallet.

Passwords are hashed in a worker process, in turns by address: neither the room nor the edge blocks, and the
room never sees a password.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.room.auth import authentication
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api.endpoint import Endpoint, error_response, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.api.session_cookie import is_secure
from hoyle.server.http_types.account_types import (
    AccountResponse,
    EmptyResponse,
    HomeLedgerResponse,
    MemberResponse,
    ReadyResponse,
    SeatChoicesResponse,
    WalletResponse,
)
from hoyle.server.ipc.messages import RpcResponse
from hoyle.server.status_codes import UNAUTHORIZED
from hoyle.server.websocket_frames import LobbySnapshot
from hoyle.storage.models import Credential

NO_COOKIE: Final = "-"
OK: Final = 200
TOO_SOON: Final = 429
UNAVAILABLE: Final = 503


class EnterRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to enter as a guest, with a name."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    vouched: bool = False
    """A second account, of a program for instance, for which the member who asks vouches."""


class RegisterRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to register: a password for the caller's name."""

    password: Annotated[str, Meta(min_length=8, max_length=200)]


class ChangePasswordRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to change a password: the present one and the new one."""

    password: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class DeleteAccountRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to delete an account, with its password; a guest has none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class ClaimNameRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to claim a reserved name by its one-time code, with a new password."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    code: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class LogInRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to log in: name and password of a member."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    password: Annotated[str, Meta(max_length=200)]


class LogOutRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to log out of this session, or of another of the caller's."""

    begun: Annotated[int, Meta(ge=0, le=10**15)] | None = None


class SessionResponse(Struct, frozen=True, kw_only=True):
    """Response to a log-in: the person, their previous log-in, and a Bearer token for programs."""

    person: str
    last_login: int
    token: str = ""


async def call_room(app: ApiServices, request: Request, call_name: str, **args: Any) -> RpcResponse:
    """Call the room with the request's session; raises RoomUnavailable during an outage."""
    response = await app.call_room(call_name, app.token_of(request.scope), args)
    if response.status == UNAVAILABLE:
        raise RoomUnavailable(json.decode(response.body)["error"])
    return response


def to_response(app: ApiServices, room_response: RpcResponse) -> Response:
    """Build the HTTP response with the room's answer."""
    return Response(room_response.body, room_response.status, media_type="application/json")


async def _call_with_client(app: ApiServices, request: Request, call_name: str, **args: Any) -> RpcResponse:
    """Call the room with the client's user agent and address."""
    address = "" if request.client is None else request.client.host
    return await call_room(app, request, call_name, agent=_agent(request), address=address, **args)


def _body_with_token(room_response: RpcResponse) -> bytes:
    if not room_response.token:
        return room_response.body
    return json.encode({**json.decode(room_response.body), "token": room_response.token})


def with_session_cookie(app: ApiServices, request: Request, room_response: RpcResponse) -> Response:
    """Build the HTTP response with the room's answer, and set or delete the session cookie."""
    secure = is_secure(request.scope)
    if room_response.token in ("", NO_COOKIE):
        response = to_response(app, room_response)
        if room_response.status == TOO_SOON:
            response.headers["retry-after"] = str(-(-json.decode(room_response.body)["retry_after_ms"] // 1000))
        if room_response.token:
            app.cookie.take(response, secure=secure)
        return response
    response = Response(_body_with_token(room_response), room_response.status, media_type="application/json")
    app.cookie.put(response, room_response.token, secure=secure)
    return response


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")[:200]


async def enter_as_guest(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, EnterRequest)
    if body.vouched:
        # The caller stays logged in as before: the token is for the program alone, so no cookie.
        room_response = await _call_with_client(app, request, "vouch", name=body.name)
        return Response(_body_with_token(room_response), room_response.status, media_type="application/json")
    return with_session_cookie(app, request, await _call_with_client(app, request, "enter", name=body.name))


async def register(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, RegisterRequest)
    session = await call_room(app, request, "who")
    if session.status >= 400:
        return to_response(app, session)  # a hash is costly: only for people with a session
    password_hash = await app.hash(request, authentication.hash_password, body.password)
    return with_session_cookie(app, request, await _call_with_client(app, request, "register", hash=password_hash))


async def password(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, ChangePasswordRequest)
    stored = await _call_with_client(app, request, "kept")
    if stored.status != OK:
        return with_session_cookie(app, request, stored)
    good = await _verify(app, request, stored, body.password)
    new_hash = await app.hash(request, authentication.hash_password, body.new) if good else ""
    return with_session_cookie(
        app, request, await _call_with_client(app, request, "password", hash=new_hash, good=good)
    )


async def delete(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, DeleteAccountRequest)
    good = False
    if body.password:
        stored = await _call_with_client(app, request, "kept")
        if stored.status != OK:
            return with_session_cookie(app, request, stored)
        good = await _verify(app, request, stored, body.password)
    return with_session_cookie(app, request, await _call_with_client(app, request, "delete", good=good))


async def claim(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, ClaimNameRequest)
    room_response = await _call_with_client(app, request, "check-code", name=body.name, code=body.code)
    if room_response.status == OK:
        new_hash = await app.hash(request, authentication.hash_password, body.password)
        room_response = await _call_with_client(app, request, "claim", name=body.name, code=body.code, hash=new_hash)
    return with_session_cookie(app, request, room_response)


async def refresh(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "refresh"))


async def log_in(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, LogInRequest)
    stored = await _call_with_client(app, request, "kept", name=body.name)
    if stored.status != OK:
        return with_session_cookie(app, request, stored)
    good = await _verify(app, request, stored, body.password)
    return with_session_cookie(app, request, await _call_with_client(app, request, "log-in", name=body.name, good=good))


async def _verify(app: ApiServices, request: Request, stored: RpcResponse, password: str) -> bool:
    """Whether a password matches the stored hash; takes equally long without one."""
    credential = Credential(person="", password=json.decode(stored.body)["hash"])
    return bool(await app.hash(request, authentication.verify_password, credential, password))


async def log_out(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, LogOutRequest)
    args = {} if body.begun is None else {"begun": body.begun}
    room_response = await call_room(app, request, "log-out", **args)
    response = with_session_cookie(app, request, room_response)
    if room_response.status == UNAUTHORIZED and body.begun is None:
        # The session has ended elsewhere: its cookie would only be refused again.
        app.cookie.take(response, secure=is_secure(request.scope))
    return response


async def ready(app: ApiServices, request: Request) -> Response:
    if not (await app.room_metrics()).get("up"):
        return error_response(RoomUnavailable("the room takes nothing at the moment"), UNAVAILABLE)
    return reply({"ready": True})


async def me(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "me"))


async def tables(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "tables"))


async def seat(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "seat", table=request.path_params["table"]))


async def ledger(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "ledger", table=request.path_params["table"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("POST", "/api/enter", "Log in as a guest, with play chips", enter_as_guest, EnterRequest,
             SessionResponse, status=201),
    Endpoint("POST", "/api/register", "Become a member; the wallet stays", register, RegisterRequest,
             MemberResponse, session=True),
    Endpoint("POST", "/api/chips", "Get play chips again when few are left", refresh, None, WalletResponse,
             session=True),
    Endpoint("POST", "/api/claim",
             "Claim a reserved name, or an account whose password was reset, by its one-time code", claim,
             ClaimNameRequest, SessionResponse, status=201),
    Endpoint("POST", "/api/password", "Change the password; all other sessions end", password,
             ChangePasswordRequest, MemberResponse, session=True),
    Endpoint("POST", "/api/account/delete", "Delete your account", delete, DeleteAccountRequest,
             EmptyResponse, session=True),
    Endpoint("POST", "/api/login", "Log in as a member", log_in, LogInRequest, SessionResponse, status=201),
    Endpoint("POST", "/api/logout", "End a session", log_out, LogOutRequest, EmptyResponse, session=True),
    Endpoint("GET", "/api/ready", "Readiness: 503 while the room is unavailable", ready, None,
             ReadyResponse),
    Endpoint("GET", "/api/me", "Your account: roles, chips, sessions", me, None, AccountResponse,
             session=True),
    Endpoint("GET", "/api/tables", "The lobby: all tables", tables, None, LobbySnapshot),
    Endpoint("GET", "/api/tables/{table:table}/seat", "Your seat options at a table", seat, None,
             SeatChoicesResponse),
    Endpoint("GET", "/api/tables/{table:table}/ledger", "Buy-in ledger and settlement of a home game",
             ledger, None, HomeLedgerResponse, session=True),
]  # fmt: skip
