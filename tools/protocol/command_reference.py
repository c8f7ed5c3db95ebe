"""Command and event reference of the protocol page: every command with its fields and allowed roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tools.protocol.field_tables import table

from hoyle.room import permissions
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.events import table_events
from hoyle.table import disputes, seats
from hoyle.table.command_base import PLAYER, Command
from hoyle.table.kind_registry import TABLE_KINDS

KINDS_OF_TABLES: Final[Mapping[str, str]] = {
    "poker": "At poker tables",
    "house-cards": "At tables of house cards",
    "dice": "At dice tables",
}

_WHO: Final[Mapping[str, str]] = {
    permissions.PERSON: "anyone with a session",
    permissions.HOST: "the host of a home game",
    permissions.FLOOR: "the floor",
    permissions.CASHIER: "the cashier",
    permissions.AUDITOR: "an auditor",
    permissions.MANAGER: "a manager",
}


def commands() -> str:
    """Section of all commands, grouped by where they are sent."""
    everywhere = {kind.__struct_config__.tag: kind for kind in (*seats.COMMANDS, *disputes.COMMANDS)}
    parts = [_group("At every table", everywhere, permissions.GAME_PERMISSIONS)]
    for kind, title in KINDS_OF_TABLES.items():
        own = {name: command for name, command in TABLE_KINDS[kind].COMMANDS.items() if name not in everywhere}
        parts.append(_group(title, own, permissions.GAME_PERMISSIONS))
    parts.append(_group("Around a table", table_commands.COMMANDS, permissions.LIVE_TABLE_PERMISSIONS))
    parts.append(_group("In the room, with `table_id` 0", room_commands.COMMANDS, permissions.ROOM_PERMISSIONS))
    return "\n".join(parts)


def _group(title: str, kinds: Mapping[Any, type[Command]], matrix: Mapping[str, frozenset[str]]) -> str:
    parts = [f"### {title}\n"]
    for name, kind in kinds.items():
        roles = [_role_text(role, kind) for role in permissions.ROLES if name in matrix[role]]
        if roles:
            parts.append(table(kind, f"#### `{name}`", sent=True, who=f"For {', '.join(roles)}."))
    return "\n".join(parts)


def _role_text(role: str, kind: type[Command]) -> str:
    return "the player in the seat" if role == permissions.PERSON and kind.ISSUER == PLAYER else _WHO[role]


def events() -> str:
    """Section of all events, with the names of their fields."""
    around: dict[str, Any] = dict(table_events.EVENTS)
    everywhere = {kind.NAME: kind for kind in (*seats.EVENTS, *disputes.EVENTS)}
    parts = [_events("Around a table", around), _events("At every table", everywhere)]
    for kind, title in KINDS_OF_TABLES.items():
        own = {name: event for name, event in TABLE_KINDS[kind].EVENTS.items() if name not in everywhere}
        parts.append(_events(title, own))
    return "\n".join(parts)


def _events(title: str, kinds: Mapping[str, Any]) -> str:
    rows = [f"| `{name}` | {_fields(kind)} |" for name, kind in kinds.items()]
    return "\n".join([f"### {title}\n", "| event | fields |", "|---|---|", *rows, ""])


def _fields(kind: Any) -> str:
    names = kind.field_names()
    return ", ".join(f"`{name}`" for name in names if name != "clause")
