"""The room's ends of its links: one to an edge, one to the bots, each with clients of its own."""

from __future__ import annotations

import contextlib
import selectors
import socket
from collections.abc import Sequence
from typing import Final

from msgspec import structs

from hoyle.server.link import Call, Message, Out, Return, Roster, ToRoom, Unpacker, for_room, packet

_CLIENTS: Final = 1 << 32
"""Clients of one link are numbered apart from those of any other."""
_READ: Final = 1 << 18


class Links:
    """Several links as one."""

    def __init__(self, edges: Sequence[socket.socket], bots: socket.socket | None = None) -> None:
        self._sockets = [*edges, *([] if bots is None else [bots])]
        self._bots = len(edges) if bots is not None else -1
        self._unpackers = [Unpacker() for _ in self._sockets]
        self._selector = selectors.DefaultSelector()
        self._open = set(range(len(self._sockets)))
        for at, link in enumerate(self._sockets):
            self._selector.register(link, selectors.EVENT_READ, at)

    def receive(self, timeout: float | None) -> list[Message] | None:
        """What has come, waiting for it as long as said; None when every edge is gone."""
        found: list[Message] = []
        for key, _ in self._selector.select(timeout):
            at: int = key.data
            try:
                data = self._sockets[at].recv(_READ)
            except ConnectionError:
                data = b""
            if not data:
                self._selector.unregister(self._sockets[at])
                self._open.discard(at)
                if not self._open - {self._bots}:
                    return None
                continue
            for body in self._unpackers[at].feed(data):
                found += [_numbered(message, at) for message in for_room(body)]
        return found

    def is_bots(self, client: int) -> bool:
        """Whether a client is on the link of the bots."""
        return client // _CLIENTS == self._bots

    def send(self, messages: Sequence[Message]) -> None:
        """Send each message where its clients are."""
        parts: list[list[Message]] = [[] for _ in self._sockets]
        for message in messages:
            if isinstance(message, Out):
                for at in range(len(self._sockets)):
                    mine = [client % _CLIENTS for client in message.clients if client // _CLIENTS == at]
                    if mine:
                        parts[at].append(Out(mine, message.data))
            elif isinstance(message, Roster):
                if self._bots >= 0:
                    parts[self._bots].append(message)
            elif isinstance(message, Return):
                parts[message.call // _CLIENTS].append(structs.replace(message, call=message.call % _CLIENTS))
            else:
                client: int = message.client  # type: ignore[attr-defined]
                parts[client // _CLIENTS].append(structs.replace(message, client=client % _CLIENTS))
        for at, part in enumerate(parts):
            if part and at in self._open:
                # One that has ended is noticed when it is read from.
                with contextlib.suppress(ConnectionError):
                    self._sockets[at].sendall(packet(part))

    def close(self) -> None:
        self._selector.close()
        for link in self._sockets:
            link.close()


def _numbered(message: ToRoom, at: int) -> Message:
    base = at * _CLIENTS
    if not base:
        return message
    if isinstance(message, Call):
        return structs.replace(message, call=message.call + base)
    return structs.replace(message, client=message.client + base)
