"""NATS message bus: the node's end of the room's subjects, with nats-py on an event loop of its own.

The room's loop turns the event loop whenever the bus has something to do: a thread in between would add two
wake-ups to every message. Only status requests, which must be answered even if the room hangs, have a thread.
While the server is away messages to one node are dropped, and the nodes resync; broadcasts are kept.
"""

from __future__ import annotations

import asyncio
import re
import selectors
import sys
import time
from collections.abc import Callable
from typing import Final

from nats.aio.msg import Msg
from nats.errors import Error

from hoyle.core.errors import InvalidError
from hoyle.nodes.bus import fragmentation
from hoyle.nodes.bus.bus_url import redact_url
from hoyle.nodes.bus.message_bus import BusMessage
from hoyle.nodes.bus.nats_client import MAX_PENDING_BYTES, RECONNECT_INTERVAL_S, NatsClient, error_text
from hoyle.nodes.bus.status_responder import StatusResponder
from hoyle.storage.errors import Unavailable

START_TIMEOUT_S: Final = 20.0
"""Seconds to keep trying to connect when a node starts: the server may still be starting as well."""
MAX_IDLE_S: Final = 0.2
"""Seconds after which the event loop is turned even if no message has arrived: nats-py has timers."""
_STEPS_OF_A_MESSAGE: Final = 3
"""Steps of the event loop from a readable socket to the handler: transport, parser, subscription."""
_STEPS_OF_A_RECONNECTION: Final = 30
_NAME: Final = re.compile(r"\A[A-Za-z0-9_-]{1,40}\Z")


def check_name(name: str) -> None:
    """Raise InvalidError unless the name of a node can be part of a NATS subject."""
    if not _NAME.match(name):
        raise InvalidError(f"node {name!r}: expected 1 to 40 letters, digits, - or _")


class NatsBus:
    """One node's connection to the NATS bus."""

    def __init__(self, url: str, name: str, *, room: str = "hoyle") -> None:
        check_name(name)
        self._url = url
        self._name = name
        self._room = room
        self._inbox: list[BusMessage] = []
        self._outbox: list[tuple[str, bytes]] = []
        """Subjects and data of messages that are not yet published."""
        self._responder: StatusResponder | None = None
        self._turned_at = 0.0
        handlers = {f"{room}.node.{name}": self._on_message, f"{room}.all": self._on_broadcast}
        self._connection = NatsClient(url, f"hoyle {name}", handlers)
        self._selector = selectors.DefaultSelector()
        self._loop = asyncio.SelectorEventLoop(self._selector)
        try:
            self._loop.run_until_complete(self._connect_first())
        except (OSError, Error) as error:
            self.close()
            raise Unavailable(f"the bus at {redact_url(url)} cannot be reached: {error_text(error)}") from None

    async def _connect_first(self) -> None:
        """Connect to the bus when the node starts; retry if there is no server yet, but not if it refuses."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while True:
            try:
                await self._connection.connect()
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise OSError(f"no answer within {START_TIMEOUT_S:g} s: {error}") from None
            await asyncio.sleep(RECONNECT_INTERVAL_S)
        if self.max_payload < fragmentation.MIN_PAYLOAD:
            raise OSError(f"max_payload is {self.max_payload:,} bytes: set it to 1MB, nats-server's default")

    @property
    def max_payload(self) -> int:
        return self._connection.client.max_payload

    def is_connected(self) -> bool:
        """Return whether the bus is connected to a nats-server at the moment."""
        return self._connection.client.is_connected

    def handle(self) -> int:
        return self._selector.fileno()

    # Sending

    def send(self, node: str, data: bytes) -> None:
        if self.is_connected():
            self._enqueue(f"{self._room}.node.{node}", data)

    def broadcast(self, data: bytes) -> None:
        self._enqueue(f"{self._room}.all", data)

    def _enqueue(self, subject: str, data: bytes) -> None:
        if len(data) > self.max_payload:
            # The server came back with a lower limit, to which the next messages are split.
            print(
                f"hoyle: message of {len(data):,} bytes exceeds the bus limit of {self.max_payload:,}", file=sys.stderr
            )
            return
        self._outbox.append((subject, data))

    def flush(self) -> None:
        if self._outbox:
            self._loop.run_until_complete(self._publish_outbox())

    async def _publish_outbox(self) -> None:
        """Publish the queued messages, except those that a server which takes nothing would let pile up."""
        outbox, self._outbox = self._outbox, []
        client = self._connection.client
        for subject, data in outbox:
            if not client.is_closed and client.pending_data_size + len(data) <= MAX_PENDING_BYTES:
                await client.publish(subject, data)

    # Receiving

    async def _on_message(self, message: Msg) -> None:
        self._inbox.append(BusMessage(message.data, to_all=False))

    async def _on_broadcast(self, message: Msg) -> None:
        self._inbox.append(BusMessage(message.data, to_all=True))

    def receive(self) -> list[BusMessage]:
        now = time.monotonic()
        if now - self._turned_at >= MAX_IDLE_S or self._selector.select(0):
            self._turned_at = now
            steps = _STEPS_OF_A_MESSAGE if self.is_connected() else _STEPS_OF_A_RECONNECTION
            self._loop.run_until_complete(_take_steps(steps))
        received, self._inbox = self._inbox, []
        return received

    # Status and closing

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        if self._responder is None:
            subject = f"{self._room}.status.{self._name}"
            self._responder = StatusResponder(self._url, f"hoyle {self._name} status", subject, answer)

    def close(self) -> None:
        """Publish the queued bus messages, and close the connection."""
        if self._responder is not None:
            self._responder.close()
        self.flush()
        self._loop.run_until_complete(self._connection.close())
        self._loop.close()


async def _take_steps(steps: int) -> None:
    """Let the other tasks of the event loop take so many steps."""
    for _ in range(steps):
        await asyncio.sleep(0)
