"""HTTP API of draw odds: the best ways to draw from a hand of draw poker."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.http_types.odds_types import DrawOddsResponse

SHOWN: Final = 4


class DrawOddsRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request for draw odds: the caller's cards at a draw game."""

    game: Annotated[str, Meta(max_length=40)]
    book: Annotated[str, Meta(max_length=40)]
    cards: Annotated[str, Meta(max_length=40)]


def reckon(game: str, book: str, cards: str) -> list[dict[str, Any]]:
    """Compute the best few ways to draw from a hand."""
    from hoyle.odds.draw_odds import improvements_text

    return improvements_text(game, book, cards)[:SHOWN]


async def draws(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, DrawOddsRequest)
    return reply({"draws": await app.compute(request, reckon, body.game, body.book, body.cards)})


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("POST", "/api/odds/draw", "Draws that make a better hand", draws, DrawOddsRequest,
             DrawOddsResponse),
]  # fmt: skip
