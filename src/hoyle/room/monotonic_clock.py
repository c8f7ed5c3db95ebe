"""Monotonic wall clock of the room: never goes back, and notices when the system clock is set.

Where the machine's clock is set back, the room's goes on, a little more slowly until they agree: nothing is
on record before what it rests on, and nobody waits for a time that was already there. Where it is set forward
the room's follows, and everybody's clocks have to begin anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Clock = Callable[[], int]
"""Milliseconds."""

CLOCK_JUMP_MS: Final = 1000
"""Milliseconds by which a clock may go forward at once before it counts as set."""
SLEW_DIVISOR: Final = 10
"""Of so many milliseconds one is given back while the room's clock is ahead."""


class MonotonicClock:
    """A clock on a wall, which somebody may set."""

    def __init__(self, wall: Clock, steady: Clock) -> None:
        self._wall = wall
        self._steady = steady
        self._looked = wall(), steady()
        self._ahead = 0
        """By how much the room's clock is ahead of the wall's."""
        self._jumped = False

    def now(self) -> int:
        """The room's time."""
        wall, steady = self._wall(), self._steady()
        passed = steady - self._looked[1]
        set_by = wall - self._looked[0] - passed
        self._looked = wall, steady
        leap = max(0, set_by - self._ahead)
        self._ahead = max(0, self._ahead - set_by)
        self._ahead -= min(self._ahead, max(0, passed) // SLEW_DIVISOR)
        self._jumped = self._jumped or leap > CLOCK_JUMP_MS
        return wall + self._ahead

    def advance_to(self, time: int) -> None:
        """Something is on record at this time already."""
        self._ahead += max(0, time - self.now())

    def was_set(self) -> bool:
        """Whether it was set forward since everybody's clocks began."""
        self.now()
        return self._jumped

    def reset(self) -> None:
        """Everybody's clocks begin now."""
        self.now()
        self._jumped = False
