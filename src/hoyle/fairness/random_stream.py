"""Deterministic random stream: HMAC-SHA256 in counter mode, with unbiased bounded integers."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final

from hoyle.core.validation import check_int
from hoyle.fairness.commitment import domain_tag

_STREAM: Final = domain_tag("stream")
_MAX_BOUND: Final = 1 << 16


class RandomStream:
    """Deterministic random stream: HMAC-SHA256 in counter mode."""

    __slots__ = ("_blocks", "_buffer", "_key", "_offset")

    def __init__(self, secret: bytes, terms: bytes) -> None:
        self._key = hmac.digest(secret, _STREAM + terms, "sha256")
        self._blocks = 0
        self._buffer = b""
        self._offset = 0

    def take(self, size: int) -> bytes:
        """Return the next bytes of the random stream."""
        while len(self._buffer) - self._offset < size:
            block = hmac.digest(self._key, self._blocks.to_bytes(4, "big"), "sha256")
            self._blocks += 1
            self._buffer = self._buffer[self._offset :] + block
            self._offset = 0
        start = self._offset
        self._offset += size
        return self._buffer[start : self._offset]

    def below(self, n: int) -> int:
        """Return a uniform random integer from 0 to n - 1."""
        return below(self.take, n)


def below(take: Callable[[int], bytes], n: int) -> int:
    """Return a uniform random integer below n by rejection sampling.

    Takes as many bits as n - 1 has, and draws again if the value is too large: without modulo bias.
    """
    check_int(n, "the choices", least=1, most=_MAX_BOUND)
    bits = (n - 1).bit_length()
    size, mask = (bits + 7) >> 3, (1 << bits) - 1
    while True:
        value = int.from_bytes(take(size), "big") & mask
        if value < n:
            return value
