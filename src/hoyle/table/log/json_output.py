"""JSON output of a table: commands, events, views and pending decisions as JSON-compatible data.

Cards are spelled ``Ah``, kinds are words, amounts whole numbers.
"""

from __future__ import annotations

from typing import Any

from msgspec import json

from hoyle.table import command_base as commands
from hoyle.table.command_base import Command
from hoyle.table.log.event_log import LogStep, step_to_dict
from hoyle.table.pending_decisions import Pending


def to_dict(value: Any) -> Any:
    """Return a command, event, view or pending decision as JSON-compatible data."""
    if isinstance(value, LogStep):
        return step_to_dict(value)
    if isinstance(value, Command):
        return commands.to_dict(value)
    if hasattr(value, "fields"):
        return {"name": value.name, "facts": value.to_dict()}
    if isinstance(value, (list, tuple, Pending)):
        return [to_dict(item) for item in value]
    return json.decode(json.encode(value))


def to_json(value: Any) -> bytes:
    """Return a command, event, view or pending decision as JSON."""
    return json.encode(to_dict(value))
