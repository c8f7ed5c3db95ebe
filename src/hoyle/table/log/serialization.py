"""Serialization of everything that leaves a table: commands, events, views and pending decisions.

Cards are spelled ``Ah``, kinds are words, amounts whole numbers.
"""

from __future__ import annotations

from typing import Any

from msgspec import json

from hoyle.table import command_base as commands
from hoyle.table.command_base import Command
from hoyle.table.log.event_log import LogStep, step_to_dict
from hoyle.table.pending_decisions import Pending


def to_dict(thing: Any) -> Any:
    """Return a command, event, view or pending decision as JSON-compatible data."""
    if isinstance(thing, LogStep):
        return step_to_dict(thing)
    if isinstance(thing, Command):
        return commands.to_dict(thing)
    if hasattr(thing, "fields"):
        return {"name": thing.name, "fields": thing.to_dict()}
    if isinstance(thing, (list, tuple, Pending)):
        return [to_dict(each) for each in thing]
    return json.decode(json.encode(thing))


def to_json(thing: Any) -> bytes:
    """Return the same as JSON."""
    return json.encode(to_dict(thing))
