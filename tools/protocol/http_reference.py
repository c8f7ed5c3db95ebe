"""The HTTP side of the protocol's page: status codes, and every request with its body and its answer."""

from __future__ import annotations

from typing import Any, Final, get_args, get_origin

from msgspec import Struct, structs
from tools.protocol.field_tables import table

from hoyle.server.api.endpoint import PATH_KIND, Endpoint, Problem
from hoyle.server.api.routes import ENDPOINTS

STATUSES: Final = (
    (200, "Done; the body is the answer."),
    (201, "Done, and a session or a link was made."),
    (202, "Begun; ask again for how it goes."),
    (400, "The request cannot be read, or names something that does not exist (a game, a clause, a hand)."),
    (401, "No session, one that has ended, or a wrong name or password: enter or log in. With "
          "`www-authenticate: Bearer`."),
    (403, "Refused: the session is valid, and its owner may not do this, or the table forbids it. "
          "Also a table or a link that is not there for you, and a page of another origin."),
    (404, "There is no such path; 405: not with this method, `allow` has those that there are."),
    (413, "The body is too large; 431: what comes before it is."),
    (422, "Too costly to compute: `price` has about how many seconds."),
    (429, "Too many requests of this address, or too many wait already: try again in a moment."),
    (500, "A defect of the room; its log has the rest."),
    (503, "The room is closed for a moment, restarts, or cannot write: nothing was decided, try again."),
)  # fmt: skip

_HEAD: Final = """## Over HTTP

Bodies and answers are JSON objects in UTF-8, times are milliseconds since 1970, unknown fields in a request
are refused. `POST` without a body in the table below takes none. A session is a cookie or, for programs,
`Authorization: Bearer TOKEN`; `yes` under *session* means that without one the answer is 401, once the body
could be read. Every answer under `/api` has `cache-control: no-store`. The OpenAPI description, with every
type in full, is at `/api/openapi.json`.
"""

_SHAPE: Final = "Every answer from 400 on is a Problem; the room's refusals are the same over the socket."


def text() -> str:
    """The whole section."""
    codes = [f"| {code} | {said} |" for code, said in STATUSES]
    rows = [_row(each) for each in ENDPOINTS]
    return "\n".join([
        _HEAD,
        "| request | session | body | answer | gives |", "|---|---|---|---|---|", *rows, "",
        "### Status codes\n", "| code | |", "|---|---|", *codes, "",
        _SHAPE, "", table(Problem, "### Problem", sent=False),
    ])  # fmt: skip


def _row(endpoint: Endpoint) -> str:
    path = PATH_KIND.sub("", endpoint.path)
    session = "yes" if endpoint.session else ""
    body = _fields(endpoint.body, optional=True)
    answer = f"{endpoint.status} {_fields(endpoint.gives)}".strip()
    return f"| `{endpoint.method} {path}` | {session} | {body} | {answer} | {endpoint.summary} |"


def _fields(kind: Any, *, optional: bool = False) -> str:
    """The names of a type's fields; `optional` marks those that may be left out."""
    if get_origin(kind) is list:
        return f"list of {_fields(get_args(kind)[0])}"
    if not (isinstance(kind, type) and issubclass(kind, Struct)):
        return ""
    names = [
        f"`{part.encode_name}`" + ("" if part.required or not optional else "?")
        for part in structs.fields(kind)
    ]
    return ", ".join(names) or "`{}`"
