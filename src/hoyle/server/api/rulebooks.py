"""HTTP API of the rulebooks: covers, contents, clauses, readings and situations side by side."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field, to_builtins
from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.http_types.odds_types import HouseGameOddsResponse, OddsGamesResponse, SettleShowdownResponse
from hoyle.server.http_types.rulebook_types import (
    ClausePageResponse,
    ComparisonResponse,
    ContentsResponse,
    InterpretationsResponse,
    SettleGamesResponse,
    SituationsResponse,
)
from hoyle.server.workers import worker_pool

TIMEOUT_S: Final = 60.0
"""Seconds for a whole strategy: always affordable, but slow at first on a busy machine."""
MAX_CHIPS: Final = 1_000_000_000
MAX_SEATS: Final = 11

Seat = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Card = Annotated[str, Meta(min_length=2, max_length=3)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class SettledPlayer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One hand of a showdown; cards may still be missing."""

    seat: Seat
    cards: Annotated[list[Card], Meta(max_length=7)] = field(default_factory=list)
    state: Annotated[str, Meta(max_length=10)] = "live"
    """`live`, `all-in` or `folded`."""
    put_in: Chips | UnsetType = field(default=UNSET, name="in")
    """All chips put in: for all players or for none."""


class SettledPot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pot of a showdown and the seats that can win it."""

    chips: Chips
    seats: Annotated[list[Seat], Meta(min_length=1, max_length=MAX_SEATS)]


class SettleShowdownRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Showdown to settle: with the chips of each player, or with the pots."""

    rulebook: Name
    game: Name
    board: Annotated[list[Card], Meta(max_length=5)] = field(default_factory=list)
    players: Annotated[list[SettledPlayer], Meta(min_length=1, max_length=MAX_SEATS)]
    button: Seat | None = None
    pots: Annotated[list[SettledPot], Meta(min_length=1, max_length=10)] | UnsetType = UNSET
    rake: Chips = 0
    jackpot: Chips = 0
    cents: Annotated[int, Meta(ge=1, le=1_000_000)] = 100
    """Value of the smallest chip, in cents."""


async def rulebook_query(app: ApiServices, request: Request, task_name: str, *args: Any) -> Any:
    """Run a rulebook query in the worker pool."""
    return await app.ask_books(request, task_name, *args)


async def situations(app: ApiServices, request: Request) -> Response:
    terms = request.query_params.get("words", "")[:200]
    return reply(await rulebook_query(app, request, "situations", terms))


async def comparison(app: ApiServices, request: Request) -> Response:
    return reply(await rulebook_query(app, request, "comparison", request.path_params["situation"]))


async def settle(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, SettleShowdownRequest)
    case: dict[str, Any] = to_builtins(body)
    case["button"] = body.button
    case["players"] = [{**to_builtins(player), "state": player.state, "cards": player.cards} for player in body.players]
    case["params"] = {"unit_cents": case.pop("cents", body.cents)}
    return reply(await rulebook_query(app, request, "division", case))


async def settled_games(app: ApiServices, request: Request) -> Response:
    return reply(await rulebook_query(app, request, "settled_games"))


async def contents(app: ApiServices, request: Request) -> Response:
    return reply(await rulebook_query(app, request, "contents", request.path_params["book"]))


async def clause_page(app: ApiServices, request: Request) -> Response:
    params = request.path_params
    return reply(await rulebook_query(app, request, "clause_page", params["book"], params["clause"]))


async def readings(app: ApiServices, request: Request) -> Response:
    return reply(await rulebook_query(app, request, "all_readings"))


async def odds_games(app: ApiServices, request: Request) -> Response:
    return reply(await rulebook_query(app, request, "odds_games"))


async def banked_game(app: ApiServices, request: Request) -> Response:
    game = request.path_params["game"]
    return reply(await app.compute(request, worker_pool.of_books, "banked_game", game, patience=TIMEOUT_S))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/ask", "Situations by search terms, or all of them", situations,
             gives=SituationsResponse, query={"words": ("string", "search terms")}),
    Endpoint("GET", "/api/ask/{situation}", "Comparison of the books on a situation", comparison, None,
             ComparisonResponse),
    Endpoint("GET", "/api/settle", "Books and games whose showdowns can be settled", settled_games, None,
             SettleGamesResponse),
    Endpoint("POST", "/api/settle", "Settle a showdown, chip by chip, with reasons", settle,
             SettleShowdownRequest, SettleShowdownResponse),
    Endpoint("GET", "/api/contents/{book}", "Table of contents of a book", contents, None, ContentsResponse),
    Endpoint("GET", "/api/clauses/{book}/{clause:path}", "Clause with its context", clause_page, None,
             ClausePageResponse),
    Endpoint("GET", "/api/readings", "Readings of ambiguous clauses", readings, None,
             InterpretationsResponse),
    Endpoint("GET", "/api/odds/games", "Games that the odds support", odds_games, None, OddsGamesResponse),
    Endpoint("GET", "/api/odds/house/{game}", "House edges and full strategy of a house game", banked_game,
             None, HouseGameOddsResponse),
]  # fmt: skip
