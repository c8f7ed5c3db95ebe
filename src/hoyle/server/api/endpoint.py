"""HTTP endpoints: handlers declared with their route; requests, queries and answers are typed by the signature.

A handler runs in one of three places. `edge_endpoint` runs in the edge process and may call the room and the
worker pools. `room_endpoint` runs in the room process, which the edge calls by name. `worker_endpoint` is a
function of plain data that runs in a worker process.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, ValidationError, convert, defstruct, structs

from hoyle.core.validation import explain_error
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.api.services import Call, Encoded, File
from hoyle.server.problems import RequestError

MAX_BODY: Final = 65_536
MAX_TABLE: Final = 10**9 - 1
PATH_KIND: Final = re.compile(r":\w+(?=})")
"""Converter in a path parameter, which OpenAPI does not use."""
_PATH_PARAMETER: Final = re.compile(r"{(\w+)")
BODY: Final = "body"
QUERY: Final = "query"

Handler = TypeVar("Handler", bound=Callable[..., Any])
Answer = TypeVar("Answer", bound=Struct)
EdgeHandler = Callable[..., Any]


class Endpoint(Struct, frozen=True, kw_only=True):
    """HTTP endpoint: its route, its handler at the edge, and the types of its request and answer."""

    topic: str
    """Module that declares it."""
    method: str
    path: str
    summary: str
    handler: EdgeHandler
    """Takes a `Call` and the path parameters, the body and the query as keywords."""
    body: type[Struct] | None
    query: type[Struct] | None
    gives: Any
    """Type of the JSON answer; None for a file."""
    files: tuple[str, ...]
    """Further media types of the answer; the only ones if `gives` is None."""
    status: int
    """Status code of a success."""
    session: bool
    """Whether it needs a session."""


class RoomCall(Struct, frozen=True):
    """Handler of the room process that the edge calls by name."""

    handler: Callable[..., Any]
    arguments: type[Struct]
    session: bool
    """Whether it needs a session."""


ENDPOINTS: Final[list[Endpoint]] = []
ROOM_CALLS: Final[dict[str, RoomCall]] = {}


class InvalidRequest(RequestError):
    """Request whose body or query does not match its type."""


def edge_endpoint(
    method: str, path: str, summary: str, *, session: bool = False, status: int = 200, files: tuple[str, ...] = ()
) -> Callable[[Handler], Handler]:
    """Declare a handler that runs at the edge and takes a `Call`."""

    def declare(handler: Handler) -> Handler:
        _add(method, path, summary, handler, handler, session=session, status=status, files=files)
        return handler

    return declare


def worker_endpoint(method: str, path: str, summary: str, *, pool: str) -> Callable[[Handler], Handler]:
    """Declare a handler that runs in a worker process of a pool."""

    def declare(handler: Handler) -> Handler:
        async def submit(call: Call, **arguments: Any) -> Any:
            return await call.run(pool, handler, *arguments.values())

        _add(method, path, summary, handler, submit)
        return handler

    return declare


def room_endpoint(
    method: str, path: str, summary: str, *, call: str, session: bool = False
) -> Callable[[Handler], Handler]:
    """Declare a handler that runs in the room process; its answer is relayed as it was encoded there."""

    def declare(handler: Handler) -> Handler:
        async def relay(edge_call: Call, **arguments: Any) -> Any:
            return await edge_call.relay(call, **arguments)

        _add(method, path, summary, handler, relay, session=session)
        return room_call(call, session=session)(handler)

    return declare


def room_call(name: str, *, session: bool = False) -> Callable[[Handler], Handler]:
    """Declare a handler of the room process that only edge handlers call."""

    def declare(handler: Handler) -> Handler:
        hints = get_type_hints(handler, include_extras=True)
        fields: list[Any] = []
        for parameter in list(inspect.signature(handler).parameters.values())[2:]:
            default = () if parameter.default is parameter.empty else (parameter.default,)
            fields.append((parameter.name, hints[parameter.name], *default))
        arguments = defstruct(f"{handler.__name__}_arguments", fields, kw_only=True)
        ROOM_CALLS[name] = RoomCall(handler, arguments, session)
        return handler

    return declare


def run_room_call(call: RoomCall, context: RoomContext, caller: Caller, arguments: dict[str, Any]) -> Any:
    """Run a handler of the room process; raises InvalidRequest for arguments that it does not take."""
    values = structs.asdict(read(call.arguments, arguments))
    return call.handler(context, caller, **values)


def read(kind: type[Any], data: Any, *, strict: bool = True) -> Any:
    """Convert plain data to a type; `strict` is False for a query, whose values are all text."""
    try:
        return convert(data, kind, strict=strict)
    except ValidationError as error:
        raise InvalidRequest(explain_error(error, data)) from None


def fill(kind: type[Answer], source: Any, **others: Any) -> Answer:
    """Build an answer whose fields are attributes of an object of the same names, except for `others`."""
    values = {name: others[name] if name in others else getattr(source, name) for name in kind.__struct_fields__}
    return convert(values, kind, from_attributes=True)


def _add(
    method: str,
    path: str,
    summary: str,
    declared: Callable[..., Any],
    handler: EdgeHandler,
    *,
    session: bool = False,
    status: int = 200,
    files: tuple[str, ...] = (),
) -> None:
    hints = get_type_hints(declared, include_extras=True)
    answer = hints["return"]
    if get_origin(answer) is Encoded:
        [answer] = get_args(answer)
    ENDPOINTS.append(
        Endpoint(
            topic=declared.__module__,
            method=method,
            path=path,
            summary=summary,
            handler=handler,
            body=hints.get(BODY),
            query=hints.get(QUERY),
            gives=None if answer is File else _without_file(answer),
            files=files,
            status=status,
            session=session,
        )
    )


def _without_file(answer: Any) -> Any:
    """Type of the JSON answer of a handler that may also return a file."""
    kinds = [kind for kind in get_args(answer) if kind is not File]
    return kinds[0] if File in get_args(answer) else answer
