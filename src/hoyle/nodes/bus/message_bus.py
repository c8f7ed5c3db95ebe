"""Message bus interface between nodes: delivery to one node or to all, in the sender's order, with losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol


class BusMessage(NamedTuple):
    """Message received from the bus."""

    data: bytes
    to_all: bool


class Bus(Protocol):
    """One node's end of the bus."""

    @property
    def max_payload(self) -> int:
        """Return the maximum bytes of one message on the bus."""

    def send(self, node: str, data: bytes) -> None:
        """Queue a message to one node until the next flush."""

    def broadcast(self, data: bytes) -> None:
        """Queue a message to all nodes until the next flush.

        The sender is among them: a message that does not come back reveals a broken link.
        """

    def flush(self) -> None:
        """Publish the messages queued for the bus."""

    def receive(self) -> list[BusMessage]:
        """Return the messages received from the bus since the last call."""

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        """Set the function that answers status requests from clients that are not nodes."""

    def handle(self) -> int:
        """Return a file descriptor that is readable when a message has arrived; negative if there is none."""

    def close(self) -> None:
        """Close the node's connection to the bus."""
