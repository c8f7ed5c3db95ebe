"""Quarantine of unreadable tables: reports of the nodes that cannot read a table.

No node can read a tampered record; only newer programs can read one that a newer program wrote. A report
expires after a while: records may be repaired, and programs replaced.
"""

from __future__ import annotations

from collections.abc import Callable


class QuarantineReports:
    """Unexpired reports of unreadable tables, by table and node."""

    def __init__(self, steady: Callable[[], int]) -> None:
        self._steady = steady
        self._until: dict[int, dict[str, int]] = {}

    def note(self, table: int, node: str, millis: int) -> None:
        """Record that a node cannot read a table, for so many milliseconds."""
        self._until.setdefault(table, {})[node] = self._steady() + millis

    def was_read(self, table: int) -> None:
        """Drop the reports of a table that some node has adopted."""
        self._until.pop(table, None)

    def by(self, table: int) -> set[str]:
        """Nodes that cannot read a table."""
        return {node for node, until in self._until.get(table, {}).items() if until > self._steady()}

    def tables_of(self, node: str) -> list[int]:
        """Tables that a node cannot read."""
        return sorted(table for table in self._until if node in self.by(table))
