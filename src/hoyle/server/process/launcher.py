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
from pathlib import Path
from typing import Final, TextIO

from msgspec import json, structs

from hoyle.core.errors import HoyleError, require_package
from hoyle.server.config import LOOPBACK, Config
from hoyle.server.process.exit_status import EXIT_REPORTED, describe_exit_code
from hoyle.server.process.room_supervisor import RoomKeeper

MAX_FILES: Final = 65_536
KERNEL: Final = 128 * 1024
"""Bytes that the kernel keeps for a client on their way out."""


class CannotServe(HoyleError):
    """A port that is taken, a directory that cannot be written: one line, and what to try."""


def serve(config: Config, *, ready: Callable[[str], None] = print) -> int:
    """Serve a room until it is stopped; `ready` is told the address once people can come.

    A room process that dies is started again. Gives 0, or what is not 0 where the room has ended by itself
    and has said why.
    """
    config.check()
    require_package("the room", "uvicorn", "starlette", "uvloop", "websockets", extra="server")
    _check_tls(config)
    _allow_many_files()
    lock = _lock(config.directory())
    listening = _listen(config.host, config.port, "--port", "any that is free")
    config = structs.replace(config, port=listening.getsockname()[1])
    monitor = (
        _listen(LOOPBACK, config.metrics_port, "--metrics-port", "none") if config.metrics_port else None
    )
    keeper = RoomKeeper(lambda link: _start("hoyle.server.process.room_main", config, link))
    edge_end = keeper.start()
    try:
        # Only now, for the others to start meanwhile.
        from hoyle.server.process.edge_process import run

        run(config, listening, monitor, edge_end, keeper, lambda: _open(config, listening, lock, ready))
    finally:
        listening.close()
        if monitor is not None:
            monitor.close()
        edge_end.close()
        keeper.stop()
        lock.truncate(0)
        lock.close()
    if keeper.code not in (0, EXIT_REPORTED):
        raise CannotServe(
            f"the room's process has ended ({describe_exit_code(keeper.code)}); start again to go on"
        )
    return keeper.code


def _open(config: Config, listening: socket.socket, lock: TextIO, ready: Callable[[str], None]) -> None:
    """People can come: say so, and leave the address where the next to open this room finds it."""
    found = address(config, listening)
    lock.write(found)
    lock.flush()
    ready(found)


def address(config: Config, listening: socket.socket) -> str:
    """Where people come."""
    scheme = "https" if config.tls_certificate else "http"
    host = f"[{config.host}]" if ":" in config.host else config.host
    return f"{scheme}://{host}:{listening.getsockname()[1]}/"


def _allow_many_files() -> None:
    """Everybody who comes takes a file: as many as the machine lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _check_tls(config: Config) -> None:
    """Look at the certificate before anything is started; nobody is asked for a key's password."""
    if not config.tls_certificate:
        return
    files = f"tls_certificate {config.tls_certificate!r}, tls_key {config.tls_key!r}"
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(config.tls_certificate, config.tls_key, password="")
    except ssl.SSLError as error:
        said = (error.reason or "they cannot be read").replace("_", " ").lower()
        raise CannotServe(
            f"{files}: {said}; a certificate and its key without a password are wanted"
        ) from None
    except (OSError, ValueError) as error:
        raise CannotServe(f"{files}: {(getattr(error, 'strerror', '') or str(error)).lower()}") from None


def _listen(host: str, port: int, option: str, zero: str) -> socket.socket:
    """A socket on a port; `zero` is what its option means by 0."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Whoever comes by it has this much on its way and no more, however slowly he reads.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL)
    try:
        found.bind((host, port))
    except socket.gaierror as error:
        found.close()
        raise CannotServe(
            f"host {host!r}: {(error.strerror or str(error)).lower()}; an address of this machine is wanted,"
            " 127.0.0.1 for itself alone"
        ) from None
    except OSError as error:
        found.close()
        said = error.strerror or str(error)
        raise CannotServe(
            f"port {port} of {host}: {said.lower()}; try {option} {port % 65535 + 1}, or {option} 0 for"
            f" {zero}"
        ) from None
    found.listen(2048)
    return found


def _lock(directory: Path) -> TextIO:
    """One room to a directory at a time."""
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = open(directory / "room.lock", "a+")  # noqa: SIM115
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held.truncate(0)
    except BlockingIOError:
        held.seek(0)
        where = held.read(200)
        held.close()
        raise CannotServe(
            f"the room in {directory} is open already{where and f' at {where}'}: go there, stop it, or open"
            " another with --data DIRECTORY --port 0"
        ) from None
    except (FileExistsError, NotADirectoryError):
        raise CannotServe(
            f"{directory}: a directory is wanted, and a file is there; try another --data"
        ) from None
    except OSError as error:
        raise CannotServe(f"{directory}: {(error.strerror or str(error)).lower()}") from None
    return held


def _start(module: str, config: Config, link: socket.socket) -> subprocess.Popen[bytes]:
    """A process with its end of the link; the configuration may have a password and is nobody else's."""
    handle = link.fileno()
    found = subprocess.Popen(
        [sys.executable, "-m", module, str(handle)], pass_fds=[handle], stdin=subprocess.PIPE
    )
    assert found.stdin is not None
    with contextlib.suppress(BrokenPipeError), found.stdin:
        found.stdin.write(json.encode(config))
    return found
