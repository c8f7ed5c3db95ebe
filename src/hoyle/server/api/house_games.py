"""HTTP API of house games: the betting layout and its costs, the next roll, and the coach."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, reply
from hoyle.server.ipc.messages import RpcResponse
from hoyle.server.workers import wager_costs
from hoyle.server.workers.wager_costs import LayoutBody, SpotCard

if TYPE_CHECKING:
    from hoyle.server.edge.asgi_app import App


class ThrowBody(Struct, frozen=True, kw_only=True):
    """Two faces of the next roll, in whichever order they fall."""

    faces: str
    """The larger first: ``6-1``."""
    ways: int
    """Of 36."""
    gain: int
    """What it wins or costs one in all."""


class RollBody(Struct, frozen=True, kw_only=True):
    """One total of the next roll."""

    total: int
    ways: int
    """Of 36."""
    throws: list[ThrowBody]
    """Every two faces that make it."""


class ClosedBody(Struct, frozen=True, kw_only=True):
    """A wager that one cannot make now."""

    kind: str
    number: int
    said: str
    clause: str


class RollsBody(Struct, frozen=True, kw_only=True):
    """The next roll for one's own wagers."""

    totals: list[RollBody]
    mean: str
    mean_value: float
    closed: list[ClosedBody]


class ChoiceBody(Struct, frozen=True, kw_only=True):
    """What a choice wins on average."""

    choice: str
    exact: str
    value: float


class CoachBody(Struct, frozen=True, kw_only=True, rename={"unit": "in"}):
    """What every choice is worth."""

    unit: str
    options: list[ChoiceBody]
    best: list[str]
    margin: float
    notes: list[str]
    """What the values leave out, each with its clause."""


async def _posted(app: App, request: Request) -> RpcResponse:
    return await call_room(app, request, "banked-sign", table=request.path_params["table"])


async def layout(app: App, request: Request) -> Response:
    given = await _posted(app, request)
    if given.status != 200:
        return to_response(app, given)
    sign: dict[str, Any] = json.decode(given.body)
    # A matter of milliseconds, once for every sign: nobody waits behind somebody's equities for his layout.
    return reply(await asyncio.to_thread(wager_costs.betting_layout, sign["game"], sign["posted"]))


async def cost(app: App, request: Request) -> Response:
    given = await _posted(app, request)
    if given.status != 200:
        return to_response(app, given)
    sign: dict[str, Any] = json.decode(given.body)
    wager = request.path_params["wager"]
    return reply(await app.compute(request, wager_costs.cost, sign["game"], sign["posted"], wager))


async def rolls(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "banked-rolls", table=request.path_params["table"]))


async def coach(app: App, request: Request) -> Response:
    given = await call_room(app, request, "banked-decision", table=request.path_params["table"])
    if given.status != 200:
        return to_response(app, given)
    hand: dict[str, Any] = json.decode(given.body)
    asked = (hand["posted"], hand["cards"], hand["wagers"], hand["up"], hand["board"], hand["first"])
    return reply(await app.compute(request, wager_costs.advise, *asked))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint(
        "GET",
        "/api/tables/{table:table}/layout",
        "Every spot of a table where one plays against the house",
        layout,
        None,
        LayoutBody,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table:table}/cost/{wager}",
        "What a wager of a card game costs",
        cost,
        None,
        SpotCard,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table:table}/next-roll",
        "The next roll for one's own wagers",
        rolls,
        None,
        RollsBody,
        session=True,
    ),
    Endpoint(
        "GET",
        "/api/tables/{table:table}/coach",
        "What one's choices are worth",
        coach,
        None,
        CoachBody,
        session=True,
    ),
]
