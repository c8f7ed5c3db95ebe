"""HTTP API of auditors: chains and accounts, starting an audit, hands to inspect, regulator's reports."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct, json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.audit.closed_hands import ClosedHand
from hoyle.audit.reports import Filter, Report, read_time
from hoyle.core.errors import IllegalError
from hoyle.room.auth.permissions import AUDITOR, MANAGER
from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.status_codes import UNAUTHORIZED, error_of
from hoyle.server.api.types.staff_types import AuditBody, AuditState, ReportBody
from hoyle.server.workers import audit_tasks

if TYPE_CHECKING:
    from hoyle.server.edge.asgi_app import App


class ReadingBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rounds between two records of a table, and why they are read."""

    first: Annotated[int, Meta(ge=1, le=10**12)]
    last: Annotated[int, Meta(ge=1, le=10**12)]
    why: Annotated[str, Meta(min_length=1, max_length=200)]


class ClosedHands(Struct, frozen=True, kw_only=True):
    """Rounds that are over."""

    hands: list[ClosedHand]


_WANTED: Final = {
    "since": ("string", "from this day or time on"),
    "until": ("string", "before this day or time"),
    "table": ("integer", "only this table"),
    "person": ("string", "only what concerns this person"),
    "form": ("string", "csv for a spreadsheet"),
}


async def _check(app: App, request: Request) -> None:
    """Auditors and managers; everybody else is refused."""
    given = await call_room(app, request, "me")
    found = json.decode(given.body)
    if given.status == UNAUTHORIZED:
        raise error_of(given.status, found["error"], clause=found["clause"], legal=found["legal"])
    roles = found.get("roles", [])
    if not {AUDITOR, MANAGER} & set(roles):
        raise IllegalError(
            "only an auditor reads the books", clause="house roles", legal="ask a manager for the role"
        )


async def state(app: App, request: Request) -> Response:
    await _check(app, request)
    return reply({**app.inspector.state(), **await app.inspector.read(audit_tasks.chains_and_accounts)})


async def begin(app: App, request: Request) -> Response:
    await _check(app, request)
    app.inspector.start()
    return reply(app.inspector.state(), 202)


async def listed(app: App, request: Request) -> Response:
    await _check(app, request)
    asked = request.query_params
    table = asked.get("table", "")
    wanted = Filter(
        since=read_time(asked["since"]) if asked.get("since") else 0,
        until=read_time(asked["until"]) if asked.get("until") else 0,
        table=int(table) if table.isdecimal() and len(table) < 10 else 0,
        person=asked.get("person", "")[:60],
    )
    report: Report = await app.inspector.read(
        audit_tasks.regulator_report, request.path_params["name"], wanted
    )
    if asked.get("form") == "csv":
        name = f'attachment; filename="{request.path_params["name"]}.csv"'
        return Response(report.csv(), media_type="text/csv", headers={"content-disposition": name})
    rows = report.rows[-audit_tasks.MAX_ROWS :]
    return reply({"title": report.title, "columns": report.columns, "rows": rows, "count": len(report.rows)})


async def hands(app: App, request: Request) -> Response:
    await _check(app, request)
    table = request.path_params["table"]
    return reply(ClosedHands(hands=await app.inspector.read(audit_tasks.latest_hands, table)))


async def read_hands(app: App, request: Request) -> Response:
    """What he asks for is looked at first, then put on record, then given."""
    body = await read_body(request, ReadingBody)
    await _check(app, request)
    table = request.path_params["table"]
    await app.inspector.read(audit_tasks.closed_hands, table, body.first, body.last)
    given = await call_room(
        app, request, "read-hands",
        id=secrets.token_hex(12), table=table, first=body.first, last=body.last, why=body.why,
    )  # fmt: skip
    if given.status >= 400:
        return to_response(app, given)
    found = await app.inspector.read(audit_tasks.read_hands, table, body.first, body.last)
    return reply(ClosedHands(hands=found))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint(
        "GET",
        "/api/audit",
        "Chains, accounts, and what the last audit came to",
        state,
        None,
        AuditBody,
        session=True,
    ),
    Endpoint(
        "POST",
        "/api/audit",
        "Begin an audit of the whole room",
        begin,
        None,
        AuditState,
        session=True,
        status=202,
    ),
    Endpoint(
        "GET",
        "/api/audit/hands/{table:table}",
        "The last rounds of a table that are over, without a card",
        hands,
        None,
        ClosedHands,
        session=True,
    ),
    Endpoint(
        "POST",
        "/api/audit/hands/{table:table}",
        "Read rounds that are over with every card; that is on record first",
        read_hands,
        ReadingBody,
        ClosedHands,
        session=True,
    ),
    Endpoint(
        "GET",
        "/api/reports/{name}",
        "One of the regulator's lists",
        listed,
        gives=ReportBody,
        query=_WANTED,
        forms=("text/csv",),
        session=True,
    ),
]
