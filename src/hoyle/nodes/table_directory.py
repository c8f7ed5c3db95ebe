"""Table directory: the known owners of remote tables, and reports of tables that nodes cannot read.

The store records the owner of each table; this is what was read at the last heartbeat and announced since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hoyle.nodes import placement
from hoyle.nodes.node_context import NodeContext


class TableOwner(NamedTuple):
    """Run of a node that owns a table."""

    node: str
    run: int


class QuarantineReports:
    """Unexpired reports of unreadable tables, by table and node.

    No node can read a tampered record; only newer programs can read one that a newer program wrote. A report
    expires after a while: records may be repaired, and programs replaced.
    """

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._expires_at: dict[int, dict[str, int]] = {}

    def add(self, table: int, node: str, valid_ms: int) -> None:
        """Record that a node cannot read a table."""
        self._expires_at.setdefault(table, {})[node] = self._steady() + valid_ms

    def clear(self, table: int) -> None:
        """Drop the reports of a table that some node has adopted."""
        self._expires_at.pop(table, None)

    def nodes_unable_to_read(self, table: int) -> set[str]:
        reports = self._expires_at.get(table, {})
        return {node for node, expires_at in reports.items() if expires_at > self._steady()}

    def tables_unreadable_by(self, node: str) -> list[int]:
        return sorted(table for table in self._expires_at if node in self.nodes_unable_to_read(table))


class TableDirectory:
    """Owners of the tables that are not this node's, and the tables that no node can read."""

    def __init__(self, node: NodeContext) -> None:
        self._node = node
        self.owners: dict[int, TableOwner] = {}
        self.unreadable = QuarantineReports(node.steady)

    def record_owner(self, table: int, owner: TableOwner) -> bool:
        """Record the node that owns a table; return whether that is news."""
        last_owner = self.owners.get(table)
        if owner == last_owner or owner.node == self._node.name:
            return False
        if last_owner is not None and owner.node == last_owner.node and owner.run < last_owner.run:
            return False
        self.owners[table] = owner
        return True

    def forget(self, table: int) -> None:
        """Forget the owner of a table, which turned out to be wrong or gone."""
        self.owners.pop(table, None)

    def tables_of(self, node: str) -> list[int]:
        """Return the tables that a node owns."""
        return [table for table, owner in self.owners.items() if owner.node == node]

    def is_quarantined(self, table: int) -> bool:
        """Return whether a table is quarantined: no eligible node can read it."""
        if table in self.owners or table in self._node.pipeline.room.tables:
            return False
        eligible = {node.name for node in placement.eligible_nodes(self._node.nodes)}
        return eligible <= self.unreadable.nodes_unable_to_read(table)
