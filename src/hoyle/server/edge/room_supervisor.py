"""Supervisor of the room process: starts it, and restarts it when it dies.

Everything acknowledged is on disk, so the next process continues where the last one stopped. A process that
exits with a reported reason (the room was taken over, the database is unusable) is not restarted, nor is one
that never came up or keeps dying.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final, Protocol

from hoyle.server.exit_status import EXIT_REPORTED, describe_exit_code
from hoyle.server.ipc.messages import socket_pair

FIRST_DELAY_S: Final = 0.5
MAX_DELAY_S: Final = 15.0
"""Seconds before a restart: twice as many each time, as long as processes die early."""
STABLE_AFTER_S: Final = 60.0
"""Seconds of running after which a death does not count as early."""
MAX_EARLY_DEATHS: Final = 6
"""Maximum restarts in a row after early deaths."""
STOP_TIMEOUT_S: Final = 10.0
_POLL_INTERVAL_S: Final = 0.02


class Process(Protocol):
    """Protocol of a child process that a supervisor watches."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


class RoomSupervisor:
    """Supervisor that restarts the room process within limits."""

    def __init__(
        self,
        start: Callable[[socket.socket], Process],
        *,
        now: Callable[[], float] = time.monotonic,
        first: float = FIRST_DELAY_S,
    ) -> None:
        """Set the function that starts a process with its end of a link."""
        self._start = start
        self._now = now
        self._first = first
        self._process: Process | None = None
        self._started_at = 0.0
        self._early_deaths = 0
        """Processes in a row that died early."""
        self.was_up = False
        """Whether the room has ever answered."""
        self.restarts = 0

    @property
    def pid(self) -> int:
        """Process id of the running room; 0 without one."""
        return 0 if self._process is None else self._process.pid

    @property
    def code(self) -> int:
        """Exit code of the last process, once it has ended."""
        code = None if self._process is None else self._process.poll()
        return 0 if code is None else code

    def start(self) -> socket.socket:
        """Start a room process; return the edge's end of the link to it."""
        edge_end, room_end = socket_pair()
        with room_end:
            self._process = self._start(room_end)
        self._started_at = self._now()
        return edge_end

    async def restart(self) -> socket.socket | None:
        """Start the next room process after the last one ended; return its link, None if it must not."""
        code = await self._wait_for_exit()
        if code in (0, EXIT_REPORTED) or not self.was_up:
            return None
        self._early_deaths = 0 if self._now() - self._started_at >= STABLE_AFTER_S else self._early_deaths + 1
        if self._early_deaths > MAX_EARLY_DEATHS:
            return None
        delay = min(MAX_DELAY_S, self._first * 2 ** max(0, self._early_deaths - 1))
        print(
            f"hoyle: the room's process has ended ({describe_exit_code(code)}); another starts in {delay:g} s",
            file=sys.stderr,
        )
        await asyncio.sleep(delay)
        self.restarts += 1
        return self.start()

    async def _wait_for_exit(self) -> int:
        """Wait for the room process, whose link is closed, to exit; kill it if it does not."""
        process = self._process
        assert process is not None
        deadline = self._now() + STOP_TIMEOUT_S
        while (code := process.poll()) is None:
            if self._now() > deadline:
                process.kill()
            await asyncio.sleep(_POLL_INTERVAL_S)
        return code

    def stop(self) -> None:
        """Wait for the room process, which exits when its link is closed; kill it after a timeout."""
        if self._process is None:
            return
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
