"""HTTP reference of the protocol page: status codes, and every endpoint with its body and answer."""

from __future__ import annotations

from typing import Any, Final, get_args, get_origin

from msgspec import Struct, structs
from tools.protocol.field_tables import table
from tools.wide_tables import list_item

from hoyle.server.api.endpoint import PATH_KIND, Endpoint
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.problems import Problem

STATUSES: Final = (
    (200, "Success; the body is the answer."),
    (201, "Created: a session or a link."),
    (202, "Accepted: the work has started; ask again for its state."),
    (400, "The request is not HTTP."),
    (401, "No session, one that has ended, or a wrong name or password: enter or log in. With "
          "`www-authenticate: Bearer`."),
    (403, "Refused: the session is valid, but its owner may not do this, or the table forbids it. "
          "Also a page of another origin."),
    (404, "What the path names does not exist (a game, a clause, a hand, a link), or is a table that you may "
          "not see; 405: wrong method, `allow` lists the allowed ones."),
    (409, "In conflict with the present state: a name that is taken, an account that still has a seat."),
    (413, "The body is too large; 431: the request line or the headers are."),
    (422, "The body or the query is invalid, or would cost too much to compute: `estimated_seconds` is what "
          "that would take."),
    (429, "Too many requests from this address, or too many waiting: try again in a moment, with "
          "`retry_after_ms` after that."),
    (500, "Internal error; see the log of the room."),
    (503, "The room is unavailable, restarting, or cannot write: nothing was decided, try again."),
)  # fmt: skip

_HEAD: Final = """## Over HTTP

Bodies and answers are JSON objects in UTF-8, times are milliseconds since 1970, unknown fields in a request
are refused. A `POST` without a body in the list below takes none; `?` marks optional fields. A session is a
cookie or, for programs, `Authorization: Bearer TOKEN`. A request that needs a session and has none is
answered with 401, after its body was validated. Every answer under `/api` has `cache-control: no-store`. The
OpenAPI document, with every type in full, is at `/api/openapi.json`.
"""

_SHAPE: Final = "Every answer from 400 on is a Problem; the room refuses in the same words over the socket."


def text() -> str:
    """Return the whole section."""
    codes = [f"| {code} | {meaning} |" for code, meaning in STATUSES]
    endpoints = [line for endpoint in ENDPOINTS for line in _list_item(endpoint)]
    return "\n".join([
        _HEAD,
        *endpoints, "",
        "### Status codes\n", "| code | |", "|---|---|", *codes, "",
        _SHAPE, "", table(Problem, "### Problem", sent=False),
    ])  # fmt: skip


def _list_item(endpoint: Endpoint) -> list[str]:
    path = PATH_KIND.sub("", endpoint.path)
    session = " (needs a session)" if endpoint.session else ""
    body = _fields(endpoint.body, optional=True)
    answer = f"{endpoint.status} {_fields(endpoint.gives)}".strip()
    text = f"`{endpoint.method} {path}`{session}: {endpoint.summary}. "
    text += f"Body: {body}. Answer: {answer}." if body else f"Answer: {answer}."
    return list_item(text)


def _fields(kind: Any, *, optional: bool = False) -> str:
    """Names of a type's fields; with `optional`, a question mark after those that may be left out."""
    if get_origin(kind) is list:
        return f"list of {_fields(get_args(kind)[0])}"
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return ""
    names = [f"`{part.encode_name}`" + ("" if part.required or not optional else "?") for part in structs.fields(kind)]
    return ", ".join(names) or "`{}`"
