"""A table's log command by command; in a file one line for each command with the entries it caused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hoyle import fact
from hoyle.errors import HoyleError, InvalidError
from hoyle.fact import Fact
from hoyle.table import command as commands
from hoyle.table.command import Command
from hoyle.table.fields import shown


class Step(NamedTuple):
    """A command, who gave it, and what it caused."""

    by: str
    command: Command
    entries: list[Any]


def plain_step(step: Step) -> dict[str, Any]:
    """A step as a file holds it."""
    return {
        "by": step.by,
        "command": commands.plain(step.command),
        "entries": [{"name": entry.name, "facts": entry.plain()} for entry in step.entries],
    }


def read_entry(kinds: Mapping[str, Any], data: object, number: int) -> Any:
    """Entry number `number` of a log from plain data."""
    if not isinstance(data, Mapping) or set(data) != {"name", "facts"}:
        raise InvalidError(f"entry {number} of the log is not a name and its facts: {shown(data)}")
    kind = kinds.get(data["name"]) if isinstance(data["name"], str) else None
    if kind is None:
        raise InvalidError(f"entry {number} of the log is an unknown {shown(data['name'])}")
    try:
        if issubclass(kind, Fact):
            return fact.read({kind.NAME: kind}, kind.NAME, data["facts"])
        return kind.read(data["facts"])
    except (HoyleError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise InvalidError(f"entry {number} of the log ({data['name']}) cannot be read: {error}") from error


def read_steps(
    commands_by_name: Mapping[str, type[Command]], entries_by_name: Mapping[str, Any], data: Iterable[object]
) -> list[Step]:
    """The steps that plain data describe."""
    found: list[Step] = []
    number = 1
    for at, part in enumerate(data, 1):
        if not isinstance(part, Mapping) or set(part) != {"by", "command", "entries"}:
            raise InvalidError(f"step {at} of the log is not who, command and entries: {shown(part)}")
        if not isinstance(part["by"], str) or not isinstance(part["entries"], list):
            raise InvalidError(f"step {at} of the log is not who, command and entries: {shown(part)}")
        try:
            command = commands.read(commands_by_name, part["command"])
        except HoyleError as error:
            raise InvalidError(f"step {at} of the log, before entry {number}: {error}") from error
        entries = []
        for each in part["entries"]:
            entries.append(read_entry(entries_by_name, each, number))
            number += 1
        found.append(Step(part["by"], command, entries))
    return found
