"""A table's log command by command; in a file one line for each command with the entries it caused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import json

from hoyle import fact
from hoyle.errors import HoyleError, InvalidError
from hoyle.fact import Fact
from hoyle.table import command as commands
from hoyle.table.command import Command
from hoyle.table.fields import shown


class Unlike(NamedTuple):
    """An entry that can be read although nobody would have written it so."""

    at: int
    """Its place among the entries of its step, from 0."""
    said: str


class Step(NamedTuple):
    """A command, who gave it, and what it caused."""

    by: str
    command: Command
    entries: list[Any]
    unlike: tuple[Unlike, ...] = ()
    """Where the file it was read from has an entry otherwise than anybody writes it."""


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
    except (HoyleError, LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidError(f"entry {number} of the log ({data['name']}) cannot be read: {error}") from error


def unlike(entry: Any, written: Mapping[str, Any]) -> str:
    """Where written facts are not the very ones that the entry has; types count, the order of names does not.

    A sign of which a line was cut, or an older one, reads as the sign that it stands for.
    """
    told = entry.plain()
    if told == written and json.encode(told, order="sorted") == json.encode(written, order="sorted"):
        return ""
    for field in (*told, *written):
        if field not in told or field not in written or not exactly(told[field], written[field]):
            has, wants = written.get(field), told.get(field)
            if isinstance(has, Mapping) and isinstance(wants, Mapping):
                parts = [part for part in (*wants, *has) if not exactly(wants.get(part), has.get(part))]
                part = parts[0] if parts else ""
                return f"{field}.{part} is {shown(has.get(part))} and must be {shown(wants.get(part))}"
            return f"{field} is {shown(has)} and must be {shown(wants)}"
    return ""


def exactly(one: object, other: object) -> bool:
    """Whether plain data are the same to the letter: 1, 1.0 and True are three things."""
    if isinstance(one, (list, tuple)):
        return isinstance(other, (list, tuple)) and len(one) == len(other) and all(map(exactly, one, other))
    if isinstance(one, Mapping):
        return (
            isinstance(other, Mapping)
            and one.keys() == other.keys()
            and all(exactly(value, other[name]) for name, value in one.items())
        )
    return type(one) is type(other) and one == other


def read_steps(
    commands_by_name: Mapping[str, type[Command]],
    entries_by_name: Mapping[str, Any],
    data: Iterable[object],
    *,
    exact: bool = False,
) -> list[Step]:
    """The steps that plain data describe; `exact` if it is wanted what is `unlike` in them."""
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
        odd = []
        for place, each in enumerate(part["entries"]):
            entry = read_entry(entries_by_name, each, number)
            said = unlike(entry, each["facts"]) if exact else ""
            if said:
                odd.append(Unlike(place, said))
            entries.append(entry)
            number += 1
        found.append(Step(part["by"], command, entries, tuple(odd)))
    return found
