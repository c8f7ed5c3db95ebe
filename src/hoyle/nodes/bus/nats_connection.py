"""Blocking connection setup to a nats-server: handshake, TLS, subscriptions. Callers use a thread."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Sequence
from typing import Final

from hoyle import __version__
from hoyle.nodes.bus.nats_protocol import (
    PING,
    Info,
    Operation,
    Reader,
    Server,
    parse_info,
    parse_server_url,
    subscribe,
)

TIMEOUT_S: Final = 3.0
"""Timeout of one server's handshake in seconds."""
_READ_BYTES: Final = 1 << 18


class Refused(OSError):
    """Error sent by a server that rejects this node."""


class Connection:
    """Socket to a server that completed the handshake, with the server's INFO."""

    def __init__(
        self, link: socket.socket, reader: Reader, server_info: Info, early: Sequence[Operation]
    ) -> None:
        self.link = link
        self.reader = reader
        self.info = server_info
        self.early = list(early)
        """Operations received before the handshake was complete."""


class Servers:
    """Servers of one bus: the configured one, and those that it announces."""

    def __init__(self, url: str) -> None:
        self._configured = parse_server_url(url)
        self._announced: list[Server] = []
        self._next = 0

    def learn_servers(self, server_info: Info) -> None:
        """Use the further servers that a server announces, with the same credentials."""
        addresses = [parse_server_url(url) for url in server_info.other_servers]
        servers = [self._configured._replace(host=server.host, port=server.port) for server in addresses]
        self._announced = [server for server in servers if server != self._configured]

    def connect(self, name: str, subjects: Sequence[str]) -> Connection:
        """Connect to the next server, round-robin after failures; raises OSError."""
        servers = [self._configured, *self._announced]
        target = servers[self._next % len(servers)]
        self._next += 1
        link = socket.create_connection((target.host, target.port), timeout=TIMEOUT_S)
        try:
            connection = _handshake(link, target, name, subjects)
        except BaseException:
            link.close()
            raise
        self._next -= 1
        self.learn_servers(connection.info)
        return connection


def _handshake(link: socket.socket, target: Server, name: str, subjects: Sequence[str]) -> Connection:
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    deadline = time.monotonic() + TIMEOUT_S
    reader = Reader()
    server_info = parse_info(_await_verb(link, reader, "INFO", deadline)[0].data)
    if target.tls or server_info.tls:
        link = ssl.create_default_context().wrap_socket(link, server_hostname=target.host)
        target = target._replace(tls=True)
    subscriptions = [subscribe(subject, sid) for sid, subject in enumerate(subjects, 1)]
    link.sendall(b"".join([target.connect_operation(name, __version__), *subscriptions, PING]))
    # After the PONG the subscriptions are active: no later message is missed.
    _, *early = _await_verb(link, reader, "PONG", deadline)
    return Connection(link, reader, server_info, early)


def _await_verb(link: socket.socket, reader: Reader, verb: str, deadline: float) -> list[Operation]:
    """Read until an operation of this verb arrives; return it first, then the other operations read."""
    others: list[Operation] = []
    awaited: Operation | None = None
    while awaited is None:
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError(f"no answer within {TIMEOUT_S:g} s")
        link.settimeout(remaining)
        data = link.recv(_READ_BYTES)
        if not data:
            raise ConnectionError("the server closed the connection")
        for operation in reader.feed(data):
            if operation.verb == "-ERR":
                raise Refused(operation.data.decode(errors="replace").strip("' "))
            if awaited is None and operation.verb == verb:
                awaited = operation
            else:
                others.append(operation)
    return [awaited, *others]
