"""Free local ports, outside the range that the system hands out."""

from __future__ import annotations

import contextlib
import random
import socket
from typing import Final

LOWEST: Final = 20_000
HIGHEST: Final = 32_767
"""Highest port used; connections and servers that take any port are given higher ones."""


def free_port() -> int:
    """Return a port without a listener, for a server that is yet to start, or starts there again."""
    while True:
        port = random.randint(LOWEST, HIGHEST)
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
