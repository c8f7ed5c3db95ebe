"""Non-blocking IPC socket with an outgoing buffer, so that neither side waits for the other to read.

Were both sides to wait until the other takes what they have to say, neither would ever read again. So what
the other side does not take yet is kept here, and goes when there is room for it.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from collections.abc import Sequence
from typing import Final

from hoyle.server.ipc.messages import Message, PacketReader, encode_packet

MAX_KEPT: Final = 256 << 20
"""Bytes after which the other side counts as gone."""
_READ: Final = 1 << 18
_TOGETHER: Final = 64
"""Packets that are handed over at once."""


class BufferedSocket:
    """Packets in and out of a socket, neither of which blocks."""

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self.link = link
        self.kept = 0
        """Bytes that the other side has not taken yet."""
        self._out: deque[memoryview] = deque()
        self._unpacker = PacketReader()

    def send(self, messages: Sequence[Message]) -> None:
        """Send, now or as soon as there is room for it."""
        data = encode_packet(messages)
        self.kept += len(data)
        if self.kept > MAX_KEPT:
            raise ConnectionError(f"{self.kept} bytes wait on the link: nobody reads there")
        self._out.append(memoryview(data))
        if self.kept == len(data):
            self.flush()

    def flush(self) -> None:
        """Hand over what the other side has room for."""
        while self._out:
            try:
                sent = self.link.sendmsg([self._out[at] for at in range(min(_TOGETHER, len(self._out)))])
            except BlockingIOError:
                return
            self.kept -= sent
            while sent and sent >= len(self._out[0]):
                sent -= len(self._out.popleft())
            if sent:
                self._out[0] = self._out[0][sent:]

    def read(self) -> list[bytes] | None:
        """The packets that have come whole; None when the other side is gone."""
        try:
            data = self.link.recv(_READ)
        except BlockingIOError:
            return []
        except ConnectionError:
            return None
        return self._unpacker.feed(data) if data else None

    def wait(self, timeout: float | None = None) -> list[bytes] | None:
        """Wait for packets, handing over what is kept meanwhile."""
        while True:
            readable, writable, _ = select.select([self.link], [self.link] if self._out else [], [], timeout)
            if writable:
                self.flush()
            if readable or not writable or timeout is not None:
                return self.read() if readable else []

    def close(self) -> None:
        self.link.close()
