"""Answers of the HTTP API to floor staff and auditors."""

from __future__ import annotations

from msgspec import Struct

from hoyle.server.gateway.floor.report_forms import ReportForm
from hoyle.table.deck_inventory import DeckSummary, TableDecks


class OpenDispute(Struct, frozen=True, kw_only=True):
    """Dispute at a table that has no ruling yet."""

    number: int
    by: str
    about: str


class DisputeSummary(OpenDispute, frozen=True, kw_only=True):
    """Dispute as shown to the staff, with its ruling if there is one."""

    ruling: str
    """Ruling; empty: none yet."""


class SettledDispute(DisputeSummary, frozen=True, kw_only=True):
    """Dispute at a table that the floor has settled."""

    ruled: int
    """Time of the ruling; 0: too long ago to be kept."""


class FloorTableSummary(Struct, frozen=True, kw_only=True):
    """Row of the floor's list of tables."""

    table_id: int
    title: str
    game: str
    book: str
    kind: str
    paused: bool
    stopped: bool
    closing: bool
    decks: list[DeckSummary]
    """Decks, the one in play first; none at dice."""
    open: list[OpenDispute]
    ruled: int
    """Number of settled disputes."""
    settled: list[SettledDispute]
    """Latest settled disputes."""


class FloorResponse(Struct, frozen=True, kw_only=True):
    """Tables that the caller rules at, those with an open dispute first."""

    tables: list[FloorTableSummary]


class SeatedPlayer(Struct, frozen=True, kw_only=True):
    seat: int
    person: str


class FloorTableResponse(FloorTableSummary, frozen=True, kw_only=True):
    """HTTP response with one table and the floor reports that can be made there."""

    seats: list[SeatedPlayer]
    waiting: list[str]
    disputes: list[DisputeSummary]
    reports: list[ReportForm]
    kept: TableDecks | None
    """Deck procedures; null at dice."""


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
