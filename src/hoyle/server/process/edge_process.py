"""Edge process: runs the ASGI application under uvicorn and shuts it down gracefully."""

from __future__ import annotations

import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from hoyle.server.config import Config
from hoyle.server.edge.asgi_app import App
from hoyle.server.edge.connection_limits import ConnectionLimiter, max_connections
from hoyle.server.edge.http_protocol import LimitedHttpProtocol
from hoyle.server.edge.metrics import Metrics
from hoyle.server.edge.room_supervisor import RoomSupervisor
from hoyle.server.edge.websocket_hub import Edge
from hoyle.server.edge.websocket_protocol import LimitedWebSocketProtocol
from hoyle.server.process.gc_tuning import freeze_long_lived_objects
from hoyle.server.websocket_frames import HEARTBEAT, MAX_FRAME_BYTES


def run(
    config: Config,
    listening: socket.socket,
    monitor: socket.socket | None,
    link: socket.socket,
    supervisor: RoomSupervisor,
    ready: Callable[[], None],
) -> None:
    """Serve clients until stopped, or until the room process has ended for good."""
    edge = Edge(link)
    connection_limiter = ConnectionLimiter(
        max_per_address=config.max_connections_per_address, max_total=max_connections(), proxies=config.trusted_proxies
    )
    app = App(edge, config, connection_limiter)
    server = _Server(uvicorn_config(app, config, connection_limiter))
    app.on_ready = ready
    app.room_supervisor = supervisor
    app.on_gone = lambda: setattr(server, "should_exit", True)
    server.edge = edge
    if monitor is not None:
        app.metrics = Metrics(edge, monitor, supervisor)
    freeze_long_lived_objects()
    server.run(sockets=[listening])


def uvicorn_config(app: Any, config: Config, connection_limiter: ConnectionLimiter | None = None) -> uvicorn.Config:
    """Return the configuration of uvicorn: no compression, and proxy headers only from configured proxies."""
    attributes = {"connection_limiter": connection_limiter or ConnectionLimiter()}
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=type("HttpProtocol", (LimitedHttpProtocol,), attributes),
        ws=type("WebSocketProtocol", (LimitedWebSocketProtocol,), attributes),
        ws_per_message_deflate=False,
        ws_max_size=4 * MAX_FRAME_BYTES,
        ws_ping_interval=HEARTBEAT / 1000,
        ws_ping_timeout=HEARTBEAT / 1000,
        # A malformed request is the client's error and does not belong in the log.
        log_level="error",
        access_log=False,
        proxy_headers=bool(config.trusted_proxies),
        forwarded_allow_ips=config.trusted_proxies or None,
        server_header=False,
        ssl_certfile=config.tls_certificate or None,
        ssl_keyfile=config.tls_private_key or None,
        timeout_graceful_shutdown=5,
    )


class _Server(uvicorn.Server):
    """Uvicorn server that notifies clients before it closes their sockets, and ends without a traceback."""

    edge: Edge

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.edge.announce_shutdown("the room closes; what was played is kept")
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
