"""The clock that everybody reads, held against one that nobody can set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Clock = Callable[[], int]
"""Milliseconds."""

SET: Final = 1000
"""Milliseconds by which a clock may go wrong between two looks before it counts as set."""


class WallClock:
    """Notices when it was set: what began by it lies in the future then, or too long ago."""

    def __init__(self, now: Clock, steady: Clock) -> None:
        self._now = now
        self._steady = steady
        self._ahead = 0
        self.begin()

    def begin(self) -> None:
        """Whatever begins now goes by it as it is."""
        self._ahead = self._now() - self._steady()

    def was_set(self) -> bool:
        """Whether somebody has set it since the last look; a clock that is only put right is followed."""
        ahead = self._now() - self._steady()
        if abs(ahead - self._ahead) > SET:
            return True
        self._ahead = ahead
        return False
