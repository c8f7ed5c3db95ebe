"""HTTP endpoints of the door: come in, register, log in and out, see who one is; tables and home games.

Passwords are hashed here, in a thread: the room's loop never waits for it, and never sees a password.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Struct, json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.room.live import doorman
from hoyle.room.live.trouble import TakesNothing
from hoyle.room.store.writing import Credential
from hoyle.server.account_bodies import DoneBody, LedgerBody, MeBody, MemberBody, PurseBody, SeatBody
from hoyle.server.cookies import is_secure
from hoyle.server.endpoints import Endpoint, read_body, refusal, reply
from hoyle.server.frames import LobbyNews
from hoyle.server.link import Return

if TYPE_CHECKING:
    from hoyle.server.app import App

NO_COOKIE: Final = "-"
FORBIDDEN: Final = 403
UNAVAILABLE: Final = 503


class EnterBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]


class RegisterBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A password for the name one has."""

    password: Annotated[str, Meta(min_length=8, max_length=200)]


class LogInBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and password of a member."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    password: Annotated[str, Meta(max_length=200)]


class LogOutBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """This session, or another of one's own."""

    begun: Annotated[int, Meta(ge=0, le=10**15)] | None = None


class InBody(Struct, frozen=True, kw_only=True):
    """Who came in, and when he was here before; programs use the token as Bearer."""

    person: str
    last_login: int
    token: str = ""


async def ask(app: App, request: Request, what: str, **args: Any) -> Return:
    """Ask the room in the name of whoever sent the request; raises where it takes nothing at the moment."""
    given = await app.edge.call(what, app.token_of(request.scope), args)
    if given.status == UNAVAILABLE:
        raise TakesNothing(json.decode(given.body)["error"])
    return given


def passed_on(app: App, given: Return) -> Response:
    """The room's answer as a response."""
    return Response(given.body, given.status, media_type="application/json")


def let_in(app: App, request: Request, given: Return) -> Response:
    """The room's answer to somebody who comes in or goes, with the cookie of his session."""
    secure = is_secure(request.scope)
    if given.token in ("", NO_COOKIE):
        response = passed_on(app, given)
        if given.token:
            app.cookie.take(response, secure=secure)
        return response
    body = json.encode({**json.decode(given.body), "token": given.token})
    response = Response(body, given.status, media_type="application/json")
    app.cookie.put(response, given.token, secure=secure)
    return response


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")[:200]


async def enter(app: App, request: Request) -> Response:
    body = await read_body(request, EnterBody)
    given = await ask(app, request, "enter", name=body.name, agent=_agent(request))
    return let_in(app, request, given)


async def register(app: App, request: Request) -> Response:
    body = await read_body(request, RegisterBody)
    kept = await asyncio.to_thread(doorman.hashed, body.password)
    return passed_on(app, await ask(app, request, "register", hash=kept))


async def refresh(app: App, request: Request) -> Response:
    return passed_on(app, await ask(app, request, "refresh"))


async def log_in(app: App, request: Request) -> Response:
    body = await read_body(request, LogInBody)
    kept = json.decode((await ask(app, request, "kept", name=body.name)).body)["hash"]
    credential = Credential(person=body.name, password=kept)
    good = await asyncio.to_thread(doorman.fits, credential, body.password)
    given = await ask(app, request, "log-in", name=body.name, good=good, agent=_agent(request))
    return let_in(app, request, given)


async def log_out(app: App, request: Request) -> Response:
    body = await read_body(request, LogOutBody)
    args = {} if body.begun is None else {"begun": body.begun}
    given = await ask(app, request, "log-out", **args)
    response = let_in(app, request, given)
    if given.status == FORBIDDEN and body.begun is None:
        # The session has ended elsewhere: what is left of it in the browser would only be turned away again.
        app.cookie.take(response, secure=is_secure(request.scope))
    return response


async def ready(app: App, request: Request) -> Response:
    if not (await app.edge.figures()).get("up"):
        return refusal(TakesNothing("the room takes nothing at the moment"), UNAVAILABLE)
    return reply({"ready": True})


async def me(app: App, request: Request) -> Response:
    return passed_on(app, await ask(app, request, "me"))


async def tables(app: App, request: Request) -> Response:
    return passed_on(app, await ask(app, request, "tables"))


async def seat(app: App, request: Request) -> Response:
    return passed_on(app, await ask(app, request, "seat", table=request.path_params["table"]))


async def ledger(app: App, request: Request) -> Response:
    return passed_on(app, await ask(app, request, "ledger", table=request.path_params["table"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint(
        "POST", "/api/enter", "Come in as a guest, with play chips", enter, EnterBody, InBody, status=201
    ),
    Endpoint(
        "POST",
        "/api/register",
        "Become a member; the wallet stays",
        register,
        RegisterBody,
        MemberBody,
        session=True,
    ),
    Endpoint(
        "POST", "/api/chips", "Play chips again, for who has few left", refresh, None, PurseBody, session=True
    ),
    Endpoint("POST", "/api/login", "Come in as a member", log_in, LogInBody, InBody, status=201),
    Endpoint("POST", "/api/logout", "End a session", log_out, LogOutBody, DoneBody, session=True),
    Endpoint("GET", "/api/ready", "Whether people can play here: 503 where not", ready, None, DoneBody),
    Endpoint("GET", "/api/me", "Who one is: roles, purse, sessions", me, None, MeBody, session=True),
    Endpoint("GET", "/api/tables", "The tables there are", tables, None, LobbyNews),
    Endpoint(
        "GET",
        "/api/tables/{table:table}/seat",
        "What one may do about a seat at a table",
        seat,
        None,
        SeatBody,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table:table}/ledger",
        "The settling up of a home game",
        ledger,
        None,
        LedgerBody,
        session=True,
    ),
]
