"""What the floor desk and the auditor's desk answer over HTTP."""

from __future__ import annotations

from msgspec import Struct

from hoyle.server.api.floor.decks import DeckBody, TableDecks
from hoyle.server.api.floor.report_forms import ReportForm


class OpenDispute(Struct, frozen=True, kw_only=True):
    """A dispute that nobody has ruled on yet."""

    number: int
    by: str
    about: str


class DisputeBody(OpenDispute, frozen=True, kw_only=True):
    """A dispute, settled or not."""

    ruling: str
    """Empty: not yet."""


class SettledDispute(DisputeBody, frozen=True, kw_only=True):
    """A dispute that is settled."""

    ruled: int
    """When, by the room's clock; 0: so long ago that it is not kept."""


class FloorLine(Struct, frozen=True, kw_only=True):
    """A table as the floor desk lists it."""

    table: int
    title: str
    game: str
    book: str
    kind: str
    paused: bool
    stopped: bool
    closing: bool
    decks: list[DeckBody]
    """The deck in play first; none where dice are thrown."""
    open: list[OpenDispute]
    ruled: int
    """Disputes that are settled."""
    settled: list[SettledDispute]
    """The last of them."""


class FloorBody(Struct, frozen=True, kw_only=True):
    """The tables that one rules at, those with an open dispute first."""

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
    """How its decks are kept; nothing where dice are thrown."""


class CheckBody(Struct, frozen=True, kw_only=True):
    """One thing that an audit looks at."""

    check: str
    shows: str
    looked: int
    wrong: int


class FindingBody(Struct, frozen=True, kw_only=True):
    check: str
    said: str
    time: int


class VerdictBody(Struct, frozen=True, kw_only=True):
    """What an audit came to; where it could not be made there is only `said`."""

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
    """Whether an audit is under way, and what the last one came to."""

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
    """Besides, where every chain stands and what every account holds."""

    chains: list[ChainBody]
    accounts: list[AccountBody]
    sum: int
    """Of all accounts: 0."""
    postings: int
    lists: list[ListName]


class ReportBody(Struct, frozen=True, kw_only=True):
    """One of the regulator's lists: its last rows, and how many there are."""

    title: str
    columns: list[str]
    rows: list[list[str | int]]
    count: int
