"""Token-bucket rate limiter, one bucket per person, address or connection."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = (60.0, 120.0)
"""Rate per second, and burst."""

CHAT: Final = (1.0, 10.0)
"""Chat lines of one person: rate per second, and burst."""


class TokenBuckets:
    """Rate limiter with one token bucket for each key."""

    def __init__(self, rate: float = COMMANDS[0], burst: float = COMMANDS[1]) -> None:
        self._rate = rate / 1000
        self._burst = burst
        self._buckets: dict[str, tuple[float, int]] = {}

    def try_take(self, owner: str, now: int, cost: float = 1.0) -> bool:
        """Take `cost` tokens if the bucket of `owner` has them; return whether it had."""
        tokens, since = self._buckets.get(owner, (self._burst, now))
        tokens = min(self._burst, tokens + max(0, now - since) * self._rate)
        has_enough = tokens >= cost
        self._buckets[owner] = (tokens - cost if has_enough else tokens, now)
        if len(self._buckets) > 100_000:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket[1] > now - 60_000}
        return has_enough
