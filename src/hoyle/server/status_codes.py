"""HTTP status codes of refusals."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.auth.authentication import Unauthenticated

BAD_REQUEST: Final = 400
UNAUTHORIZED: Final = 401
FORBIDDEN: Final = 403


def no_session() -> Unauthenticated:
    """Refusal of a request that needs a session and has none, or an ended one."""
    return Unauthenticated("log in first", clause="house sessions", legal="enter as a guest or log in")


def status_of(error: Exception) -> int:
    """Status code of a refusal: unauthenticated, not allowed, or invalid."""
    if isinstance(error, Unauthenticated):
        return UNAUTHORIZED
    return FORBIDDEN if isinstance(error, IllegalError) else BAD_REQUEST


def error_of(status: int, message: str, *, clause: str = "", legal: str = "") -> HoyleError:
    """Rebuild a refusal from the status code and message of another process."""
    if status not in (UNAUTHORIZED, FORBIDDEN):
        return InvalidError(message)
    kind = Unauthenticated if status == UNAUTHORIZED else IllegalError
    return kind(message, clause=clause, legal=legal)
