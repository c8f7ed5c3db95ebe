"""Replay cache: in-memory checkpoints of tables, so that a replay need not start at record 1.

The store keeps the last checkpoint of a table alone, and most past hands lie before it: without these a
recall leads the table from its first record on. They are kept in memory by whoever recalls often, and are
worth nothing to anybody else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from typing import Any, Final

from msgspec import json

EVERY: Final = 500
"""Records between two waypoints of a table."""
MAX_STREAMS: Final = 64
MAX_EACH: Final = 400


class ReplayCache:
    """Checkpoints of some tables, each by the record after which it was taken."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[tuple[int, bytes]]] = OrderedDict()

    def nearest_before(self, stream: str, number: int) -> tuple[int, dict[str, Any]] | None:
        """The last waypoint before a record: its own, and the table there."""
        kept = self._kept.get(stream, [])
        at = bisect_left(kept, number, key=lambda each: each[0]) - 1
        if at < 0:
            return None
        self._kept.move_to_end(stream)
        record, table = kept[at]
        return record, json.decode(table)

    def is_due(self, stream: str, number: int) -> bool:
        """Whether it is worth to keep where a table stands after this record."""
        kept = self._kept.get(stream, [])
        return number % EVERY == 0 and len(kept) < MAX_EACH and (not kept or kept[-1][0] < number)

    def put(self, stream: str, number: int, table: dict[str, Any]) -> None:
        """Keep it; of too many tables the one is forgotten that was asked for longest ago."""
        self._kept.setdefault(stream, []).append((number, json.encode(table)))
        self._kept.move_to_end(stream)
        while len(self._kept) > MAX_STREAMS:
            self._kept.popitem(last=False)
