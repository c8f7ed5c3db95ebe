"""Services of HTTP handlers at the edge: calls to the room, worker pools, the session cookie and the audit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct, json, to_builtins

from hoyle.server.config import Config
from hoyle.server.ipc.messages import RpcResponse
from hoyle.server.problems import RoomRefusal
from hoyle.server.workers.audit_runner import AuditRunner
from hoyle.server.workers.fair_queue import Requester
from hoyle.server.workers.worker_pool import WorkerPool, encode_result, passwords

T = TypeVar("T")

RULEBOOK_POOL: Final = "rulebooks"
ODDS_POOL: Final = "odds"
ARCHIVE_POOL: Final = "archive"


class RoomCaller(Protocol):
    """Function that calls a handler of the room process."""

    def __call__(
        self, name: str, token: str, args: dict[str, Any], *, agent: str = "", address: str = ""
    ) -> Awaitable[RpcResponse]: ...


class Encoded(Generic[T]):
    """JSON answer that another process has constructed as a T and encoded: it is relayed as it is."""

    def __init__(self, data: bytes) -> None:
        self.data = data


class File(Struct, frozen=True):
    """Answer that a browser saves as a file."""

    text: str
    name: str
    media_type: str


class ClientGone(Exception):
    """Raised for a client that disconnected before its answer."""


class ApiServices:
    """Worker pools, room calls and audits of one edge."""

    def __init__(self, config: Config, call_room: RoomCaller, is_room_ready: Callable[[], Awaitable[bool]]) -> None:
        self.config = config
        self.call_room = call_room
        self.is_room_ready = is_room_ready
        # Separate pools: rulebook and past-hand queries never wait behind odds.
        self.pools = {
            ODDS_POOL: WorkerPool(),
            RULEBOOK_POOL: WorkerPool(patience=60.0, instead="use fewer words"),
            ARCHIVE_POOL: WorkerPool(patience=30.0, instead="ask for fewer hands"),
        }
        self.password_pool = passwords()
        self.audit_runner = AuditRunner()

    def stop(self) -> None:
        """Stop the worker processes."""
        for pool in (*self.pools.values(), self.password_pool):
            pool.stop()
        self.audit_runner.stop()


class Call:
    """HTTP request as a handler sees it: its sender, and the services that answer it."""

    def __init__(
        self,
        services: ApiServices,
        *,
        token: str,
        agent: str = "",
        address: str = "",
        disconnected: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self.services = services
        self.token = token
        self.agent = agent
        self.address = address
        self._disconnected = disconnected
        """Waits until the client disconnects; the body must have been read."""
        self.new_token: str | None = None
        """Session token to set as the cookie; empty: delete the cookie."""

    async def relay(self, name: str, /, **arguments: Any) -> Encoded[Any]:
        """Call a handler of the room; return its encoded answer, or raise its refusal."""
        response = await self.services.call_room(
            name, self.token, to_builtins(arguments), agent=self.agent, address=self.address
        )
        if response.status != 200:
            raise RoomRefusal(response.status, response.body)
        return Encoded(response.body)

    async def room(self, kind: type[T], name: str, /, **arguments: Any) -> T:
        """Call a handler of the room; return its answer."""
        return json.decode((await self.relay(name, **arguments)).data, type=kind)

    async def run(self, pool: str, task: Callable[..., T], *arguments: Any, patience: float = 0.0) -> Encoded[T]:
        """Run a task in a worker pool, which encodes the answer; cancelled if the client disconnects."""
        work = self.services.pools[pool].submit(
            encode_result, task, *arguments, asker=Requester(self.address, self.token), patience=patience
        )
        return Encoded(await cancel_on_disconnect(self._disconnected(), work))

    async def read_archive(self, task: Callable[..., T], *arguments: Any) -> Encoded[T]:
        """Run a query of past hands, which takes the database first."""
        return await self.run(ARCHIVE_POOL, task, self.services.config.resolve_database(), *arguments)

    async def audit(self, task: Callable[..., T], *arguments: Any) -> T:
        """Run a query of the audit, which takes the database first."""
        result: T = await self.services.audit_runner.run(task, self.services.config.resolve_database(), *arguments)
        return result

    async def hash(self, task: Callable[..., T], *arguments: Any) -> T:
        """Hash or verify a password: addresses take turns, at low priority."""
        result: T = await self.services.password_pool.submit(task, *arguments, asker=Requester(self.address))
        return result


async def cancel_on_disconnect(disconnected: Coroutine[Any, Any, None], answer: Coroutine[Any, Any, T]) -> T:
    """Await an answer; cancel it and raise ClientGone if the client disconnects first."""
    task = asyncio.ensure_future(answer)
    disconnect = asyncio.ensure_future(disconnected)
    try:
        await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientGone
    finally:
        task.cancel()
        disconnect.cancel()
