"""IPC multiplexer: the room's links to edges and bots as one stream with unique client numbers."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Sequence
from typing import Final

from msgspec import structs

from hoyle.server.ipc.buffered_socket import BufferedSocket
from hoyle.server.ipc.messages import (
    BotRoster,
    Message,
    OutgoingFrame,
    RpcRequest,
    RpcResponse,
    ToRoom,
    decode_for_room,
)

_CLIENTS: Final = 1 << 32
"""Clients of one link are numbered apart from those of any other."""
_WAKE: Final = -1


class LinkMultiplexer:
    """Several links as one."""

    def __init__(
        self, edges: Sequence[socket.socket], bots: socket.socket | None = None, *, wake: int = -1
    ) -> None:
        """`wake` is a file that can be read when there is something to do beside the links."""
        self._ends: dict[int, BufferedSocket] = {}
        self._bots = len(edges)
        self._selector = selectors.DefaultSelector()
        self._open: set[int] = set()
        for at, link in enumerate(edges):
            self._join(at, link)
        if bots is not None:
            self.attach_bots(bots)
        if wake >= 0:
            self._selector.register(wake, selectors.EVENT_READ, _WAKE)

    def _join(self, at: int, link: socket.socket) -> None:
        self._ends[at] = BufferedSocket(link)
        self._open.add(at)
        self._selector.register(link, selectors.EVENT_READ, at)

    def attach_bots(self, link: socket.socket) -> None:
        """The bots come by this link from now on, where the one before it was lost."""
        self._join(self._bots, link)

    def has_bots(self) -> bool:
        """Whether there is a link to the bots."""
        return self._bots in self._open

    def receive(self, timeout: float | None) -> list[Message] | None:
        """What has come, waiting for it as long as said; None when every edge is gone."""
        found: list[Message] = []
        for key, events in self._selector.select(timeout):
            at: int = key.data
            if at == _WAKE:
                continue
            if events & selectors.EVENT_WRITE:
                self._hand_over(at)
            if at in self._open and events & selectors.EVENT_READ:
                bodies = self._ends[at].read()
                if bodies is None:
                    self._lost(at)
                    continue
                for body in bodies:
                    found += [_numbered(message, at) for message in decode_for_room(body)]
        return found if self._open - {self._bots} else None

    def is_bots(self, client: int) -> bool:
        """Whether a client is on the link of the bots."""
        return client // _CLIENTS == self._bots

    def send(self, messages: Sequence[Message]) -> None:
        """Send each message where its clients are."""
        parts: dict[int, list[Message]] = {at: [] for at in self._open}
        for message in messages:
            if isinstance(message, OutgoingFrame):
                if 0 in parts and max(message.clients, default=0) < _CLIENTS:
                    parts[0].append(message)
                    continue
                for at in parts:
                    mine = [client % _CLIENTS for client in message.clients if client // _CLIENTS == at]
                    if mine:
                        parts[at].append(OutgoingFrame(mine, message.data))
            elif isinstance(message, BotRoster):
                if self._bots in parts:
                    parts[self._bots].append(message)
            elif isinstance(message, RpcResponse):
                if (at := message.call // _CLIENTS) in parts:
                    parts[at].append(structs.replace(message, call=message.call % _CLIENTS))
            else:
                client: int = message.client  # type: ignore[attr-defined]
                if (at := client // _CLIENTS) in parts:
                    parts[at].append(structs.replace(message, client=client % _CLIENTS))
        for at, part in parts.items():
            if part:
                try:
                    self._ends[at].send(part)
                except ConnectionError:
                    self._lost(at)
                else:
                    self._listen(at)

    def _hand_over(self, at: int) -> None:
        """Send on what was kept for an end."""
        try:
            self._ends[at].flush()
        except ConnectionError:
            self._lost(at)
        else:
            self._listen(at)

    def _listen(self, at: int) -> None:
        """Look out for what comes and, where something is kept, for room to send it."""
        end = self._ends[at]
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if end.kept else 0)
        if self._selector.get_key(end.link).events != events:
            self._selector.modify(end.link, events, at)

    def _lost(self, at: int) -> None:
        end = self._ends[at]
        self._selector.unregister(end.link)
        self._open.discard(at)
        end.close()

    def close(self) -> None:
        self._selector.close()
        for end in self._ends.values():
            end.close()


def _numbered(message: ToRoom, at: int) -> Message:
    base = at * _CLIENTS
    if not base:
        return message
    if isinstance(message, RpcRequest):
        return structs.replace(message, call=message.call + base)
    return structs.replace(message, client=message.client + base)
