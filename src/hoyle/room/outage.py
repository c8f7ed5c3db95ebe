"""Outage of the store: the message to clients, and retries with exponential back-off."""

from __future__ import annotations

from typing import Final, Self

from hoyle.core.errors import IllegalError
from hoyle.room.monotonic_clock import Clock
from hoyle.storage.errors import StoreError

INITIAL_BACKOFF_MS: Final = 250
MAX_BACKOFF_MS: Final = 5000
"""Milliseconds until the store is looked at again: twice as long from failure to failure."""


class RoomUnavailable(IllegalError):
    """The store fails: nothing was decided, and the same may be tried again."""

    def __init__(self, said: str) -> None:
        super().__init__(said, clause="house records", legal="try again")

    @classmethod
    def because(cls, error: StoreError) -> Self:
        """For whoever asked while the store fails."""
        return cls(f"the room cannot look this up: {error.public}")


class Outage:
    """Failures in a row. After the first the store is looked at once more at once: most are over by then."""

    def __init__(self, steady: Clock) -> None:
        self.message = ""
        """Why nothing is taken, in words for everyone; empty while all is well."""
        self.cause = ""
        """The same for whoever runs the room: places and the driver's own words."""
        self._steady = steady
        self._failures = 0
        self._again_at = 0

    def record_failure(self, error: StoreError) -> str:
        """Something could not be written or read; what is said of it."""
        wait = min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS << min(self._failures - 1, 10)) if self._failures else 0
        self._failures += 1
        self._again_at = self._steady() + wait
        self.message = f"the room takes nothing at the moment: {error.public}"
        self.cause = str(error)
        return self.message

    def retry_in_ms(self) -> int:
        """Milliseconds until the store is looked at again."""
        return max(0, self._again_at - self._steady()) if self.message else 0

    def clear(self) -> None:
        """The room is there again; should the next commit fail too, that is the next failure in a row."""
        self.message = self.cause = ""

    def record_success(self) -> None:
        """Something was written: all is well."""
        self._failures = 0
