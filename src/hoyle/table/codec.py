"""One JSON form for everything that leaves a table: commands, entries, views and waits.

Cards are spelled ``Ah``, kinds are words, amounts whole numbers.
"""

from __future__ import annotations

from typing import Any

from msgspec import json

from hoyle.table import command as commands
from hoyle.table.command import Command
from hoyle.table.log import Step, plain_step
from hoyle.table.waits import Waits


def plain(thing: Any) -> Any:
    """Anything that leaves a table as plain data."""
    if isinstance(thing, Step):
        return plain_step(thing)
    if isinstance(thing, Command):
        return commands.plain(thing)
    if hasattr(thing, "facts"):
        return {"name": thing.name, "facts": thing.plain()}
    if isinstance(thing, (list, tuple, Waits)):
        return [plain(each) for each in thing]
    return json.decode(json.encode(thing))


def encode(thing: Any) -> bytes:
    """The same as JSON."""
    return json.encode(plain(thing))
