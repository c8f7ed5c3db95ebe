"""The application that the edge serves: pages, HTTP endpoints and the socket, with the door's precautions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

from hoyle.errors import HoyleError
from hoyle.room.live.trouble import TakesNothing
from hoyle.room.store.failures import StoreError
from hoyle.server.asking import Reckoner, TooCostly
from hoyle.server.config import Config
from hoyle.server.edge import Edge, Receive, RoomGone, Scope, Send
from hoyle.server.endpoints import Endpoint, TooLarge, openapi, refusal, reply
from hoyle.server.http_doors import ENDPOINTS
from hoyle.server.inspector import Inspector
from hoyle.server.limits import Buckets
from hoyle.server.metrics import Metrics
from hoyle.server.pages import pages

COOKIE: Final = "hoyle"
SECURE_COOKIE: Final = "__Host-hoyle"
FORBIDDEN: Final = 4403
HTTP_RATE: Final = (20.0, 60.0)
READING: Final = 30.0
"""Seconds that reading past hands may take."""

POLICY: Final = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class App:
    """ASGI: the socket by hand, the rest through Starlette."""

    def __init__(self, edge: Edge, config: Config) -> None:
        self.edge = edge
        self.config = config
        self._buckets = Buckets(*HTTP_RATE)
        self._api = [
            *(Route(each.path, self._handled(each), methods=[each.method]) for each in ENDPOINTS),
            Route("/api/openapi.json", self._openapi),
        ]
        self._http = Starlette(
            routes=[*self._api, *pages()],
            exception_handlers={Exception: _defect},
            lifespan=self._lifespan,
        )
        self._http.state.app = self
        self.on_ready: Callable[[], None] = lambda: None
        self.on_gone: Callable[[], None] = lambda: None
        self.metrics: Metrics | None = None
        self.reckoner = Reckoner()
        # Who looks back on his hands waits for nobody's odds.
        self.librarian = Reckoner(patience=READING, instead="ask for fewer hands")
        self.inspector = Inspector(config.database_url())

    @asynccontextmanager
    async def _lifespan(self, http: Starlette) -> Any:
        await self.edge.start()
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
        self.inspector.stop()
        await self.edge.stop()

    async def _announce(self) -> None:
        """Say that people can come, once the room answers."""
        while not self.edge.gone.is_set():
            if (await self.edge.figures()).get("up"):
                self.on_ready()
                return

    async def _watch_room(self) -> None:
        await self.edge.gone.wait()
        self.on_gone()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http" and self._is_elsewhere(scope):
            await self._elsewhere(scope)(scope, receive, _with_headers(send))
        else:
            await self._http(scope, receive, _with_headers(send))

    # The socket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/socket" or not self.may_come(scope):
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": "not from here"})
            return
        await self.edge.socket(receive, send, token_of(scope))

    def may_come(self, scope: Scope) -> bool:
        """Whether a page of this origin may speak for its reader: our own, or one that was named."""
        origin = header(scope, b"origin")
        if not origin:
            return True  # no browser, so no page that could abuse a reader's cookie
        if origin in self.config.origins:
            return True
        try:
            page = urlsplit(origin).netloc.casefold()
        except ValueError:
            return False
        return bool(page) and page == header(scope, b"host").casefold()

    # HTTP

    def _handled(self, endpoint: Endpoint) -> Any:
        async def handle(request: Request) -> Response:
            if request.method not in ("GET", "HEAD") and not self.may_come(request.scope):
                return refusal(HoyleError("not from this page"), 403)
            now = time.monotonic_ns() // 1_000_000
            if not self._buckets.take(client_of(request), now):
                return refusal(HoyleError("too much at once: wait a moment"), 429)
            try:
                return await endpoint.handler(self, request)
            except (RoomGone, TakesNothing, StoreError) as error:
                return refusal(error, 503)
            except TimeoutError:
                return refusal(HoyleError("the room does not answer: try again"), 503)
            except TooLarge as error:
                return refusal(error, 413)
            except TooCostly as error:
                return refusal(error, 422)
            except HoyleError as error:
                return refusal(error)

        return handle

    def _is_elsewhere(self, scope: Scope) -> bool:
        """Whether a program asks for what is not there, or not in this way: it gets no page for people."""
        if not f"{scope['path']}/".startswith("/api/"):
            return False
        return not any(route.matches(scope)[0] is Match.FULL for route in self._api)

    def _elsewhere(self, scope: Scope) -> Response:
        near = [route for route in self._api if route.matches(scope)[0] is Match.PARTIAL]
        methods = sorted(method for route in near for method in route.methods or ())
        if not methods:
            said = f"there is nothing at {scope['path'][:200]!r}; /api/openapi.json says what there is"
            return refusal(HoyleError(said), 404)
        known = " and ".join(methods)
        response = refusal(HoyleError(f"{scope['method'][:20]} is not for this path: {known}"), 405)
        response.headers["allow"] = ", ".join(methods)
        return response

    async def _openapi(self, request: Request) -> Response:
        return reply(openapi(ENDPOINTS, self.config.title))

    def set_cookie(self, response: Response, token: str) -> None:
        """Give a reader his session, where no script of any page can read it."""
        secure = self.is_secure()
        response.set_cookie(
            SECURE_COOKIE if secure else COOKIE,
            token,
            max_age=30 * 86_400,
            path="/",
            secure=secure,
            httponly=True,
            samesite="strict",
        )

    def take_cookie(self, response: Response) -> None:
        secure = self.is_secure()
        response.delete_cookie(
            SECURE_COOKIE if secure else COOKIE, path="/", secure=secure, httponly=True, samesite="strict"
        )

    def is_secure(self) -> bool:
        return bool(self.config.tls_certificate or self.config.proxy)


async def _defect(request: Request, error: Exception) -> Response:
    """Something that should never happen; the server's own log has the rest."""
    return refusal(HoyleError("something is wrong in the room, not with what you sent"), 500)


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty where it has none."""
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def token_of(scope: Scope) -> str:
    """The token of a session: from the cookie, or from a program's Authorization."""
    told = header(scope, b"authorization")
    if told.lower().startswith("bearer "):
        return told[7:].strip()[:200]
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(header(scope, b"cookie")[:4096])
    except CookieError:
        return ""
    for name in (SECURE_COOKIE, COOKIE):
        if name in cookies:
            return cookies[name].value[:200]
    return ""


def client_of(request: Request) -> str:
    """Whose requests are counted together."""
    return request.client.host if request.client is not None else ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return sending
