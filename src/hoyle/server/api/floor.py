"""HTTP endpoints of the floor staff; rulings are previewed and carried out over the WebSocket."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint
from hoyle.server.api.services import ApiServices
from hoyle.server.http_types.staff_types import FloorResponse, FloorTableResponse


async def desk(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "floor"))


async def table(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "floor", table=request.path_params["table"]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/floor", "Tables that you rule at, with their disputes", desk, None, FloorResponse,
             session=True),
    Endpoint("GET", "/api/floor/{table:table}", "Table with the reports that can be made", table, None,
             FloorTableResponse, session=True),
]  # fmt: skip
