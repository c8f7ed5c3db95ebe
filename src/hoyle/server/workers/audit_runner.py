"""Audit runner: runs one audit of the whole room at a time, and the queries of auditors, in a worker process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from hoyle.server.workers.worker_pool import WorkerPool

MAX_AUDIT_S: Final = 86_400.0
"""Seconds that an audit may take."""

T = TypeVar("T")


class AuditRunner:
    """Runner of audits; keeps the last one."""

    def __init__(self) -> None:
        self._pool = WorkerPool(patience=MAX_AUDIT_S, instead="audit from the command line", grace=None)
        self._audit: asyncio.Task[Any] | None = None
        self._result: Any = None
        self.started_at = 0
        """Time at which the last audit was started, in milliseconds since 1970; 0: none."""

    async def run(self, task: Callable[..., T], *arguments: Any) -> T:
        """Run a query in the worker process; it waits for a running audit."""
        result: T = await self._pool.submit(task, *arguments)
        return result

    @property
    def is_running(self) -> bool:
        """Whether an audit is running."""
        return self._audit is not None and not self._audit.done()

    def start(self, task: Callable[..., Any], *arguments: Any) -> None:
        """Start an audit, unless one is running."""
        if not self.is_running:
            self.started_at = time.time_ns() // 1_000_000
            self._audit = asyncio.create_task(self.run(task, *arguments))

    def result(self) -> Any:
        """Return the result of the last audit that has ended, or the error that ended it; None before it."""
        if self._audit is not None and self._audit.done():
            self._result = self._audit.exception() or self._audit.result()
        return self._result

    def stop(self) -> None:
        """Kill the worker process."""
        if self._audit is not None:
            self._audit.cancel()
        self._pool.stop()
