"""HTTP/1.1 protocol for uvicorn with limits on header size, header time and body time."""

from __future__ import annotations

import re
from asyncio import Transport
from typing import Any, Final

from msgspec import json
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hoyle.server.edge.connection_limits import CLOSE_TIMEOUT_S, LimitedConnection
from hoyle.server.edge.websocket_protocol import LimitedWebSocketProtocol
from hoyle.server.problems import Problem

MAX_HEADER_BYTES: Final = 32_768
MAX_LINE: Final = 8_000
"""Maximum bytes of the request target or one header."""
MAX_HEADERS: Final = 100
HEADER_TIMEOUT_S: Final = 15.0
BODY_TIMEOUT_S: Final = 20.0
WRITE_TIMEOUT_S: Final = 30.0

HOST_HEADER: Final = re.compile(rb"[A-Za-z0-9._~\-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")

BAD_REQUEST: Final = (400, "Bad Request")
TOO_LARGE: Final = (431, "Request Header Fields Too Large")
UNAVAILABLE: Final = (503, "Service Unavailable")


class LimitedHttpProtocol(LimitedConnection, HttpToolsProtocol):
    """HTTP connection with limits, until it ends or becomes a WebSocket."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.stall_timeout = HEADER_TIMEOUT_S
        self._refused = False
        self._in_head = True
        self._unparsed_bytes = 0
        """Bytes received of incomplete headers."""
        self._header_bytes = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.connection_limiter.try_admit(self, address):
            self._start_timeout(HEADER_TIMEOUT_S)
        else:
            self._refuse(UNAVAILABLE)

    def _start_timeout(self, seconds: float) -> None:
        """Give the client some seconds for its next step, unless the connection is being closed."""
        if self.stall_timeout != CLOSE_TIMEOUT_S:
            self.stalled_since, self.stall_timeout = self.loop.time(), seconds

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            self._unparsed_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._unparsed_bytes > MAX_HEADER_BYTES and not self.closing:
            self._refuse(TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._header_bytes, self._unparsed_bytes = True, 0, 0
        self._start_timeout(HEADER_TIMEOUT_S)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MAX_LINE:
            self._refuse(TOO_LARGE)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        size = len(name) + len(value)
        self._header_bytes += size
        if size > MAX_LINE or self._header_bytes > MAX_HEADER_BYTES or len(self.headers) > MAX_HEADERS:
            self._refuse(TOO_LARGE)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if not self._refused and not self._has_valid_host():
            self._refuse(BAD_REQUEST)
        if not self._refused:
            super().on_headers_complete()
            self._start_timeout(BODY_TIMEOUT_S)

    def _has_valid_host(self) -> bool:
        """Whether the request has exactly one well-formed Host header; HTTP/1.0 may have none."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if not hosts:
            return self.parser.get_http_version() == "1.0"
        return len(hosts) == 1 and HOST_HEADER.fullmatch(hosts[0]) is not None

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self._refused:
            self.stalled_since = 0.0
            super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_timeout(WRITE_TIMEOUT_S)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stalled_since = 0.0

    def handle_websocket_upgrade(self) -> None:
        if self._refused:
            return
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, LimitedWebSocketProtocol)
        self.connection_limiter.replace(self, socket)

    def shutdown(self) -> None:
        """Shut the connection down, without waiting for the rest of a request."""
        if self.stalled_since and self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
        else:
            super().shutdown()

    def _refuse(self, error_status: tuple[int, str]) -> None:
        if self._refused:
            return
        self._refused = True
        status, reason = error_status
        body = json.encode(Problem(error=reason.lower()))
        head = f"HTTP/1.1 {status} {reason}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()
