"""Status responder: answers `hoyle doctor` on the bus from its own thread, even if the room hangs.

A room that waits for its database answers nobody; whoever looks after it wants to hear that it does.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Final

from hoyle.nodes.bus.nats_connection import TIMEOUT_S, Connection, Servers
from hoyle.nodes.bus.nats_protocol import PING, PONG, publish

AGAIN: Final = 1.0
"""Seconds between two attempts to come in at a server that is away."""
QUIET: Final = 10.0
"""Seconds after which the server is asked whether it is there; as long again, and it counts as gone."""


class StatusResponder:
    """Answers on one subject until it is closed."""

    def __init__(self, url: str, name: str, subject: str, answer: Callable[[], bytes]) -> None:
        self._servers = Servers(url)
        self._name = name
        self._subject = subject
        self._answer = answer
        self._closed = threading.Event()
        self._there = threading.Event()
        self._link: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="how it is", daemon=True)
        self._thread.start()
        self._there.wait(TIMEOUT_S)  # so that who was told that it answers is answered

    def _run(self) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(OSError):
                found = self._servers.reach(self._name, [self._subject])
                self._link = found.link
                self._there.set()
                with found.link:
                    self._serve(found)
            self._closed.wait(AGAIN)

    def _serve(self, found: Connection) -> None:
        words, asked = found.early, False
        found.link.settimeout(QUIET)
        while not self._closed.is_set():
            for word in words:
                if word.verb == "PING":
                    found.link.sendall(PONG)
                elif word.verb == "MSG" and word.reply:
                    found.link.sendall(publish(word.reply, self._answer()))
            try:
                data = found.link.recv(1 << 16)
            except TimeoutError:
                if asked:
                    return
                asked, words = True, []
                found.link.sendall(PING)
                continue
            if not data:
                return
            asked, words = False, found.reader.feed(data)

    def close(self) -> None:
        self._closed.set()
        if self._link is not None:
            with contextlib.suppress(OSError):
                self._link.shutdown(socket.SHUT_RDWR)
        self._thread.join(5)
