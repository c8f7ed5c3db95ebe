"""The pages of the web client, where they are built into the package."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

_PLAIN: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>hoyle</title></head>
<body><h1>hoyle</h1><p>The room is open. Programs come in by <a href="/api/openapi.json">HTTP</a> and by the
socket at <code>/socket</code>.</p></body></html>
"""


def pages() -> list[BaseRoute]:
    """The client's files; without them one page that says what there is."""
    built = files("hoyle.server") / "web"
    index = built / "index.html"
    if not index.is_file():
        return [Route("/", _plain)]

    async def page(request: Request) -> Response:
        return HTMLResponse(index.read_text(encoding="utf-8"), headers={"cache-control": "no-cache"})

    return [
        Route("/", page),
        Mount("/assets", StaticFiles(directory=str(built / "assets"))),
        Route("/{path:path}", page),
    ]


async def _plain(request: Request) -> Response:
    return HTMLResponse(_PLAIN)
