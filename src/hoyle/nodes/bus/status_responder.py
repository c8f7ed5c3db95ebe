"""Status responder: answers `hoyle doctor` on the bus from its own thread, even if the room hangs."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Final

from hoyle.nodes.bus.nats_connection import TIMEOUT_S, Connection, Servers
from hoyle.nodes.bus.nats_protocol import PING, PONG, publish

RECONNECT_INTERVAL_S: Final = 1.0
"""Seconds between two attempts to reconnect."""
PING_AFTER_S: Final = 10.0
"""Seconds of silence before a ping; as long again without an answer, and the server counts as gone."""


class StatusResponder:
    """Responder on one subject, in a thread, until it is closed."""

    def __init__(self, url: str, name: str, subject: str, answer: Callable[[], bytes]) -> None:
        self._servers = Servers(url)
        self._name = name
        self._subject = subject
        self._answer = answer
        self._closed = threading.Event()
        self._connected = threading.Event()
        self._link: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="status responder", daemon=True)
        self._thread.start()
        self._connected.wait(TIMEOUT_S)  # so that a request right after this is answered

    def _run(self) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(OSError):
                connection = self._servers.connect(self._name, [self._subject])
                self._link = connection.link
                self._connected.set()
                with connection.link:
                    self._serve(connection)
            self._closed.wait(RECONNECT_INTERVAL_S)

    def _serve(self, connection: Connection) -> None:
        operations, pinged = connection.early, False
        link = connection.link
        link.settimeout(PING_AFTER_S)
        while not self._closed.is_set():
            for operation in operations:
                if operation.verb == "PING":
                    link.sendall(PONG)
                elif operation.verb == "MSG" and operation.reply:
                    link.sendall(publish(operation.reply, self._answer()))
            try:
                data = link.recv(1 << 16)
            except TimeoutError:
                if pinged:
                    return
                pinged, operations = True, []
                link.sendall(PING)
                continue
            if not data:
                return
            pinged, operations = False, connection.reader.feed(data)

    def close(self) -> None:
        self._closed.set()
        if self._link is not None:
            with contextlib.suppress(OSError):
                self._link.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
