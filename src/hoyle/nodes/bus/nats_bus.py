"""NATS message bus: publishes and subscribes to the room's subjects over a non-blocking socket.

The room's loop reads and writes the socket: a thread in between would add two wake-ups to every message. Only
reconnecting and status requests, which must work even if the room hangs, have threads. Messages to one node
are dropped while the server is away, and retransmitted by the ordered channels; broadcasts are kept.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import ssl
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.nodes.bus import fragmentation
from hoyle.nodes.bus.message_bus import BusMessage
from hoyle.nodes.bus.nats_connection import Connection, Refused, Servers
from hoyle.nodes.bus.nats_protocol import (
    PING,
    PONG,
    Info,
    NotNats,
    Operation,
    parse_info,
    publish,
    redact_url,
)
from hoyle.nodes.bus.status_responder import StatusResponder
from hoyle.storage.errors import Unavailable

CONNECT_TIMEOUT_S: Final = 20.0
"""Seconds to keep trying to connect when a node starts."""
RECONNECT_INTERVAL_S: Final = 0.25
"""Seconds between two attempts to reconnect."""
PING_INTERVAL_S: Final = 1.0
"""Seconds between two pings."""
MAX_UNANSWERED_PINGS: Final = 3
"""Unanswered pings after which the server counts as gone."""
_NAME: Final = re.compile(r"\A[A-Za-z0-9_-]{1,40}\Z")
MAX_OUTBOX_BYTES: Final = 64 << 20
"""Maximum bytes of the outbox; messages beyond that are dropped."""
_READ_BYTES: Final = 1 << 18
_MAX_READS: Final = 64
"""Maximum reads from the socket in one `receive`."""
_BROADCAST_SID: Final = "2"
_WOULD_BLOCK: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


def check_name(name: str) -> None:
    """Raise InvalidError unless the name can be part of a NATS subject."""
    if not _NAME.match(name):
        raise InvalidError(f"node {name!r}: expected 1 to 40 letters, digits, - or _")


class NatsBus:
    """One node's connection to the NATS bus."""

    def __init__(self, url: str, name: str, *, room: str = "hoyle") -> None:
        check_name(name)
        self._url = url
        self._name = name
        self._room = room
        self._subjects = (f"{room}.node.{name}", f"{room}.all")
        self._servers = Servers(url)
        self._connection: Connection | None = None
        self._new_connection: Connection | None = None
        """New connection from the reconnecting thread, not yet in use."""
        self._new_connection_lock = threading.Lock()
        self._reconnecting: threading.Thread | None = None
        self._responder: StatusResponder | None = None
        self._closed = threading.Event()
        self._outbox: deque[tuple[bytes, bool]] = deque()
        """Outgoing messages, and whether each is a broadcast."""
        self._sent_bytes = 0
        """Bytes of the first outgoing message that are sent."""
        self._outbox_bytes = 0
        self._is_blocked = False
        """Whether the socket accepts no more bytes at the moment."""
        self._inbox: list[BusMessage] = []
        self._ping_at = 0.0
        self._unanswered_pings = 0
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)
        # One file descriptor to poll, whichever socket is behind it.
        self._poll = select.epoll()
        self._poll.register(self._wake_reader, select.EPOLLIN)
        try:
            connection = self._connect_first()
        except OSError as error:
            self.close()
            raise Unavailable(f"the bus at {redact_url(url)} cannot be reached: {error}") from None
        self._max_payload = connection.info.max_payload
        self._use(connection)

    def _connect_first(self) -> Connection:
        """Connect when the node starts; the server may still be starting as well."""
        until = time.monotonic() + CONNECT_TIMEOUT_S
        while True:
            try:
                connection = self._connect()
            except Refused:
                raise
            except OSError as error:
                if time.monotonic() > until:
                    raise OSError(f"no answer within {CONNECT_TIMEOUT_S:g} s: {error}") from None
                time.sleep(RECONNECT_INTERVAL_S)
                continue
            max_payload = connection.info.max_payload
            if max_payload < fragmentation.MIN_PAYLOAD:
                connection.link.close()
                raise OSError(f"max_payload is {max_payload:,} bytes: set it to 1MB, nats-server's default")
            return connection

    def _connect(self) -> Connection:
        return self._servers.connect(f"hoyle {self._name}", self._subjects)

    @property
    def max_payload(self) -> int:
        return self._max_payload

    # Reconnecting

    def _use(self, connection: Connection) -> None:
        connection.link.setblocking(False)
        self._connection = connection
        self._reconnecting = None
        self._poll.register(connection.link, select.EPOLLIN)
        self._unanswered_pings, self._ping_at = 0, time.monotonic() + PING_INTERVAL_S
        self._apply_info(connection.info)
        self._handle(connection.early)
        self._flush()

    def _drop_connection(self) -> None:
        """Drop the lost connection, keep pending broadcasts, and reconnect in a thread."""
        if self._connection is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._poll.unregister(self._connection.link)
        self._connection.link.close()
        self._connection = None
        self._outbox = deque((data, to_all) for data, to_all in self._outbox if to_all)
        self._sent_bytes, self._outbox_bytes = 0, sum(len(data) for data, _ in self._outbox)
        self._is_blocked = False
        self._reconnecting = threading.Thread(target=self._reconnect, name="bus", daemon=True)
        self._reconnecting.start()

    def _reconnect(self) -> None:
        while not self._closed.is_set():
            try:
                connection = self._connect()
            except OSError:
                self._closed.wait(RECONNECT_INTERVAL_S)
                continue
            with self._new_connection_lock:
                self._new_connection = connection
                os.write(self._wake_writer, b"!")
            return

    def _apply_info(self, server_info: Info) -> None:
        self._max_payload = server_info.max_payload
        self._servers.learn_servers(server_info)

    # Sending

    def send(self, node: str, data: bytes) -> None:
        self._publish(f"{self._room}.node.{node}", data, to_all=False)

    def broadcast(self, data: bytes) -> None:
        self._publish(self._subjects[1], data, to_all=True)

    def _publish(self, subject: str, data: bytes, *, to_all: bool) -> None:
        if len(data) > self._max_payload:
            # The server came back with a lower limit: the channel, which knows it by now, will reset.
            print(
                f"hoyle: message of {len(data):,} bytes exceeds the bus limit of {self._max_payload:,}",
                file=sys.stderr,
            )
            return
        if self._connection is None and not to_all:
            return
        self._enqueue(publish(subject, data), to_all=to_all)

    def _enqueue(self, data: bytes, *, to_all: bool = False) -> None:
        if self._outbox_bytes + len(data) > MAX_OUTBOX_BYTES:
            return
        self._outbox_bytes += len(data)
        self._outbox.append((data, to_all))
        if len(self._outbox) == 1:
            self._flush()

    def _flush(self) -> None:
        """Send as much of the outbox as the socket accepts."""
        if self._connection is None:
            return
        link = self._connection.link
        try:
            while self._outbox:
                data = self._outbox[0][0]
                self._sent_bytes += link.send(memoryview(data)[self._sent_bytes :])
                if self._sent_bytes == len(data):
                    self._outbox.popleft()
                    self._outbox_bytes -= len(data)
                    self._sent_bytes = 0
        except _WOULD_BLOCK:
            pass
        except OSError:
            self._drop_connection()
            return
        if self._is_blocked != bool(self._outbox):
            self._is_blocked = bool(self._outbox)
            self._poll.modify(link, select.EPOLLIN | (select.EPOLLOUT if self._is_blocked else 0))

    # Receiving

    def receive(self) -> list[BusMessage]:
        if self._new_connection is not None:
            with self._new_connection_lock:
                os.read(self._wake_reader, 1)
                connection, self._new_connection = self._new_connection, None
            self._use(connection)
        if self._connection is not None:
            self._read_available(self._connection)
        if self._connection is not None and self._outbox:
            self._flush()
        received, self._inbox = self._inbox, []
        return received

    def _read_available(self, connection: Connection) -> None:
        """Handle what has arrived, and ping the server from time to time."""
        link, received = connection.link, False
        try:
            for _ in range(_MAX_READS):
                data = link.recv(_READ_BYTES)
                if not data:
                    self._drop_connection()
                    return
                received = True
                self._handle(connection.reader.feed(data))
                if len(data) < _READ_BYTES and not (isinstance(link, ssl.SSLSocket) and link.pending()):
                    break
        except _WOULD_BLOCK:
            pass
        except OSError:
            self._drop_connection()
            return
        if received:
            self._unanswered_pings = 0
        if time.monotonic() >= self._ping_at:
            self._ping()

    def _ping(self) -> None:
        """Ping the server, or drop the connection if it has not answered the last pings."""
        self._ping_at = time.monotonic() + PING_INTERVAL_S
        if self._unanswered_pings >= MAX_UNANSWERED_PINGS:
            self._drop_connection()
            return
        self._unanswered_pings += 1
        self._enqueue(PING)

    def _handle(self, operations: Sequence[Operation]) -> None:
        for operation in operations:
            if operation.verb == "MSG":
                self._inbox.append(BusMessage(operation.data, to_all=operation.sid == _BROADCAST_SID))
            elif operation.verb == "PING":
                self._enqueue(PONG)
            elif operation.verb == "INFO":
                with contextlib.suppress(NotNats):
                    self._apply_info(parse_info(operation.data))

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        if self._responder is None:
            self._responder = StatusResponder(
                self._url, f"hoyle {self._name} status", f"{self._room}.status.{self._name}", answer
            )

    def handle(self) -> int:
        return self._poll.fileno()

    # Closing

    def close(self) -> None:
        """Send what is left in the outbox, and close."""
        self._closed.set()
        if self._responder is not None:
            self._responder.close()
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._leave(self._connection)
            self._connection.link.close()
            self._connection = None
        if self._reconnecting is not None:
            self._reconnecting.join(5)
        if self._new_connection is not None:
            self._new_connection.link.close()
        self._poll.close()
        os.close(self._wake_reader)
        os.close(self._wake_writer)

    def _leave(self, connection: Connection) -> None:
        """Flush and wait for the server's PONG: closing the socket earlier could lose the last messages."""
        link, until = connection.link, time.monotonic() + 1
        rest = b"".join(data for data, _ in self._outbox)[self._sent_bytes :]
        link.settimeout(1)
        link.sendall(rest + PING)
        while (left := until - time.monotonic()) > 0:
            link.settimeout(left)
            data = link.recv(_READ_BYTES)
            if not data or any(operation.verb == "PONG" for operation in connection.reader.feed(data)):
                return
