"""A real `hoyle serve` on this machine, started and stopped by a test."""

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
book = "oneida"
bots = 3
terms = {pace = 0, pause = 0}
[[tables]]
game = "three-card-poker"
terms = {betting = 1000}
[[tables]]
game = "craps"
"""


class Server:
    """One server and its room's files."""

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
        """What it said on standard output when it was stopped."""
        self.metrics_port = free_port() if monitored else 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *why: object) -> None:
        self.kill()

    def start(self) -> None:
        """Open the room and wait until people can come."""
        monitor = ("--metrics-port", str(self.metrics_port)) if self.metrics_port else ()
        self.process = run(self.directory, self.config, *monitor, *self.options, env=self.env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "the room is open at" in line, line + self.said()
        self.address = line.split(" at ")[1].split()[0].rstrip("/")

    def code(self) -> str:
        """The one-time code of the next manager whom the configuration names, as it was printed."""
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        assert "claim the name" in line, line
        return line.partition("with the code ")[2].split()[0]

    def said(self) -> str:
        """Whatever it wrote as errors, once it has ended."""
        self.process.kill()
        return self.process.communicate()[1]

    def stop(self, with_: signal.Signals = signal.SIGTERM) -> tuple[int, str, float]:
        """Stop it as a person does: exit code, errors, and how long it took."""
        began = time.monotonic()
        self.process.send_signal(with_)
        self.closing, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors, time.monotonic() - began

    def kill(self) -> None:
        """Kill -9 of everything that it started."""
        children = self.children()
        for each in (self.process.pid, *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.communicate()

    def children(self) -> list[int]:
        """Processes of this server: the room, the bots, and who reckons."""
        return _offspring(self.process.pid)

    def room(self) -> int:
        """The room's process."""
        return self._named(b"room_main")

    def bots(self) -> int:
        """The bots' process."""
        return self._named(b"bots_main")

    def _named(self, module: bytes) -> int:
        for child in self.children():
            with contextlib.suppress(OSError):
                if module in Path(f"/proc/{child}/cmdline").read_bytes():
                    return child
        raise AssertionError(f"there is no {module.decode()}")

    def cookie_name(self) -> str:
        """How the cookie of its sessions is called."""
        return SessionCookie(Config(data=str(self.directory / "data"))).name(secure=False)

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=60, trust_env=False, **options)


def wait_for(what: Any, patience: float = 60.0) -> Any:
    """What comes to be true, or the failure that it did not in time."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        with contextlib.suppress(httpx.HTTPError, AssertionError):
            found = what()
            if found:
                return found
        time.sleep(0.1)
    raise AssertionError("it does not happen")


def _offspring(process: int) -> list[int]:
    """All processes that a process has started, and that they have."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    try:
        children = [int(each) for each in listed.read_text().split()]
    except OSError:
        return []
    return [each for child in children for each in (child, *_offspring(child))]


def run(
    directory: Path, config: str, *options: str, port: int = 0, env: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start `hoyle serve` with a configuration."""
    directory.mkdir(exist_ok=True, parents=True)
    source = directory / "room.toml"
    source.write_text(config, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "hoyle",
        "serve",
        "--config",
        str(source),
        "--data",
        str(directory / "data"),
    ]
    return subprocess.Popen(
        [*command, "--port", str(port), "--no-browser", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})},
    )
