"""Monitoring server on a separate loopback port: health, readiness and Prometheus metrics."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time

from hoyle.server.edge.room_supervisor import RoomSupervisor
from hoyle.server.edge.websocket_hub import Edge


class Metrics:
    """HTTP server for /healthz, /readyz and /metrics."""

    def __init__(self, edge: Edge, listening: socket.socket, supervisor: RoomSupervisor | None = None) -> None:
        self._edge = edge
        self._supervisor = supervisor
        self._listening = listening
        self._started_at = time.monotonic()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._answer, sock=self._listening)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, ValueError):
            async with asyncio.timeout(5):
                request_line = (await reader.readline()).split()
                while (await reader.readline()).strip():
                    pass  # headers
                target = request_line[1] if len(request_line) > 1 else b""
                path = target.decode(errors="replace").partition("?")[0]
                status, body = await self._page(path)
                head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; version=0.0.4\r\n"
                writer.write(f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}".encode())
                await writer.drain()
        writer.close()

    async def _page(self, path: str) -> tuple[str, str]:
        if path == "/healthz":
            return "200 OK", "ok\n"
        if path == "/readyz":
            is_up = await self._edge.is_room_ready()
            return ("200 OK", "ready\n") if is_up else ("503 Service Unavailable", "the room is not ready\n")
        if path == "/metrics":
            return "200 OK", await self._prometheus_text()
        return "404 Not Found", "expected /healthz, /readyz or /metrics\n"

    async def _prometheus_text(self) -> str:
        edge = self._edge
        restarts = 0 if self._supervisor is None else self._supervisor.restarts
        values: dict[str, tuple[str, float]] = {
            "hoyle_edge_clients": ("gauge", edge.clients),
            "hoyle_edge_frames_in_total": ("counter", edge.frames_in),
            "hoyle_edge_frames_out_total": ("counter", edge.frames_out),
            "hoyle_edge_uptime_seconds": ("gauge", time.monotonic() - self._started_at),
            "hoyle_edge_cpu_seconds_total": ("counter", sum(os.times()[:2])),
            "hoyle_room_hanging": ("gauge", int(edge.is_hanging)),
            "hoyle_room_restarts_total": ("counter", restarts),
        }
        for name, value in (await edge.metrics()).items():
            values[f"hoyle_room_{name}"] = ("counter" if name.endswith("_total") else "gauge", value)
        return "".join(f"# TYPE {name} {kind}\n{name} {value:.15g}\n" for name, (kind, value) in values.items())
