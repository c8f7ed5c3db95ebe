"""Deterministic random stream: HMAC-SHA256 in counter mode, with unbiased bounded integers."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final

from hoyle.core.validation import check_range
from hoyle.fairness.commitment import domain_tag

_STREAM: Final = domain_tag("stream")
_MOST: Final = 1 << 16


class RandomStream:
    """Deterministic random stream: HMAC-SHA256 in counter mode."""

    __slots__ = ("_at", "_blocks", "_key", "_ready")

    def __init__(self, secret: bytes, terms: bytes) -> None:
        self._key = hmac.digest(secret, _STREAM + terms, "sha256")
        self._blocks = 0
        self._ready = b""
        self._at = 0

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        while len(self._ready) - self._at < size:
            block = hmac.digest(self._key, self._blocks.to_bytes(4, "big"), "sha256")
            self._blocks += 1
            self._ready = self._ready[self._at :] + block
            self._at = 0
        taken = self._ready[self._at : self._at + size]
        self._at += size
        return taken

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1."""
        return below(self.take, n)


def below(take: Callable[[int], bytes], n: int) -> int:
    """Return a uniform integer below n by rejection sampling.

    Takes as many bits as n - 1 has, and draws again if the value is too large: without modulo bias.
    """
    check_range(n, "the choices", least=1, most=_MOST)
    bits = (n - 1).bit_length()
    size, mask = (bits + 7) >> 3, (1 << bits) - 1
    while True:
        value = int.from_bytes(take(size), "big") & mask
        if value < n:
            return value
