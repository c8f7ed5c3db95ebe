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
from hoyle.core.validation_messages import explain_decode_error
from hoyle.server.api.status_codes import status_of

MAX_BODY: Final = 65_536
PATH_KIND: Final = re.compile(r":\w+(?=})")
"""What a part of a path has to be, which OpenAPI says elsewhere."""


_WORTH_PACKING: Final = 4_096
"""Bytes of an answer from which on it travels gzipped."""
_PACKING: Final = 6
MAX_TABLE: Final = 10**9 - 1


class TableConvertor(Convertor[int]):
    """The number of a table in a path: no longer than one can be."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("table", TableConvertor())


class Endpoint(NamedTuple):
    """One thing that can be asked for."""

    method: str
    path: str
    summary: str
    handler: Callable[..., Awaitable[Response]]
    body: type[Struct] | None = None
    """What the request carries."""
    gives: Any = dict[str, Any]
    query: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """Name: type (``string`` or ``integer``) and what it is for."""
    forms: tuple[str, ...] = ()
    """Media types that it can answer with besides what it `gives`, or instead of it where that is None."""
    status: int = 200
    """Of an answer that is no refusal."""
    session: bool = False
    """Whether one has to have come in."""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused."""

    error: str
    clause: str = ""
    legal: str = ""
    price: float = 0.0
    """Too costly: about how many seconds it would take."""


def reply(body: Any, status: int = 200) -> Response:
    """JSON."""
    return Response(json.encode(body), status, media_type="application/json")


async def gzip_if_accepted(request: Request, response: Response) -> Response:
    """A long answer gzipped for who can read it so: a layout is a tenth of itself."""
    body = getattr(response, "body", b"")
    plain = response.media_type == "application/json" and "content-encoding" not in response.headers
    if not plain or len(body) < _WORTH_PACKING or not _reads_gzip(request.headers.get("accept-encoding", "")):
        return response
    response.body = await asyncio.to_thread(gzip.compress, body, _PACKING, mtime=0)
    response.headers["content-encoding"] = "gzip"
    response.headers["content-length"] = str(len(response.body))
    response.headers["vary"] = "accept-encoding"
    return response


def _reads_gzip(accepted: str) -> bool:
    """Whether a client takes gzip: named, and not with a weight of nothing."""
    for each in accepted.lower().split(","):
        coding, _, weight = each.partition(";")
        if coding.strip() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False


def error_response(error: Exception, status: int | None = None) -> Response:
    """A refusal, with the value, what would be legal, and the clause."""
    found = status or status_of(error)
    problem = Problem(
        error=str(error),
        clause=getattr(error, "clause", ""),
        legal=getattr(error, "legal", ""),
        price=getattr(error, "price", 0.0),
    )
    return reply(problem, found)


async def read_body(request: Request, kind: type[Any]) -> Any:
    """What a request carries, as the type it should have."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MAX_BODY:
            raise BodyTooLarge(f"a body of more than {MAX_BODY} bytes")
    try:
        return json.decode(data, type=kind)
    except (ValidationError, DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidBody(f"the body cannot be read: {explain_decode_error(error, data)}") from None


async def cancel_on_disconnect(request: Request, answer: Coroutine[Any, Any, Any]) -> Any:
    """An answer, for as long as anybody waits for it; the request has been read."""
    working = asyncio.ensure_future(answer)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnect
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class InvalidBody(HoyleError):
    """A body that is not what was asked for."""


class BodyTooLarge(HoyleError):
    """A body that is too long."""


def openapi(endpoints: Sequence[Endpoint], title: str, cookie: str) -> dict[str, Any]:
    """The description of all endpoints; `cookie` is what the session's is called."""
    types = [kind for each in endpoints for kind in (each.body, each.gives) if kind is not None]
    schemas, components = json.schema_components(
        [*types, Problem], ref_template="#/components/schemas/{name}"
    )
    at = iter(schemas)
    paths: dict[str, Any] = {}
    for each in endpoints:
        operation: dict[str, Any] = {"summary": each.summary, "parameters": _parameters(each)}
        if each.body is not None:
            operation["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": next(at)}},
            }
        problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        done: dict[str, Any] = {form: {"schema": _FILES.get(form, _TEXT)} for form in each.forms}
        if each.gives is not None:
            done["application/json"] = {"schema": next(at)}
        operation["responses"] = {
            str(each.status): {"description": _DONE[each.status], "content": done},
            **{code: {"description": said, "content": problem} for code, said in _REFUSED.items()},
        }
        if each.session:
            operation["security"] = _SESSION
        paths.setdefault(PATH_KIND.sub("", each.path), {})[each.method.lower()] = operation
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


_DONE: Final = {200: "done", 201: "made", 202: "begun"}
_REFUSED: Final = {
    "400": "cannot be read",
    "401": "no session, or a wrong name or password",
    "403": "refused",
    "404": "not here",
    "405": "not in this way",
    "413": "too large",
    "422": "too costly",
    "429": "too much at once",
    "503": "the room is closed for a moment",
}
_SESSION: Final[list[dict[str, list[str]]]] = [{"cookie": []}, {"token": []}]
_TEXT: Final = {"type": "string"}
_FILES: Final[Mapping[str, dict[str, Any]]] = {"application/json": {"type": ["array", "object"]}}
"""A file is text, but for those that are JSON themselves."""


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for part in endpoint.path.split("/"):
        if part.startswith("{"):
            name, _, kind = part[1:-1].partition(":")
            number = {"type": "integer", "minimum": 0, "maximum": MAX_TABLE}
            schema = number if kind == "table" else {"type": "string"}
            found.append({"name": name, "in": "path", "required": True, "schema": schema})
    for name, (type_, said) in endpoint.query.items():
        found.append({"name": name, "in": "query", "description": said, "schema": {"type": type_}})
    return found
