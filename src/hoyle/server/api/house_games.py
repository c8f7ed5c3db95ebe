"""HTTP API of house games: the betting layout and its costs, the next roll, and the coach."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.ipc.messages import RpcResponse
from hoyle.server.workers import wager_costs
from hoyle.server.workers.wager_costs import BettingLayoutResponse, WagerCost


class ThrowOutcome(Struct, frozen=True, kw_only=True):
    """Outcome of the next roll of two dice: its faces, in either order, and the gain."""

    faces: str
    """The larger first: ``6-1``."""
    ways: int
    """Combinations, out of 36."""
    gain: int
    """Total gain or loss of the caller."""


class RollTotal(Struct, frozen=True, kw_only=True):
    """Total of the next roll of the dice, with the throws that make it."""

    total: int
    ways: int
    """Combinations, out of 36."""
    throws: list[ThrowOutcome]
    """The pairs of faces that make it."""


class ClosedWager(Struct, frozen=True, kw_only=True):
    """Wager at a dice table that the caller cannot make now, with the reason."""

    kind: str
    number: int
    message: str
    clause: str


class NextRollResponse(Struct, frozen=True, kw_only=True):
    """Outcomes of the next roll for the caller's wagers."""

    totals: list[RollTotal]
    mean: str
    mean_value: float
    closed: list[ClosedWager]


class ChoiceValue(Struct, frozen=True, kw_only=True):
    """Expected value of one choice at a house game."""

    choice: str
    exact: str
    value: float


class CoachResponse(Struct, frozen=True, kw_only=True, rename={"unit": "in"}):
    """HTTP response of the coach: expected values of all choices."""

    unit: str
    options: list[ChoiceValue]
    best: list[str]
    margin: float
    notes: list[str]
    """Limitations of the values, each with its clause."""


async def _posted(app: ApiServices, request: Request) -> RpcResponse:
    return await call_room(app, request, "banked-sign", table=request.path_params["table"])


async def layout(app: ApiServices, request: Request) -> Response:
    room_response = await _posted(app, request)
    if room_response.status != 200:
        return to_response(app, room_response)
    sign: dict[str, Any] = json.decode(room_response.body)
    # Cached for every sign and quick: not worth a wait behind equities in the worker pool.
    return reply(await asyncio.to_thread(wager_costs.betting_layout, sign["game"], sign["posted"]))


async def cost(app: ApiServices, request: Request) -> Response:
    room_response = await _posted(app, request)
    if room_response.status != 200:
        return to_response(app, room_response)
    sign: dict[str, Any] = json.decode(room_response.body)
    wager = request.path_params["wager"]
    return reply(await app.compute(request, wager_costs.cost, sign["game"], sign["posted"], wager))


async def rolls(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "banked-rolls", table=request.path_params["table"]))


async def coach(app: ApiServices, request: Request) -> Response:
    decision = await call_room(app, request, "banked-decision", table=request.path_params["table"])
    if decision.status != 200:
        return to_response(app, decision)
    hand: dict[str, Any] = json.decode(decision.body)
    args = (hand["posted"], hand["cards"], hand["wagers"], hand["up"], hand["board"], hand["first"])
    return reply(await app.compute(request, wager_costs.advise, *args))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/tables/{table:table}/layout", "Betting layout of a house game", layout, None,
             BettingLayoutResponse),
    Endpoint("GET", "/api/tables/{table:table}/cost/{wager}", "Cost of a wager at a card game", cost, None,
             WagerCost),
    Endpoint("GET", "/api/tables/{table:table}/next-roll", "Outcomes of the next roll for your wagers",
             rolls, None, NextRollResponse, session=True),
    Endpoint("GET", "/api/tables/{table:table}/coach", "Expected values of your choices", coach, None,
             CoachResponse, session=True),
]  # fmt: skip
