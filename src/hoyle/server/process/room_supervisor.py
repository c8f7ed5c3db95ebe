"""Supervisor of the room's process: starts it, and starts another when it dies.

Everything that was acknowledged is on disk, so the next process goes on where the last one stood. A process
that ended by itself and has said why (another has taken the room, the database cannot be used) is not
started again, nor is one that never came up, nor one that keeps dying.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final, Protocol

from hoyle.server.ipc.messages import socket_pair
from hoyle.server.process.exit_status import EXIT_REPORTED, describe_exit_code

FIRST: Final = 0.5
MOST: Final = 15.0
"""Seconds before a process is started again: twice as many each time, as long as they die early."""
STEADY: Final = 60.0
"""Seconds after which a process that died had been running well."""
MAX_STARTS: Final = 6
"""Restarts in a row of processes that died early, after which no other is tried."""
STOPPING: Final = 10.0
"""Seconds that a process has to end once its link is closed."""
_LOOK_EVERY: Final = 0.02


class Process(Protocol):
    """A process, as far as it is supervised."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


class RoomKeeper:
    """Starts the room's process as often as it takes, within bounds."""

    def __init__(
        self,
        start: Callable[[socket.socket], Process],
        *,
        now: Callable[[], float] = time.monotonic,
        first: float = FIRST,
    ) -> None:
        """`start` starts a process with its end of a link."""
        self._start = start
        self._now = now
        self._first = first
        self._process: Process | None = None
        self._began = 0.0
        self._early = 0
        """Processes in a row that died early."""
        self.was_up = False
        """Whether any of them has answered."""
        self.restarts = 0

    @property
    def pid(self) -> int:
        """The process that is running; 0 where none is."""
        return 0 if self._process is None else self._process.pid

    @property
    def code(self) -> int:
        """The exit code of the last process, once it has ended."""
        found = None if self._process is None else self._process.poll()
        return 0 if found is None else found

    def start(self) -> socket.socket:
        """Start a process; the edge's end of the link to it."""
        ours, theirs = socket_pair()
        with theirs:
            self._process = self._start(theirs)
        self._began = self._now()
        return ours

    async def restart(self) -> socket.socket | None:
        """The link to another process once the last one is gone; None where there is to be none."""
        code = await self._ended()
        if code in (0, EXIT_REPORTED) or not self.was_up:
            return None
        self._early = 0 if self._now() - self._began >= STEADY else self._early + 1
        if self._early > MAX_STARTS:
            return None
        delay = min(MOST, self._first * 2 ** max(0, self._early - 1))
        print(
            f"hoyle: the room's process has ended ({describe_exit_code(code)}); another starts in "
            f"{delay:g} s",
            file=sys.stderr,
        )
        await asyncio.sleep(delay)
        self.restarts += 1
        return self.start()

    async def _ended(self) -> int:
        """Wait for the process whose link is closed; one that does not end by itself is killed."""
        process = self._process
        assert process is not None
        until = self._now() + STOPPING
        while (code := process.poll()) is None:
            if self._now() > until:
                process.kill()
            await asyncio.sleep(_LOOK_EVERY)
        return code

    def stop(self) -> None:
        """End the process: with its link closed it ends by itself, else it is killed."""
        if self._process is None:
            return
        try:
            self._process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
