"""What can go wrong between nodes: a bus that loses, doubles and delays, a database that fails over."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from pathlib import Path
from typing import Final

from hoyle.room.store.failures import Unreachable
from hoyle.room.store.leases import Node
from hoyle.room.store.sql import Row
from hoyle.room.store.sqlite import SqliteStore
from hoyle.room.store.writing import ROOM, Write
from hoyle.server.faults.faulty_store import Wrong
from hoyle.server.nodes.bus import Heard

ODDS: Final = {
    "drop": 0.05,
    "double": 0.05,
    "late": 0.10,
    "before": 0.008,
    "after": 0.006,
}
"""How often each trouble comes where it can, while the weather is bad."""
_STARTED: Final = 1_700_000_000_000
LATE: Final = 900
"""Milliseconds that a message may be late, so that others overtake it."""


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
        self.ends: dict[str, StormBus] = {}
        self._under_way: list[tuple[int, int, str, Heard]] = []
        self._sent = 0

    def clock(self) -> int:
        """The time by the database's clock."""
        return _STARTED + self.time

    def strikes(self, trouble: str, odds: float | None = None) -> bool:
        found = self.bad and self.rng.random() < (ODDS[trouble] if odds is None else odds)
        if found:
            self.struck[trouble] += 1
        return found

    def carry(self, source: str, to: str, heard: Heard) -> None:
        """A message on its way between two nodes."""
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


class StormBus:
    """One node's end of the bus."""

    def __init__(self, storm: Storm, name: str, *, most: int = 1 << 20) -> None:
        self._storm = storm
        self._name = name
        self.most = most
        self.inbox: list[Heard] = []
        storm.ends[name] = self

    def send(self, node: str, data: bytes) -> None:
        self._check(data)
        self._storm.carry(self._name, node, Heard(data, to_all=False))

    def _check(self, data: bytes) -> None:
        if len(data) > self.most:
            raise Wrong(f"{self._name} says {len(data)} bytes at once, and the bus carries {self.most}")

    def tell(self, data: bytes) -> None:
        self._check(data)
        for name in sorted(self._storm.ends):
            self._storm.carry(self._name, name, Heard(data, to_all=True))

    def receive(self) -> list[Heard]:
        found, self.inbox = self.inbox, []
        return found

    def asked(self, answer: Callable[[], bytes]) -> None:
        """Nobody asks here."""

    def handle(self) -> int:
        return -1

    def close(self) -> None:
        if self._storm.ends.get(self._name) is self:
            del self._storm.ends[self._name]


class StormStore(SqliteStore):
    """One node's line to the database, which fails over: a commit is lost, or made and never acknowledged."""

    def __init__(self, path: Path, storm: Storm, written: Callable[[Sequence[Write]], None]) -> None:
        self._storm = storm
        self._written = written
        self._pending: list[Write] = []
        super().__init__(path, clock=storm.clock)

    def _connect(self, *, reading: bool) -> sqlite3.Connection:
        connection = super()._connect(reading=reading)
        # What is lost with a machine's power is not what is tested here.
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    def _fails(self) -> None:
        self._is_up()
        if self._storm.strikes("before"):
            raise Unreachable("the database has failed over: nothing was written")

    def _is_up(self) -> None:
        if self._storm.time < self._storm.down_until:
            raise Unreachable("the database is down")

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        self._is_up()
        return super()._rows(sql, values)

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[None]:
        self._is_up()
        with super()._transaction(doing):
            yield

    @contextmanager
    def turn(self, stream: str) -> Iterator[None]:
        self._fails()
        self._pending = []
        with super().turn(stream):
            yield
        self._took(self._pending)

    def commit(self, writes: Sequence[Write]) -> None:
        if self._in_turn:
            super().commit(writes)
            self._pending += writes
            return
        self._fails()
        super().commit(writes)
        self._took(writes)

    def _took(self, writes: Sequence[Write]) -> None:
        """On disk: by a node that has a lease, at tables that it has."""
        if self._lease is not None and writes:
            name, run, _ = self._lease
            if not any((node.name, node.run, node.live) == (name, run, True) for node in self.nodes()):
                raise Wrong(f"{name} has written without a lease")
            has = {each.stream: (each.owner, each.run) for each in self.holdings()}
            for write in writes:
                for record in write.records:
                    if record.stream != ROOM and has[record.stream] != (name, run):
                        raise Wrong(f"{name} has written to {record.stream}, which is {has[record.stream]}'s")
        self._written(writes)
        if self._storm.strikes("after"):
            raise Unreachable("the database was lost during a commit", uncertain=True)

    def renew(
        self, *, tables: int, people: int, load: int = 0, heard: int = -1, cut: bool = False
    ) -> list[Node]:
        self._fails()
        return super().renew(tables=tables, people=people, load=load, heard=heard, cut=cut)

    def take(self, streams: Sequence[str]) -> list[str]:
        self._fails()
        return super().take(streams)
