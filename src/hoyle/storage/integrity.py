"""Integrity report of a database: missing or foreign triggers, broken keys, notices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct, field

MAX_FLAWS: Final = 100
KEYS: Final = {
    "stream": ("stream",),
    "record": ("stream", "number"),
    "checkpoint": ("stream",),
    "ledger": ("stream", "number", "line"),
    "balance": ("account",),
    "seen": ("person", "command"),
    "credential": ("person",),
    "session": ("token",),
    "hand": ("stream", "first"),
    "hand_person": ("stream", "first", "person"),
    "reckoned": ("stream",),
    "reckoning": ("account",),
    "retired": ("stream", "first"),
    "shelf": ("directory",),
    "presence": ("person",),
    "errand": ("id",),
}
"""What the rows of each table are found by."""


class IntegrityReport(Struct, kw_only=True):
    """What a look at a database came to."""

    looked: int = 0
    """Tables, keys and guards that were looked at."""
    flaws: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


class DatabaseTrigger(NamedTuple):
    """Something of a database that keeps or changes rows by itself."""

    name: str
    made: str
    """The words that make it."""


def hold_guards(
    found: IntegrityReport, there: Iterable[DatabaseTrigger], wanted: Iterable[DatabaseTrigger]
) -> None:
    """Everything that the schema makes is there as it makes it, and nothing else is."""
    has = {guard.name: guard.made for guard in there}
    due = {guard.name: guard.made for guard in wanted}
    found.looked += len(due)
    for name in sorted(has.keys() | due.keys()):
        if name not in has:
            found.flaws.append(f"{name} is gone from the database")
        elif name not in due:
            found.flaws.append(f"{name} is in the database and is not the room's")
        elif has[name] != due[name]:
            found.flaws.append(f"{name} is not what the room made")
