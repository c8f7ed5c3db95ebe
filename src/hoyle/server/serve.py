"""`hoyle serve`: the edge in this process, the room and the bots in processes of their own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TextIO

import uvicorn
from msgspec import json

from hoyle.errors import HoyleError
from hoyle.server.app import App
from hoyle.server.config import Config
from hoyle.server.edge import Edge
from hoyle.server.link import pair
from hoyle.server.metrics import HOST, Metrics

STOPPING: Final = 10.0
"""Seconds that the other processes have to end."""


class CannotServe(HoyleError):
    """A port that is taken, a directory that cannot be written: one line, and what to try."""


def serve(config: Config, *, ready: Callable[[str], None] = print) -> None:
    """Serve a room until it is stopped; `ready` is told the address once people can come."""
    config.check()
    lock = _lock(config.directory())
    listening = _listen(config.host, config.port, "--port")
    monitor = _listen(HOST, config.metrics_port, "--metrics-port") if config.metrics_port else None
    edge_end, room_end = pair()
    bots_end, room_bots_end = pair()
    room = _start("hoyle.server.room_main", config, room_end, room_bots_end)
    bots = _start("hoyle.server.bots_main", config, bots_end)
    for end in (room_end, room_bots_end, bots_end):
        end.close()
    try:
        _run(config, listening, monitor, edge_end, ready)
    finally:
        listening.close()
        if monitor is not None:
            monitor.close()
        edge_end.close()
        _end(room)
        _end(bots)
        lock.close()
    if room.returncode:
        raise CannotServe("the room has ended; its last words stand above")


class _Server(uvicorn.Server):
    """Tells everybody before it closes their sockets, and ends quietly when it is told to stop."""

    edge: Edge

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.edge.farewell("the room closes; what was played is kept")
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _run(
    config: Config,
    listening: socket.socket,
    monitor: socket.socket | None,
    link: socket.socket,
    ready: Callable[[str], None],
) -> None:
    edge = Edge(link)
    app = App(edge, config)
    server = _Server(
        uvicorn.Config(
            app,
            loop="uvloop",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=1 << 20,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            log_level="warning",
            access_log=False,
            proxy_headers=bool(config.proxy),
            forwarded_allow_ips=config.proxy or None,
            server_header=False,
            ssl_certfile=config.tls_certificate or None,
            ssl_keyfile=config.tls_key or None,
            timeout_graceful_shutdown=5,
        )
    )
    app.on_ready = lambda: ready(address(config, listening))
    app.on_gone = lambda: setattr(server, "should_exit", True)
    server.edge = edge
    if monitor is not None:
        app.metrics = Metrics(edge, monitor)
    server.run(sockets=[listening])


def address(config: Config, listening: socket.socket) -> str:
    """Where people come."""
    scheme = "https" if config.tls_certificate else "http"
    host = f"[{config.host}]" if ":" in config.host else config.host
    return f"{scheme}://{host}:{listening.getsockname()[1]}/"


def _listen(host: str, port: int, option: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        said = error.strerror or str(error)
        raise CannotServe(
            f"port {port} of {host}: {said.lower()}; try {option} {port % 65535 + 1} or {option} 0"
        ) from None
    found.listen(2048)
    return found


def _lock(directory: Path) -> TextIO:
    """One room to a directory at a time."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = open(directory / "room.lock", "w")  # noqa: SIM115
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotServe(
            f"{directory} is in use by another room: stop it, or name another with --data"
        ) from None
    except OSError as error:
        raise CannotServe(f"{directory}: {(error.strerror or str(error)).lower()}") from None
    return held


def _start(module: str, config: Config, *links: socket.socket) -> subprocess.Popen[bytes]:
    """A process with its ends of the links; the configuration comes on its command line."""
    handles = [link.fileno() for link in links]
    for handle in handles:
        os.set_inheritable(handle, True)
    return subprocess.Popen(
        [sys.executable, "-m", module, json.encode(config).decode(), *map(str, handles)],
        pass_fds=handles,
        stdin=subprocess.DEVNULL,
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """The other side of a closed link ends by itself; if it does not, it is made to."""
    try:
        process.wait(STOPPING)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
