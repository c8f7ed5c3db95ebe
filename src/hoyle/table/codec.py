"""One JSON form for everything that leaves a table: commands, entries, views and waits.

Cards are spelled ``Ah``, kinds are words, amounts whole numbers.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json, to_builtins

from hoyle.table import command as commands
from hoyle.table.command import Command
from hoyle.table.log import Step, plain_step


def plain(thing: Any) -> Any:
    """Anything that leaves a table as plain data."""
    if isinstance(thing, Step):
        return plain_step(thing)
    if isinstance(thing, Command):
        return commands.plain(thing)
    if hasattr(thing, "facts"):
        return {"name": thing.name, "facts": thing.plain()}
    if isinstance(thing, Struct):
        return to_builtins(thing, str_keys=True)
    if isinstance(thing, (list, tuple)):
        return [plain(each) for each in thing]
    return to_builtins(thing, str_keys=True)


def encode(thing: Any) -> bytes:
    """The same as JSON."""
    return json.encode(plain(thing))
