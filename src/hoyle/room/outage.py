"""Outage of the store: the message to clients, and retries with exponential back-off."""

from __future__ import annotations

from typing import Final, Self

from hoyle.core.errors import IllegalError
from hoyle.room.monotonic_clock import Clock
from hoyle.storage.errors import StoreError

INITIAL_BACKOFF_MS: Final = 250
MAX_BACKOFF_MS: Final = 5000
"""Delay before the store is tried again, doubled with every failure."""


class RoomUnavailable(IllegalError):
    """The store is failing: nothing was decided, and the request may be retried."""

    def __init__(self, message: str) -> None:
        super().__init__(message, clause="house records", legal="try again")

    @classmethod
    def because(cls, error: StoreError) -> Self:
        """Return the error for a failed read of the store."""
        return cls(f"the room cannot look this up: {error.public}")


class Outage:
    """Consecutive failures of the store; the first retry is immediate, since most failures are brief."""

    def __init__(self, steady: Clock) -> None:
        self.message = ""
        """Public reason why no command is taken; empty while the store works."""
        self.cause = ""
        """Reason for the operator, with paths and the driver's message."""
        self._steady = steady
        self._failures = 0
        self._retry_at = 0

    def record_failure(self, error: StoreError) -> str:
        """Note a failed read or write and return the public message."""
        doublings = min(self._failures - 1, 10)
        delay = min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS << doublings) if self._failures else 0
        self._failures += 1
        self._retry_at = self._steady() + delay
        self.message = f"the room takes nothing at the moment: {error.public}"
        self.cause = str(error)
        return self.message

    def retry_in_ms(self) -> int:
        """Return the milliseconds until the store is tried again."""
        return max(0, self._retry_at - self._steady()) if self.message else 0

    def clear(self) -> None:
        """End the outage; the count of failures is kept until a commit succeeds."""
        self.message = self.cause = ""

    def record_success(self) -> None:
        """Reset the count of failures after a commit."""
        self._failures = 0
