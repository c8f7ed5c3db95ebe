"""Connection limits per address and in total; cuts connections that stall too long.

A connection owes progress from time to time: a request once it is open, a body after its headers, a read of
pending output, and its end after the close. One that owes it for too long is cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import resource
from collections.abc import Collection, Iterator
from typing import Final, Protocol

RESERVED: Final = 64
"""File descriptors that this process needs for itself."""
LOOK_EVERY: Final = 1.0
"""Seconds between two checks."""
GRACE: Final = 3.0
"""Seconds that a closed connection has to drain."""


class Connection(Protocol):
    """Protocol of a connection that the limiter tracks."""

    owes: float
    """Loop time since which it owes progress; 0 while it owes none."""
    patience: float
    """Seconds that it may owe progress."""

    @property
    def closing(self) -> bool: ...

    def cut(self) -> None: ...


class ConnectionLimiter:
    """Registry and limits of the connections of this process."""

    def __init__(self, *, from_one: int = 0, in_all: int = 0, proxies: Collection[str] = ()) -> None:
        """Limit connections per address (`from_one`) and in total (`in_all`); 0: any number."""
        self._from_one = from_one
        self._in_all = in_all
        self._proxies = frozenset(proxies)
        self._here: dict[Connection, str] = {}
        self._counts: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        """Number of open connections."""
        return len(self._here)

    def try_admit(self, connection: Connection, address: str) -> bool:
        """Admit a connection from an address if the limits allow; counted until `release`."""
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
        """Replace a connection by its successor: an HTTP request became a WebSocket."""
        address = self._here.pop(before, None)
        if address is not None:
            self._here[after] = address

    @contextlib.contextmanager
    def proxied_client(self, address: str) -> Iterator[bool]:
        """Count a client behind a proxy while the context lasts; False if its address is at the limit."""
        is_admitted = self._try_acquire(address)
        try:
            yield is_admitted
        finally:
            if is_admitted:
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
        """Whether an address is limited: not loopback, nor a proxy, behind which are many clients."""
        if not self._from_one or not address or address in self._proxies:
            return False
        try:
            return not ipaddress.ip_address(address).is_loopback
        except ValueError:
            return True

    # Stalled connections

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
        """Cut connections that have owed progress for too long."""
        for connection in list(self._here):
            if connection.closing and connection.patience != GRACE:
                connection.owes, connection.patience = now, GRACE
            elif connection.owes and now - connection.owes > connection.patience:
                connection.cut()


def max_connections() -> int:
    """Maximum connections that the file-descriptor limit allows; 0: any number."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if limit == resource.RLIM_INFINITY else max(1, limit - RESERVED)
