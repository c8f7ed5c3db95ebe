"""Token-bucket rate limiter, one bucket per person, address or connection."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = (60.0, 120.0)
"""A second, and in a burst."""

CHAT: Final = (1.0, 10.0)
"""Lines of chat of one person: a second, and in a burst."""


class TokenBuckets:
    """One bucket for everybody who asks."""

    def __init__(self, rate: float = COMMANDS[0], burst: float = COMMANDS[1]) -> None:
        self._rate = rate / 1000
        self._burst = burst
        self._held: dict[str, tuple[float, int]] = {}

    def try_take(self, who: str, now: int, cost: float = 1.0) -> bool:
        """Whether somebody may at this time; takes it if so."""
        held, since = self._held.get(who, (self._burst, now))
        held = min(self._burst, held + max(0, now - since) * self._rate)
        may = held >= cost
        self._held[who] = (held - cost if may else held, now)
        if len(self._held) > 100_000:
            self._held = {name: one for name, one in self._held.items() if one[1] > now - 60_000}
        return may
