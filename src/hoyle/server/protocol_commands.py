"""Every command that anybody may send, with its fields and who may send it; and what comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.room.live import matters, people, roles
from hoyle.server.protocol_tables import table
from hoyle.table import desk, seats
from hoyle.table.command import PLAYER, Command
from hoyle.table.kinds import TABLE_KINDS

KINDS_OF_TABLES: Final[Mapping[str, str]] = {
    "poker": "At poker tables",
    "house-cards": "At tables of house cards",
    "dice": "At dice tables",
}

_WHO: Final[Mapping[str, str]] = {
    roles.PERSON: "anybody who has come in",
    roles.HOST: "the host of a home game",
    roles.FLOOR: "the floor",
    roles.CASHIER: "the cashier",
    roles.AUDITOR: "an auditor",
    roles.MANAGER: "a manager",
}


def commands() -> str:
    """All of them by where they are given."""
    everywhere = {kind.__struct_config__.tag: kind for kind in (*seats.COMMANDS, *desk.COMMANDS)}
    parts = [_group("At every table", everywhere, roles.GAME_PERMISSIONS)]
    for kind, title in KINDS_OF_TABLES.items():
        own = {name: each for name, each in TABLE_KINDS[kind].COMMANDS.items() if name not in everywhere}
        parts.append(_group(title, own, roles.GAME_PERMISSIONS))
    parts.append(_group("Around a table", matters.COMMANDS, roles.LIVE_TABLE_PERMISSIONS))
    parts.append(_group("In the room, with `table` 0", people.COMMANDS, roles.ROOM_PERMISSIONS))
    return "\n".join(parts)


def _group(title: str, kinds: Mapping[Any, type[Command]], matrix: Mapping[str, frozenset[str]]) -> str:
    parts = [f"### {title}\n"]
    for name, kind in kinds.items():
        who = [_who(role, kind) for role in roles.ROLES if name in matrix[role]]
        if who:
            parts.append(table(kind, f"#### `{name}`", sent=True, who=f"For {', '.join(who)}."))
    return "\n".join(parts)


def _who(role: str, kind: type[Command]) -> str:
    return "the player in the seat" if role == roles.PERSON and kind.ISSUER == PLAYER else _WHO[role]


def entries() -> str:
    """What can happen, by its name, with the names of its facts."""
    around: dict[str, Any] = dict(matters.EVENTS)
    everywhere = {kind.NAME: kind for kind in (*seats.EVENTS, *desk.EVENTS)}
    parts = [_entries("Around a table", around), _entries("At every table", everywhere)]
    for kind, title in KINDS_OF_TABLES.items():
        own = {name: each for name, each in TABLE_KINDS[kind].EVENTS.items() if name not in everywhere}
        parts.append(_entries(title, own))
    return "\n".join(parts)


def _entries(title: str, kinds: Mapping[str, Any]) -> str:
    rows = [f"| `{name}` | {_facts(kind)} |" for name, kind in kinds.items()]
    return "\n".join([f"### {title}\n", "| entry | facts |", "|---|---|", *rows, ""])


def _facts(kind: Any) -> str:
    names = getattr(kind, "SHAPE", None) or kind.__struct_fields__
    return ", ".join(f"`{name}`" for name in names if name != "clause")
