"""HTTP endpoints of the floor desk; rulings themselves are asked for and carried out over the socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint
from hoyle.server.api.types.staff_types import FloorBody, FloorTable

if TYPE_CHECKING:
    from hoyle.server.edge.asgi_app import App


async def desk(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "floor"))


async def table(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "floor", table=request.path_params["table"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint(
        "GET",
        "/api/floor",
        "The tables that one rules at, and what is disputed there",
        desk,
        None,
        FloorBody,
        session=True,
    ),
    Endpoint(
        "GET",
        "/api/floor/{table:table}",
        "One of them, with the reports that can be made",
        table,
        None,
        FloorTable,
        session=True,
    ),
]
