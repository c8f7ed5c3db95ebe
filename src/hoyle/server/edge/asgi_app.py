"""ASGI application of the edge: static pages, HTTP API, WebSocket, security headers and rate limits."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from msgspec import json
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route

from hoyle.core.errors import HoyleError
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api.endpoint import (
    BodyTooLarge,
    Endpoint,
    cancel_on_disconnect,
    error_response,
    gzip_if_accepted,
    openapi,
)
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.api.status_codes import UNAUTHORIZED
from hoyle.server.config import Config
from hoyle.server.edge.allowed_origins import is_allowed_origin
from hoyle.server.edge.connection_limits import ConnectionLimiter
from hoyle.server.edge.fair_queue import Requester, TooBusy
from hoyle.server.edge.metrics import Metrics
from hoyle.server.edge.session_cookie import MAX_TOKEN, SessionCookie, is_secure
from hoyle.server.edge.static_files import pages
from hoyle.server.edge.websocket_hub import HANGS, Edge, Receive, RoomDisconnected, Scope, Send, turned_away
from hoyle.server.process.room_supervisor import RoomKeeper
from hoyle.server.rate_limiter import TokenBuckets
from hoyle.server.workers import worker_pool
from hoyle.server.workers.audit_tasks import AuditRunner
from hoyle.server.workers.worker_pool import CostLimitExceeded, WorkerPool, passwords
from hoyle.storage.errors import StoreError

FORBIDDEN: Final = 4403
HTTP_RATE_LIMIT: Final = (20.0, 60.0)
LOOK_EVERY: Final = 0.1
"""Seconds between two looks whether the room is open."""
LOOKING_UP: Final = 60.0
"""Seconds that a look into the books may take: never costly, only slow on a busy machine when first asked."""
READING: Final = 30.0
"""Seconds that reading past hands may take."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
NO_PAGES: Final = {
    "/socket": "this is where sockets are opened, and no page",
    **dict.fromkeys(("/healthz", "/readyz", "/metrics"), "monitors have a port of their own: metrics_port"),
}
"""What programs ask for, and no page for people has."""
NO_STORE: Final = (b"cache-control", b"no-store")
BEARER: Final = (b"www-authenticate", b"Bearer")
HSTS_HEADER: Final = (b"strict-transport-security", b"max-age=31536000")
HEADERS: Final = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class App:
    """ASGI: the socket by hand, the rest through Starlette."""

    def __init__(self, edge: Edge, config: Config, porter: ConnectionLimiter | None = None) -> None:
        self.edge = edge
        self.config = config
        self.porter = ConnectionLimiter() if porter is None else porter
        self.cookie = SessionCookie(config)
        self._described = {
            secure: json.encode(openapi(ENDPOINTS, config.title, self.cookie.name(secure=secure)))
            for secure in (False, True)
        }
        self._buckets = TokenBuckets(*HTTP_RATE_LIMIT)
        self._api = [
            *(Route(each.path, self._handled(each), methods=[each.method]) for each in ENDPOINTS),
            Route("/api/openapi.json", self._handled(_OPENAPI)),
        ]
        self._http = Starlette(
            routes=[*self._api, *pages()],
            exception_handlers={Exception: _defect},
            lifespan=self._lifespan,
        )
        self._http.state.app = self
        self.on_ready: Callable[[], None] = lambda: None
        self.on_gone: Callable[[], None] = lambda: None
        """The room's process has ended, and there is to be no other."""
        self.keeper: RoomKeeper | None = None
        self.metrics: Metrics | None = None
        self.reckoner = WorkerPool()
        # Whoever looks something up in the books, or looks back on past hands, waits for nobody's odds.
        self.reader = WorkerPool(patience=LOOKING_UP, instead="use fewer words")
        self.librarian = WorkerPool(patience=READING, instead="ask for fewer hands")
        self.passwords = passwords()
        self.inspector = AuditRunner(config.database_url())

    @asynccontextmanager
    async def _lifespan(self, http: Starlette) -> Any:
        await self.edge.start()
        await self.porter.start()
        watching = asyncio.create_task(self._watch_room())
        if self.metrics is not None:
            await self.metrics.start()
        announcing = asyncio.create_task(self._announce())
        yield
        watching.cancel()
        announcing.cancel()
        if self.metrics is not None:
            await self.metrics.stop()
        self.reckoner.stop()
        self.librarian.stop()
        self.reader.stop()
        self.passwords.stop()
        self.inspector.stop()
        await self.porter.stop()
        await self.edge.stop()

    async def _announce(self) -> None:
        """Say that people can come, once the room answers."""
        if await self._up():
            self.on_ready()

    async def _up(self) -> bool:
        """Wait until the room answers; False where its process ends before."""
        while not self.edge.gone.is_set():
            if (await self.edge.metrics()).get("up"):
                if self.keeper is not None:
                    self.keeper.was_up = True
                self.edge.expect_answers(self._hangs)
                return True
            await asyncio.sleep(LOOK_EVERY)
        return False

    async def _watch_room(self) -> None:
        """Have another room process started where one dies, until there is to be no other."""
        while True:
            await self.edge.gone.wait()
            link = None if self.keeper is None else await self.keeper.restart()
            if link is None:
                self.on_gone()
                return
            await self.edge.attach(link)
            if await self._up():
                print("hoyle: the room is open again", file=sys.stderr)

    def _hangs(self, hanging: bool) -> None:
        """The room's process stops answering, or answers again: its operator has to know."""
        if not hanging:
            print("hoyle: the room's process answers again", file=sys.stderr)
            return
        which = f" (pid {self.keeper.pid})" if self.keeper is not None else ""
        print(
            f"hoyle: the room's process{which} has not answered for {HANGS:g} s; if it stays so, end it: "
            "another is started, and nothing is lost",
            file=sys.stderr,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http" and self._is_elsewhere(scope):
            await self._elsewhere(scope)(scope, receive, _with_headers(scope, send))
        else:
            await self._http(scope, receive, _with_headers(scope, send))

    # The socket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/socket" or not self.is_within_rate_limit(scope):
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": "not from here"})
            return
        with self.porter.proxied_client(_address(scope) if self.config.proxy else "") as let_in:
            if let_in:
                wire = scope.get("extensions", {}).get("hoyle.wire", {}).get("socket")
                await self.edge.socket(receive, send, self.token_of(scope), wire)
            else:
                await receive()
                await turned_away(send)

    def is_within_rate_limit(self, scope: Scope) -> bool:
        """Whether the page behind a request may speak for its reader."""
        origin, host = header(scope, b"origin"), header(scope, b"host")
        return is_allowed_origin(self.config, origin, host, secure=is_secure(scope))

    # HTTP

    def _handled(self, endpoint: Endpoint) -> Any:
        async def handle(request: Request) -> Response:
            if request.method not in ("GET", "HEAD") and not self.is_within_rate_limit(request.scope):
                return error_response(HoyleError("not from this page"), 403)
            now = time.monotonic_ns() // 1_000_000
            if not self._buckets.try_take(client_of(request), now):
                return error_response(HoyleError("too much at once: wait a moment"), 429)
            try:
                return await gzip_if_accepted(request, await endpoint.handler(self, request))
            except (RoomDisconnected, RoomUnavailable) as error:
                return error_response(error, 503)
            except StoreError as error:
                return error_response(RoomUnavailable.because(error), 503)
            except TimeoutError:
                return error_response(HoyleError("the room does not answer: try again"), 503)
            except ClientDisconnect:
                return Response(status_code=400)  # nobody is there to read it
            except BodyTooLarge as error:
                return error_response(error, 413)
            except CostLimitExceeded as error:
                return error_response(error, 422)
            except TooBusy as error:
                return error_response(error, 429)
            except HoyleError as error:
                return error_response(error)

        return handle

    async def compute(
        self, request: Request, what: Callable[..., Any], *args: Any, patience: float = 0.0
    ) -> Any:
        """What is reckoned for a request, in its turn and while somebody waits for it."""
        asker = self._asker(request)
        return await cancel_on_disconnect(
            request, self.reckoner.submit(what, *args, asker=asker, patience=patience)
        )

    async def ask_books(self, request: Request, what: str, *args: Any) -> Any:
        """What `hoyle.server.workers.rulebook_tasks` says to a request, likewise."""
        return await self.consult(request, worker_pool.of_books, what, *args)

    async def consult(self, request: Request, what: Callable[..., Any], *args: Any) -> Any:
        """What follows from the books alone, such as the form of a sign, likewise."""
        return await cancel_on_disconnect(
            request, self.reader.submit(what, *args, asker=self._asker(request))
        )

    async def hash(self, request: Request, what: Callable[..., Any], *args: Any) -> Any:
        """What a password hash gives for a request: addresses take turns, and play comes first."""
        return await self.passwords.submit(what, *args, asker=Requester(client_of(request)))

    async def query_archive(self, request: Request, what: Callable[..., Any], *args: Any) -> Any:
        """What is read for a request out of past hands, likewise."""
        return await cancel_on_disconnect(
            request, self.librarian.submit(what, *args, asker=self._asker(request))
        )

    def _asker(self, request: Request) -> Requester:
        return Requester(client_of(request), self.token_of(request.scope))

    def _is_elsewhere(self, scope: Scope) -> bool:
        """Whether a program asks for what is not there, or not in this way: it gets no page for people."""
        if scope["path"] in NO_PAGES:
            return True
        if not f"{scope['path']}/".startswith("/api/"):
            return False
        return not any(route.matches(scope)[0] is Match.FULL for route in self._api)

    def _elsewhere(self, scope: Scope) -> Response:
        if scope["path"] in NO_PAGES:
            return error_response(HoyleError(NO_PAGES[scope["path"]]), 404)
        near = [route for route in self._api if route.matches(scope)[0] is Match.PARTIAL]
        methods = sorted(method for route in near for method in route.methods or ())
        if not methods:
            said = f"there is nothing at {scope['path'][:200]!r}; /api/openapi.json says what there is"
            return error_response(HoyleError(said), 404)
        known = " and ".join(methods)
        response = error_response(HoyleError(f"{scope['method'][:20]} is not for this path: {known}"), 405)
        response.headers["allow"] = ", ".join(methods)
        return response

    def described(self, scope: Scope) -> Response:
        """Every endpoint, in OpenAPI's words."""
        return Response(self._described[is_secure(scope)], media_type="application/json")

    def token_of(self, scope: Scope) -> str:
        """The token of a session: from the cookie, or from a program's Authorization."""
        told = header(scope, b"authorization")
        if told.lower().startswith("bearer "):
            return told[7:].strip()[:MAX_TOKEN]
        return self.cookie.read(scope["headers"], secure=is_secure(scope))


async def _defect(request: Request, error: Exception) -> Response:
    """Something that should never happen; the server's own log has the rest."""
    return error_response(HoyleError("something is wrong in the room, not with what you sent"), 500)


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty where it has none."""
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


async def _describe(app: App, request: Request) -> Response:
    return app.described(request.scope)


_OPENAPI: Final = Endpoint("GET", "/api/openapi.json", "What there is", _describe)


def client_of(request: Request) -> str:
    """Whose requests are counted together."""
    return _address(request.scope)


def _address(scope: Scope) -> str:
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client is not None else ""


def _with_headers(scope: Scope, send: Send) -> Send:
    # A browser takes it for all ports of a host: it is for who has the usual one.
    lasting = (HSTS_HEADER,) if is_secure(scope) and ":" not in header(scope, b"host") else ()
    # An answer may be one person's: no cache on the way or in the browser keeps it for the next.
    private = (NO_STORE,) if f"{scope.get('path', '')}/".startswith("/api/") else ()
    added = (*HEADERS, *lasting, *private)

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            how = (BEARER,) if message["status"] == UNAUTHORIZED else ()
            message = {**message, "headers": [*message.get("headers", []), *added, *how]}
        await send(message)

    return sending
