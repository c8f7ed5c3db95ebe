"""HTTP API of auditors: chains and accounts, audits, hand inspection and regulator's reports."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

from msgspec import Meta, Struct, json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.audit.closed_hands import ClosedHand
from hoyle.audit.reports import Filter, Report, read_time
from hoyle.core.errors import IllegalError
from hoyle.room.permissions import AUDITOR, MANAGER
from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.http_types.staff_types import AuditResponse, AuditStateResponse, RegulatorReportResponse
from hoyle.server.status_codes import UNAUTHORIZED, error_of
from hoyle.server.workers import audit_tasks


class HandAccessRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to inspect rounds between two records of a table, with the reason."""

    first: Annotated[int, Meta(ge=1, le=10**12)]
    last: Annotated[int, Meta(ge=1, le=10**12)]
    why: Annotated[str, Meta(min_length=1, max_length=200)]


class ClosedHandsResponse(Struct, frozen=True, kw_only=True):
    """Response with finished rounds of a table."""

    hands: list[ClosedHand]


_QUERY: Final = {
    "since": ("string", "from this day or time on"),
    "until": ("string", "before this day or time"),
    "table": ("integer", "only this table"),
    "person": ("string", "only what concerns this person"),
    "form": ("string", "csv for a spreadsheet"),
}


async def _require_auditor(app: ApiServices, request: Request) -> None:
    """Raise an error unless the caller is an auditor or a manager."""
    room_response = await call_room(app, request, "me")
    account = json.decode(room_response.body)
    if room_response.status == UNAUTHORIZED:
        raise error_of(room_response.status, account["error"], clause=account["clause"], legal=account["allowed"])
    if not {AUDITOR, MANAGER} & set(account.get("roles", [])):
        raise IllegalError(
            "only an auditor may read the books", clause="house roles", legal="ask a manager for the role"
        )


async def state(app: ApiServices, request: Request) -> Response:
    await _require_auditor(app, request)
    return reply({**app.audit_runner.state(), **await app.audit_runner.read(audit_tasks.chains_and_accounts)})


async def begin(app: ApiServices, request: Request) -> Response:
    await _require_auditor(app, request)
    app.audit_runner.start()
    return reply(app.audit_runner.state(), 202)


async def listed(app: ApiServices, request: Request) -> Response:
    await _require_auditor(app, request)
    query = request.query_params
    table = query.get("table", "")
    filters = Filter(
        since=read_time(query["since"]) if query.get("since") else 0,
        until=read_time(query["until"]) if query.get("until") else 0,
        table=int(table) if table.isdecimal() and len(table) < 10 else 0,
        person=query.get("person", "")[:60],
    )
    report: Report = await app.audit_runner.read(audit_tasks.regulator_report, request.path_params["name"], filters)
    if query.get("form") == "csv":
        name = f'attachment; filename="{request.path_params["name"]}.csv"'
        return Response(report.csv(), media_type="text/csv", headers={"content-disposition": name})
    rows = report.rows[-audit_tasks.MAX_ROWS :]
    return reply({"title": report.title, "columns": report.columns, "rows": rows, "count": len(report.rows)})


async def hands(app: ApiServices, request: Request) -> Response:
    await _require_auditor(app, request)
    table = request.path_params["table"]
    return reply(ClosedHandsResponse(hands=await app.audit_runner.read(audit_tasks.latest_hands, table)))


async def read_hands(app: ApiServices, request: Request) -> Response:
    """Validate the range, record the inspection, then serve the hands."""
    body = await read_body(request, HandAccessRequest)
    await _require_auditor(app, request)
    table = request.path_params["table"]
    await app.audit_runner.read(audit_tasks.closed_hands, table, body.first, body.last)
    room_response = await call_room(
        app, request, "access-hands",
        id=secrets.token_hex(12), table=table, first=body.first, last=body.last, why=body.why,
    )  # fmt: skip
    if room_response.status >= 400:
        return to_response(app, room_response)
    rounds = await app.audit_runner.read(audit_tasks.read_hands, table, body.first, body.last)
    return reply(ClosedHandsResponse(hands=rounds))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/audit", "Chains, accounts, and the result of the last audit", state, None,
             AuditResponse, session=True),
    Endpoint("POST", "/api/audit", "Start an audit of the whole room", begin, None, AuditStateResponse,
             session=True, status=202),
    Endpoint("GET", "/api/audit/hands/{table:table}", "Latest finished rounds of a table, without cards",
             hands, None, ClosedHandsResponse, session=True),
    Endpoint("POST", "/api/audit/hands/{table:table}",
             "Inspect finished rounds with every card; the inspection is recorded first", read_hands,
             HandAccessRequest, ClosedHandsResponse, session=True),
    Endpoint("GET", "/api/reports/{name}", "One of the regulator's reports", listed,
             gives=RegulatorReportResponse, query=_QUERY, forms=("text/csv",), session=True),
]  # fmt: skip
