"""HTTP endpoints of the floor staff; rulings are previewed and carried out over the WebSocket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint
from hoyle.server.api.types.staff_types import FloorResponse, FloorTableResponse

if TYPE_CHECKING:
    from hoyle.server.edge.asgi_app import App


async def desk(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "floor"))


async def table(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "floor", table=request.path_params["table"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/floor", "Tables that you rule at, with their disputes", desk, None, FloorResponse,
             session=True),
    Endpoint("GET", "/api/floor/{table:table}", "Table with the reports that can be made", table, None,
             FloorTableResponse, session=True),
]  # fmt: skip
