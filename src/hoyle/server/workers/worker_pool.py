"""Worker pool: runs expensive requests in a separate low-priority process with a timeout.

Functions of plain data, so that they can be sent elsewhere. An answer that would cost too much is sampled
where that can be, refused with its price where that can be told, and given up after `TIMEOUT_S` in any case.
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
from hoyle.server.edge.fair_queue import NOBODY, FairQueue, Requester

TIMEOUT_S: Final = 10.0
"""Seconds that an answer may take."""
STARTUP_TIMEOUT_S: Final = 60.0
"""Seconds until the process that reckons must have begun: a busy machine is slow to start one."""
MAX_ESTIMATED_SECONDS: Final = 5.0
"""Seconds of one core that an answer may be expected to take."""
MAX_COUNTED: Final = 2e9
"""Estimated nanoseconds of one core up to which deals are counted and not sampled. Estimates are for a core
that has nothing else to do: on a busy one the count still ends within `MAX_ESTIMATED_SECONDS`."""
HASHING: Final = 30.0
"""Seconds that a password hash may take: a fraction of one, and more where the machine is busy with play."""
GRACE: Final = 1.0
"""Seconds in which is ended by itself what nobody waits for any more."""
MAX_HANDS: Final = 10
MAX_SAMPLES: Final = 1_000_000
DEFAULT_SAMPLES: Final = 200_000
MAX_COMMANDS: Final = 200
"""Of a session that is ruled on here."""


class CostLimitExceeded(HoyleError):
    """An answer that would take too long."""

    def __init__(self, message: str, *, price: float = 0.0) -> None:
        super().__init__(message)
        self.price = price
        """Seconds, as far as is known."""


class WorkerPool:
    """One process that reckons for everybody; an answer that takes too long ends it, and another begins."""

    def __init__(
        self,
        *,
        patience: float = TIMEOUT_S,
        instead: str = "ask for fewer hands or cards, or for samples",
        grace: float | None = GRACE,
        begin: Callable[[], None] | None = None,
    ) -> None:
        """`grace` is when work is ended whose asker has left, None: it is finished; `begin` loads what every
        answer needs."""
        self._patience = patience
        self._instead = instead
        self._grace = grace
        self._begin = begin or _begin
        self._pool: ProcessPoolExecutor | None = None
        self._turns = FairQueue()

    async def submit(
        self, what: Callable[..., Any], *args: Any, asker: Requester = NOBODY, patience: float = 0.0
    ) -> Any:
        """The answer of a function of plain data, which a module of its own has.

        Whoever leaves while he waits is forgotten; whoever leaves while his answer is reckoned has it ended.
        """
        await self._turns.take(asker)
        working = asyncio.ensure_future(self._asked(what, args, patience or self._patience))
        working.add_done_callback(self._worked)
        try:
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            if self._grace is not None:
                asyncio.get_running_loop().call_later(self._grace, self._give_up, working)
            raise

    def _worked(self, working: asyncio.Future[Any]) -> None:
        if not working.cancelled():
            working.exception()  # told to who asked, if he is still there
        self._turns.release()

    def _give_up(self, working: asyncio.Future[Any]) -> None:
        if not working.done():
            self.stop()

    async def _asked(self, what: Callable[..., Any], args: tuple[Any, ...], patience: float) -> Any:
        loop = asyncio.get_running_loop()
        try:
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_gently)
                async with asyncio.timeout(STARTUP_TIMEOUT_S):
                    await loop.run_in_executor(self._pool, self._begin)
            async with asyncio.timeout(patience):
                return await loop.run_in_executor(self._pool, what, *args)
        except TimeoutError:
            self.stop()
            raise CostLimitExceeded(
                f"it takes longer than {patience:g} s: {self._instead}", price=patience
            ) from None
        except BrokenProcessPool:
            self.stop()
            raise CostLimitExceeded("it was too much to reckon: ask for less") from None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                with contextlib.suppress(OSError):
                    process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def passwords() -> WorkerPool:
    """A process of its own for password hashes, which take long on purpose: one at a time, in fair turns by
    address, behind a bounded queue. A hash that was begun is finished, whoever leaves."""
    return WorkerPool(patience=HASHING, instead="try again in a moment", grace=None, begin=_begin_hashing)


def _gently() -> None:
    """The room comes first."""
    os.nice(10)


def _begin_hashing() -> None:
    """What a password hash needs."""
    import hoyle.room.auth.authentication  # noqa: F401


def _begin() -> None:
    """What every answer needs, loaded before the first is waited for."""
    import hoyle.server.workers.rulebook_tasks  # noqa: F401

    load_plugins()


def equity(game: str, hands: list[str], board: str, dead: str, samples: int, exact: bool) -> dict[str, Any]:
    """Each hand's share of the pot."""
    from hoyle.odds import equity as reckon
    from hoyle.odds.ranges.parse_cost import hand_cost_seconds

    if not 2 <= len(hands) <= MAX_HANDS:
        raise InvalidError(f"{len(hands)} hands: 2 to {MAX_HANDS} are wanted")
    _check_price(sum(hand_cost_seconds(game, hand, most=MAX_ESTIMATED_SECONDS) for hand in hands))
    result = reckon(
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
            f"it would take about {seconds:.0f} s of reckoning: {MAX_ESTIMATED_SECONDS:g} s at most are "
            f"given to one "
            "request; name fewer hands, percentages or variables",
            price=round(seconds, 1),
        )


def range_of(game: str, text: str, dead: str) -> dict[str, Any]:
    """How many hands a range has, and which."""
    from hoyle.core.cards import check_distinct, parse_cards
    from hoyle.odds import parse_range
    from hoyle.odds.ranges.parse_cost import range_cost_seconds

    _check_price(range_cost_seconds(game, text, most=MAX_ESTIMATED_SECONDS))
    gone = parse_cards(dead)
    check_distinct(gone)
    found = parse_range(game, text, gone=gone)
    return {
        "game": game,
        "range": text,
        "hands": len(found),
        "share": float(found.share),
        "text": str(found),
        "chart": found.chart() or [],
    }


def edges(game: str, ante: int = 0, max_payout: int = 0, round_limit: int = 0) -> list[dict[str, Any]]:
    """What the wagers of a house game cost, under limits that a house posts where they are given."""
    from hoyle.odds.house_games.house_edge import edges as reckon
    from hoyle.odds.house_games.house_edge import limit_in_antes

    most = limit_in_antes(game, ante or None, max_payout=max_payout, round_limit=round_limit)
    return [each.as_json() for each in reckon(game, most=most)]


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
    """The exact value of every choice."""
    from hoyle.core.cards import parse_card, parse_cards
    from hoyle.odds.house_games.house_edge import limit_in_antes
    from hoyle.odds.house_games.strategy import advise

    found = advise(
        game,
        parse_cards(cards),
        up=parse_card(up) if up else None,
        board=parse_cards(board),
        bets=bets,
        most=limit_in_antes(game, ante or None, max_payout=max_payout, round_limit=round_limit),
    )
    return dict(found.as_json())


def of_books(what: str, *args: Any) -> Any:
    """Answer of a rulebook task, by the name of its function; imports the tasks on first use."""
    from hoyle.server.workers import rulebook_tasks

    return getattr(rulebook_tasks, what)(*args)


def ruling(case: dict[str, Any]) -> dict[str, Any]:
    """The book's answer to a case."""
    from hoyle.judge import judge

    commands = case.get("commands", ())
    if isinstance(commands, list) and len(commands) > MAX_COMMANDS:
        raise InvalidError(f"{len(commands)} commands: {MAX_COMMANDS} at most are ruled on here")
    found = judge(case)
    return {
        "result": found.result,
        "answer": found.answer,
        "question": found.question,
        "clauses": found.clauses,
        "readings": found.readings,
        "working": [{"text": step.text, "clause": step.clause} for step in found.working],
    }
