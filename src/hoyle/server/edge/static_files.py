"""Static files of the web client, with gzip, long-lived caching and a fallback to the index page."""

from __future__ import annotations

import gzip
from asyncio import to_thread
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_PLAIN: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>hoyle</title></head>
<body><h1>hoyle</h1><p>The room is open. Programs come in by <a href="/api/openapi.json">HTTP</a> and by the
socket at <code>/socket</code>.</p></body></html>
"""


_PACKED: Final = {".js": "text/javascript", ".css": "text/css"}
"""What travels gzipped; fonts are packed already."""


class _Assets(StaticFiles):
    """Files whose names change with their contents, so that a browser need never ask again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kind = _PACKED.get(PurePath(path).suffix)
        if (
            kind
            and isinstance(response, FileResponse)
            and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        ):
            response = Response(await to_thread(_gzipped, str(response.path)), media_type=kind)
            response.headers["content-encoding"] = "gzip"
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


@cache
def _gzipped(path: str) -> bytes:
    """A file packed, once while the room is open."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


class _Anywhere(Route):
    """Every path that a reader may have before him; what programs ask for under /api is not one of them."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.NONE, {}) if scope["path"].startswith("/api/") else super().matches(scope)


def pages() -> list[BaseRoute]:
    """The client's files; without them one page that says what there is."""
    built = files("hoyle.server") / "web"
    index, mark = built / "index.html", built / "mark.svg"
    if not index.is_file():
        return [Route("/", _plain)]

    async def page(request: Request) -> Response:
        return HTMLResponse(index.read_text(encoding="utf-8"), headers={"cache-control": "no-cache"})

    async def icon(request: Request) -> Response:
        return FileResponse(str(mark))

    return [
        Route("/", page),
        Route("/mark.svg", icon),
        Mount("/assets", _Assets(directory=str(built / "assets"))),
        _Anywhere("/{path:path}", page),
    ]


async def _plain(request: Request) -> Response:
    return HTMLResponse(_PLAIN)
