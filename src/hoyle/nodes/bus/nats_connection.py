"""Coming in at a nats-server: waits for answers, so whoever must not wait has a thread do it."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Sequence
from typing import Final

from hoyle import __version__
from hoyle.nodes.bus.nats_protocol import PING, Info, Reader, Server, Word, info, server, subscribe

TIMEOUT_S: Final = 3.0
"""Seconds for one server to answer."""
_READ: Final = 1 << 18


class Refused(OSError):
    """A server that wants nothing to do with this node."""


class Connection:
    """A socket to a server that has answered, and what it says of itself."""

    def __init__(self, link: socket.socket, reader: Reader, told: Info, early: Sequence[Word]) -> None:
        self.link = link
        self.reader = reader
        self.info = told
        self.early = list(early)
        """What came before anybody listened."""


class Servers:
    """The servers of one bus: the one that was named, and those that it names."""

    def __init__(self, url: str) -> None:
        self._named = server(url)
        self._others: list[Server] = []
        self._next = 0

    def heed(self, told: Info) -> None:
        """Further servers, at which one comes in as at the first."""
        found = [server(each) for each in told.others]
        others = [self._named._replace(host=each.host, port=each.port) for each in found]
        self._others = [each for each in others if each != self._named]

    def reach(self, name: str, subjects: Sequence[str]) -> Connection:
        """Come in at one of them, another one each time; raises OSError."""
        known = [self._named, *self._others]
        at = known[self._next % len(known)]
        self._next += 1
        link = socket.create_connection((at.host, at.port), timeout=TIMEOUT_S)
        try:
            found = _introduced(link, at, name, subjects)
        except BaseException:
            link.close()
            raise
        self._next -= 1
        self.heed(found.info)
        return found


def _introduced(link: socket.socket, at: Server, name: str, subjects: Sequence[str]) -> Connection:
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    until = time.monotonic() + TIMEOUT_S
    reader = Reader()
    told = info(_awaited(link, reader, "INFO", until)[0].data)
    if at.tls or told.tls:
        link = ssl.create_default_context().wrap_socket(link, server_hostname=at.host)
        at = at._replace(tls=True)
    asked = [subscribe(subject, sid) for sid, subject in enumerate(subjects, 1)]
    link.sendall(b"".join([at.greeting(name, __version__), *asked, PING]))
    # Whoever is heard here is subscribed: what is said from now on is missed no more.
    _, *early = _awaited(link, reader, "PONG", until)
    return Connection(link, reader, told, early)


def _awaited(link: socket.socket, reader: Reader, verb: str, until: float) -> list[Word]:
    """Read until something was said; that, and what was said beside it."""
    beside: list[Word] = []
    found: Word | None = None
    while found is None:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"nobody answers there in {TIMEOUT_S:g} s")
        link.settimeout(left)
        data = link.recv(_READ)
        if not data:
            raise ConnectionError("it hangs up")
        for word in reader.feed(data):
            if word.verb == "-ERR":
                raise Refused(word.data.decode(errors="replace").strip("' "))
            if found is None and word.verb == verb:
                found = word
            else:
                beside.append(word)
    return [found, *beside]
