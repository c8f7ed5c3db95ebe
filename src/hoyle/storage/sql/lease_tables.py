"""Lease tables: node leases, stream ownership and epochs, and exclusive turns at shared streams.

Time is the store's own clock, so nodes need not agree on theirs. A node whose lease has ended writes nothing:
that is looked at in the transaction of each commit, first and last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

from hoyle.storage.errors import LeaseExpired, Locked, Superseded
from hoyle.storage.lease_rules import NodeRun, StreamOwner, may_join, may_take, next_run
from hoyle.storage.models import ROOM

Row = tuple[Any, ...]
COMMITTING: Final = "commit"
"""What is being done where records may be appended."""
TAKING: Final = "take streams"
HANDING_OVER: Final = "hand a stream over"


class LeaseTables(ABC):
    """What a store in tables does for nodes; without a lease it is one process's alone."""

    FOR_UPDATE = ""
    """What keeps rows from others until the transaction ends, where the engine does not do so by itself."""
    JOINING = "SELECT 1"
    """What lets one node at a time join."""

    def __init__(self, place: str) -> None:
        self.place = place
        """How it is called in messages: a path, or a server and a database; never a password."""
        self._epochs: dict[str, int] = {}
        self._lease: tuple[str, int, int] | None = None
        """Name and run of the node that this store belongs to, and how long its lease lasts."""
        self._in_turn = False
        self.time = 0
        """The store's own time when the lease was renewed last."""

    @abstractmethod
    def _transaction(self, doing: str) -> AbstractContextManager[None]:
        """One transaction of the one writer: durable at its end, undone where something was raised."""

    @abstractmethod
    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        """Give each stream its next epoch and its owner; within a transaction."""

    @abstractmethod
    def _execute(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Ask or tell something within a transaction; a cursor, which may still be waiting for its answer."""

    @abstractmethod
    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Ask something."""

    @abstractmethod
    def _now_sql(self) -> str:
        """The store's own time in milliseconds, as an expression."""

    # Leases

    def join(
        self, name: str, *, address: str, lease: int, protocol: int, version: str = "", anew: bool = False
    ) -> int:
        """Begin a run of a node with a lease of so many milliseconds; the run's number.

        `anew` is for one whose lease ran out: it drains still where it did. One that starts does not.
        Refused (`Locked`) while another run of that name has a lease. Where no node is left the room itself
        is claimed anew, so that a process which had it alone can write no more.
        """
        with self._transaction("join"):
            self._execute(self.JOINING)
            nodes = _nodes(self._execute(self._all_nodes()).fetchall())
            if not may_join(nodes, name):
                raise Locked(f"node {name!r} is at work already: stop it, or give this one another --node")
            run = next_run(nodes)
            self._execute(
                "INSERT INTO node (name, run, until, address, protocol, tables, people, draining, version) "
                f"VALUES (?, ?, {self._now_sql()} + ?, ?, ?, 0, 0, 0, ?) ON CONFLICT (name) DO UPDATE SET "
                "run = excluded.run, until = excluded.until, address = excluded.address, "
                "protocol = excluded.protocol, tables = 0, people = 0, load = 0, heard = -1, cut = 0, "
                f"version = excluded.version, draining = {'node.draining' if anew else 0}",
                (name, run, lease, address, protocol, version),
            )
            room = self._execute(
                f"SELECT epoch FROM stream WHERE stream = ?{self.FOR_UPDATE}", (ROOM,)
            ).fetchone()
            alone = not any(node.live for node in nodes)
            epoch = self._raise_epochs([ROOM], "", 0)[ROOM] if alone or room is None else int(room[0])
        self._epochs = {ROOM: epoch}
        self._lease = (name, run, lease)
        return run

    def renew(
        self, *, tables: int, people: int, load: int = 0, heard: int = -1, cut: bool = False
    ) -> list[NodeRun]:
        """Make the lease last again, and say how things stand here; all nodes. Once it has ended it has."""
        name, run, lease = self._leased()
        with self._transaction("renew the lease"):
            renewed = self._execute(
                f"UPDATE node SET until = {self._now_sql()} + ?, tables = ?, people = ?, load = ?, heard "
                f"= ?, "
                f"cut = ? WHERE name = ? AND run = ? AND until > {self._now_sql()} RETURNING name",
                (lease, tables, people, load, heard, int(cut), name, run),
            ).fetchall()
            if not renewed:
                raise LeaseExpired(f"the lease of node {name!r} has ended: its tables may be others' by now")
            rows = self._execute(self._all_nodes()).fetchall()
            (epoch,) = self._execute("SELECT epoch FROM stream WHERE stream = ?", (ROOM,)).fetchone()
            if epoch != self._epochs[ROOM]:
                raise Superseded(f"{self.place} has been claimed by a process that is none of its nodes")
        self.time = int(rows[0][3])
        return _nodes(rows)

    def end_lease(self) -> None:
        """End the lease, so that others need not wait for that."""
        name, run, _ = self._leased()
        with self._transaction("say goodbye"):
            self._execute("UPDATE node SET until = 0 WHERE name = ? AND run = ?", (name, run))
            self._execute("UPDATE stream SET owner = '', run = 0 WHERE owner = ? AND run = ?", (name, run))
        self.discard_lease()

    def discard_lease(self) -> None:
        """Give up the lease here, whatever the store says of it."""
        self._lease = None
        self._epochs = {}

    def fence(self, name: str, run: int) -> None:  # noqa: B027
        """Shut a run out whose lease has ended, where it could still keep others waiting."""

    def nodes(self) -> list[NodeRun]:
        """Every node that has ever joined."""
        return _nodes(self._query(self._all_nodes()))

    def drain(self, name: str, *, draining: bool) -> bool:
        """Let a node give its tables away, or no longer; whether there is such a node at work."""
        with self._transaction("drain"):
            told = self._execute(
                f"UPDATE node SET draining = ? WHERE name = ? AND until > {self._now_sql()} RETURNING name",
                (int(draining), name),
            ).fetchall()
        return bool(told)

    def _all_nodes(self) -> str:
        return (
            f"SELECT name, run, until, {self._now_sql()}, address, protocol, tables, people, draining, "
            f"heard, "
            "cut, version, load FROM node ORDER BY name"
        )

    def _leased(self) -> tuple[str, int, int]:
        if self._lease is None:
            raise LeaseExpired("this node has no lease: it has to join first")
        return self._lease

    # Whose a stream is

    def holdings(self) -> list[StreamOwner]:
        """Every stream of a table, and whose it is."""
        return [
            StreamOwner(*row)
            for row in self._query("SELECT stream, owner, run FROM stream WHERE stream <> ?", (ROOM,))
        ]

    def take(self, streams: Sequence[str]) -> list[str]:
        """Take those of these streams that this node may take; whoever had them before writes no more."""
        name, run, _ = self._leased()
        wanted = sorted(set(streams))
        with self._transaction(TAKING):
            # All that is asked goes out together: locks first, in the order in which everybody takes them.
            lease = self._ask_lease()
            asked = [
                self._execute(
                    f"SELECT stream, owner, run FROM stream WHERE stream = ?{self.FOR_UPDATE}", (stream,)
                )
                for stream in wanted
            ]
            told = self._execute(self._all_nodes())
            self._check_lease(lease)
            held = [StreamOwner(*row) for answer in asked for row in answer.fetchall()]
            nodes = _nodes(told.fetchall())
            taken = [each.stream for each in held if may_take(each, nodes, name, run)]
            epochs = self._raise_epochs(taken, name, run) if taken else {}
        self._epochs.update(epochs)
        return taken

    def hand_over(self, stream: str, to: str) -> bool:
        """Give a stream to another node at work; this one writes to it no more. False where that is gone."""
        name, run, _ = self._leased()
        with self._transaction(HANDING_OVER):
            given = self._execute(
                "UPDATE stream SET epoch = epoch + 1, owner = node.name, run = node.run FROM node "
                "WHERE stream.stream = ? AND stream.owner = ? AND stream.run = ? "
                f"AND node.name = ? AND node.until > {self._now_sql()} RETURNING stream.stream",
                (stream, name, run, to),
            ).fetchall()
        if given:
            self._epochs.pop(stream, None)
        return bool(given)

    def release_streams(self, streams: Sequence[str]) -> None:
        """Have these no longer: anybody may take them, and this node writes to them no more."""
        name, run, _ = self._leased()
        with self._transaction("let go of streams"):
            for stream in sorted(set(streams)):
                self._execute(
                    "UPDATE stream SET epoch = epoch + 1, owner = '', run = 0 "
                    "WHERE stream = ? AND owner = ? AND run = ?",
                    (stream, name, run),
                )
        for stream in streams:
            self._epochs.pop(stream, None)

    def owns(self, stream: str) -> bool:
        """Whether this store has claimed or taken a stream, as far as it knows."""
        return stream in self._epochs

    # What belongs to all

    @contextmanager
    def exclusive(self, stream: str) -> Iterator[None]:
        """Nobody else writes to a stream meanwhile; what is committed within is on disk when it ends."""
        with self._transaction(COMMITTING):
            self._execute(f"SELECT epoch FROM stream WHERE stream = ?{self.FOR_UPDATE}", (stream,)).fetchall()
            self._in_turn = True
            try:
                yield
            finally:
                self._in_turn = False

    def _ask_lease(self) -> Any:
        """Whether the lease lasts: asked at the beginning of a transaction, read when the answer is there."""
        if self._lease is None:
            return None
        return self._execute(
            f"SELECT 1 FROM node WHERE name = ? AND run = ? AND until > {self._now_sql()}", self._lease[:2]
        )

    def _recheck_lease(self) -> None:
        """The last word of a commit: nothing is written where the lease has ended by now."""
        self._check_lease(self._ask_lease())

    def _check_lease(self, asked: Any) -> None:
        if asked is not None and not asked.fetchall():
            raise self._lease_over()

    def _lease_over(self) -> LeaseExpired:
        return LeaseExpired(f"the lease of node {self._leased()[0]!r} has ended: nothing is written")

    @abstractmethod
    def _acquire_process_lock(self) -> None:
        """Hold what one process at a time can hold, until this store is closed or its process is gone."""

    @abstractmethod
    def check_not_exclusive(self) -> None:
        """Refuse (`Locked`) to join a room that one process has for itself."""

    def claim_exclusively(self) -> None:
        """Have the room for oneself: refused while nodes are at work in it, or another process has it."""
        busy = [node.name for node in self.nodes() if node.live]
        if busy:
            raise Superseded(
                f"{self.place} is the room of {', '.join(busy)}: join them with --bus and --node, "
                "or stop them"
            )
        self._acquire_process_lock()

    def _served(self, by: str = "") -> Locked:
        return Locked(f"{self.place} is served by another process already{by}: stop that first")


def _nodes(rows: Sequence[Row]) -> list[NodeRun]:
    return [
        NodeRun(
            name=name,
            run=int(run),
            live=until > now,
            ended=max(0, int(now - until)),
            left=max(0, int(until - now)),
            address=address,
            protocol=int(protocol),
            tables=int(tables),
            people=int(people),
            draining=bool(draining),
            heard=int(heard),
            cut=bool(cut),
            version=version,
            load=int(load),
        )
        for (
            name, run, until, now, address, protocol, tables, people, draining, heard, cut, version, load,
        ) in rows
    ]  # fmt: skip
