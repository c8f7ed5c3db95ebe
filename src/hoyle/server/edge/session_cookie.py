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
    """How one room calls the cookie of its sessions, where no script of any page can read it."""

    def __init__(self, config: Config) -> None:
        mark = sha256(_place(config).encode()).hexdigest()[:8]
        self._plain = f"hoyle-{mark}"

    def name(self, *, secure: bool) -> str:
        """Under TLS a name that only this host can set, and only under TLS."""
        return f"__Host-{self._plain}" if secure else self._plain

    def put(self, response: Response, token: str, *, secure: bool) -> None:
        name = self.name(secure=secure)
        response.set_cookie(
            name, token, max_age=COOKIE_MAX_AGE_S, path="/", secure=secure, httponly=True, samesite="strict"
        )

    def take(self, response: Response, *, secure: bool) -> None:
        name = self.name(secure=secure)
        response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")

    def read(self, headers: Sequence[tuple[bytes, bytes]], *, secure: bool) -> str:
        """The token of a request; whatever else its cookies hold is others' business, readable or not."""
        wanted = self.name(secure=secure).encode()
        for name, value in headers:
            if name == b"cookie":
                for part in value.split(b";"):
                    called, _, token = part.strip().partition(b"=")
                    if called == wanted:
                        return token.strip(b'"').decode("latin-1")[:MAX_TOKEN]
        return ""


def is_secure(scope: MutableMapping[str, Any]) -> bool:
    """Whether a reader came under TLS: to us, or to a proxy whose word on it counts."""
    return scope.get("scheme") in ("https", "wss")


def _place(config: Config) -> str:
    """Where the room is kept: the same for all its nodes, however each of them reaches the database."""
    if not config.database:
        return str(Path(config.database_url()).absolute())
    parts = urlsplit(config.database)
    return parts.path if config.bus else f"{parts.hostname}{parts.path}"
