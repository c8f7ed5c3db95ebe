"""Checkpoint cache: in-memory checkpoints of tables, so that a replay need not start at record 1.

The store keeps only the last checkpoint of a table, and most past hands lie before it: without this cache a
replay starts at the table's first record.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from typing import Any, Final

from msgspec import json

EVERY: Final = 500
"""Records between two checkpoints of a table."""
MAX_STREAMS: Final = 64
MAX_EACH: Final = 400


class ReplayCache:
    """LRU cache of table checkpoints, each with the record after which it was taken."""

    def __init__(self) -> None:
        self._checkpoints: OrderedDict[str, list[tuple[int, bytes]]] = OrderedDict()

    def nearest_before(self, stream: str, number: int) -> tuple[int, dict[str, Any]] | None:
        """Return the last checkpoint before a record, as its own record and the table's state."""
        checkpoints = self._checkpoints.get(stream, [])
        index = bisect_left(checkpoints, number, key=lambda checkpoint: checkpoint[0]) - 1
        if index < 0:
            return None
        self._checkpoints.move_to_end(stream)
        record, table = checkpoints[index]
        return record, json.decode(table)

    def is_due(self, stream: str, number: int) -> bool:
        """Whether a checkpoint of a table is to be kept after this record."""
        checkpoints = self._checkpoints.get(stream, [])
        is_new = not checkpoints or checkpoints[-1][0] < number
        return number % EVERY == 0 and len(checkpoints) < MAX_EACH and is_new

    def put(self, stream: str, number: int, table: dict[str, Any]) -> None:
        """Keep a table's checkpoint; evict the least recently used table beyond `MAX_STREAMS`."""
        self._checkpoints.setdefault(stream, []).append((number, json.encode(table)))
        self._checkpoints.move_to_end(stream)
        while len(self._checkpoints) > MAX_STREAMS:
            self._checkpoints.popitem(last=False)
