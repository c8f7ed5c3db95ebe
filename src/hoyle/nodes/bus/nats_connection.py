"""Blocking connection setup to a nats-server: handshake, TLS, subscriptions. Callers use a thread."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Sequence
from typing import Final

from hoyle import __version__
from hoyle.nodes.bus.nats_protocol import PING, Info, Reader, Server, Word, info, server, subscribe

TIMEOUT_S: Final = 3.0
"""Timeout of one server's handshake in seconds."""
_READ: Final = 1 << 18


class Refused(OSError):
    """Error sent by a server that rejects this node."""


class Connection:
    """Socket to a server that completed the handshake, with the server's INFO."""

    def __init__(self, link: socket.socket, reader: Reader, server_info: Info, early: Sequence[Word]) -> None:
        self.link = link
        self.reader = reader
        self.info = server_info
        self.early = list(early)
        """Operations received before the handshake was complete."""


class Servers:
    """Servers of one bus: the configured one, and those that it announces."""

    def __init__(self, url: str) -> None:
        self._named = server(url)
        self._others: list[Server] = []
        self._next = 0

    def heed(self, server_info: Info) -> None:
        """Use the further servers that a server announces, with the same credentials."""
        announced = [server(url) for url in server_info.others]
        others = [self._named._replace(host=other.host, port=other.port) for other in announced]
        self._others = [other for other in others if other != self._named]

    def reach(self, name: str, subjects: Sequence[str]) -> Connection:
        """Connect to the next server, round-robin after failures; raises OSError."""
        known = [self._named, *self._others]
        target = known[self._next % len(known)]
        self._next += 1
        link = socket.create_connection((target.host, target.port), timeout=TIMEOUT_S)
        try:
            connection = _handshake(link, target, name, subjects)
        except BaseException:
            link.close()
            raise
        self._next -= 1
        self.heed(connection.info)
        return connection


def _handshake(link: socket.socket, target: Server, name: str, subjects: Sequence[str]) -> Connection:
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    until = time.monotonic() + TIMEOUT_S
    reader = Reader()
    server_info = info(_await_verb(link, reader, "INFO", until)[0].data)
    if target.tls or server_info.tls:
        link = ssl.create_default_context().wrap_socket(link, server_hostname=target.host)
        target = target._replace(tls=True)
    subscriptions = [subscribe(subject, sid) for sid, subject in enumerate(subjects, 1)]
    link.sendall(b"".join([target.greeting(name, __version__), *subscriptions, PING]))
    # After the PONG the subscriptions are active: no later message is missed.
    _, *early = _await_verb(link, reader, "PONG", until)
    return Connection(link, reader, server_info, early)


def _await_verb(link: socket.socket, reader: Reader, verb: str, until: float) -> list[Word]:
    """Read until an operation of this verb arrives; return it first, then the other operations read."""
    others: list[Word] = []
    awaited: Word | None = None
    while awaited is None:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"no answer within {TIMEOUT_S:g} s")
        link.settimeout(left)
        data = link.recv(_READ)
        if not data:
            raise ConnectionError("the server closed the connection")
        for word in reader.feed(data):
            if word.verb == "-ERR":
                raise Refused(word.data.decode(errors="replace").strip("' "))
            if awaited is None and word.verb == verb:
                awaited = word
            else:
                others.append(word)
    return [awaited, *others]
