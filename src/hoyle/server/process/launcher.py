"""Launcher of `hoyle serve`: binds the port, locks the data directory, starts the processes."""

from __future__ import annotations

import contextlib
import fcntl
import resource
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from msgspec import json, structs

from hoyle.core.errors import HoyleError, require_package
from hoyle.server.config import LOOPBACK, Config
from hoyle.server.edge.room_supervisor import RoomSupervisor
from hoyle.server.exit_status import EXIT_REPORTED, describe_exit_code

MAX_FILES: Final = 65_536
SEND_BUFFER_BYTES: Final = 128 * 1024
"""Size of a client socket's send buffer in the kernel."""


class CannotServe(HoyleError):
    """Error of a server that cannot start: a taken port, a read-only directory."""


def serve(config: Config, *, ready: Callable[[str], None] = print) -> int:
    """Serve a room until it is stopped; `ready` gets the address once the room is open.

    A room process that dies is restarted. Returns 0, or the exit code of a room process that ended by itself
    and has printed its reason.
    """
    config.check()
    require_package("the room", "uvicorn", "starlette", "uvloop", "websockets", extra="server")
    if config.bus_url:
        require_package("a node", "nats", extra="nodes")
    _check_tls(config)
    _allow_many_files()
    lock = _lock(config.resolve_data_dir())
    listening = _listen(config.host, config.port, "--port", "any that is free")
    config = structs.replace(config, port=listening.getsockname()[1])
    monitor = _listen(LOOPBACK, config.metrics_port, "--metrics-port", "none") if config.metrics_port else None
    supervisor = RoomSupervisor(lambda link: _start("hoyle.nodes.room_main", config, link))
    edge_end = supervisor.start()
    try:
        # Imported late: the room process starts meanwhile.
        from hoyle.server.process.edge_process import run

        announce = partial(_report_address, config, listening, lock, ready)
        run(config, listening, monitor, edge_end, supervisor, announce)
    finally:
        listening.close()
        if monitor is not None:
            monitor.close()
        edge_end.close()
        supervisor.stop()
        lock.truncate(0)
        lock.close()
    if supervisor.code not in (0, EXIT_REPORTED):
        raise CannotServe(f"the room's process has ended ({describe_exit_code(supervisor.code)}); start again to go on")
    return supervisor.code


def _report_address(config: Config, listening: socket.socket, lock: TextIO, ready: Callable[[str], None]) -> None:
    """Report the address, and leave it in the lock file for the next attempt to open this room."""
    url = address(config, listening)
    lock.write(url)
    lock.flush()
    ready(url)


def address(config: Config, listening: socket.socket) -> str:
    """Return the URL at which clients reach the room."""
    scheme = "https" if config.tls_certificate else "http"
    host = f"[{config.host}]" if ":" in config.host else config.host
    return f"{scheme}://{host}:{listening.getsockname()[1]}/"


def _allow_many_files() -> None:
    """Raise the file-descriptor limit: every client takes one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def _check_tls(config: Config) -> None:
    """Load the certificate before anything is started, without a prompt for the key's password."""
    if not config.tls_certificate:
        return
    files = f"tls_certificate {config.tls_certificate!r}, tls_private_key {config.tls_private_key!r}"
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(config.tls_certificate, config.tls_private_key, password="")
    except ssl.SSLError as error:
        reason = (error.reason or "they cannot be read").replace("_", " ").lower()
        raise CannotServe(f"{files}: {reason}; expected a certificate and its key without a password") from None
    except (OSError, ValueError) as error:
        raise CannotServe(f"{files}: {(getattr(error, 'strerror', '') or str(error)).lower()}") from None


def _listen(host: str, port: int, option: str, zero_meaning: str) -> socket.socket:
    """Bind a listening socket; `zero_meaning` says what 0 means to its option."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Accepted sockets inherit it: it bounds the kernel memory of a slow client.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    try:
        listening.bind((host, port))
    except socket.gaierror as error:
        listening.close()
        raise CannotServe(
            f"host {host!r}: {(error.strerror or str(error)).lower()}; expected an address of this machine,"
            " such as 127.0.0.1 for local clients only"
        ) from None
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise CannotServe(
            f"port {port} of {host}: {reason.lower()}; try {option} {port % 65535 + 1}, or {option} 0 for"
            f" {zero_meaning}"
        ) from None
    listening.listen(2048)
    return listening


def _lock(directory: Path) -> TextIO:
    """Lock the data directory: one room to a directory at a time."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = open(directory / "room.lock", "a+")  # noqa: SIM115
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        lock.truncate(0)
    except BlockingIOError:
        lock.seek(0)
        url = lock.read(200)
        lock.close()
        raise CannotServe(
            f"the room in {directory} is open already{url and f' at {url}'}: go there, stop it, or open"
            " another with --data-dir DIRECTORY --port 0"
        ) from None
    except (FileExistsError, NotADirectoryError):
        raise CannotServe(f"{directory}: expected a directory, but a file is there; try another --data-dir") from None
    except OSError as error:
        raise CannotServe(f"{directory}: {(error.strerror or str(error)).lower()}") from None
    return lock


def _start(module: str, config: Config, link: socket.socket) -> subprocess.Popen[bytes]:
    """Start a server process; its configuration, which may hold a password, goes by standard input."""
    descriptor = link.fileno()
    process = subprocess.Popen(
        [sys.executable, "-m", module, str(descriptor)], pass_fds=[descriptor], stdin=subprocess.PIPE
    )
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError), process.stdin:
        process.stdin.write(json.encode(config))
    return process
