"""Session cookie: its name per room, its flags, and reading it from a request."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.responses import Response

from hoyle.server.config import Config

COOKIE_MAX_AGE_S: Final = 30 * 86_400
MAX_TOKEN: Final = 200


class SessionCookie:
    """Session cookie of one room, HTTP-only."""

    def __init__(self, config: Config) -> None:
        digest = sha256(_room_location(config).encode()).hexdigest()[:8]
        self._plain = f"hoyle-{digest}"

    def name(self, *, secure: bool) -> str:
        """Name of the cookie; under TLS with the __Host- prefix, which only this host can set."""
        return f"__Host-{self._plain}" if secure else self._plain

    def set(self, response: Response, token: str, *, secure: bool) -> None:
        """Set the cookie in a response; an empty token deletes it."""
        response.set_cookie(
            self.name(secure=secure),
            token,
            max_age=COOKIE_MAX_AGE_S if token else 0,
            path="/",
            secure=secure,
            httponly=True,
            samesite="strict",
        )

    def read(self, headers: Sequence[tuple[bytes, bytes]], *, secure: bool) -> str:
        """Return the session token of a request; other cookies are ignored, even if malformed."""
        expected = self.name(secure=secure).encode()
        for name, value in headers:
            if name == b"cookie":
                for part in value.split(b";"):
                    key, _, token = part.strip().partition(b"=")
                    if key == expected:
                        return token.strip(b'"').decode("latin-1")[:MAX_TOKEN]
        return ""


def is_secure(scope: MutableMapping[str, Any]) -> bool:
    """Whether a request came over TLS, to this server or to a trusted proxy."""
    return scope.get("scheme") in ("https", "wss")


def _room_location(config: Config) -> str:
    """Location of the room's data: the same on all nodes, however each of them reaches the database."""
    if not config.database_url:
        return str(Path(config.resolve_database()).absolute())
    parts = urlsplit(config.database_url)
    return parts.path if config.bus_url else f"{parts.hostname}{parts.path}"
