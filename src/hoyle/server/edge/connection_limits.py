"""Connection limits per address and in total; aborts connections that stall too long.

A client must make progress: send a request once the connection is open, a body after its headers, read
pending output, and finish the close. Until it does, the connection counts as stalled.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import resource
from collections.abc import Collection, Iterator
from typing import ClassVar, Final

RESERVED_FILES: Final = 64
"""File descriptors that this process needs for itself."""
STALL_CHECK_INTERVAL_S: Final = 1.0
CLOSE_TIMEOUT_S: Final = 3.0
"""Seconds that a closed connection has to drain."""


class ConnectionLimiter:
    """Registry and limits of the connections of this process."""

    def __init__(self, *, max_per_address: int = 0, max_total: int = 0, proxies: Collection[str] = ()) -> None:
        """Limit connections, 0 for any number; the addresses of proxies are not limited."""
        self._max_per_address = max_per_address
        self._max_total = max_total
        self._proxies = frozenset(proxies)
        self._addresses: dict[LimitedConnection, str] = {}
        self._counts: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    def try_admit(self, connection: LimitedConnection, address: str) -> bool:
        """Admit a connection from an address if the limits allow; counted until `release`."""
        if self._max_total and len(self._addresses) >= self._max_total:
            return False
        if not self._try_acquire(address):
            return False
        self._addresses[connection] = address
        return True

    def release(self, connection: LimitedConnection) -> None:
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._release_slot(address)

    def replace(self, before: LimitedConnection, after: LimitedConnection) -> None:
        """Replace an HTTP connection by the WebSocket that it became."""
        address = self._addresses.pop(before, None)
        if address is not None:
            self._addresses[after] = address

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
        if self._counts.get(address, 0) >= self._max_per_address:
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
        if not self._max_per_address or not address or address in self._proxies:
            return False
        try:
            return not ipaddress.ip_address(address).is_loopback
        except ValueError:
            return True

    # Stalled connections

    async def start(self) -> None:
        self._task = asyncio.create_task(self._watch_stalls())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch_stalls(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(STALL_CHECK_INTERVAL_S)
            self.abort_stalled(now())

    def abort_stalled(self, now: float) -> None:
        """Abort the connections that have stalled for too long."""
        for connection in list(self._addresses):
            if connection.closing and connection.stall_timeout != CLOSE_TIMEOUT_S:
                connection.stalled_since, connection.stall_timeout = now, CLOSE_TIMEOUT_S
            elif connection.stalled_since and now - connection.stalled_since > connection.stall_timeout:
                connection.abort()


class LimitedConnection(asyncio.BaseProtocol):
    """Base of connections that a limiter tracks."""

    connection_limiter: ClassVar[ConnectionLimiter]
    transport: asyncio.Transport
    stalled_since = 0.0
    """Loop time since which the server waits for the client; 0 while it does not."""
    stall_timeout = 0.0
    """Seconds that the server waits."""

    @property
    def closing(self) -> bool:
        return self.transport.is_closing()

    def abort(self) -> None:
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection_limiter.release(self)
        super().connection_lost(exc)


def max_connections() -> int:
    """Return the number of connections that the file-descriptor limit allows; 0: any number."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if limit == resource.RLIM_INFINITY else max(1, limit - RESERVED_FILES)
