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
"""Range of client numbers of one link, so that they are unique across links."""
_WAKE: Final = -1


class LinkMultiplexer:
    """Multiplexer of the room's IPC links to edges and bots."""

    def __init__(
        self, edges: Sequence[socket.socket], bots: socket.socket | None = None, *, wake: int = -1
    ) -> None:
        """Register the links; `wake` is a file descriptor that interrupts `receive`."""
        self._ends: dict[int, BufferedSocket] = {}
        self._bots = len(edges)
        self._selector = selectors.DefaultSelector()
        self._open: set[int] = set()
        for index, link in enumerate(edges):
            self._add(index, link)
        if bots is not None:
            self.attach_bots(bots)
        if wake >= 0:
            self._selector.register(wake, selectors.EVENT_READ, _WAKE)

    def _add(self, link_index: int, link: socket.socket) -> None:
        self._ends[link_index] = BufferedSocket(link)
        self._open.add(link_index)
        self._selector.register(link, selectors.EVENT_READ, link_index)

    def attach_bots(self, link: socket.socket) -> None:
        """Add the bots' link, or replace one that was lost."""
        self._add(self._bots, link)

    def has_bots(self) -> bool:
        """Whether the bots' link is open."""
        return self._bots in self._open

    def receive(self, timeout: float | None) -> list[Message] | None:
        """Wait for messages up to a timeout; None if every edge is gone."""
        messages: list[Message] = []
        for key, events in self._selector.select(timeout):
            link_index: int = key.data
            if link_index == _WAKE:
                continue
            if events & selectors.EVENT_WRITE:
                self._flush(link_index)
            if link_index in self._open and events & selectors.EVENT_READ:
                bodies = self._ends[link_index].read()
                if bodies is None:
                    self._drop(link_index)
                    continue
                for body in bodies:
                    messages += [_numbered(message, link_index) for message in decode_for_room(body)]
        return messages if self._open - {self._bots} else None

    def is_bots(self, client: int) -> bool:
        """Whether a client is on the bots' link."""
        return client // _CLIENTS == self._bots

    def send(self, messages: Sequence[Message]) -> None:
        """Send each message to the links of its clients."""
        by_link: dict[int, list[Message]] = {link_index: [] for link_index in self._open}
        for message in messages:
            if isinstance(message, OutgoingFrame):
                if 0 in by_link and max(message.clients, default=0) < _CLIENTS:
                    by_link[0].append(message)
                    continue
                for link_index in by_link:
                    client_numbers = [
                        client % _CLIENTS for client in message.clients if client // _CLIENTS == link_index
                    ]
                    if client_numbers:
                        by_link[link_index].append(OutgoingFrame(client_numbers, message.data))
            elif isinstance(message, BotRoster):
                if self._bots in by_link:
                    by_link[self._bots].append(message)
            elif isinstance(message, RpcResponse):
                if (link_index := message.call // _CLIENTS) in by_link:
                    by_link[link_index].append(structs.replace(message, call=message.call % _CLIENTS))
            else:
                client: int = message.client  # type: ignore[attr-defined]
                if (link_index := client // _CLIENTS) in by_link:
                    by_link[link_index].append(structs.replace(message, client=client % _CLIENTS))
        for link_index, link_messages in by_link.items():
            if link_messages:
                try:
                    self._ends[link_index].send(link_messages)
                except ConnectionError:
                    self._drop(link_index)
                else:
                    self._select_events(link_index)

    def _flush(self, link_index: int) -> None:
        """Send buffered output on a link."""
        try:
            self._ends[link_index].flush()
        except ConnectionError:
            self._drop(link_index)
        else:
            self._select_events(link_index)

    def _select_events(self, link_index: int) -> None:
        """Select for input and, while output is buffered, for writability."""
        end = self._ends[link_index]
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if end.kept else 0)
        if self._selector.get_key(end.link).events != events:
            self._selector.modify(end.link, events, link_index)

    def _drop(self, link_index: int) -> None:
        end = self._ends[link_index]
        self._selector.unregister(end.link)
        self._open.discard(link_index)
        end.close()

    def close(self) -> None:
        self._selector.close()
        for end in self._ends.values():
            end.close()


def _numbered(message: ToRoom, link_index: int) -> Message:
    base = link_index * _CLIENTS
    if not base:
        return message
    if isinstance(message, RpcRequest):
        return structs.replace(message, call=message.call + base)
    return structs.replace(message, client=message.client + base)
