"""Worker pool: runs expensive requests in a separate low-priority process with a timeout.

Tasks are functions of plain data. One that would cost too much is sampled if possible, else refused with its
estimated cost if that is known, and in any case stopped after `TIMEOUT_S`.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, Final

from msgspec import json

from hoyle.plugins import load_plugins
from hoyle.server.problems import RequestError
from hoyle.server.workers.fair_queue import NOBODY, FairQueue, Requester

TIMEOUT_S: Final = 10.0
"""Seconds that an answer may take."""
STARTUP_TIMEOUT_S: Final = 60.0
"""Seconds that the worker process may take to start: slow on a busy machine."""
HASHING: Final = 30.0
"""Seconds that a password hash may take: a fraction of one, and more on a busy machine."""
GRACE: Final = 1.0
"""Seconds after which work for a disconnected client is killed."""


class CostLimitExceeded(RequestError):
    """Refusal of a request that would take too long to compute."""

    def __init__(self, message: str, *, estimated_seconds: float = 0.0) -> None:
        super().__init__(message)
        self.estimated_seconds = estimated_seconds
        """0: not known."""


class WorkerPool:
    """One worker process for all clients; a task that times out kills it, and the next starts another."""

    def __init__(
        self,
        *,
        patience: float = TIMEOUT_S,
        instead: str = "ask for fewer hands or cards, or for samples",
        grace: float | None = GRACE,
        preload: str = "hoyle.server.api.routes",
    ) -> None:
        """`grace` is the delay after which work for a disconnected client is killed, None: never; `preload`
        is the module that the worker imports when it starts."""
        self._patience = patience
        self._instead = instead
        self._grace = grace
        self._preload = preload
        self._pool: ProcessPoolExecutor | None = None
        self._turns = FairQueue()

    async def submit(
        self, task: Callable[..., Any], *args: Any, asker: Requester = NOBODY, patience: float = 0.0
    ) -> Any:
        """Run a module-level function of plain data in the worker; return its result.

        A caller that is cancelled while it waits leaves the queue; its running work is killed after `grace`.
        """
        await self._turns.take(asker)
        future = asyncio.ensure_future(self._run(task, args, patience or self._patience))
        future.add_done_callback(self._on_done)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if self._grace is not None:
                asyncio.get_running_loop().call_later(self._grace, self._kill_if_running, future)
            raise

    def _on_done(self, future: asyncio.Future[Any]) -> None:
        if not future.cancelled():
            future.exception()  # retrieved here, since a cancelled caller does not
        self._turns.release()

    def _kill_if_running(self, future: asyncio.Future[Any]) -> None:
        if not future.done():
            self.stop()

    async def _run(self, task: Callable[..., Any], args: tuple[Any, ...], patience: float) -> Any:
        loop = asyncio.get_running_loop()
        try:
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_lower_priority)
                async with asyncio.timeout(STARTUP_TIMEOUT_S):
                    await loop.run_in_executor(self._pool, _preload, self._preload)
            async with asyncio.timeout(patience):
                return await loop.run_in_executor(self._pool, task, *args)
        except TimeoutError:
            self.stop()
            raise CostLimitExceeded(
                f"it takes longer than {patience:g} s: {self._instead}", estimated_seconds=patience
            ) from None
        except BrokenProcessPool:
            self.stop()
            raise CostLimitExceeded("the worker process was killed: ask for less") from None

    def stop(self) -> None:
        """Kill the worker process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                with contextlib.suppress(OSError):
                    process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def passwords() -> WorkerPool:
    """Return a worker pool for password hashes: one at a time, in fair turns by address.

    A hash that has started is finished, even if the client disconnects.
    """
    return WorkerPool(
        patience=HASHING, instead="try again in a moment", grace=None, preload="hoyle.room.auth.authentication"
    )


def _lower_priority() -> None:
    """Lower the priority of the worker: the room comes first."""
    os.nice(10)


def _preload(module: str) -> None:
    """Import the modules that every task needs."""
    import_module(module)
    load_plugins()


def encode_result(task: Callable[..., Any], *args: Any) -> bytes:
    """Run a task and encode its result as JSON."""
    return json.encode(task(*args))
