"""Integrity report of a database: missing or foreign triggers, broken keys, notices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

MAX_FLAWS: Final = 100
KEYS: Final = {
    "stream": ("stream",),
    "record": ("stream", "number"),
    "checkpoint": ("stream",),
    "ledger": ("stream", "number", "line"),
    "balance": ("account",),
    "processed_command": ("person", "command_id"),
    "credential": ("person",),
    "session": ("token",),
    "hand": ("stream", "first_record"),
    "hand_person": ("stream", "first_record", "person"),
    "balance_snapshot_stream": ("stream",),
    "balance_snapshot": ("account",),
    "retired_range": ("stream", "first_record"),
    "retired_directory": ("directory",),
    "presence": ("person",),
    "operator_request": ("id",),
}
"""Key columns of each table."""


class IntegrityReport(Struct, kw_only=True):
    """Result of an integrity check of a database."""

    checked: int = 0
    """Number of tables, keys and triggers that were checked."""
    flaws: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def compare_triggers(report: IntegrityReport, actual: Mapping[str, str], defined: Mapping[str, str]) -> None:
    """Compare the triggers of a database, with their definitions, with those that the schema defines."""
    report.checked += len(defined)
    for name in sorted(actual.keys() | defined.keys()):
        if name not in actual:
            report.flaws.append(f"{name} is gone from the database")
        elif name not in defined:
            report.flaws.append(f"{name} is in the database and is not the room's")
        elif actual[name] != defined[name]:
            report.flaws.append(f"{name} is not what the room made")
