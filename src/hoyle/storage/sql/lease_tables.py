"""Lease tables: node leases, stream ownership and epochs, and exclusive turns at shared streams.

Time is the store's own clock, so the nodes' clocks need not agree. A node whose lease has ended writes
nothing: each commit checks the lease at the start and at the end of its transaction.
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
"""Name of a transaction that may append records."""
TAKING: Final = "take streams"
HANDING_OVER: Final = "hand a stream over"


class LeaseTables(ABC):
    """Leases and stream ownership in SQL; a store without a lease belongs to one process alone."""

    FOR_UPDATE = ""
    """Row-lock clause, for engines that do not lock by themselves."""
    JOINING = "SELECT 1"
    """Statement that serializes joining nodes."""

    def __init__(self, place: str) -> None:
        self.place = place
        """Name in messages: a path, or a server and a database; never a password."""
        self._epochs: dict[str, int] = {}
        self._lease: tuple[str, int, int] | None = None
        """Name and run of the node that uses this store, and the duration of its lease."""
        self._in_exclusive = False
        self.time = 0
        """The store's time at the last renewal of the lease."""

    @abstractmethod
    def _transaction(self, doing: str) -> AbstractContextManager[None]:
        """Run one transaction of the single writer: durable at its end, rolled back on an error."""

    @abstractmethod
    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        """Give each stream its next epoch and its owner, within a transaction."""

    @abstractmethod
    def _execute(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Execute a statement within a transaction; the cursor may still wait for its result."""

    @abstractmethod
    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run a query and return its rows."""

    @abstractmethod
    def _now_sql(self) -> str:
        """Return the SQL expression of the store's time in milliseconds."""

    # Leases

    def join(self, name: str, *, address: str, lease: int, protocol: int, version: str = "", anew: bool = False) -> int:
        """Start a run of a node with a lease of so many milliseconds; return the number of the run.

        `anew` is for a node whose lease expired: it keeps draining if it did. Raises `Locked` while another
        run of that name has a lease. If no node is live, the room itself is claimed again, so that a process
        that owned it alone can no longer write.
        """
        with self._transaction("join"):
            self._execute(self.JOINING)
            nodes = _nodes(self._execute(self._all_nodes()).fetchall())
            if not may_join(nodes, name):
                raise Locked(f"node {name!r} is already running: stop it, or give this one another --node-name")
            run = next_run(nodes)
            self._execute(
                "INSERT INTO node "
                "(name, run, lease_until, address, protocol, tables, people, draining, version) "
                f"VALUES (?, ?, {self._now_sql()} + ?, ?, ?, 0, 0, 0, ?) ON CONFLICT (name) DO UPDATE SET "
                "run = excluded.run, lease_until = excluded.lease_until, address = excluded.address, "
                "protocol = excluded.protocol, tables = 0, people = 0, load = 0, nodes_heard = -1, "
                f"isolated = 0, version = excluded.version, draining = {'node.draining' if anew else 0}",
                (name, run, lease, address, protocol, version),
            )
            room = self._execute(f"SELECT epoch FROM stream WHERE stream = ?{self.FOR_UPDATE}", (ROOM,)).fetchone()
            is_first = not any(node.live for node in nodes)
            epoch = self._raise_epochs([ROOM], "", 0)[ROOM] if is_first or room is None else int(room[0])
        self._epochs = {ROOM: epoch}
        self._lease = (name, run, lease)
        return run

    def renew(
        self, *, tables: int, people: int, load: int = 0, nodes_heard: int = -1, isolated: bool = False
    ) -> list[NodeRun]:
        """Renew the lease and report this node's load; return all nodes. Raises `LeaseExpired`."""
        name, run, lease = self._leased()
        with self._transaction("renew the lease"):
            renewed = self._execute(
                f"UPDATE node SET lease_until = {self._now_sql()} + ?, tables = ?, people = ?, load = ?, "
                "nodes_heard = ?, isolated = ? "
                f"WHERE name = ? AND run = ? AND lease_until > {self._now_sql()} RETURNING name",
                (lease, tables, people, load, nodes_heard, int(isolated), name, run),
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
        """End the lease, so that other nodes need not wait for it to expire."""
        name, run, _ = self._leased()
        with self._transaction("end the lease"):
            self._execute("UPDATE node SET lease_until = 0 WHERE name = ? AND run = ?", (name, run))
            self._execute("UPDATE stream SET owner = '', run = 0 WHERE owner = ? AND run = ?", (name, run))
        self.discard_lease()

    def discard_lease(self) -> None:
        """Forget the lease locally, whatever the store says of it."""
        self._lease = None
        self._epochs = {}

    def fence(self, name: str, run: int) -> None:  # noqa: B027
        """Terminate the database session of a dead run, if it could still block others."""

    def nodes(self) -> list[NodeRun]:
        """List every node that has ever joined."""
        return _nodes(self._query(self._all_nodes()))

    def drain(self, name: str, *, draining: bool) -> bool:
        """Start or stop draining a node; False if no such node is live."""
        with self._transaction("drain"):
            updated = self._execute(
                f"UPDATE node SET draining = ? WHERE name = ? AND lease_until > {self._now_sql()} RETURNING name",
                (int(draining), name),
            ).fetchall()
        return bool(updated)

    def _all_nodes(self) -> str:
        return (
            f"SELECT name, run, lease_until, {self._now_sql()}, address, protocol, tables, people, draining, "
            "nodes_heard, isolated, version, load FROM node ORDER BY name"
        )

    def _leased(self) -> tuple[str, int, int]:
        """Return name, run and lease duration of this node; refuse a node without a lease."""
        if self._lease is None:
            raise LeaseExpired("this node has no lease: it has to join first")
        return self._lease

    # Stream ownership

    def holdings(self) -> list[StreamOwner]:
        """List every table's stream with its owner."""
        return [
            StreamOwner(*row) for row in self._query("SELECT stream, owner, run FROM stream WHERE stream <> ?", (ROOM,))
        ]

    def take(self, streams: Sequence[str]) -> list[str]:
        """Take ownership of those of these streams that this node may take; return them."""
        name, run, _ = self._leased()
        names = sorted(set(streams))
        with self._transaction(TAKING):
            # All queries are pipelined: locks first, in the order that every node uses.
            lease = self._query_lease()
            owner_cursors = [
                self._execute(f"SELECT stream, owner, run FROM stream WHERE stream = ?{self.FOR_UPDATE}", (stream,))
                for stream in names
            ]
            node_rows = self._execute(self._all_nodes())
            self._check_lease(lease)
            owners = [StreamOwner(*row) for cursor in owner_cursors for row in cursor.fetchall()]
            nodes = _nodes(node_rows.fetchall())
            taken_streams = [owner.stream for owner in owners if may_take(owner, nodes, name, run)]
            epochs = self._raise_epochs(taken_streams, name, run) if taken_streams else {}
        self._epochs.update(epochs)
        return taken_streams

    def hand_over(self, stream: str, to: str) -> bool:
        """Hand a stream over to another live node; False if that node is not live."""
        name, run, _ = self._leased()
        with self._transaction(HANDING_OVER):
            handed_over = self._execute(
                "UPDATE stream SET epoch = epoch + 1, owner = node.name, run = node.run FROM node "
                "WHERE stream.stream = ? AND stream.owner = ? AND stream.run = ? "
                f"AND node.name = ? AND node.lease_until > {self._now_sql()} RETURNING stream.stream",
                (stream, name, run, to),
            ).fetchall()
        if handed_over:
            self._epochs.pop(stream, None)
        return bool(handed_over)

    def release_streams(self, streams: Sequence[str]) -> None:
        """Release these streams: any node may take them, and this one can no longer write to them."""
        name, run, _ = self._leased()
        with self._transaction("release streams"):
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

    # Shared streams

    @contextmanager
    def exclusive(self, stream: str) -> Iterator[None]:
        """Lock a stream for one writer; what is committed within is on disk when it ends."""
        with self._transaction(COMMITTING):
            self._execute(f"SELECT epoch FROM stream WHERE stream = ?{self.FOR_UPDATE}", (stream,)).fetchall()
            self._in_exclusive = True
            try:
                yield
            finally:
                self._in_exclusive = False

    def _query_lease(self) -> Any:
        """Query whether the lease lasts, at the start of a transaction; `_check_lease` reads the result."""
        if self._lease is None:
            return None
        return self._execute(
            f"SELECT 1 FROM node WHERE name = ? AND run = ? AND lease_until > {self._now_sql()}", self._lease[:2]
        )

    def _recheck_lease(self) -> None:
        """Check the lease at the end of a commit: nothing is written if it has expired by now."""
        self._check_lease(self._query_lease())

    def _check_lease(self, cursor: Any) -> None:
        """Refuse to write if the query of `_query_lease` found no live lease."""
        if cursor is not None and not cursor.fetchall():
            raise self._lease_expired()

    def _lease_expired(self) -> LeaseExpired:
        return LeaseExpired(f"the lease of node {self._leased()[0]!r} has ended: nothing is written")

    @abstractmethod
    def _acquire_process_lock(self) -> None:
        """Acquire a process-wide lock, until this store is closed or its process is gone."""

    @abstractmethod
    def check_not_exclusive(self) -> None:
        """Raise `Locked` if a single process has the room for itself."""

    def claim_exclusively(self) -> None:
        """Claim the whole room for this process; rejected while nodes are live, or another process has it."""
        names = [node.name for node in self.nodes() if node.live]
        if names:
            raise Superseded(
                f"{self.place} is the room of {', '.join(names)}: join them with --bus-url and --node-name, "
                "or stop them"
            )
        self._acquire_process_lock()

    def _already_served(self, by: str = "") -> Locked:
        return Locked(f"{self.place} is served by another process already{by}: stop that first")


def _nodes(rows: Sequence[Row]) -> list[NodeRun]:
    return [
        NodeRun(
            *(name, run, lease_until > now, max(0, now - lease_until), max(0, lease_until - now)),
            *(address, protocol, tables, people, bool(draining), nodes_heard, bool(isolated), version, load),
        )
        for (
            name, run, lease_until, now, address, protocol, tables, people, draining, nodes_heard, isolated,
            version, load,
        ) in rows
    ]  # fmt: skip
