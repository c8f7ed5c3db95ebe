"""ASGI application of the edge: static pages, HTTP API, WebSocket, security headers and rate limits."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from hoyle.server.api.services import ApiServices
from hoyle.server.config import Config
from hoyle.server.edge.connection_limits import ConnectionLimiter
from hoyle.server.edge.http_api import HttpApi, client_address, header, internal_error
from hoyle.server.edge.metrics import Metrics
from hoyle.server.edge.room_supervisor import RoomSupervisor
from hoyle.server.edge.session_cookie import is_secure
from hoyle.server.edge.static_files import page_routes
from hoyle.server.edge.websocket_hub import HANG_TIMEOUT_S, Edge, refuse_handshake
from hoyle.server.problems import UNAUTHORIZED

FORBIDDEN: Final = 4403
GZIP_MIN_BYTES: Final = 4_096
"""Size from which a response is gzipped: a layout shrinks to a tenth."""
GZIP_LEVEL: Final = 6
GZIP_THREAD_MIN_BYTES: Final = 16_384
"""Size from which a response is gzipped in a thread: no WebSocket is served meanwhile otherwise."""
_GZIP_REFUSED: Final = re.compile(r"gzip\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$)", re.IGNORECASE)
ROOM_CHECK_INTERVAL_S: Final = 0.1
"""Seconds between two checks whether a starting room is open."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
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


class Compression(GZipMiddleware):
    """Gzip for clients that accept it; Starlette overlooks a weight of zero, which refuses it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_refused = scope["type"] == "http" and _GZIP_REFUSED.search(header(scope, b"accept-encoding"))
        await (self.app if is_refused else super().__call__)(scope, receive, send)


class App:
    """ASGI application: the WebSocket by hand, the rest through Starlette."""

    def __init__(self, edge: Edge, config: Config, connection_limiter: ConnectionLimiter | None = None) -> None:
        self.edge = edge
        self.config = config
        self.connection_limiter = ConnectionLimiter() if connection_limiter is None else connection_limiter
        self.services = ApiServices(config, edge.call_room, edge.is_room_ready)
        self.api = HttpApi(self.services)
        self._http = Starlette(
            routes=[*self.api.routes, *page_routes()],
            middleware=[
                Middleware(
                    Compression,
                    minimum_size=GZIP_MIN_BYTES,
                    compresslevel=GZIP_LEVEL,
                    thread_minimum_size=GZIP_THREAD_MIN_BYTES,
                )
            ],
            exception_handlers={Exception: internal_error},
            lifespan=self._lifespan,
        )
        self._http.state.app = self
        self.on_ready: Callable[[], None] = lambda: None
        self.on_gone: Callable[[], None] = lambda: None
        """Called when the room process has ended and is not restarted."""
        self.room_supervisor: RoomSupervisor | None = None
        self.metrics: Metrics | None = None

    @asynccontextmanager
    async def _lifespan(self, http: Starlette) -> Any:
        await self.edge.start()
        await self.connection_limiter.start()
        watching = asyncio.create_task(self._watch_room())
        if self.metrics is not None:
            await self.metrics.start()
        announcing = asyncio.create_task(self._announce())
        yield
        watching.cancel()
        announcing.cancel()
        if self.metrics is not None:
            await self.metrics.stop()
        self.services.stop()
        await self.connection_limiter.stop()
        await self.edge.stop()

    async def _announce(self) -> None:
        """Call `on_ready` once the room answers."""
        if await self._wait_for_room():
            self.on_ready()

    async def _wait_for_room(self) -> bool:
        """Wait until the room answers, and check its health from then on; False if its process ends first."""
        while not self.edge.room_gone.is_set():
            if await self.edge.is_room_ready():
                if self.room_supervisor is not None:
                    self.room_supervisor.was_up = True
                self.edge.expect_answers(self._report_hang)
                return True
            await asyncio.sleep(ROOM_CHECK_INTERVAL_S)
        return False

    async def _watch_room(self) -> None:
        """Restart the room process when it dies, until the supervisor gives up."""
        while True:
            await self.edge.room_gone.wait()
            link = None if self.room_supervisor is None else await self.room_supervisor.restart()
            if link is None:
                self.on_gone()
                return
            await self.edge.attach(link)
            if await self._wait_for_room():
                print("hoyle: the room is open again", file=sys.stderr)

    def _report_hang(self, hanging: bool) -> None:
        """Log that the room process has hung or recovered."""
        if not hanging:
            print("hoyle: the room's process answers again", file=sys.stderr)
            return
        process_label = f" (pid {self.room_supervisor.pid})" if self.room_supervisor is not None else ""
        print(
            f"hoyle: the room's process{process_label} has not answered for {HANG_TIMEOUT_S:g} s; "
            "if that persists, kill it: it is restarted, and nothing is lost",
            file=sys.stderr,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http" and (error := self.api.routing_error(scope)) is not None:
            await error(scope, receive, _with_headers(scope, send))
        else:
            await self._http(scope, receive, _with_headers(scope, send))

    # The socket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/socket" or not self.api.has_allowed_origin(scope):
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": "origin not allowed"})
            return
        with self.connection_limiter.proxied_client(
            client_address(scope) if self.config.trusted_proxies else ""
        ) as is_admitted:
            if is_admitted:
                try_send = scope.get("extensions", {}).get("hoyle.wire", {}).get("try_send")
                await self.edge.socket(receive, send, self.api.token_of(scope), try_send)
            else:
                await receive()
                await refuse_handshake(send)


def _with_headers(scope: Scope, send: Send) -> Send:
    # HSTS covers all ports of a host: send it only from the default port.
    hsts = (HSTS_HEADER,) if is_secure(scope) and ":" not in header(scope, b"host") else ()
    # An answer may be personal: no shared or browser cache may keep it.
    no_store = (NO_STORE,) if f"{scope.get('path', '')}/".startswith("/api/") else ()
    extra_headers = (*HEADERS, *hsts, *no_store)

    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            challenge = (BEARER,) if message["status"] == UNAUTHORIZED else ()
            message = {**message, "headers": [*message.get("headers", []), *extra_headers, *challenge]}
        await send(message)

    return send_with_headers
