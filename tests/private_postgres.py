"""Private PostgreSQL server for tests: no port, only a socket in a folder that is removed with it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

_START_SECONDS = 60
_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG"""


class NotInstalled(Exception):
    """Reason why PostgreSQL cannot run here."""


def programs() -> Path:
    """Folder with the programs of the newest PostgreSQL; Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    if initdb := shutil.which("initdb"):
        return Path(initdb).parent
    raise NotInstalled("PostgreSQL is not installed (apt-get install postgresql)")


def _user() -> dict[str, Any]:
    """User to run as: PostgreSQL refuses root, and Debian's package creates a user."""
    if os.geteuid() != 0:
        return {}
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        raise NotInstalled("PostgreSQL does not run as root, and there is no user postgres") from None
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class PrivatePostgres:
    """Server that ends with the `with` block, and with this process if it is killed."""

    def __init__(self) -> None:
        self._programs = programs()
        self._as_user = _user()
        # A socket's path must be short: no folder of pytest's.
        self.folder = Path(tempfile.mkdtemp(prefix="hoyle-pg-"))
        self._names = count(1)
        self._server: subprocess.Popen[bytes] | None = None
        try:
            if self._as_user:
                os.chown(self.folder, self._as_user["user"], self._as_user["group"])
            self._run(
                *("initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8"),
                *("--locale=C", f"--pgdata={self.folder / 'data'}"),
            )
            self.start()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> PrivatePostgres:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def url(self, database: str = "postgres") -> str:
        """URL of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def create(self) -> str:
        """Create a new, empty room and return its URL.

        It is a schema of one database: creating whole databases would take most of a test's time.
        """
        name = f"room_{next(self._names)}"
        self.do(f"CREATE SCHEMA {name}")
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def drop(self, url: str) -> None:
        """Remove a room."""
        self.do(f"DROP SCHEMA {url.rpartition('%3D')[2]} CASCADE")

    def do(self, statement: str, url: str = "") -> list[tuple[Any, ...]]:
        """Execute a statement directly, in the room of a URL or outside of any."""
        import psycopg

        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            done = connection.execute(statement)
            return done.fetchall() if done.description else []

    def start(self) -> None:
        """Start the server and wait until it answers."""
        libc = ctypes.CDLL(None)
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [
                    *(str(self._programs / "postgres"), "-D", str(self.folder / "data")),
                    *("-k", str(self.folder), "-c", "listen_addresses="),
                    *("-c", "shared_buffers=32MB", "-c", "max_connections=50", "-c", "autovacuum=off"),
                ],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                preexec_fn=lambda: libc.prctl(_DEATH_SIGNAL, signal.SIGQUIT),
                **self._as_user,
            )
        until = monotonic() + _START_SECONDS
        while not self._answers():
            if self._server.poll() is not None or monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()[-2000:]}")
            sleep(0.02)

    def kill(self) -> None:
        """Kill the server and its children at once."""
        server = self._server
        assert server is not None
        # The server's own group of processes is ours too; its children are named one by one.
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        for process in (server.pid, *map(int, children)):
            # Without their server some end by themselves.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        server.wait(10)
        for process in map(int, children):
            # They are orphans now; a new server refuses to start while one of them lives.
            until = monotonic() + 10
            while Path(f"/proc/{process}").exists() and monotonic() < until:
                sleep(0.01)

    def stop(self) -> None:
        """End the server and remove everything it had."""
        if self._server is not None and self._server.poll() is None:
            # Immediate shutdown: nothing is worth cleaning up.
            self._server.send_signal(signal.SIGQUIT)
            try:
                self._server.wait(20)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **self._as_user,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.strip()}")
