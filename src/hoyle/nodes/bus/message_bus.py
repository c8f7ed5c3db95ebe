"""Message bus interface between nodes: lossy, unordered delivery to one node or to all.

An implementation passes bytes to one node or to all others. The lines above it (`line`) make up for the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol


class BusMessage(NamedTuple):
    """Something that came by the bus."""

    data: bytes
    to_all: bool


class Bus(Protocol):
    """One node's end of the bus."""

    @property
    def max_payload(self) -> int:
        """Bytes that one message may have."""

    def send(self, node: str, data: bytes) -> None:
        """To one node."""

    def broadcast(self, data: bytes) -> None:
        """To all nodes, the sender among them: what does not come back says that the line is cut."""

    def receive(self) -> list[BusMessage]:
        """What has come since the last time."""

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        """What is answered to somebody who is no node and asks how this one is."""

    def handle(self) -> int:
        """A file that can be read when something has come; below zero where there is none."""

    def close(self) -> None:
        """Let go of it."""
