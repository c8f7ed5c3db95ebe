"""WebSocket protocol for uvicorn with bounded queues, ping limits and enforced close."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from hoyle.server.edge.connection_limits import ConnectionLimiter
from hoyle.server.rate_limiter import TokenBuckets

SMALL: Final = (20.0, 60.0)
"""Frames of a connection that say nothing by themselves, pings and parts of messages: a second, a burst."""
MAX_QUEUED: Final = 256
"""Messages that came at once and were not looked at."""
ENOUGH: Final = 4
"""Messages not looked at after which no more is read from a socket until they are."""
UNREADABLE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
NO_TEXT: Final = 1007
FLOODED: Final = 4429


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    porter: ClassVar[ConnectionLimiter]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.owes = 0.0
        self.patience = 0.0
        self._small = TokenBuckets(*SMALL)

    @property
    def closing(self) -> bool:
        return bool(self.transport.is_closing())

    def cut(self) -> None:
        self.transport.abort()

    def try_send(self, framed: bytes) -> bool:
        """Send a frame as it stands, unless the client has to be waited for or is on its way out."""
        going = self.close_sent or self.closing or self.conn.state is not State.OPEN
        if going or not self.writable.is_set():
            return False
        self.transport.write(framed)
        return True

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"]["hoyle.wire"] = {"socket": self}

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # A handshake that was answered with a refusal is complete too.
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        self.porter.release(self)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Who takes nothing is sent no pongs either."""
        output = self.conn.data_to_send()
        if self._is_bearable() and self.writable.is_set() and not self.closing:
            self.transport.write(b"".join(output))

    def handle_pong(self, event: Frame) -> None:
        if self._is_bearable():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_bearable():
            super().handle_cont(event)

    def _is_bearable(self) -> bool:
        """Whether one more frame that says nothing is; a flood of them ends the socket."""
        if self._small.try_take("", int(self.loop.time() * 1000)):
            return True
        self._end(FLOODED, "too much at once")
        return False

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.queue.qsize() >= MAX_QUEUED:
            self._end(FLOODED, "too much at once")
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._end(NO_TEXT, "this is no text")
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        # Somebody who waits for answers has one message here at a time: nobody stops listening for that.
        if not self.read_paused and self.queue.qsize() >= ENOUGH:
            self.read_paused = True
            self.transport.pause_reading()

    def _end(self, code: int, reason: str) -> None:
        self.frames = []
        if self.conn.state is State.OPEN and not self.close_sent:
            self.conn.send_close(code, reason)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # It was no handshake, so that there is nothing to be closed with a code.
            self.transport.write(UNREADABLE)
            self.transport.close()
        else:
            super().handle_parser_exception()
