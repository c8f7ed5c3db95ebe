"""The heart of the room reads no clock, no chance and no disk: they are handed in."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hoyle.room

LIVE = Path(hoyle.room.__file__).parent
FORBIDDEN = {
    "time", "datetime", "random", "secrets", "os", "sqlite3", "socket", "asyncio", "threading", "subprocess",
    "pathlib", "uuid", "tempfile", "logging",
}  # fmt: skip
AT_THE_EDGE = {"authentication"}
"""Hashes passwords, which needs a salt of its own; everything else is handed what it needs."""


def imported(path: Path) -> set[str]:
    """Every module that a file imports, at its top or further in."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", sorted(LIVE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_of_the_live_room_reads_a_clock_or_draws_a_number(path: Path) -> None:
    tops = {name.partition(".")[0] for name in imported(path)}
    assert not tops & FORBIDDEN
    assert "argon2" not in tops or path.stem in AT_THE_EDGE
    for store in ("sqlite_store", "postgres", "store_factory"):
        assert f"hoyle.storage.{store}" not in imported(path)


def test_the_heart_knows_nothing_of_desk_door_or_store() -> None:
    reached, todo = set[str](), ["decisions"]
    while todo:
        name = todo.pop()
        if name in reached:
            continue
        reached.add(name)
        for module in imported(LIVE / f"{name}.py"):
            part = module.removeprefix("hoyle.room.").replace(".", "/")
            if module.startswith("hoyle.room.") and (LIVE / f"{part}.py").exists():
                todo.append(part)
    assert {
        "unit_of_work",
        "handlers/automatic_dealer",
        "handlers/timed_actions",
        "live_table/due_times",
        "live_table/randomness",
        "handlers/table_handlers",
        "handlers/room_handlers",
    } <= reached
    assert not reached & {"pipeline", "room_owner", "auth/authentication", "recovery"}
