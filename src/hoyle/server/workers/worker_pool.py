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
from typing import Any, Final

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.plugins import load_plugins
from hoyle.server.workers.fair_queue import NOBODY, FairQueue, Requester

TIMEOUT_S: Final = 10.0
"""Seconds that an answer may take."""
STARTUP_TIMEOUT_S: Final = 60.0
"""Seconds that the worker process may take to start: slow on a busy machine."""
MAX_ESTIMATED_SECONDS: Final = 5.0
"""Maximum estimated seconds of one core for an answer."""
MAX_COUNTED: Final = 2e9
"""Estimated nanoseconds of one core up to which deals are counted, not sampled. Estimates are for an idle
core: on a busy one the count still ends within `MAX_ESTIMATED_SECONDS`."""
HASHING: Final = 30.0
"""Seconds that a password hash may take: a fraction of one, and more on a busy machine."""
GRACE: Final = 1.0
"""Seconds after which work for a disconnected client is killed."""
MAX_HANDS: Final = 10
MAX_SAMPLES: Final = 1_000_000
DEFAULT_SAMPLES: Final = 200_000
MAX_COMMANDS: Final = 200
"""Maximum commands of a session that is ruled on here."""


class CostLimitExceeded(HoyleError):
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
        begin: Callable[[], None] | None = None,
    ) -> None:
        """`grace` is the delay after which work for a disconnected client is killed, None: never; `begin`
        preloads modules in the worker."""
        self._patience = patience
        self._instead = instead
        self._grace = grace
        self._begin = begin or _begin
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
                    await loop.run_in_executor(self._pool, self._begin)
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
    return WorkerPool(patience=HASHING, instead="try again in a moment", grace=None, begin=_begin_hashing)


def _lower_priority() -> None:
    """Lower the priority of the worker: the room comes first."""
    os.nice(10)


def _begin_hashing() -> None:
    """Preload the modules of password hashing."""
    import hoyle.room.auth.authentication  # noqa: F401


def _begin() -> None:
    """Preload the modules that every task needs."""
    import hoyle.server.workers.rulebook_tasks  # noqa: F401

    load_plugins()


def equity(game: str, hands: list[str], board: str, dead: str, samples: int, exact: bool) -> dict[str, Any]:
    """Compute the equity of each hand against the others."""
    from hoyle.odds import equity as compute_equity
    from hoyle.odds.ranges.parse_cost import hand_cost_seconds

    if not 2 <= len(hands) <= MAX_HANDS:
        raise InvalidError(f"{len(hands)} hands: expected 2 to {MAX_HANDS}")
    _check_price(sum(hand_cost_seconds(game, hand, limit=MAX_ESTIMATED_SECONDS) for hand in hands))
    result = compute_equity(
        game,
        hands,
        board=board,
        dead=dead,
        exact=None if exact else False,
        samples=min(samples or DEFAULT_SAMPLES, MAX_SAMPLES),
        threads=1,
        work_limit=MAX_COUNTED,
    )
    return dict(result.to_json())


def _check_price(seconds: float) -> None:
    if seconds > MAX_ESTIMATED_SECONDS:
        raise CostLimitExceeded(
            f"it would take about {seconds:.0f} s to compute: at most {MAX_ESTIMATED_SECONDS:g} s are "
            "given to one request; name fewer hands, percentages or variables",
            estimated_seconds=round(seconds, 1),
        )


def range_of(game: str, text: str, dead: str) -> dict[str, Any]:
    """Parse a range and return its hands and their number."""
    from hoyle.core.cards import check_distinct, parse_cards
    from hoyle.odds import parse_range
    from hoyle.odds.ranges.parse_cost import range_cost_seconds

    _check_price(range_cost_seconds(game, text, limit=MAX_ESTIMATED_SECONDS))
    dead_cards = parse_cards(dead)
    check_distinct(dead_cards)
    hands = parse_range(game, text, gone=dead_cards)
    return {
        "game": game,
        "range": text,
        "hands": len(hands),
        "share": float(hands.share),
        "text": str(hands),
        "chart": hands.chart() or [],
    }


def edges(game: str, ante: int = 0, max_payout: int = 0, round_limit: int = 0) -> list[dict[str, Any]]:
    """House edges of the wagers of a house game, under posted payout limits if given."""
    from hoyle.odds.house_games.house_edge import edges as house_edges
    from hoyle.odds.house_games.house_edge import limit_in_antes

    max_win = limit_in_antes(game, ante or None, max_payout=max_payout, round_limit=round_limit)
    return [edge.as_json() for edge in house_edges(game, max_win=max_win)]


def advice(
    game: str,
    cards: str,
    up: str,
    board: str,
    bets: list[int],
    ante: int = 0,
    max_payout: int = 0,
    round_limit: int = 0,
) -> dict[str, Any]:
    """Compute the exact expected value of every choice at a house game."""
    from hoyle.core.cards import parse_card, parse_cards
    from hoyle.odds.house_games.advice import advise
    from hoyle.odds.house_games.house_edge import limit_in_antes

    result = advise(
        game,
        parse_cards(cards),
        up=parse_card(up) if up else None,
        board=parse_cards(board),
        bets=bets,
        max_win=limit_in_antes(game, ante or None, max_payout=max_payout, round_limit=round_limit),
    )
    return dict(result.as_json())


def of_books(task_name: str, *args: Any) -> Any:
    """Run a rulebook task by name; imports the tasks on first use."""
    from hoyle.server.workers import rulebook_tasks

    return getattr(rulebook_tasks, task_name)(*args)


def ruling(case: dict[str, Any]) -> dict[str, Any]:
    """Return the ruling of a rulebook on a case."""
    from hoyle.judge import judge

    commands = case.get("commands", ())
    if isinstance(commands, list) and len(commands) > MAX_COMMANDS:
        raise InvalidError(f"{len(commands)} commands: {MAX_COMMANDS} at most are ruled on here")
    verdict = judge(case)
    return {
        "result": verdict.result,
        "answer": verdict.answer,
        "question": verdict.question,
        "clauses": verdict.clauses,
        "readings": verdict.readings,
        "working": [{"text": step.text, "clause": step.clause} for step in verdict.working],
    }
