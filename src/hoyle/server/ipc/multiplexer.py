"""IPC multiplexer: the room's links to edges and bots as one stream with unique client numbers."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable, Sequence
from functools import partial
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

_NUMBERS_PER_LINK: Final = 1 << 32
"""Range of client numbers of one link, so that they are unique across links."""
_WAKE: Final = -1


class LinkMultiplexer:
    """Multiplexer of the room's IPC links to edges and bots."""

    def __init__(self, edges: Sequence[socket.socket], *, wake: int = -1) -> None:
        """Register the links; `wake` is a file descriptor that interrupts `receive`."""
        self._ends: dict[int, BufferedSocket] = {}
        self._bots_link = len(edges)
        self._selector = selectors.DefaultSelector()
        self._open: set[int] = set()
        for index, link in enumerate(edges):
            self._add(index, link)
        if wake >= 0:
            self._selector.register(wake, selectors.EVENT_READ, _WAKE)

    def _add(self, link_index: int, link: socket.socket) -> None:
        self._ends[link_index] = BufferedSocket(link)
        self._open.add(link_index)
        self._selector.register(link, selectors.EVENT_READ, link_index)

    def attach_bots(self, link: socket.socket) -> None:
        """Add the bots' link, or replace one that was lost."""
        self._add(self._bots_link, link)

    def has_bots(self) -> bool:
        """Whether the bots' link is open."""
        return self._bots_link in self._open

    def receive(self, timeout: float | None) -> list[Message] | None:
        """Wait for messages up to a timeout; None if every edge is gone."""
        messages: list[Message] = []
        for key, events in self._selector.select(timeout):
            link_index: int = key.data
            if link_index == _WAKE:
                continue
            if events & selectors.EVENT_WRITE:
                self._write(link_index, self._ends[link_index].flush)
            if link_index in self._open and events & selectors.EVENT_READ:
                bodies = self._ends[link_index].read()
                if bodies is None:
                    self._drop(link_index)
                    continue
                for body in bodies:
                    messages += [_numbered(message, link_index) for message in decode_for_room(body)]
        return messages if self._open - {self._bots_link} else None

    def is_bots(self, client: int) -> bool:
        """Whether a client is on the bots' link."""
        return client // _NUMBERS_PER_LINK == self._bots_link

    def send(self, messages: Sequence[Message]) -> None:
        """Send each message to the links of its clients."""
        by_link: dict[int, list[Message]] = {link_index: [] for link_index in self._open}
        for message in messages:
            if isinstance(message, OutgoingFrame):
                _add_frame(message, by_link)
            elif isinstance(message, BotRoster):
                if self._bots_link in by_link:
                    by_link[self._bots_link].append(message)
            elif isinstance(message, RpcResponse):
                link_index, call = divmod(message.call, _NUMBERS_PER_LINK)
                if link_index in by_link:
                    by_link[link_index].append(structs.replace(message, call=call))
            else:
                link_index, client = divmod(message.client, _NUMBERS_PER_LINK)  # type: ignore[attr-defined]
                if link_index in by_link:
                    by_link[link_index].append(structs.replace(message, client=client))
        for link_index, link_messages in by_link.items():
            if link_messages:
                self._write(link_index, partial(self._ends[link_index].send, link_messages))

    def _write(self, link_index: int, write: Callable[[], None]) -> None:
        """Write to a link, or drop it if that fails; select it for writing while output is buffered."""
        end = self._ends[link_index]
        try:
            write()
        except ConnectionError:
            self._drop(link_index)
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if end.buffered_bytes else 0)
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


def _add_frame(frame: OutgoingFrame, by_link: dict[int, list[Message]]) -> None:
    """Add a frame to the messages of each link that has some of its clients."""
    if 0 in by_link and max(frame.clients, default=0) < _NUMBERS_PER_LINK:
        by_link[0].append(frame)  # as it is: the numbers of the first link are its own
        return
    for link_index, messages in by_link.items():
        first = link_index * _NUMBERS_PER_LINK
        clients = [client - first for client in frame.clients if 0 <= client - first < _NUMBERS_PER_LINK]
        if clients:
            messages.append(OutgoingFrame(clients, frame.data))


def _numbered(message: ToRoom, link_index: int) -> Message:
    """Return a message of one link with numbers that are unique across links."""
    base = link_index * _NUMBERS_PER_LINK
    if not base:
        return message
    if isinstance(message, RpcRequest):
        return structs.replace(message, call=message.call + base)
    return structs.replace(message, client=message.client + base)
