"""Fault injector for several nodes: a lossy bus and a database that fails over, from one seed."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from pathlib import Path
from typing import Final

from tests.simulation.single_node.faulty_store import InvariantViolation

from hoyle.nodes.bus.message_bus import BusMessage
from hoyle.storage.commit_batch import CommitBatch
from hoyle.storage.errors import Unreachable
from hoyle.storage.models import ROOM, CommitUnit
from hoyle.storage.sql.commit_rows import Row
from hoyle.storage.sql.lease_tables import COMMITTING, HANDING_OVER, TAKING
from hoyle.storage.sqlite_store import SETTING_UP, SqliteStore

ODDS: Final = {
    "drop": 0.05,
    "double": 0.05,
    "late": 0.10,
    "before": 0.006,
    "after": 0.006,
    "unread": 0.003,
    "nap": 0.008,
    "stall": 0.003,
    "die before": 0.003,
    "die after": 0.003,
}
"""Probability of each fault where it can occur, while faults are on."""
RARE_TRANSACTION_ODDS: Final = {HANDING_OVER: 0.25, TAKING: 0.1}
"""Higher probabilities for rare transactions, which faults would otherwise never hit."""
_STARTED: Final = 1_700_000_000_000
MAX_DELAY_MS: Final = 900
"""Maximum milliseconds that a message is late, so that others overtake it."""
NAP_MS: Final = (200, 900, 2500, 4000)
"""Milliseconds that a node sleeps in the middle of an operation, some of them beyond its lease."""


class FaultInjector:
    """Faults of one run: bus, database and sleeping nodes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.enabled = False
        self.time = 0
        """True time in milliseconds; nodes read it with errors of their own."""
        self.counts: Counter[str] = Counter()
        self.partitions: set[frozenset[str]] = set()
        """Partitioned pairs of nodes."""
        self.down_until = 0
        """Time until which the database is down."""
        self.buses: dict[str, LossyBus] = {}
        self.napping = False
        """Whether a node sleeps in the middle of an operation: only one at a time does."""
        self.nap: Callable[[str, int], None] = lambda name, millis: None
        """Runs all others while a node sleeps."""
        self._in_transit: list[tuple[int, int, str, BusMessage]] = []
        self._last_arrivals: dict[tuple[str, str], int] = {}
        """Time at which the last message from one node arrives at another."""
        self._sent = 0
        self.bytes_sent = 0
        """Bytes that nodes have sent to each other."""

    def clock(self) -> int:
        """Time by the database's clock."""
        return _STARTED + self.time

    def strikes(self, fault: str, odds: float | None = None) -> bool:
        """Whether a fault occurs now; counts it if so."""
        struck = self.enabled and self.rng.random() < (ODDS[fault] if odds is None else odds)
        if struck:
            self.counts[fault] += 1
        return struck

    def send(self, source: str, to: str, message: BusMessage) -> None:
        """Send a message between two nodes, with loss, duplicates and delay."""
        self.bytes_sent += len(message.data)
        if frozenset((source, to)) in self.partitions or self.strikes("drop"):
            return
        for _ in range(2 if self.strikes("double") else 1):
            self._sent += 1
            heappush(self._in_transit, (self._arrival(source, to), self._sent, to, message))

    def _arrival(self, source: str, to: str) -> int:
        """Time at which a message arrives: in the order of sending, unless it is late."""
        if self.strikes("late"):
            return self.time + self.rng.randint(1, MAX_DELAY_MS)
        arrival = max(self.time + self.rng.randint(0, 3), self._last_arrivals.get((source, to), 0))
        self._last_arrivals[source, to] = arrival
        return arrival

    def deliver_due(self) -> None:
        """Deliver the messages that are due."""
        while self._in_transit and self._in_transit[0][0] <= self.time:
            _, _, to, message = heappop(self._in_transit)
            if to in self.buses:
                self.buses[to].inbox.append(message)

    def next_arrival(self) -> int | None:
        return self._in_transit[0][0] if self._in_transit else None


class LossyBus:
    """One node's connection to the lossy bus."""

    def __init__(self, faults: FaultInjector, name: str, *, max_payload: int = 1 << 20) -> None:
        self._faults = faults
        self._name = name
        self.max_payload = max_payload
        self.inbox: list[BusMessage] = []
        faults.buses[name] = self

    def send(self, node: str, data: bytes) -> None:
        self._check(data)
        self._faults.send(self._name, node, BusMessage(data, to_all=False))

    def _check(self, data: bytes) -> None:
        if len(data) > self.max_payload:
            raise InvariantViolation(f"{self._name} sends {len(data)} bytes at once; the bus allows {self.max_payload}")

    def broadcast(self, data: bytes) -> None:
        self._check(data)
        for name in sorted(self._faults.buses):
            self._faults.send(self._name, name, BusMessage(data, to_all=True))

    def flush(self) -> None:
        """Do nothing: messages are on their way already."""

    def receive(self) -> list[BusMessage]:
        received, self.inbox = self.inbox, []
        return received

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        """Do nothing: the simulation sends no status requests."""

    def handle(self) -> int:
        return -1

    def close(self) -> None:
        if self._faults.buses.get(self._name) is self:
            del self._faults.buses[self._name]


class NodeCrash(BaseException):
    """Crash of a node's process in the middle of an operation."""


class FailoverStore(SqliteStore):
    """One node's store on a database that fails over, during whose transactions the node sleeps or crashes.

    A transaction is lost, or committed and never acknowledged; a query is not answered. A node sleeps before
    it writes, while the others run, or during the transaction, while no node can write.
    """

    def __init__(self, path: Path, faults: FaultInjector, written: Callable[[Sequence[CommitUnit]], None]) -> None:
        self._faults = faults
        self._written = written
        self._pending: list[CommitUnit] = []
        self._checking = False
        self._down = 0
        """Number of further transactions that fail."""
        super().__init__(path, clock=faults.clock)

    def _connect(self, *, reading: bool) -> sqlite3.Connection:
        connection = super()._connect(reading=reading)
        # Power loss is not tested here.
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[None]:
        if doing == SETTING_UP:
            self._check_up()
            with super()._transaction(doing):
                yield
            return
        self._inject_before(doing)
        self._pending = []
        with super()._transaction(doing):
            yield
            if self._faults.strikes("stall"):
                self._faults.time += self._faults.rng.choice(NAP_MS)
        self._check_committed(self._pending)
        if self._faults.strikes("die after"):
            raise NodeCrash
        if self._faults.strikes("after", RARE_TRANSACTION_ODDS.get(doing)):
            self._down = self._faults.rng.choice((0, 1, 2))
            raise Unreachable("the database was lost during a commit", uncertain=doing == COMMITTING)

    def _check_up(self) -> None:
        if self._faults.time < self._faults.down_until:
            raise Unreachable("the database is down")

    def _inject_before(self, doing: str) -> None:
        faults = self._faults
        self._check_up()
        if self._lease is not None and not faults.napping and faults.strikes("nap", RARE_TRANSACTION_ODDS.get(doing)):
            faults.nap(self._lease[0], faults.rng.choice(NAP_MS))
        if faults.strikes("die before"):
            raise NodeCrash
        if self._down and faults.enabled:
            self._down -= 1
            raise Unreachable("the database is failing over still")
        if faults.strikes("before"):
            self._down = faults.rng.choice((0, 1, 2))
            raise Unreachable("the database has failed over: nothing was written")

    def _insert_rows(self, batch: CommitBatch) -> dict[str, int]:
        self._pending += batch.units
        return super()._insert_rows(batch)

    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        self._read()
        return super()._query(sql, values)

    def _query_snapshot(self, questions: Sequence[str]) -> list[list[Row]]:
        self._read()
        return super()._query_snapshot(questions)

    def _read(self) -> None:
        if self._checking:
            return
        self._check_up()
        if self._faults.strikes("unread"):
            raise Unreachable("the database does not answer")

    # Invariants of every commit

    def _check_committed(self, writes: Sequence[CommitUnit]) -> None:
        """Check that the writer has a lease and owns the tables of these committed units."""
        if self._lease is not None and writes:
            self._checking = True
            name, run, _ = self._lease
            if not any((node.name, node.run, node.live) == (name, run, True) for node in self.nodes()):
                raise InvariantViolation(f"{name} has written without a lease")
            owners = {holding.stream: (holding.owner, holding.run) for holding in self.holdings()}
            self._checking = False
            for write in writes:
                for record in write.records:
                    if record.stream != ROOM and owners[record.stream] != (name, run):
                        raise InvariantViolation(
                            f"{name} has written to {record.stream}, which is {owners[record.stream]}'s"
                        )
        self._written(writes)

    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        """Check that no stream of a live node is taken."""
        for stream in streams:
            rows = self._execute(
                "SELECT owner, stream.run FROM stream "
                "JOIN node ON node.name = owner AND node.run = stream.run "
                f"WHERE stream = ? AND lease_until > {self._now_sql()}",
                (stream,),
            ).fetchall()
            if rows not in ([], [(owner, run)]):
                raise InvariantViolation(f"{owner} takes {stream}, which {rows[0][0]} has")
        return super()._raise_epochs(streams, owner, run)
