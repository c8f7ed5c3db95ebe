"""A real `hoyle serve` process on this machine, started and stopped by a test."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import httpx
from tests.free_ports import free_port

from hoyle.server.config import Config
from hoyle.server.edge.session_cookie import SessionCookie

CONFIG = """
title = "A room for tests"
[[tables]]
game = "holdem"
rulebook = "oneida"
bots = 3
settings = {dealer_pace_ms = 0, between_rounds_ms = 0}
[[tables]]
game = "three-card-poker"
settings = {wager_window_ms = 1000}
[[tables]]
game = "craps"
"""


class Server:
    """Server process with its data directory."""

    def __init__(
        self,
        directory: Path,
        config: str = CONFIG,
        *options: str,
        env: Mapping[str, str] | None = None,
        monitored: bool = False,
    ) -> None:
        self.env = env
        self.directory = directory
        self.config = config
        self.options = options
        self.address = ""
        self.closing = ""
        """Standard output after the stop."""
        self.metrics_port = free_port() if monitored else 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *why: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start the server and wait until the room is open."""
        monitor = ("--metrics-port", str(self.metrics_port)) if self.metrics_port else ()
        self.process = run(self.directory, self.config, *monitor, *self.options, env=self.env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "the room is open at" in line, line + self.said()
        self.address = line.split(" at ")[1].split()[0].rstrip("/")

    def code(self) -> str:
        """Read the one-time code of the next configured manager from standard error."""
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        assert "claim the name" in line, line
        return line.partition("with the code ")[2].split()[0]

    def said(self) -> str:
        """Kill the server and return its standard error."""
        self.process.kill()
        return self.process.communicate()[1]

    def stop(self, with_: signal.Signals = signal.SIGTERM) -> tuple[int, str, float]:
        """Stop the server by a signal; return the exit code, standard error and the seconds it took."""
        began = time.monotonic()
        self.process.send_signal(with_)
        self.closing, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors, time.monotonic() - began

    def kill(self) -> None:
        """Kill the server and all its child processes."""
        children = self.children()
        for pid in (self.process.pid, *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()

    def children(self) -> list[int]:
        """Process ids of the room, the bots and the workers."""
        return _descendants(self.process.pid)

    def room(self) -> int:
        """Process id of the room."""
        return self._named(b"room_main")

    def bots(self) -> int:
        """Process id of the bots."""
        return self._named(b"bots_process")

    def _named(self, module: bytes) -> int:
        for child in self.children():
            with contextlib.suppress(OSError):
                if module in Path(f"/proc/{child}/cmdline").read_bytes():
                    return child
        raise AssertionError(f"no process runs {module.decode()}")

    def cookie_name(self) -> str:
        """Name of its session cookie."""
        return SessionCookie(Config(data_dir=str(self.directory / "data"))).name(secure=False)

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=60, trust_env=False, **options)


def wait_for(what: Any, patience: float = 60.0) -> Any:
    """Poll a condition until it is true; return its value."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        with contextlib.suppress(httpx.HTTPError, AssertionError):
            value = what()
            if value:
                return value
        time.sleep(0.1)
    raise AssertionError(f"not true within {patience:g} s")


def _descendants(process: int) -> list[int]:
    """Process ids of all descendants of a process."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    try:
        children = [int(pid) for pid in listed.read_text().split()]
    except OSError:
        return []
    return [pid for child in children for pid in (child, *_descendants(child))]


def run(
    directory: Path, config: str, *options: str, port: int = 0, env: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start `hoyle serve` with a configuration."""
    directory.mkdir(exist_ok=True, parents=True)
    source = directory / "room.toml"
    source.write_text(config, encoding="utf-8")
    command = [sys.executable, "-m", "hoyle", "serve", "--config", str(source), "--data-dir", str(directory / "data")]
    return subprocess.Popen(
        [*command, "--port", str(port), "--no-browser", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})},
    )
