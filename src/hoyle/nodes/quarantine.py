"""Which nodes cannot read which tables: a table that nobody can read is set aside.

A record that was changed cannot be read by anybody; one that a newer program wrote, by the newer ones alone.
What a node has said counts for a while: records may be put right, and programs replaced.
"""

from __future__ import annotations

from collections.abc import Callable


class QuarantineReports:
    """What nodes have said lately."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._until: dict[int, dict[str, int]] = {}

    def note(self, table: int, node: str, millis: int) -> None:
        """A node cannot read a table; that counts for so long."""
        self._until.setdefault(table, {})[node] = self._steady() + millis

    def was_read(self, table: int) -> None:
        """Somebody has taken it up."""
        self._until.pop(table, None)

    def by(self, table: int) -> set[str]:
        """Who cannot read a table."""
        return {node for node, until in self._until.get(table, {}).items() if until > self._steady()}

    def tables_of(self, node: str) -> list[int]:
        """What one node cannot read."""
        return sorted(table for table in self._until if node in self.by(table))
