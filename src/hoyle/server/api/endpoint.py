"""HTTP endpoint type: typed request bodies, JSON replies, error replies and the OpenAPI document."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec import DecodeError, Struct, ValidationError, json
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from hoyle.core.errors import HoyleError
from hoyle.core.validation import explain_decode_error
from hoyle.server.status_codes import status_of

MAX_BODY: Final = 65_536
PATH_KIND: Final = re.compile(r":\w+(?=})")
"""Converter in a path parameter, which OpenAPI does not use."""


_GZIP_MIN_BYTES: Final = 4_096
"""Size from which a response is gzipped."""
_GZIP_LEVEL: Final = 6
MAX_TABLE: Final = 10**9 - 1


class TableConvertor(Convertor[int]):
    """Path converter of table numbers, bounded in length."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("table", TableConvertor())


class Endpoint(NamedTuple):
    """HTTP endpoint: route, handler, and the types for OpenAPI."""

    method: str
    path: str
    summary: str
    handler: Callable[..., Awaitable[Response]]
    body: type[Struct] | None = None
    """Type of the request body."""
    gives: Any = dict[str, Any]
    query: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """Name: type (``string`` or ``integer``) and description."""
    forms: tuple[str, ...] = ()
    """Further media types of the response; the only ones if `gives` is None."""
    status: int = 200
    """Status code of a success."""
    session: bool = False
    """Whether it needs a session."""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Body of an error response."""

    error: str
    clause: str = ""
    allowed: str = ""
    estimated_seconds: float = 0.0
    """Cost of a request that was refused as too costly."""


def reply(body: Any, status: int = 200) -> Response:
    """Build an HTTP response with a JSON body."""
    return Response(json.encode(body), status, media_type="application/json")


async def gzip_if_accepted(request: Request, response: Response) -> Response:
    """Gzip a long JSON response if the client accepts it: a layout shrinks to a tenth."""
    body = getattr(response, "body", b"")
    is_plain_json = response.media_type == "application/json" and "content-encoding" not in response.headers
    if (
        not is_plain_json
        or len(body) < _GZIP_MIN_BYTES
        or not _accepts_gzip(request.headers.get("accept-encoding", ""))
    ):
        return response
    response.body = await asyncio.to_thread(gzip.compress, body, _GZIP_LEVEL, mtime=0)
    response.headers["content-encoding"] = "gzip"
    response.headers["content-length"] = str(len(response.body))
    response.headers["vary"] = "accept-encoding"
    return response


def _accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header has gzip with a weight above zero."""
    for option in accepted.lower().split(","):
        coding, _, weight = option.partition(";")
        if coding.strip() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False


def error_response(error: Exception, status: int | None = None) -> Response:
    """Build an HTTP error response with the message, the clause and what would be allowed."""
    code = status or status_of(error)
    problem = Problem(
        error=str(error),
        clause=getattr(error, "clause", ""),
        allowed=getattr(error, "legal", ""),
        estimated_seconds=getattr(error, "estimated_seconds", 0.0),
    )
    return reply(problem, code)


async def read_body(request: Request, kind: type[Any]) -> Any:
    """Read a JSON request body and decode it as a type."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BODY:
            raise BodyTooLarge(f"the body has more than {MAX_BODY} bytes")
    try:
        return json.decode(data, type=kind)
    except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidBody(f"the body cannot be read: {explain_decode_error(error, data)}") from None


async def cancel_on_disconnect(request: Request, answer: Coroutine[Any, Any, Any]) -> Any:
    """Await an answer; cancel it if the client disconnects. The body must have been read."""
    task = asyncio.ensure_future(answer)
    disconnect = asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientDisconnect
    finally:
        task.cancel()
        disconnect.cancel()


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class InvalidBody(HoyleError):
    """Request body that does not match its type."""


class BodyTooLarge(HoyleError):
    """Request body that exceeds MAX_BODY."""


def openapi(endpoints: Sequence[Endpoint], title: str, cookie: str) -> dict[str, Any]:
    """OpenAPI document of all endpoints; `cookie` is the name of the session cookie."""
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.gives) if kind is not None]
    schemas, components = json.schema_components([*types, Problem], ref_template="#/components/schemas/{name}")
    schema = iter(schemas)
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        operation: dict[str, Any] = {"summary": endpoint.summary, "parameters": _parameters(endpoint)}
        if endpoint.body is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": next(schema)}}}
        problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        content: dict[str, Any] = {form: {"schema": _FILES.get(form, _TEXT)} for form in endpoint.forms}
        if endpoint.gives is not None:
            content["application/json"] = {"schema": next(schema)}
        operation["responses"] = {
            str(endpoint.status): {"description": _SUCCESS[endpoint.status], "content": content},
            **{code: {"description": text, "content": problem} for code, text in _ERRORS.items()},
        }
        if endpoint.session:
            operation["security"] = _SESSION
        paths.setdefault(PATH_KIND.sub("", endpoint.path), {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "paths": paths,
        "security": [{}, *_SESSION],
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
                "token": {"type": "http", "scheme": "bearer", "description": "`token` of /api/enter"},
            },
        },
    }


_SUCCESS: Final = {200: "success", 201: "created", 202: "accepted"}
_ERRORS: Final = {
    "400": "invalid request",
    "401": "no session, or a wrong name or password",
    "403": "refused",
    "404": "not found",
    "405": "method not allowed",
    "413": "too large",
    "422": "too costly",
    "429": "too many requests",
    "503": "the room is unavailable",
}
_SESSION: Final[list[dict[str, list[str]]]] = [{"cookie": []}, {"token": []}]
_TEXT: Final = {"type": "string"}
_FILES: Final[Mapping[str, dict[str, Any]]] = {"application/json": {"type": ["array", "object"]}}
"""Schemas of file responses that are not text."""


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    for part in endpoint.path.split("/"):
        if part.startswith("{"):
            name, _, kind = part[1:-1].partition(":")
            number = {"type": "integer", "minimum": 0, "maximum": MAX_TABLE}
            schema = number if kind == "table" else {"type": "string"}
            parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    for name, (type_, description) in endpoint.query.items():
        parameters.append({"name": name, "in": "query", "description": description, "schema": {"type": type_}})
    return parameters
