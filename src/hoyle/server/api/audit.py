"""HTTP API of auditors: chains and accounts, audits, hand inspection and regulator's reports.

Everything is read in a worker process from the store, which holds only acknowledged records. No answer can
have a card of a round in play: accounts, chain heads, reports and audit results have no cards, and the index
has only finished hands.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from hoyle.audit import closed_hands as closed_hand_reader
from hoyle.audit.closed_hands import ClosedHand
from hoyle.audit.findings import CHECKS
from hoyle.audit.reports import REPORTS, Filter, Report, make, read_time
from hoyle.audit.room_audit import audit_room
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.permissions import AUDITOR, MANAGER
from hoyle.server.api.accounts import AccountResponse, EmptyResponse
from hoyle.server.api.endpoint import InvalidRequest, edge_endpoint, room_call
from hoyle.server.api.past_hands import run_command
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.api.services import Call, File
from hoyle.storage import open_store
from hoyle.storage.sql.sql_store import SqlStore

MAX_FINDINGS: Final = 50
MAX_ROWS: Final = 500
MAX_HANDS: Final = 200
"""Finished hands of a table that an auditor can choose from."""


class HandAccessRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to inspect rounds between two records of a table, with the reason."""

    first: Annotated[int, Meta(ge=1, le=10**12)]
    last: Annotated[int, Meta(ge=1, le=10**12)]
    why: Annotated[str, Meta(min_length=1, max_length=200)]


class ReportQuery(Struct, frozen=True, kw_only=True):
    """Query for a regulator's report."""

    since: Annotated[str, Meta(max_length=40, description="from this day or time on")] = ""
    until: Annotated[str, Meta(max_length=40, description="before this day or time")] = ""
    table: Annotated[int, Meta(ge=0, lt=10**9, description="only this table")] = 0
    person: Annotated[str, Meta(max_length=60, description="only what concerns this person")] = ""
    form: Annotated[str, Meta(max_length=10, description="csv for a spreadsheet")] = ""


class ClosedHandsResponse(Struct, frozen=True, kw_only=True):
    """Response with finished rounds of a table."""

    hands: list[ClosedHand]


class AuditCheck(Struct, frozen=True, kw_only=True):
    """Result of one check of an audit."""

    check: str
    shows: str
    looked: int
    wrong: int


class AuditFinding(Struct, frozen=True, kw_only=True):
    check: str
    message: str
    time: int


class AuditResultResponse(Struct, frozen=True, kw_only=True):
    """Result of an audit; only `message` if it could not be made."""

    good: bool
    ended: int
    message: str = ""
    streams: int = 0
    records: int = 0
    hands: int = 0
    checks: list[AuditCheck] = []
    findings: list[AuditFinding] = []
    notices: list[str] = []


class AuditStateResponse(Struct, frozen=True, kw_only=True):
    """Whether an audit is running, and the result of the last one."""

    running: bool
    began: int
    verdict: AuditResultResponse | None


class ChainHead(Struct, frozen=True, kw_only=True):
    stream: str
    records: int
    hash: str


class AccountBalance(Struct, frozen=True, kw_only=True):
    account: str
    chips: int


class ListName(Struct, frozen=True, kw_only=True):
    name: str
    words: str


class AuditResponse(AuditStateResponse, frozen=True, kw_only=True):
    """State of audits, with the heads of all chains and the balances of all accounts."""

    chains: list[ChainHead]
    accounts: list[AccountBalance]
    sum: int
    """Sum of all accounts: 0."""
    postings: int
    lists: list[ListName]


class RegulatorReportResponse(Struct, frozen=True, kw_only=True):
    """Report for the regulator: its last rows, and their total number."""

    title: str
    columns: list[str]
    rows: list[list[str | int]]
    count: int


async def _require_auditor(call: Call) -> None:
    """Raise an error unless the caller is an auditor or a manager."""
    account = await call.room(AccountResponse, "me")
    if not {AUDITOR, MANAGER} & set(account.roles):
        raise IllegalError(
            "only an auditor may read the books", clause="house roles", legal="ask a manager for the role"
        )


@edge_endpoint("GET", "/api/audit", "Chains, accounts, and the result of the last audit", session=True)
async def state(call: Call) -> AuditResponse:
    await _require_auditor(call)
    return await call.audit(read_books, _audit_state(call))


@edge_endpoint("POST", "/api/audit", "Start an audit of the whole room", session=True, status=202)
async def begin(call: Call) -> AuditStateResponse:
    await _require_auditor(call)
    call.services.audit_runner.start(run_audit, call.services.config.resolve_database())
    return _audit_state(call)


def _audit_state(call: Call) -> AuditStateResponse:
    runner = call.services.audit_runner
    verdict = runner.result()
    if isinstance(verdict, Exception):
        verdict = AuditResultResponse(good=False, ended=_now(), message=str(verdict))
    return AuditStateResponse(running=runner.is_running, began=runner.started_at, verdict=verdict)


@edge_endpoint(
    "GET", "/api/audit/hands/{table:table}", "Latest finished rounds of a table, without cards", session=True
)
async def latest_hands(call: Call, table: int) -> ClosedHandsResponse:
    await _require_auditor(call)
    return await call.audit(list_hands, table)


@edge_endpoint(
    "POST",
    "/api/audit/hands/{table:table}",
    "Inspect finished rounds with every card; the inspection is recorded first",
    session=True,
)
async def inspect_hands(call: Call, table: int, body: HandAccessRequest) -> ClosedHandsResponse:
    """Validate the range, record the inspection, then serve the hands."""
    await _require_auditor(call)
    await call.audit(check_range, table, body.first, body.last)
    await call.room(
        EmptyResponse,
        "access-hands",
        id=secrets.token_hex(12),
        table=table,
        first=body.first,
        last=body.last,
        why=body.why,
    )
    return await call.audit(read_hands, table, body.first, body.last)


@room_call("access-hands", session=True)
def access_hands(
    context: RoomContext, caller: Caller, id: str, table: int, first: int, last: int, why: str
) -> EmptyResponse:
    """Record that an auditor reads finished rounds, before the edge serves them."""
    command = {"do": "access-hands", "table": table, "first": first, "last": last, "why": why}
    return run_command(context, caller, f"read {id}", command)


@edge_endpoint("GET", "/api/reports/{name}", "One of the regulator's reports", session=True, files=("text/csv",))
async def report(call: Call, name: str, query: ReportQuery) -> RegulatorReportResponse | File:
    await _require_auditor(call)
    try:
        filters = Filter(
            since=read_time(query.since) if query.since else 0,
            until=read_time(query.until) if query.until else 0,
            table=query.table,
            person=query.person,
        )
    except InvalidError as error:
        raise InvalidRequest(str(error)) from None
    result = await call.audit(make_report, name, filters)
    if query.form == "csv":
        return File(result.csv(), f"{name}.csv", "text/csv")
    return RegulatorReportResponse(
        title=result.title,
        columns=list(result.columns),
        rows=[list(row) for row in result.rows[-MAX_ROWS:]],
        count=len(result.rows),
    )


# In the worker process


@contextmanager
def _store(database: str) -> Iterator[SqlStore]:
    store = open_store(database, reading=True)
    try:
        yield store
    finally:
        store.close()


def run_audit(database: str) -> AuditResultResponse:
    """Audit the whole room."""
    try:
        result = audit_room(database)
    except HoyleError as error:
        return AuditResultResponse(good=False, ended=_now(), message=str(error))
    return AuditResultResponse(
        good=result.ok,
        ended=_now(),
        streams=result.streams,
        records=result.records,
        hands=result.hands,
        checks=[
            AuditCheck(check=check, shows=shows, looked=result.checked.get(check, 0), wrong=result.wrong.get(check, 0))
            for check, shows in CHECKS.items()
        ],
        findings=[
            AuditFinding(check=finding.check, message=str(finding), time=finding.time)
            for finding in result.findings[:MAX_FINDINGS]
        ],
        notices=list(result.notices),
    )


def _now() -> int:
    return time.time_ns() // 1_000_000


def read_books(database: str, state: AuditStateResponse) -> AuditResponse:
    """Read the heads of all chains, and the balances of all accounts, which sum to zero."""
    with _store(database) as store:
        inventory = store.inventory()
    return AuditResponse(
        **structs.asdict(state),
        chains=[
            ChainHead(stream=stream, records=head.number, hash=head.hash.hex())
            for stream, head in inventory.heads.items()
            if head.number
        ],
        accounts=[
            AccountBalance(account=account, chips=chips)
            for account, chips in sorted(inventory.balances.items())
            if chips
        ],
        sum=sum(inventory.balances.values()),
        postings=inventory.ledger,
        lists=[ListName(name=name, words=kind.words) for name, kind in REPORTS.items()],
    )


def list_hands(database: str, table: int) -> ClosedHandsResponse:
    """Read the latest finished rounds of a table, without cards."""
    with _store(database) as store:
        return ClosedHandsResponse(hands=list(closed_hand_reader.latest_hands(store, table, MAX_HANDS)))


def check_range(database: str, table: int, first: int, last: int) -> None:
    """Raise an error unless finished rounds lie between two records."""
    with _store(database) as store:
        closed_hand_reader.closed_hands(store, table, first, last)


def read_hands(database: str, table: int, first: int, last: int) -> ClosedHandsResponse:
    """Read finished rounds of a table, with every card."""
    with _store(database) as store:
        return ClosedHandsResponse(hands=list(closed_hand_reader.read_hands(store, table, first, last)))


def make_report(database: str, name: str, filters: Filter) -> Report:
    """Build one of the regulator's reports."""
    with _store(database) as store:
        return make(name, store, filters)
