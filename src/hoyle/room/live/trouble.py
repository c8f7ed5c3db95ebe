"""A store that fails: what people are told, and when it is looked at again."""

from __future__ import annotations

from typing import Final, Self

from hoyle.errors import IllegalError
from hoyle.room.live.wall_clock import Clock
from hoyle.room.store.failures import StoreError

FIRST: Final = 250
LONGEST: Final = 5000
"""Milliseconds until the store is looked at again: twice as long from failure to failure."""


class TakesNothing(IllegalError):
    """The store fails: nothing was decided, and the same may be tried again."""

    def __init__(self, said: str) -> None:
        super().__init__(said, clause="house records", legal="try again")

    @classmethod
    def because(cls, error: StoreError) -> Self:
        """For whoever asked while the store fails."""
        return cls(f"the room cannot look this up: {error.public}")


class Trouble:
    """Failures in a row. After the first the store is looked at once more at once: most are over by then."""

    def __init__(self, steady: Clock) -> None:
        self.said = ""
        """Why nothing is taken, in words for everyone; empty while all is well."""
        self.cause = ""
        """The same for whoever runs the room: places and the driver's own words."""
        self._steady = steady
        self._failures = 0
        self._again_at = 0

    def begins(self, error: StoreError) -> str:
        """Something could not be written or read; what is said of it."""
        wait = min(LONGEST, FIRST << min(self._failures - 1, 10)) if self._failures else 0
        self._failures += 1
        self._again_at = self._steady() + wait
        self.said = f"the room takes nothing at the moment: {error.public}"
        self.cause = str(error)
        return self.said

    def wait(self) -> int:
        """Milliseconds until the store is looked at again."""
        return max(0, self._again_at - self._steady()) if self.said else 0

    def ends(self) -> None:
        """The room is there again; should the next commit fail too, that is the next failure in a row."""
        self.said = self.cause = ""

    def wrote(self) -> None:
        """Something was written: all is well."""
        self._failures = 0
