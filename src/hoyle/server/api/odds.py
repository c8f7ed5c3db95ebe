"""HTTP API of the odds: equities, ranges, draws, house edges and advice, with cost limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_CHIPS, parse_int
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_catalogue import BOOKS
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.types.odds_types import EquitiesBody, RangeAnswer, RulingBody, StrategyBody, WagerEdge
from hoyle.server.api.types.rulebook_types import BooksBody, ClauseBody, FoundBody
from hoyle.server.workers import worker_pool

if TYPE_CHECKING:
    from hoyle.server.edge.asgi_app import App

GameName = Annotated[str, Meta(min_length=1, max_length=40)]
Cards = Annotated[str, Meta(max_length=400)]
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]

LIMITS: Final = {
    "ante": ("integer", "Mississippi Stud: chips of the Ante, where a limit is posted"),
    "max_payout": ("integer", "the most that one hand wins"),
    "round_limit": ("integer", "the most that all hands of a round win"),
}


class EquityBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hands against one another: cards, partly known hands, ``random``, or ranges."""

    game: GameName
    hands: Annotated[list[Annotated[str, Meta(max_length=2000)]], Meta(min_length=2, max_length=10)]
    board: Cards = ""
    dead: Cards = ""
    exact: bool = True
    """False: sampled, whatever an exact count would cost."""
    samples: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class RangeBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A range in the words of `hoyle range --help`."""

    game: GameName
    range: Annotated[str, Meta(min_length=1, max_length=2000)]
    dead: Cards = ""


class AdviceBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards at a house game, before a decision."""

    game: GameName
    cards: Annotated[str, Meta(min_length=1, max_length=40)]
    up: Annotated[str, Meta(max_length=4)] = ""
    """Four Card Poker: the dealer's open card."""
    board: Cards = ""
    bets: Annotated[list[Annotated[int, Meta(ge=0, le=10)]], Meta(max_length=3)] = field(default_factory=list)
    """Mississippi Stud: the bets made so far, in Antes."""
    ante: Chips = 0
    """Chips of the Ante, where a limit is posted."""
    max_payout: Chips = 0
    """The most that one hand wins; 0: no such limit."""
    round_limit: Chips = 0
    """The most that all hands of a round win; 0: no such limit."""


class CaseBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A case as docs/cases.md has it."""

    case: dict[str, Any]


async def equity(app: App, request: Request) -> Response:
    body = await read_body(request, EquityBody)
    asked = (body.game, body.hands, body.board, body.dead, body.samples, body.exact)
    return reply(await app.compute(request, worker_pool.equity, *asked))


async def range_of(app: App, request: Request) -> Response:
    body = await read_body(request, RangeBody)
    return reply(await app.compute(request, worker_pool.range_of, body.game, body.range, body.dead))


async def edges(app: App, request: Request) -> Response:
    limits = [parse_int(request.query_params.get(name) or "0", name) for name in LIMITS]
    return reply(await app.compute(request, worker_pool.edges, request.path_params["game"], *limits))


async def advice(app: App, request: Request) -> Response:
    body = await read_body(request, AdviceBody)
    limits = (body.ante, body.max_payout, body.round_limit)
    asked = (body.game, body.cards, body.up, body.board, body.bets, *limits)
    return reply(await app.compute(request, worker_pool.advice, *asked))


async def judge(app: App, request: Request) -> Response:
    body = await read_body(request, CaseBody)
    return reply(await app.compute(request, worker_pool.ruling, body.case))


# The books


async def books(app: App, request: Request) -> Response:
    found = [{**info._asdict(), "clauses": len(clause_catalogue.clauses(info.id))} for info in BOOKS]
    return reply({"books": found})


async def search(app: App, request: Request) -> Response:
    words = request.query_params.get("words", "")[:200]
    if not words.strip():
        raise InvalidError("words '': say what to look for, as in ?words=odd+chip")
    book = request.query_params.get("book") or None
    return reply(await app.ask_books(request, "search", words, book))


async def clause(app: App, request: Request) -> Response:
    params = request.path_params
    return reply(await app.ask_books(request, "clause", params["book"], params["clause"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("POST", "/api/odds/equity", "Each hand's share of the pot", equity, EquityBody, EquitiesBody),
    Endpoint("POST", "/api/odds/range", "How many hands a range has", range_of, RangeBody, RangeAnswer),
    Endpoint(
        "GET",
        "/api/odds/edge/{game}",
        "What the wagers of a house game cost",
        edges,
        None,
        list[WagerEdge],
        query=LIMITS,
    ),
    Endpoint(
        "POST",
        "/api/odds/strategy",
        "The value of every choice at a house game",
        advice,
        AdviceBody,
        StrategyBody,
    ),
    Endpoint("POST", "/api/judge", "The book's ruling on a case", judge, CaseBody, RulingBody),
    Endpoint("GET", "/api/books", "The books there are", books, None, BooksBody),
    Endpoint(
        "GET",
        "/api/books/search",
        "Clauses by words",
        search,
        gives=FoundBody,
        query={"words": ("string", "what to look for"), "book": ("string", "one book only")},
    ),
    Endpoint("GET", "/api/books/{book}/{clause:path}", "One clause", clause, None, ClauseBody),
]
