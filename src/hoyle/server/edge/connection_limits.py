"""Connection limits per address and in total; cuts connections that stall too long.

A connection owes something from time to time: a request once it is open, a body once its head is there, room
for what it is being sent, and its end once it was closed. Whoever owes it for too long is cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import resource
from collections.abc import Collection, Iterator
from typing import Final, Protocol

RESERVED: Final = 64
"""Files that this process needs for itself."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks."""
GRACE: Final = 3.0
"""Seconds that a closed connection has to take what is on its way."""


class Connection(Protocol):
    """A connection, as far as the porter looks at it."""

    owes: float
    """Since when it owes something, by the loop's clock; 0 while it owes nothing."""
    patience: float
    """Seconds for which that is waited for."""

    @property
    def closing(self) -> bool: ...

    def cut(self) -> None: ...


class ConnectionLimiter:
    """Everybody who is connected to this process."""

    def __init__(self, *, from_one: int = 0, in_all: int = 0, proxies: Collection[str] = ()) -> None:
        """`from_one` and `in_all` are the most connections from one address and altogether; 0: any number."""
        self._from_one = from_one
        self._in_all = in_all
        self._proxies = frozenset(proxies)
        self._here: dict[Connection, str] = {}
        self._counts: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        """Connections there are."""
        return len(self._here)

    def try_admit(self, connection: Connection, address: str) -> bool:
        """Whether there is room for another connection from an address; counted until it `release`."""
        if self._in_all and len(self._here) >= self._in_all:
            return False
        if not self._try_acquire(address):
            return False
        self._here[connection] = address
        return True

    def release(self, connection: Connection) -> None:
        address = self._here.pop(connection, None)
        if address is not None:
            self._release_slot(address)

    def changed(self, before: Connection, after: Connection) -> None:
        """A connection goes on in another way: a request became a socket."""
        address = self._here.pop(before, None)
        if address is not None:
            self._here[after] = address

    @contextlib.contextmanager
    def proxied_client(self, address: str) -> Iterator[bool]:
        """Somebody whom a proxy brought from an address, while he is there; False where there is no room."""
        let_in = self._try_acquire(address)
        try:
            yield let_in
        finally:
            if let_in:
                self._release_slot(address)

    def _try_acquire(self, address: str) -> bool:
        if not self._is_counted(address):
            return True
        if self._counts.get(address, 0) >= self._from_one:
            return False
        self._counts[address] = self._counts.get(address, 0) + 1
        return True

    def _release_slot(self, address: str) -> None:
        if not self._is_counted(address):
            return
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    def _is_counted(self, address: str) -> bool:
        """Whoever is on this machine needs no connection to harm it; a proxy brings many people."""
        if not self._from_one or not address or address in self._proxies:
            return False
        try:
            return not ipaddress.ip_address(address).is_loopback
        except ValueError:
            return True

    # Who keeps others waiting

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.cut_stalled(now())

    def cut_stalled(self, now: float) -> None:
        """Cut off whoever owes something for too long."""
        for connection in list(self._here):
            if connection.closing and connection.patience != GRACE:
                connection.owes, connection.patience = now, GRACE
            elif connection.owes and now - connection.owes > connection.patience:
                connection.cut()


def max_connections() -> int:
    """How many connections the files of this process allow."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if most == resource.RLIM_INFINITY else max(1, most - RESERVED)
