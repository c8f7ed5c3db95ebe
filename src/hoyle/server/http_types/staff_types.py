"""Answers of the HTTP API to floor staff and auditors."""

from __future__ import annotations

from msgspec import Struct

from hoyle.server.gateway.floor.decks import DeckBody, TableDecks
from hoyle.server.gateway.floor.report_forms import ReportForm


class OpenDispute(Struct, frozen=True, kw_only=True):
    """Dispute without a ruling."""

    number: int
    by: str
    about: str


class DisputeBody(OpenDispute, frozen=True, kw_only=True):
    """Dispute, settled or not."""

    ruling: str
    """Ruling; empty: none yet."""


class SettledDispute(DisputeBody, frozen=True, kw_only=True):
    """Settled dispute."""

    ruled: int
    """Time of the ruling; 0: too long ago to be kept."""


class FloorLine(Struct, frozen=True, kw_only=True):
    """Row of the floor's list of tables."""

    table: int
    title: str
    game: str
    book: str
    kind: str
    paused: bool
    stopped: bool
    closing: bool
    decks: list[DeckBody]
    """Decks, the one in play first; none at dice."""
    open: list[OpenDispute]
    ruled: int
    """Number of settled disputes."""
    settled: list[SettledDispute]
    """Latest settled disputes."""


class FloorBody(Struct, frozen=True, kw_only=True):
    """Tables that the caller rules at, those with an open dispute first."""

    tables: list[FloorLine]


class SeatedBody(Struct, frozen=True, kw_only=True):
    seat: int
    person: str


class FloorTable(FloorLine, frozen=True, kw_only=True):
    """One table, with the reports that can be made."""

    seats: list[SeatedBody]
    waiting: list[str]
    disputes: list[DisputeBody]
    reports: list[ReportForm]
    kept: TableDecks | None
    """Deck procedures; null at dice."""


class CheckBody(Struct, frozen=True, kw_only=True):
    """Result of one check of an audit."""

    check: str
    shows: str
    looked: int
    wrong: int


class FindingBody(Struct, frozen=True, kw_only=True):
    check: str
    said: str
    time: int


class VerdictBody(Struct, frozen=True, kw_only=True):
    """Result of an audit; only `said` if it could not be made."""

    good: bool
    ended: int
    said: str = ""
    streams: int = 0
    records: int = 0
    hands: int = 0
    checks: list[CheckBody] = []
    findings: list[FindingBody] = []
    notices: list[str] = []


class AuditState(Struct, frozen=True, kw_only=True):
    """Whether an audit is running, and the result of the last one."""

    running: bool
    began: int
    verdict: VerdictBody | None


class ChainBody(Struct, frozen=True, kw_only=True):
    stream: str
    records: int
    hash: str


class AccountBody(Struct, frozen=True, kw_only=True):
    account: str
    chips: int


class ListName(Struct, frozen=True, kw_only=True):
    name: str
    words: str


class AuditBody(AuditState, frozen=True, kw_only=True):
    """State of audits, with the heads of all chains and the balances of all accounts."""

    chains: list[ChainBody]
    accounts: list[AccountBody]
    sum: int
    """Sum of all accounts: 0."""
    postings: int
    lists: list[ListName]


class ReportBody(Struct, frozen=True, kw_only=True):
    """Report for the regulator: its last rows, and their total number."""

    title: str
    columns: list[str]
    rows: list[list[str | int]]
    count: int
