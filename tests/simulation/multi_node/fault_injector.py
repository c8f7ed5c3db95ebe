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
from hoyle.storage.sql.lease_tables import COMMITTING, HANDING_OVER, TAKING
from hoyle.storage.sql.sql_store import Row
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
"""How often each trouble comes where it can, while the weather is bad."""
SELDOM_DONE: Final = {HANDING_OVER: 0.25, TAKING: 0.1}
"""How often it comes where what is done is done so seldom that otherwise it would never be met there."""
_STARTED: Final = 1_700_000_000_000
LATE: Final = 900
"""Milliseconds that a message may be late, so that others overtake it."""
NAPS: Final = (200, 900, 2500, 4000)
"""Milliseconds that a node sleeps in the midst of something, some of them beyond its lease."""


class Storm:
    """The weather of one run."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.bad = False
        self.time = 0
        """The true time in milliseconds, which nodes read with errors of their own."""
        self.struck: Counter[str] = Counter()
        self.cut: set[frozenset[str]] = set()
        """Pairs of nodes that cannot reach each other."""
        self.down_until = 0
        """Before that nobody reaches the database."""
        self.ends: dict[str, LossyBus] = {}
        self.napping = False
        """Whether a node sleeps in the midst of something: one at a time does."""
        self.nap: Callable[[str, int], None] = lambda name, millis: None
        """Lets everybody else run on while a node sleeps."""
        self._under_way: list[tuple[int, int, str, BusMessage]] = []
        self._sent = 0
        self.said = 0
        """Bytes that nodes have said to each other."""

    def clock(self) -> int:
        """The time by the database's clock."""
        return _STARTED + self.time

    def strikes(self, trouble: str, odds: float | None = None) -> bool:
        found = self.bad and self.rng.random() < (ODDS[trouble] if odds is None else odds)
        if found:
            self.struck[trouble] += 1
        return found

    def carry(self, source: str, to: str, heard: BusMessage) -> None:
        """A message on its way between two nodes."""
        self.said += len(heard.data)
        if frozenset((source, to)) in self.cut or self.strikes("drop"):
            return
        for _ in range(2 if self.strikes("double") else 1):
            delay = self.rng.randint(1, LATE) if self.strikes("late") else self.rng.randint(0, 3)
            self._sent += 1
            heappush(self._under_way, (self.time + delay, self._sent, to, heard))

    def arrive(self) -> None:
        """Everything whose time has come."""
        while self._under_way and self._under_way[0][0] <= self.time:
            _, _, to, heard = heappop(self._under_way)
            if to in self.ends:
                self.ends[to].inbox.append(heard)

    def next_arrival(self) -> int | None:
        return self._under_way[0][0] if self._under_way else None


class LossyBus:
    """One node's end of the bus."""

    def __init__(self, storm: Storm, name: str, *, most: int = 1 << 20) -> None:
        self._storm = storm
        self._name = name
        self.max_payload = most
        self.inbox: list[BusMessage] = []
        storm.ends[name] = self

    def send(self, node: str, data: bytes) -> None:
        self._check(data)
        self._storm.carry(self._name, node, BusMessage(data, to_all=False))

    def _check(self, data: bytes) -> None:
        if len(data) > self.max_payload:
            raise InvariantViolation(
                f"{self._name} says {len(data)} bytes at once, and the bus carries {self.max_payload}"
            )

    def broadcast(self, data: bytes) -> None:
        self._check(data)
        for name in sorted(self._storm.ends):
            self._storm.carry(self._name, name, BusMessage(data, to_all=True))

    def receive(self) -> list[BusMessage]:
        found, self.inbox = self.inbox, []
        return found

    def answer_status_with(self, answer: Callable[[], bytes]) -> None:
        """Nobody asks here."""

    def handle(self) -> int:
        return -1

    def close(self) -> None:
        if self._storm.ends.get(self._name) is self:
            del self._storm.ends[self._name]


class NodeCrash(BaseException):
    """The process of a node ends here, in the middle of what it does."""


class FailoverStore(SqliteStore):
    """One node's line to the database, which fails over, and in whose midst the node sleeps or dies.

    A transaction is lost, or made and never acknowledged; a question is not answered. A node sleeps before
    it writes, while the others run on, or in the middle of it, while nobody can write.
    """

    def __init__(self, path: Path, storm: Storm, written: Callable[[Sequence[CommitUnit]], None]) -> None:
        self._storm = storm
        self._written = written
        self._pending: list[CommitUnit] = []
        self._looking = False
        self._down = 0
        """How many transactions more will fail."""
        super().__init__(path, clock=storm.clock)

    def _connect(self, *, reading: bool) -> sqlite3.Connection:
        connection = super()._connect(reading=reading)
        # What is lost with a machine's power is not what is tested here.
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[None]:
        if doing == SETTING_UP:
            self._is_up()
            with super()._transaction(doing):
                yield
            return
        self._before(doing)
        self._pending = []
        with super()._transaction(doing):
            yield
            if self._storm.strikes("stall"):
                self._storm.time += self._storm.rng.choice(NAPS)
        self._took(self._pending)
        if self._storm.strikes("die after"):
            raise NodeCrash
        if self._storm.strikes("after", SELDOM_DONE.get(doing)):
            self._down = self._storm.rng.choice((0, 1, 2))
            raise Unreachable("the database was lost during a commit", uncertain=doing == COMMITTING)

    def _is_up(self) -> None:
        if self._storm.time < self._storm.down_until:
            raise Unreachable("the database is down")

    def _before(self, doing: str) -> None:
        storm = self._storm
        self._is_up()
        if self._lease is not None and not storm.napping and storm.strikes("nap", SELDOM_DONE.get(doing)):
            storm.nap(self._lease[0], storm.rng.choice(NAPS))
        if storm.strikes("die before"):
            raise NodeCrash
        if self._down and storm.bad:
            self._down -= 1
            raise Unreachable("the database is failing over still")
        if storm.strikes("before"):
            self._down = storm.rng.choice((0, 1, 2))
            raise Unreachable("the database has failed over: nothing was written")

    def _insert_rows(self, batch: CommitBatch) -> dict[str, int]:
        self._pending += batch.writes
        return super()._insert_rows(batch)

    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        self._read()
        return super()._query(sql, values)

    def _query_snapshot(self, questions: Sequence[str]) -> list[list[Row]]:
        self._read()
        return super()._query_snapshot(questions)

    def _read(self) -> None:
        if self._looking:
            return
        self._is_up()
        if self._storm.strikes("unread"):
            raise Unreachable("the database does not answer")

    # What must hold whenever something is written

    def _took(self, writes: Sequence[CommitUnit]) -> None:
        """On disk: by a node that has a lease, at tables that it has."""
        if self._lease is not None and writes:
            self._looking = True
            name, run, _ = self._lease
            if not any((node.name, node.run, node.live) == (name, run, True) for node in self.nodes()):
                raise InvariantViolation(f"{name} has written without a lease")
            has = {each.stream: (each.owner, each.run) for each in self.holdings()}
            self._looking = False
            for write in writes:
                for record in write.records:
                    if record.stream != ROOM and has[record.stream] != (name, run):
                        raise InvariantViolation(
                            f"{name} has written to {record.stream}, which is {has[record.stream]}'s"
                        )
        self._written(writes)

    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        """Nobody takes what a node at work has."""
        for stream in streams:
            rows = self._execute(
                "SELECT owner, stream.run FROM stream "
                "JOIN node ON node.name = owner AND node.run = stream.run "
                f"WHERE stream = ? AND until > {self._now_sql()}",
                (stream,),
            ).fetchall()
            if rows not in ([], [(owner, run)]):
                raise InvariantViolation(f"{owner} takes {stream}, which {rows[0][0]} has")
        return super()._raise_epochs(streams, owner, run)
