"""Worker tasks for auditors: a full audit, account and chain heads, regulator's reports.

Everything is read from the store, which holds only acknowledged records. No answer can have a card of a
round in play: accounts, chain heads, reports and audit results have no cards, and the index has only
finished hands.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from hoyle.audit import closed_hands as closed_hand_reader
from hoyle.audit.closed_hands import ClosedHand
from hoyle.audit.findings import CHECKS
from hoyle.audit.reports import REPORTS, Filter, Report, make
from hoyle.audit.room_audit import audit_room
from hoyle.core.errors import HoyleError
from hoyle.plugins import load_plugins
from hoyle.storage import open_store

MAX_FINDINGS: Final = 50
MAX_ROWS: Final = 500
MAX_HANDS: Final = 200
"""Finished hands of a table that an auditor can choose from."""


class AuditRunner:
    """Runner of one audit at a time, in a worker process; keeps the last result."""

    def __init__(self, database: str) -> None:
        self.place = database
        self._pool: ProcessPoolExecutor | None = None
        self._task: asyncio.Task[None] | None = None
        self._began = 0
        self._verdict: dict[str, Any] | None = None

    def state(self) -> dict[str, Any]:
        """State for the API: whether an audit is running, and the last result."""
        running = self._task is not None and not self._task.done()
        return {"running": running, "began": self._began, "verdict": self._verdict}

    def start(self) -> None:
        """Start an audit, unless one is running."""
        if self._task is None or self._task.done():
            self._began = time.time_ns() // 1_000_000
            self._task = asyncio.create_task(self._audit())

    async def read(self, task: Any, *args: Any) -> Any:
        """Run a function of this module on the store, in the worker process."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=load_plugins)
        return await asyncio.get_running_loop().run_in_executor(self._pool, task, self.place, *args)

    async def _audit(self) -> None:
        try:
            self._verdict = await self.read(run_audit)
        except (HoyleError, BrokenProcessPool) as error:
            self._verdict = {"good": False, "message": str(error), "ended": time.time_ns() // 1_000_000}

    def stop(self) -> None:
        """Kill the worker process of the audit."""
        if self._task is not None:
            self._task.cancel()
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                with contextlib.suppress(OSError):
                    process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def run_audit(database: str) -> dict[str, Any]:
    """Audit the whole room and return the result as plain data."""
    result = audit_room(database)
    return {
        "good": result.ok,
        "ended": time.time_ns() // 1_000_000,
        "streams": result.streams,
        "records": result.records,
        "hands": result.hands,
        "checks": [
            {
                "check": check,
                "shows": shows,
                "looked": result.checked.get(check, 0),
                "wrong": result.wrong.get(check, 0),
            }
            for check, shows in CHECKS.items()
        ],
        "findings": [
            {"check": finding.check, "message": str(finding), "time": finding.time}
            for finding in result.findings[:MAX_FINDINGS]
        ],
        "notices": result.notices,
    }


def chains_and_accounts(database: str) -> dict[str, Any]:
    """Heads of all chains, and balances of all accounts, which sum to zero."""
    store = open_store(database, reading=True)
    try:
        inventory = store.inventory()
    finally:
        store.close()
    balances = {account: chips for account, chips in sorted(inventory.balances.items()) if chips}
    return {
        "chains": [
            {"stream": stream, "records": head.number, "hash": head.hash.hex()}
            for stream, head in inventory.heads.items()
            if head.number
        ],
        "accounts": [{"account": account, "chips": chips} for account, chips in balances.items()],
        "sum": sum(inventory.balances.values()),
        "postings": inventory.ledger,
        "lists": [{"name": name, "words": kind.words} for name, kind in REPORTS.items()],
    }


def latest_hands(database: str, table: int) -> list[ClosedHand]:
    """Latest finished rounds of a table, without cards."""
    store = open_store(database, reading=True)
    try:
        return closed_hand_reader.latest_hands(store, table, MAX_HANDS)
    finally:
        store.close()


def closed_hands(database: str, table: int, first: int, last: int) -> None:
    """Raise an error unless finished rounds lie between two records."""
    store = open_store(database, reading=True)
    try:
        closed_hand_reader.closed_hands(store, table, first, last)
    finally:
        store.close()


def read_hands(database: str, table: int, first: int, last: int) -> list[ClosedHand]:
    """Return finished rounds of a table, with every card."""
    store = open_store(database, reading=True)
    try:
        return closed_hand_reader.read_hands(store, table, first, last)
    finally:
        store.close()


def regulator_report(database: str, name: str, filters: Filter) -> Report:
    """Build one of the regulator's reports."""
    store = open_store(database, reading=True)
    try:
        return make(name, store, filters)
    finally:
        store.close()
