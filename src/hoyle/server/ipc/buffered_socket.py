"""Non-blocking IPC socket with an outgoing buffer.

If both sides blocked until the other reads, they would deadlock. So output that the other side does not take
yet is buffered here.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from collections.abc import Sequence
from typing import Final

from hoyle.server.ipc.messages import Message, PacketReader, encode_packet

MAX_KEPT: Final = 256 << 20
"""Buffered bytes after which the other side counts as dead."""
_READ: Final = 1 << 18
_TOGETHER: Final = 64
"""Maximum packets in one system call."""


class BufferedSocket:
    """Packet socket that buffers its output and never blocks on send."""

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self.link = link
        self.kept = 0
        """Bytes that are buffered."""
        self._out: deque[memoryview] = deque()
        self._unpacker = PacketReader()

    def send(self, messages: Sequence[Message]) -> None:
        """Send messages, now or as soon as the other side reads."""
        data = encode_packet(messages)
        self.kept += len(data)
        if self.kept > MAX_KEPT:
            raise ConnectionError(f"{self.kept} bytes are queued on the link: the other side does not read")
        self._out.append(memoryview(data))
        if self.kept == len(data):
            self.flush()

    def flush(self) -> None:
        """Send as much of the buffer as the other side takes."""
        while self._out:
            try:
                sent = self.link.sendmsg(
                    [self._out[index] for index in range(min(_TOGETHER, len(self._out)))]
                )
            except BlockingIOError:
                return
            self.kept -= sent
            while sent and sent >= len(self._out[0]):
                sent -= len(self._out.popleft())
            if sent:
                self._out[0] = self._out[0][sent:]

    def read(self) -> list[bytes] | None:
        """Return the complete packets received; None if the other side is gone."""
        try:
            data = self.link.recv(_READ)
        except BlockingIOError:
            return []
        except ConnectionError:
            return None
        return self._unpacker.feed(data) if data else None

    def wait(self, timeout: float | None = None) -> list[bytes] | None:
        """Wait for packets, and flush the buffer meanwhile."""
        while True:
            readable, writable, _ = select.select([self.link], [self.link] if self._out else [], [], timeout)
            if writable:
                self.flush()
            if readable or not writable or timeout is not None:
                return self.read() if readable else []

    def close(self) -> None:
        self.link.close()
