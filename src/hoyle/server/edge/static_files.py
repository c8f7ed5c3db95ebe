"""Static files of the web client, with long-lived caching and a fallback to the index page."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_PLAIN_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>hoyle</title></head>
<body><h1>hoyle</h1><p>The room is open. Programs come in by <a href="/api/openapi.json">HTTP</a> and by the
socket at <code>/socket</code>.</p></body></html>
"""
_PUBLIC_FILES: Final = {"mark.svg": "image/svg+xml", "manifest.webmanifest": "application/manifest+json"}
"""Files beside the index page with their types."""


class _Assets(StaticFiles):
    """Static file server for content-hashed files, which browsers cache for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class _PageRoute(Route):
    """Route of the index page, for every path outside /api."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.NONE, {}) if scope["path"].startswith("/api/") else super().matches(scope)


def page_routes() -> list[BaseRoute]:
    """Return the routes of the web client; without a build, one plain page."""
    build_directory = files("hoyle.server") / "web"
    index = build_directory / "index.html"
    if not index.is_file():
        return [Route("/", _plain_page)]

    async def page(request: Request) -> Response:
        return HTMLResponse(index.read_text(encoding="utf-8"), headers={"cache-control": "no-cache"})

    async def public_file(request: Request) -> Response:
        name = request.url.path.removeprefix("/")
        return FileResponse(str(build_directory / name), media_type=_PUBLIC_FILES[name])

    return [
        Route("/", page),
        *(Route(f"/{name}", public_file) for name in _PUBLIC_FILES),
        Mount("/assets", _Assets(directory=str(build_directory / "assets"))),
        _PageRoute("/{path:path}", page),
    ]


async def _plain_page(request: Request) -> Response:
    return HTMLResponse(_PLAIN_PAGE)
