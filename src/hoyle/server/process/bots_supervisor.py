"""Supervisor of the bots process: restarts it with exponential backoff when it exits."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Final

from hoyle.server.edge.room_supervisor import Process
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.ipc.messages import Message, socket_pair
from hoyle.server.ipc.multiplexer import LinkMultiplexer

FIRST_DELAY_S: Final = 0.5
MAX_DELAY_S: Final = 60.0
"""Seconds before a restart: twice as many each time, as long as the process exits early."""
STABLE_AFTER_S: Final = 60.0
"""Seconds of running after which the delay is reset."""


def start_bots_process() -> tuple[Process, socket.socket]:
    """Start a bots process; return it with the room's end of the link to it."""
    room_end, bots_end = socket_pair()
    with bots_end:
        command = [sys.executable, "-m", "hoyle.server.process.bots_process", str(bots_end.fileno())]
        return subprocess.Popen(command, pass_fds=[bots_end.fileno()], stdin=subprocess.DEVNULL), room_end


class BotsSupervisor:
    """Supervisor that restarts the bots process when it exits."""

    def __init__(
        self,
        start: Callable[[], tuple[Process, socket.socket]] = start_bots_process,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._start = start
        self._now = now
        self._process: Process | None = None
        self._started_at = 0.0
        self._delay = FIRST_DELAY_S
        self._restart_at = 0.0

    def restart_due_in(self) -> float | None:
        """Return the seconds until a restart of the bots process is due; None while it runs."""
        return None if self._process is not None else max(0.0, self._restart_at - self._now())

    def poll(self, links: LinkMultiplexer, service: RoomGateway) -> list[Message]:
        """Disconnect the bots if their process has exited, and restart it when that is due."""
        out: list[Message] = []
        if self._process is not None and not links.has_bots():
            self.stop()
            out += service.bots_disconnected(links.is_bots)
            uptime = self._now() - self._started_at
            self._delay = FIRST_DELAY_S if uptime >= STABLE_AFTER_S else min(MAX_DELAY_S, 2 * self._delay)
            self._restart_at = self._now() + self._delay
            print(f"hoyle: the bots' process has ended; another in {self._delay:g} s", file=sys.stderr)
        if self._process is None and self._now() >= self._restart_at:
            self._process, link = self._start()
            self._started_at = self._now()
            links.attach_bots(link)
            out += service.bots_connected()
        return out

    def stop(self) -> None:
        """Kill the bots process: it has no state that is not on disk."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
