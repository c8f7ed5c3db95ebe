"""Non-blocking IPC socket with an outgoing buffer.

If both sides blocked until the other reads, they would deadlock. So output that the other side does not take
yet is buffered here.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Final

from hoyle.server.ipc.messages import Message, PacketReader, encode_packet

MAX_BUFFERED_BYTES: Final = 256 << 20
"""Buffered bytes after which the other side counts as dead."""
_READ_BYTES: Final = 1 << 18
_MAX_PACKETS_PER_SEND: Final = 64
"""Maximum packets in one system call."""


class BufferedSocket:
    """Packet socket that buffers its output and never blocks on send."""

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self.link = link
        self.buffered_bytes = 0
        self._out: deque[memoryview] = deque()
        self._unpacker = PacketReader()

    def send(self, messages: Sequence[Message]) -> None:
        """Send messages, now or as soon as the other side reads."""
        data = encode_packet(messages)
        self.buffered_bytes += len(data)
        if self.buffered_bytes > MAX_BUFFERED_BYTES:
            raise ConnectionError(f"{self.buffered_bytes} bytes are queued on the link: the other side does not read")
        self._out.append(memoryview(data))
        if len(self._out) == 1:
            self.flush()

    def flush(self) -> None:
        """Send as much of the buffer as the other side takes."""
        while self._out:
            try:
                sent = self.link.sendmsg(list(islice(self._out, _MAX_PACKETS_PER_SEND)))
            except BlockingIOError:
                return
            self.buffered_bytes -= sent
            while sent and sent >= len(self._out[0]):
                sent -= len(self._out.popleft())
            if sent:
                self._out[0] = self._out[0][sent:]

    def read(self) -> list[bytes] | None:
        """Return the complete packets received; None if the other side is gone."""
        try:
            data = self.link.recv(_READ_BYTES)
        except BlockingIOError:
            return []
        except ConnectionError:
            return None
        return self._unpacker.feed(data) if data else None

    def wait(self, timeout: float | None = None) -> list[bytes] | None:
        """Wait for packets, and flush the buffer meanwhile; None if the other side is gone."""
        while True:
            readable, writable, _ = select.select([self.link], [self.link] if self._out else [], [], timeout)
            if writable:
                self.flush()
            if readable or not writable or timeout is not None:
                return self.read() if readable else []

    def close(self) -> None:
        self.link.close()
