"""Private nats-server for tests: local, always at the same port, ended with the test."""

from __future__ import annotations

import ctypes
import json
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from time import monotonic, sleep

from tests.free_ports import free_port

_START_SECONDS = 60
_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG"""


class NotInstalled(Exception):
    """Reason why nats-server cannot run here."""


class PrivateNats:
    """Server that ends with the `with` block, and with this process if it is killed."""

    def __init__(self, settings: str = "") -> None:
        """`settings` are further lines of its configuration."""
        found = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin:/bin:/sbin")
        if found is None:
            raise NotInstalled("nats-server is not installed (apt-get install nats-server)")
        self._program = found
        self._folder = Path(tempfile.mkdtemp(prefix="hoyle-nats-"))
        (self._folder / "settings").write_text(settings)
        self._server: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> PrivateNats:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        libc = ctypes.CDLL(None)
        for old in self._folder.glob("*.ports"):
            old.unlink()
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [
                    self._program,
                    "-c",
                    "settings",
                    "-a",
                    "127.0.0.1",
                    "-p",
                    str(self.port),
                    "--ports_file_dir",
                    str(self._folder),
                ],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=lambda: libc.prctl(_DEATH_SIGNAL, signal.SIGKILL),
            )
        until = monotonic() + _START_SECONDS
        while not self._is_ready():
            if self._server.poll() is not None or monotonic() > until:
                raise RuntimeError(f"nats-server did not start: {(self._folder / 'log').read_text()[-2000:]}")
            sleep(0.02)

    def _is_ready(self) -> bool:
        for file in self._folder.glob("*.ports"):
            try:
                addresses = json.loads(file.read_text())["nats"]
            except (ValueError, KeyError):
                return False
            if addresses:
                return True
        return False

    def kill(self) -> None:
        """Kill the server at once."""
        if self._server is not None and self._server.poll() is None:
            self._server.kill()
            self._server.wait(20)

    def suspend(self) -> None:
        """Let it read and answer nothing, though its connections stay open."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a suspended server go on."""
        self._signal(signal.SIGCONT)

    def reload(self, settings: str) -> None:
        """Let it read new settings."""
        (self._folder / "settings").write_text(settings)
        self._signal(signal.SIGHUP)

    def _signal(self, number: int) -> None:
        assert self._server is not None
        self._server.send_signal(number)

    def stop(self) -> None:
        """End it and remove everything it had."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
