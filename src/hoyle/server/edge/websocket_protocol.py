"""WebSocket protocol for uvicorn with bounded queues, ping limits and enforced close."""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from hoyle.server.edge.connection_limits import LimitedConnection
from hoyle.server.rate_limiter import TokenBuckets

CONTROL_FRAME_LIMIT: Final = (20.0, 60.0)
"""Frames without a message of their own, pings and fragments: rate per second, and burst."""
MAX_QUEUED_MESSAGES: Final = 256
PAUSE_READING_AT: Final = 4
"""Unhandled messages after which the socket is not read until they are handled."""
BAD_REQUEST_RESPONSE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
CLOSE_INVALID_TEXT: Final = 1007
CLOSE_RATE_LIMITED: Final = 4429


class LimitedWebSocketProtocol(LimitedConnection, WebSocketsSansIOProtocol):
    """WebSocket connection with limits on queues, pings and fragments."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._control_frame_limiter = TokenBuckets(*CONTROL_FRAME_LIMIT)

    def try_send(self, framed: bytes) -> bool:
        """Send an encoded WebSocket frame; False, and nothing sent, if the client is not ready for it."""
        is_closing = self.close_sent or self.closing or self.conn.state is not State.OPEN
        if is_closing or not self.writable.is_set():
            return False
        self.transport.write(framed)
        return True

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"]["hoyle.wire"] = {"try_send": self.try_send}

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # A refused handshake is complete too.
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """Answer a WebSocket ping, unless the client does not read."""
        output = self.conn.data_to_send()
        if self._admit_control_frame() and self.writable.is_set() and not self.closing:
            self.transport.write(b"".join(output))

    def handle_pong(self, event: Frame) -> None:
        if self._admit_control_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._admit_control_frame():
            super().handle_cont(event)

    def _admit_control_frame(self) -> bool:
        """Count a ping, pong or fragment; close the connection and return False if they flood it."""
        if self._control_frame_limiter.try_take("", int(self.loop.time() * 1000)):
            return True
        self._close(CLOSE_RATE_LIMITED, "too much at once")
        return False

    def send_receive_event_to_app(self) -> None:
        """Queue a complete message for the application; stop reading while several are queued."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.queue.qsize() >= MAX_QUEUED_MESSAGES:
            self._close(CLOSE_RATE_LIMITED, "too much at once")
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._close(CLOSE_INVALID_TEXT, "not valid UTF-8")
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        # A client that waits for answers has one message here at a time, so it is never paused.
        if not self.read_paused and self.queue.qsize() >= PAUSE_READING_AT:
            self.read_paused = True
            self.transport.pause_reading()

    def _close(self, code: int, reason: str) -> None:
        self.frames = []
        if self.conn.state is State.OPEN and not self.close_sent:
            self.conn.send_close(code, reason)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # The handshake failed: there is no WebSocket to close with a code.
            self.transport.write(BAD_REQUEST_RESPONSE)
            self.transport.close()
        else:
            super().handle_parser_exception()
