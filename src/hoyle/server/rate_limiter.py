"""Token-bucket rate limiter, one bucket per person, address or connection."""

from __future__ import annotations

from typing import Final

FRAME_LIMIT: Final = (60.0, 120.0)
"""Frames of one person: rate per second, and burst."""
CHAT_LIMIT: Final = (1.0, 10.0)
"""Chat lines of one person: rate per second, and burst."""
MAX_BUCKETS: Final = 100_000
"""Number of buckets at which those unused for a minute are dropped."""


class TokenBuckets:
    """Rate limiter with one token bucket for each key."""

    def __init__(self, rate: float = FRAME_LIMIT[0], burst: float = FRAME_LIMIT[1]) -> None:
        self._tokens_per_ms = rate / 1000
        self._burst = burst
        self._buckets: dict[str, tuple[float, int]] = {}
        """Tokens of each key, and the time at which they were refilled."""

    def try_take(self, key: str, now: int) -> bool:
        """Take one token from the bucket of a key; return whether it had one."""
        tokens, refilled_at = self._buckets.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + max(0, now - refilled_at) * self._tokens_per_ms)
        has_token = tokens >= 1
        self._buckets[key] = (tokens - 1 if has_token else tokens, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if bucket[1] > now - 60_000}
        return has_token
