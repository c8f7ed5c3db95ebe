"""ASGI application of the edge: static pages, HTTP API, WebSocket, security headers and rate limits."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from msgspec import json
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from hoyle.core.errors import HoyleError
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api.endpoint import BodyTooLarge, Endpoint, error_response, gzip_if_accepted, openapi
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.api.services import ApiServices, client_address, header
from hoyle.server.api.session_cookie import is_secure
from hoyle.server.config import Config
from hoyle.server.edge.allowed_origins import is_allowed_origin
from hoyle.server.edge.connection_limits import ConnectionLimiter
from hoyle.server.edge.metrics import Metrics
from hoyle.server.edge.room_supervisor import RoomSupervisor
from hoyle.server.edge.static_files import page_routes
from hoyle.server.edge.websocket_hub import HANG_TIMEOUT_S, Edge, RoomDisconnected, refuse_handshake
from hoyle.server.rate_limiter import TokenBuckets
from hoyle.server.status_codes import UNAUTHORIZED
from hoyle.server.workers.fair_queue import TooBusy
from hoyle.server.workers.worker_pool import CostLimitExceeded
from hoyle.storage.errors import StoreError

FORBIDDEN: Final = 4403
HTTP_RATE_LIMIT: Final = (20.0, 60.0)
ROOM_CHECK_INTERVAL_S: Final = 0.1
"""Seconds between two checks whether a starting room is open."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
NO_PAGES: Final = {
    "/socket": "this path is for WebSocket connections, not a page",
    **dict.fromkeys(("/healthz", "/readyz", "/metrics"), "monitoring has a port of its own: metrics_port"),
}
"""Paths for programs that no page is served at."""
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
    """ASGI application: the WebSocket by hand, the rest through Starlette."""

    def __init__(self, edge: Edge, config: Config, connection_limiter: ConnectionLimiter | None = None) -> None:
        self.edge = edge
        self.config = config
        self.connection_limiter = ConnectionLimiter() if connection_limiter is None else connection_limiter
        self.services = ApiServices(config, edge.call_room, edge.metrics)
        self._openapi = {
            secure: json.encode(openapi(ENDPOINTS, config.title, self.services.cookie.name(secure=secure)))
            for secure in (False, True)
        }
        self._buckets = TokenBuckets(*HTTP_RATE_LIMIT)
        describe = Endpoint("GET", "/api/openapi.json", "OpenAPI document", self._describe)
        self._api = [
            *(
                Route(endpoint.path, self._with_error_responses(endpoint), methods=[endpoint.method])
                for endpoint in ENDPOINTS
            ),
            Route("/api/openapi.json", self._with_error_responses(describe)),
        ]
        self._http = Starlette(
            routes=[*self._api, *page_routes()],
            exception_handlers={Exception: _internal_error},
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
            if (await self.edge.metrics()).get("up"):
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
        """Tell the operator that the room process stopped answering, or answers again."""
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
        elif scope["type"] == "http" and self._is_unroutable(scope):
            await self._routing_error(scope)(scope, receive, _with_headers(scope, send))
        else:
            await self._http(scope, receive, _with_headers(scope, send))

    # The socket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/socket" or not self.has_allowed_origin(scope):
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN, "reason": "origin not allowed"})
            return
        with self.connection_limiter.proxied_client(
            client_address(scope) if self.config.trusted_proxies else ""
        ) as is_admitted:
            if is_admitted:
                try_send = scope.get("extensions", {}).get("hoyle.wire", {}).get("try_send")
                await self.edge.socket(receive, send, self.services.token_of(scope), try_send)
            else:
                await receive()
                await refuse_handshake(send)

    def has_allowed_origin(self, scope: Scope) -> bool:
        """Whether the origin of a request is allowed."""
        origin, host = header(scope, b"origin"), header(scope, b"host")
        return is_allowed_origin(self.config, origin, host, secure=is_secure(scope))

    # HTTP

    def _with_error_responses(self, endpoint: Endpoint) -> Any:
        async def handle(request: Request) -> Response:
            if request.method not in ("GET", "HEAD") and not self.has_allowed_origin(request.scope):
                return error_response(HoyleError("origin not allowed"), 403)
            now = time.monotonic_ns() // 1_000_000
            if not self._buckets.try_take(client_address(request.scope), now):
                return error_response(HoyleError("too much at once: wait a moment"), 429)
            try:
                return await gzip_if_accepted(request, await endpoint.handler(self.services, request))
            except (RoomDisconnected, RoomUnavailable) as error:
                return error_response(error, 503)
            except StoreError as error:
                return error_response(RoomUnavailable.because(error), 503)
            except TimeoutError:
                return error_response(HoyleError("the room does not answer: try again"), 503)
            except ClientDisconnect:
                return Response(status_code=400)  # the client is gone
            except BodyTooLarge as error:
                return error_response(error, 413)
            except CostLimitExceeded as error:
                return error_response(error, 422)
            except TooBusy as error:
                return error_response(error, 429)
            except HoyleError as error:
                return error_response(error)

        return handle

    def _is_unroutable(self, scope: Scope) -> bool:
        """Whether a path is for programs and has no route: it gets a JSON error instead of the index page."""
        if scope["path"] in NO_PAGES:
            return True
        if not f"{scope['path']}/".startswith("/api/"):
            return False
        return not any(route.matches(scope)[0] is Match.FULL for route in self._api)

    def _routing_error(self, scope: Scope) -> Response:
        if scope["path"] in NO_PAGES:
            return error_response(HoyleError(NO_PAGES[scope["path"]]), 404)
        same_path = [route for route in self._api if route.matches(scope)[0] is Match.PARTIAL]
        methods = sorted(method for route in same_path for method in route.methods or ())
        if not methods:
            text = f"there is nothing at {scope['path'][:200]!r}; /api/openapi.json lists the paths"
            return error_response(HoyleError(text), 404)
        allowed = " and ".join(methods)
        response = error_response(HoyleError(f"{scope['method'][:20]} is not allowed here: {allowed}"), 405)
        response.headers["allow"] = ", ".join(methods)
        return response

    async def _describe(self, services: ApiServices, request: Request) -> Response:
        return self.described(request.scope)

    def described(self, scope: Scope) -> Response:
        """Return the OpenAPI document of all endpoints."""
        return Response(self._openapi[is_secure(scope)], media_type="application/json")


async def _internal_error(request: Request, error: Exception) -> Response:
    """Answer an unexpected error; the traceback is in the server's log."""
    return error_response(HoyleError("internal error in the room, not in your request"), 500)


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
