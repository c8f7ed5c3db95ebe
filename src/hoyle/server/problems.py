"""Problem: the body of every error response, and the HTTP status that belongs to each exception."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from hoyle.core.errors import ConflictError, HoyleError, IllegalError, NotFoundError
from hoyle.room.auth.authentication import Unauthenticated
from hoyle.room.auth.login_throttle import TooSoon
from hoyle.room.outage import RoomUnavailable

UNAUTHORIZED: Final = 401
FORBIDDEN: Final = 403
NOT_FOUND: Final = 404
CONFLICT: Final = 409
INVALID: Final = 422
TOO_MANY_REQUESTS: Final = 429
INTERNAL_ERROR: Final = 500
UNAVAILABLE: Final = 503

_STATUSES: Final = (
    (RoomUnavailable, UNAVAILABLE),
    (TooSoon, TOO_MANY_REQUESTS),
    (Unauthenticated, UNAUTHORIZED),
    (NotFoundError, NOT_FOUND),
    (ConflictError, CONFLICT),
    (IllegalError, FORBIDDEN),
)
"""Status of each kind of refusal; the first match counts."""


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Body of an error response."""

    error: str
    clause: str = ""
    allowed: str = ""
    estimated_seconds: float = 0.0
    """Cost of a request that was refused as too costly."""
    retry_after_ms: int = 0
    """Milliseconds to wait before another attempt; also as `retry-after`, in seconds."""


class RequestError(HoyleError):
    """Refusal by the server, which names its HTTP status: by default that of an invalid request."""

    status = INVALID


class RoomRefusal(RequestError):
    """Refusal by the room, relayed to the client as it is."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"the room answered {status}")
        self.status = status
        self.body = body
        """Encoded Problem."""


def no_session() -> Unauthenticated:
    """Refusal of a request that needs a session and has none, or an ended one."""
    return Unauthenticated("log in first", clause="house sessions", legal="enter as a guest or log in")


def status_of(error: Exception) -> int:
    """Return the HTTP status of an exception."""
    if isinstance(error, RequestError):
        return error.status
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), INVALID)


def problem_of(error: Exception) -> Problem:
    """Build the body of the error response for an exception."""
    return Problem(
        error=str(error),
        clause=getattr(error, "clause", ""),
        allowed=getattr(error, "legal", ""),
        estimated_seconds=getattr(error, "estimated_seconds", 0.0),
        retry_after_ms=error.wait if isinstance(error, TooSoon) else 0,
    )
