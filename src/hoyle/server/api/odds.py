"""HTTP API of the odds: equities, ranges, draws, house edges and advice, with cost limits."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS, parse_int
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_catalogue import BOOKS
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.http_types.odds_types import EquityResponse, JudgeResponse, RangeResponse, StrategyResponse, WagerEdge
from hoyle.server.http_types.rulebook_types import ClauseResponse, RulebooksResponse, SearchResponse
from hoyle.server.workers import worker_pool

GameName = Annotated[str, Meta(min_length=1, max_length=40)]
Cards = Annotated[str, Meta(max_length=400)]
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]

LIMITS: Final = {
    "ante": ("integer", "Mississippi Stud: chips of the Ante, where a limit is posted"),
    "max_payout": ("integer", "maximum payout of one hand"),
    "round_limit": ("integer", "maximum payout of all hands of a round"),
}


class EquityRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for equities of hands: cards, partly known hands, ``random``, or ranges."""

    game: GameName
    hands: Annotated[list[Annotated[str, Meta(max_length=2000)]], Meta(min_length=2, max_length=10)]
    board: Cards = ""
    dead: Cards = ""
    exact: bool = True
    """False: sample, even if an exact count is cheap."""
    samples: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class RangeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to parse a range, in the notation of `hoyle range --help`."""

    game: GameName
    range: Annotated[str, Meta(min_length=1, max_length=2000)]
    dead: Cards = ""


class StrategyRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for advice: a hand at a house game, before a decision."""

    game: GameName
    cards: Annotated[str, Meta(min_length=1, max_length=40)]
    up: Annotated[str, Meta(max_length=4)] = ""
    """Four Card Poker: the dealer's exposed card."""
    board: Cards = ""
    bets: Annotated[list[Annotated[int, Meta(ge=0, le=10)]], Meta(max_length=3)] = field(default_factory=list)
    """Mississippi Stud: the bets made so far, in Antes."""
    ante: Chips = 0
    """Chips of the Ante, where a limit is posted."""
    max_payout: Chips = 0
    """Maximum payout of one hand; 0: no limit."""
    round_limit: Chips = 0
    """Maximum payout of all hands of a round; 0: no limit."""


class JudgeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for a ruling on a case (docs/cases.md)."""

    case: dict[str, Any]


async def equity(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, EquityRequest)
    args = (body.game, body.hands, body.board, body.dead, body.samples, body.exact)
    return reply(await app.compute(request, worker_pool.equity, *args))


async def range_of(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, RangeRequest)
    return reply(await app.compute(request, worker_pool.range_of, body.game, body.range, body.dead))


async def edges(app: ApiServices, request: Request) -> Response:
    limits = [parse_int(request.query_params.get(name) or "0", name) for name in LIMITS]
    return reply(await app.compute(request, worker_pool.edges, request.path_params["game"], *limits))


async def advice(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, StrategyRequest)
    limits = (body.ante, body.max_payout, body.round_limit)
    args = (body.game, body.cards, body.up, body.board, body.bets, *limits)
    return reply(await app.compute(request, worker_pool.advice, *args))


async def judge(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, JudgeRequest)
    return reply(await app.compute(request, worker_pool.ruling, body.case))


# Rulebooks


async def books(app: ApiServices, request: Request) -> Response:
    rows = [{**info._asdict(), "clauses": len(clause_catalogue.clauses(info.id))} for info in BOOKS]
    return reply({"books": rows})


async def search(app: ApiServices, request: Request) -> Response:
    terms = request.query_params.get("words", "")[:200]
    if not terms.strip():
        raise InvalidError("words '': expected search terms, such as ?words=odd+chip")
    book = request.query_params.get("book") or None
    return reply(await app.ask_books(request, "search", terms, book))


async def clause(app: ApiServices, request: Request) -> Response:
    params = request.path_params
    return reply(await app.ask_books(request, "clause", params["book"], params["clause"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("POST", "/api/odds/equity", "Each hand's share of the pot", equity, EquityRequest,
             EquityResponse),
    Endpoint("POST", "/api/odds/range", "Number of hands in a range", range_of, RangeRequest, RangeResponse),
    Endpoint("GET", "/api/odds/edge/{game}", "House edge of every wager of a house game", edges, None,
             list[WagerEdge], query=LIMITS),
    Endpoint("POST", "/api/odds/strategy", "Expected value of every choice at a house game", advice,
             StrategyRequest, StrategyResponse),
    Endpoint("POST", "/api/judge", "The book's ruling on a case", judge, JudgeRequest, JudgeResponse),
    Endpoint("GET", "/api/books", "All rulebooks", books, None, RulebooksResponse),
    Endpoint("GET", "/api/books/search", "Search clauses", search, gives=SearchResponse,
             query={"words": ("string", "search terms"), "book": ("string", "one book only")}),
    Endpoint("GET", "/api/books/{book}/{clause:path}", "One clause", clause, None, ClauseResponse),
]  # fmt: skip
