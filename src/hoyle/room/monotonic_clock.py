"""Monotonic wall clock of the room: never goes back, and notices when the system clock is set.

When the system clock is set back, the room's clock goes on, a little more slowly until they agree: no record
is dated before one that it rests on, and no deadline moves away. When the system clock is set forward the
room's clock follows, and all turn clocks have to be restarted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Clock = Callable[[], int]
"""Milliseconds."""

CLOCK_JUMP_MS: Final = 1000
"""Jump forward beyond which the system clock counts as set."""
SLEW_DIVISOR: Final = 10
"""While the room's clock is ahead it loses one millisecond in this many."""


class MonotonicClock:
    """Wall clock that never goes back, corrected with a monotonic one."""

    def __init__(self, wall: Clock, steady: Clock) -> None:
        self._wall = wall
        self._steady = steady
        self._last_reading = wall(), steady()
        self._ahead = 0
        """Milliseconds by which the room's clock is ahead of the wall clock."""
        self._jumped = False

    def now(self) -> int:
        """Return the room's time, in milliseconds since 1970."""
        wall, steady = self._wall(), self._steady()
        elapsed = steady - self._last_reading[1]
        adjustment = wall - self._last_reading[0] - elapsed
        self._last_reading = wall, steady
        forward_jump = max(0, adjustment - self._ahead)
        self._ahead = max(0, self._ahead - adjustment)
        self._ahead -= min(self._ahead, max(0, elapsed) // SLEW_DIVISOR)
        self._jumped = self._jumped or forward_jump > CLOCK_JUMP_MS
        return wall + self._ahead

    def advance_to(self, time: int) -> None:
        """Advance to the time of a record, if that is later than now."""
        self._ahead += max(0, time - self.now())

    def was_set(self) -> bool:
        """Whether the system clock was set forward since the last `reset`."""
        self.now()
        return self._jumped

    def reset(self) -> None:
        """Forget a jump, once all turn clocks were restarted."""
        self.now()
        self._jumped = False
