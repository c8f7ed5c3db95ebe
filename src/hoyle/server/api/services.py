"""Services of HTTP handlers: calls to the room, worker pools, the session cookie and the audit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any, Final

from starlette.requests import Request

from hoyle.server.api.endpoint import cancel_on_disconnect
from hoyle.server.api.session_cookie import MAX_TOKEN, SessionCookie, is_secure
from hoyle.server.config import Config
from hoyle.server.ipc.messages import RpcResponse
from hoyle.server.workers import worker_pool
from hoyle.server.workers.audit_tasks import AuditRunner
from hoyle.server.workers.fair_queue import Requester
from hoyle.server.workers.worker_pool import WorkerPool, passwords

LOOKING_UP: Final = 60.0
"""Seconds that a rulebook query may take: always cheap, but slow at first on a busy machine."""
READING: Final = 30.0
"""Seconds that a query of past hands may take."""


class ApiServices:
    """Services for HTTP handlers: room calls, worker pools, session cookie and audits."""

    def __init__(
        self,
        config: Config,
        call_room: Callable[[str, str, dict[str, Any]], Awaitable[RpcResponse]],
        room_metrics: Callable[[], Awaitable[Mapping[str, float]]],
    ) -> None:
        self.config = config
        self.cookie = SessionCookie(config)
        self.call_room = call_room
        """Calls the room by name, with a session token and arguments."""
        self.room_metrics = room_metrics
        self.odds_pool = WorkerPool()
        # Separate pools: rulebook and past-hand queries never wait behind odds.
        self.rulebook_pool = WorkerPool(patience=LOOKING_UP, instead="use fewer words")
        self.archive_pool = WorkerPool(patience=READING, instead="ask for fewer hands")
        self.password_pool = passwords()
        self.audit_runner = AuditRunner(config.resolve_database())

    def stop(self) -> None:
        """Stop the worker processes."""
        for pool in (self.odds_pool, self.archive_pool, self.rulebook_pool, self.password_pool):
            pool.stop()
        self.audit_runner.stop()

    async def compute(self, request: Request, task: Callable[..., Any], *args: Any, patience: float = 0.0) -> Any:
        """Run a computation for a request in the worker pool; cancelled if the client disconnects."""
        return await cancel_on_disconnect(
            request, self.odds_pool.submit(task, *args, asker=self._requester(request), patience=patience)
        )

    async def ask_books(self, request: Request, task_name: str, *args: Any) -> Any:
        """Run a query of `hoyle.server.workers.rulebook_tasks` for a request."""
        return await self.consult(request, worker_pool.of_books, task_name, *args)

    async def consult(self, request: Request, task: Callable[..., Any], *args: Any) -> Any:
        """Run a cheap query of the rulebooks, such as the form of a sign, for a request."""
        return await cancel_on_disconnect(
            request, self.rulebook_pool.submit(task, *args, asker=self._requester(request))
        )

    async def hash(self, request: Request, task: Callable[..., Any], *args: Any) -> Any:
        """Hash or verify a password for a request: addresses take turns, at low priority."""
        return await self.password_pool.submit(task, *args, asker=Requester(client_address(request.scope)))

    async def query_archive(self, request: Request, task: Callable[..., Any], *args: Any) -> Any:
        """Run a query of past hands for a request."""
        return await cancel_on_disconnect(
            request, self.archive_pool.submit(task, *args, asker=self._requester(request))
        )

    def _requester(self, request: Request) -> Requester:
        return Requester(client_address(request.scope), self.token_of(request.scope))

    def token_of(self, scope: MutableMapping[str, Any]) -> str:
        """Session token of a request: from the Authorization header, or the cookie."""
        credentials = header(scope, b"authorization")
        if credentials.lower().startswith("bearer "):
            return credentials[7:].strip()[:MAX_TOKEN]
        return self.cookie.read(scope["headers"], secure=is_secure(scope))


def header(scope: MutableMapping[str, Any], name: bytes) -> str:
    """Return a header of a request; empty if missing."""
    headers: Sequence[tuple[bytes, bytes]] = scope["headers"]
    return next((value.decode("latin-1") for key, value in headers if key == name), "")


def client_address(scope: MutableMapping[str, Any]) -> str:
    """Rate-limit key of a request: the client's address."""
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client is not None else ""
