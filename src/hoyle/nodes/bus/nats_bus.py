"""NATS message bus: publishes and subscribes to the room's subjects through nats-py.

The room's own loop reads and writes the socket, neither of which waits: a thread between would have every
word wait for two processes more to be woken. Only what must wait has a thread: coming in at a server that
was away, and the answers to whoever looks after the deployment, who wants to hear of a room that is stuck.
What is said to a node while the server is away is lost, and said again by lines; what is said to all is kept.
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
from hoyle.nodes.bus.nats_protocol import PING, PONG, Info, NotNats, Word, info, publish, redact_url
from hoyle.nodes.bus.status_responder import StatusResponder
from hoyle.storage.errors import Unavailable

CONNECTING: Final = 20.0
"""Seconds that a server may take to be there when a node starts."""
AGAIN: Final = 0.25
"""Seconds between two attempts to come in at a server that is away."""
PINGED: Final = 1.0
"""Seconds between two questions whether the server is still there."""
UNANSWERED: Final = 3
"""Such questions without an answer after which it counts as gone."""
_NAME: Final = re.compile(r"\A[A-Za-z0-9_-]{1,40}\Z")
MAX_WAITING: Final = 64 << 20
"""Bytes that wait for a server which does not take them; beyond that they are lost."""
_READ: Final = 1 << 18
_READS: Final = 64
"""Times that is read before what was read is looked at."""
_TO_ALL: Final = "2"
_WAITS: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


def check_name(name: str) -> None:
    """Refuse what cannot be part of a subject."""
    if not _NAME.match(name):
        raise InvalidError(f"node {name!r}: letters, digits, - and _ are wanted, 40 of them at most")


class NatsBus:
    """One node's end."""

    def __init__(self, url: str, name: str, *, room: str = "hoyle") -> None:
        check_name(name)
        self._url = url
        self._name = name
        self._room = room
        self._subjects = (f"{room}.node.{name}", f"{room}.all")
        self._servers = Servers(url)
        self._connection: Connection | None = None
        self._found: Connection | None = None
        """A server that was found again."""
        self._finding = threading.Lock()
        self._reaching: threading.Thread | None = None
        self._answering: StatusResponder | None = None
        self._closed = threading.Event()
        self._outbox: deque[tuple[bytes, bool]] = deque()
        """What is still to be said, and whether to all."""
        self._sent = 0
        """Bytes of the first of it that are."""
        self._size = 0
        self._stuck = False
        """Whether the server has no room for it at the moment."""
        self._inbox: list[BusMessage] = []
        self._ping_at = 0.0
        self._unanswered = 0
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        # One file for whoever waits, whichever socket is behind it by now.
        self._poll = select.epoll()
        self._poll.register(self._read, select.EPOLLIN)
        try:
            found = self._first()
        except OSError as error:
            self.close()
            raise Unavailable(f"the bus at {redact_url(url)} cannot be reached: {error}") from None
        self._most = found.info.most
        self._take_up(found)

    def _first(self) -> Connection:
        """Come in when the node starts; the server may be about to start as well."""
        until = time.monotonic() + CONNECTING
        while True:
            try:
                found = self._reach()
            except Refused:
                raise
            except OSError as error:
                if time.monotonic() > until:
                    raise OSError(f"nobody answers there in {CONNECTING:g} s: {error}") from None
                time.sleep(AGAIN)
                continue
            if found.info.most < fragmentation.LEAST:
                found.link.close()
                raise OSError(
                    f"it carries messages of {found.info.most:,} bytes: let max_payload be 1MB, its default"
                )
            return found

    def _reach(self) -> Connection:
        return self._servers.reach(f"hoyle {self._name}", self._subjects)

    @property
    def max_payload(self) -> int:
        return self._most

    # The server that is lost and found

    def _take_up(self, found: Connection) -> None:
        found.link.setblocking(False)
        self._connection = found
        self._reaching = None
        self._poll.register(found.link, select.EPOLLIN)
        self._unanswered, self._ping_at = 0, time.monotonic() + PINGED
        self._heed(found.info)
        self._hear(found.early)
        self._flush()

    def _lost(self) -> None:
        """The server is gone: look for it, and keep what is for all."""
        if self._connection is None:
            return
        with contextlib.suppress(OSError, ValueError):
            self._poll.unregister(self._connection.link)
        self._connection.link.close()
        self._connection = None
        self._outbox = deque(each for each in self._outbox if each[1])
        self._sent, self._size = 0, sum(len(data) for data, _ in self._outbox)
        self._stuck = False
        self._reaching = threading.Thread(target=self._look_for_it, name="bus", daemon=True)
        self._reaching.start()

    def _look_for_it(self) -> None:
        while not self._closed.is_set():
            try:
                found = self._reach()
            except OSError:
                self._closed.wait(AGAIN)
                continue
            with self._finding:
                self._found = found
                os.write(self._write, b"!")
            return

    def _heed(self, told: Info) -> None:
        self._most = told.most
        self._servers.heed(told)

    # What is said

    def send(self, node: str, data: bytes) -> None:
        self._put(f"{self._room}.node.{node}", data, to_all=False)

    def broadcast(self, data: bytes) -> None:
        self._put(self._subjects[1], data, to_all=True)

    def _put(self, subject: str, data: bytes, *, to_all: bool) -> None:
        if len(data) > self._most:
            # A server that came back with another limit: the line, which knows it by now, begins anew.
            print(f"hoyle: the bus carries {self._most:,} bytes, not {len(data):,} at once", file=sys.stderr)
            return
        if self._connection is None and not to_all:
            return
        self._say(publish(subject, data), to_all=to_all)

    def _say(self, data: bytes, *, to_all: bool = False) -> None:
        if self._size + len(data) > MAX_WAITING:
            return
        self._size += len(data)
        self._outbox.append((data, to_all))
        if len(self._outbox) == 1:
            self._flush()

    def _flush(self) -> None:
        """Hand over what the server has room for."""
        if self._connection is None:
            return
        link = self._connection.link
        try:
            while self._outbox:
                data = self._outbox[0][0]
                self._sent += link.send(memoryview(data)[self._sent :])
                if self._sent == len(data):
                    self._outbox.popleft()
                    self._size -= len(data)
                    self._sent = 0
        except _WAITS:
            pass
        except OSError:
            self._lost()
            return
        if self._stuck != bool(self._outbox):
            self._stuck = bool(self._outbox)
            self._poll.modify(link, select.EPOLLIN | (select.EPOLLOUT if self._stuck else 0))

    # What is heard

    def receive(self) -> list[BusMessage]:
        if self._found is not None:
            with self._finding:
                os.read(self._read, 1)
                found_again, self._found = self._found, None
            self._take_up(found_again)
        if self._connection is not None:
            self._listen(self._connection)
        if self._connection is not None and self._outbox:
            self._flush()
        found, self._inbox = self._inbox, []
        return found

    def _listen(self, connection: Connection) -> None:
        """Read what there is, and ask from time to time whether anybody is there."""
        link, heard = connection.link, False
        try:
            for _ in range(_READS):
                data = link.recv(_READ)
                if not data:
                    self._lost()
                    return
                heard = True
                self._hear(connection.reader.feed(data))
                if len(data) < _READ and not (isinstance(link, ssl.SSLSocket) and link.pending()):
                    break
        except _WAITS:
            pass
        except OSError:
            self._lost()
            return
        now = time.monotonic()
        if heard:
            self._unanswered = 0
        if now < self._ping_at:
            return
        self._ping_at = now + PINGED
        if self._unanswered >= UNANSWERED:
            self._lost()
            return
        self._unanswered += 1
        self._say(PING)

    def _hear(self, words: Sequence[Word]) -> None:
        for word in words:
            if word.verb == "MSG":
                self._inbox.append(BusMessage(word.data, to_all=word.sid == _TO_ALL))
            elif word.verb == "PING":
                self._say(PONG)
            elif word.verb == "INFO":
                with contextlib.suppress(NotNats):
                    self._heed(info(word.data))

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        if self._answering is None:
            self._answering = StatusResponder(
                self._url, f"hoyle {self._name}, how it is", f"{self._room}.how.{self._name}", answer
            )

    def handle(self) -> int:
        return self._poll.fileno()

    # The end

    def close(self) -> None:
        """Say what is left to be said, and let go."""
        self._closed.set()
        if self._answering is not None:
            self._answering.close()
        if self._connection is not None:
            with contextlib.suppress(OSError):
                self._leave(self._connection)
            self._connection.link.close()
            self._connection = None
        if self._reaching is not None:
            self._reaching.join(5)
        if self._found is not None:
            self._found.link.close()
        self._poll.close()
        os.close(self._read)
        os.close(self._write)

    def _leave(self, connection: Connection) -> None:
        """Until the server has read it: a socket closed before could take the last words with it."""
        link, until = connection.link, time.monotonic() + 1
        rest = b"".join(data for data, _ in self._outbox)[self._sent :]
        link.settimeout(1)
        link.sendall(rest + PING)
        while (left := until - time.monotonic()) > 0:
            link.settimeout(left)
            data = link.recv(_READ)
            if not data or any(word.verb == "PONG" for word in connection.reader.feed(data)):
                return
