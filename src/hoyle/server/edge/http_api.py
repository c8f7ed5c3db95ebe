"""HTTP API at the edge: binds requests to their handlers, encodes answers, and maps exceptions to problems."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any, Final

from msgspec import DecodeError, ValidationError, json
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import explain_decode_error
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api.endpoint import MAX_BODY, Endpoint, InvalidRequest, read
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.api.services import ApiServices, Call, ClientGone, Encoded, File
from hoyle.server.edge.allowed_origins import is_allowed_origin
from hoyle.server.edge.openapi import openapi
from hoyle.server.edge.session_cookie import MAX_TOKEN, SessionCookie, is_secure
from hoyle.server.problems import (
    FORBIDDEN,
    INTERNAL_ERROR,
    NOT_FOUND,
    TOO_MANY_REQUESTS,
    UNAVAILABLE,
    Problem,
    RequestError,
    RoomRefusal,
    problem_of,
    status_of,
)
from hoyle.server.rate_limiter import TokenBuckets
from hoyle.storage.errors import StoreError

HTTP_RATE_LIMIT: Final = (20.0, 60.0)
METHOD_NOT_ALLOWED: Final = 405
MAX_AGENT: Final = 200
JSON: Final = "application/json"
NO_PAGES: Final = {
    "/socket": "this path is for WebSocket connections, not a page",
    **dict.fromkeys(("/healthz", "/readyz", "/metrics"), "monitoring has a port of its own: metrics_port"),
}
"""Paths for programs that no page is served at."""


class BodyTooLarge(RequestError):
    """Request body that exceeds MAX_BODY."""

    status = 413


class TableConvertor(Convertor[int]):
    """Path converter of table numbers, bounded in length."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("table", TableConvertor())


class HttpApi:
    """Routes of the HTTP API with their rate limit, origin check and error responses."""

    def __init__(self, services: ApiServices) -> None:
        self.services = services
        self._config = services.config
        self.cookie = SessionCookie(services.config)
        self._buckets = TokenBuckets(*HTTP_RATE_LIMIT)
        self._documents = {
            secure: json.encode(openapi(ENDPOINTS, self._config.title, self.cookie.name(secure=secure)))
            for secure in (False, True)
        }
        self.routes = [
            *(Route(endpoint.path, self._handler(endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS),
            Route("/api/openapi.json", self._describe),
        ]

    def token_of(self, scope: Scope) -> str:
        """Session token of a request: from the Authorization header, or the cookie."""
        credentials = header(scope, b"authorization")
        if credentials.lower().startswith("bearer "):
            return credentials[7:].strip()[:MAX_TOKEN]
        return self.cookie.read(scope["headers"], secure=is_secure(scope))

    def has_allowed_origin(self, scope: Scope) -> bool:
        """Whether the origin of a request is allowed."""
        origin, host = header(scope, b"origin"), header(scope, b"host")
        return is_allowed_origin(self._config, origin, host, secure=is_secure(scope))

    async def _describe(self, request: Request) -> Response:
        return self._refusal(request) or self.describe(request.scope)

    def describe(self, scope: Scope) -> Response:
        """Return the OpenAPI document of all endpoints."""
        return Response(self._documents[is_secure(scope)], media_type=JSON)

    def _refusal(self, request: Request) -> Response | None:
        """Refuse a request from another origin, or over the rate limit."""
        if request.method not in ("GET", "HEAD") and not self.has_allowed_origin(request.scope):
            return error_response(HoyleError("origin not allowed"), FORBIDDEN)
        now = time.monotonic_ns() // 1_000_000
        if not self._buckets.try_take(client_address(request.scope), now):
            return error_response(HoyleError("too much at once: wait a moment"), TOO_MANY_REQUESTS)
        return None

    def _handler(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            refusal = self._refusal(request)
            if refusal is not None:
                return refusal
            call = Call(
                self.services,
                token=self.token_of(request.scope),
                agent=request.headers.get("user-agent", "")[:MAX_AGENT],
                address=client_address(request.scope),
                disconnected=lambda: _wait_for_disconnect(request),
            )
            response = await _answer(endpoint, request, call)
            if call.new_token is not None:
                self.cookie.set(response, call.new_token, secure=is_secure(request.scope))
            return response

        return handle

    def routing_error(self, scope: Scope) -> Response | None:
        """Build the response to a path for programs that has no route; None for any other path."""
        if scope["path"] in NO_PAGES:
            return error_response(HoyleError(NO_PAGES[scope["path"]]), NOT_FOUND)
        if not f"{scope['path']}/".startswith("/api/"):
            return None
        matches = [(route.matches(scope)[0], route.methods or ()) for route in self.routes]
        if any(match is Match.FULL for match, _ in matches):
            return None
        methods = sorted(method for match, names in matches if match is Match.PARTIAL for method in names)
        if not methods:
            text = f"there is nothing at {scope['path'][:200]!r}; /api/openapi.json lists the paths"
            return error_response(HoyleError(text), NOT_FOUND)
        text = f"{scope['method'][:20]} is not allowed here: {' and '.join(methods)}"
        response = error_response(HoyleError(text), METHOD_NOT_ALLOWED)
        response.headers["allow"] = ", ".join(methods)
        return response


async def _answer(endpoint: Endpoint, request: Request, call: Call) -> Response:
    """Run the handler of a request; every exception becomes an error response."""
    try:
        arguments: dict[str, Any] = dict(request.path_params)
        if endpoint.body is not None:
            arguments["body"] = await _read_body(request, endpoint.body)
        if endpoint.query is not None:
            query = {name: text for name, text in request.query_params.items() if text}
            arguments["query"] = read(endpoint.query, query, strict=False)
        return _success(endpoint, await endpoint.handler(call, **arguments))
    except (ClientDisconnect, ClientGone):
        return Response(status_code=400)  # nobody reads it
    except TimeoutError:
        return error_response(HoyleError("the room does not answer: try again"), UNAVAILABLE)
    except StoreError as error:
        return error_response(RoomUnavailable.because(error))
    except RoomRefusal as error:
        return _problem_response(error.body, error.status)
    except HoyleError as error:
        # What is not in the body or the query is in the path, and does not exist.
        is_about_path = isinstance(error, InvalidError) and "{" in endpoint.path
        return error_response(error, NOT_FOUND if is_about_path else None)


def _success(endpoint: Endpoint, answer: Any) -> Response:
    if isinstance(answer, File):
        headers = {"content-disposition": f'attachment; filename="{answer.name}"'}
        return Response(answer.text, media_type=answer.media_type, headers=headers)
    data = answer.data if isinstance(answer, Encoded) else json.encode(answer)
    return Response(data, endpoint.status, media_type=JSON)


async def _read_body(request: Request, kind: type[Any]) -> Any:
    """Read a JSON request body and decode it as a type."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BODY:
            raise BodyTooLarge(f"the body has more than {MAX_BODY} bytes")
    try:
        return json.decode(data, type=kind)
    except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest(f"the body cannot be read: {explain_decode_error(error, data)}") from None


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def error_response(error: Exception, status: int | None = None) -> Response:
    """Build the error response for an exception."""
    return _problem_response(json.encode(problem_of(error)), status or status_of(error))


def _problem_response(body: bytes, status: int) -> Response:
    response = Response(body, status, media_type=JSON)
    wait_ms = json.decode(body, type=Problem).retry_after_ms if status == TOO_MANY_REQUESTS else 0
    if wait_ms:
        response.headers["retry-after"] = str(-(-wait_ms // 1000))
    return response


async def internal_error(request: Request, error: Exception) -> Response:
    """Answer an unexpected error; the traceback is in the server's log."""
    return error_response(HoyleError("internal error in the room, not in your request"), INTERNAL_ERROR)


def header(scope: MutableMapping[str, Any], name: bytes) -> str:
    """Return a header of a request; empty if missing."""
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def client_address(scope: MutableMapping[str, Any]) -> str:
    """Rate-limit key of a request: the client's address."""
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client is not None else ""
