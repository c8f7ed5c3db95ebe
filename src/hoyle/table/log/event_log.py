"""Event log of a table, grouped by command; in a file, one line for each command with its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import json

from hoyle.core import events as events_module
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.events import Event
from hoyle.table import command_base as commands
from hoyle.table.command_base import Command
from hoyle.table.field_types import abbreviate


class NonCanonicalEvent(NamedTuple):
    """An event that can be read although it is not in the form in which it would have been written."""

    at: int
    """Index among the events of its step, from 0."""
    said: str


class LogStep(NamedTuple):
    """One command of a log, who gave it, and the events it caused."""

    by: str
    command: Command
    events: list[Any]
    unlike: tuple[NonCanonicalEvent, ...] = ()
    """Events of the file that are not in canonical form."""


def step_to_dict(step: LogStep) -> dict[str, Any]:
    """Return a step as JSON-compatible data."""
    return {
        "by": step.by,
        "command": commands.to_dict(step.command),
        "events": [{"name": event.name, "fields": event.to_dict()} for event in step.events],
    }


def event_from_dict(kinds: Mapping[str, Any], data: object, number: int) -> Any:
    """Parse event number `number` of a log."""
    if not isinstance(data, Mapping) or set(data) != {"name", "fields"}:
        raise InvalidError(f"event {number} of the log is not a name and its fields: {abbreviate(data)}")
    kind = kinds.get(data["name"]) if isinstance(data["name"], str) else None
    if kind is None:
        raise InvalidError(f"event {number} of the log is an unknown {abbreviate(data['name'])}")
    try:
        if issubclass(kind, Event):
            return events_module.decode_event({kind.NAME: kind}, kind.NAME, data["fields"])
        return kind.from_dict(data["fields"])
    except (HoyleError, LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidError(f"event {number} of the log ({data['name']}) cannot be read: {error}") from error


def explain_non_canonical(entry: Any, written: Mapping[str, Any]) -> str:
    """Name the first difference between written data and the event's canonical form; empty if there is none.

    Types count, the order of keys does not. An older or shortened sign reads as the sign it means.
    """
    canonical = entry.to_dict()
    if canonical == written and json.encode(canonical, order="sorted") == json.encode(
        written, order="sorted"
    ):
        return ""
    for field in (*canonical, *written):
        if (
            field not in canonical
            or field not in written
            or not is_identical_json(canonical[field], written[field])
        ):
            has, wants = written.get(field), canonical.get(field)
            if isinstance(has, Mapping) and isinstance(wants, Mapping):
                parts = [
                    part for part in (*wants, *has) if not is_identical_json(wants.get(part), has.get(part))
                ]
                part = parts[0] if parts else ""
                return (
                    f"{field}.{part} is {abbreviate(has.get(part))} and must be {abbreviate(wants.get(part))}"
                )
            return f"{field} is {abbreviate(has)} and must be {abbreviate(wants)}"
    return ""


def is_identical_json(one: object, other: object) -> bool:
    """Whether plain data are identical, types included: 1, 1.0 and True are three things."""
    if isinstance(one, (list, tuple)):
        return (
            isinstance(other, (list, tuple))
            and len(one) == len(other)
            and all(map(is_identical_json, one, other))
        )
    if isinstance(one, Mapping):
        return (
            isinstance(other, Mapping)
            and one.keys() == other.keys()
            and all(is_identical_json(value, other[name]) for name, value in one.items())
        )
    return type(one) is type(other) and one == other


def steps_from_dicts(
    commands_by_name: Mapping[str, type[Command]],
    entries_by_name: Mapping[str, Any],
    data: Iterable[object],
    *,
    exact: bool = False,
) -> list[LogStep]:
    """Parse the steps of a dumped log; `exact` also notes events that are not in canonical form."""
    found: list[LogStep] = []
    number = 1
    for at, part in enumerate(data, 1):
        if not isinstance(part, Mapping) or set(part) != {"by", "command", "events"}:
            raise InvalidError(f"step {at} of the log is not by, command and events: {abbreviate(part)}")
        if not isinstance(part["by"], str) or not isinstance(part["events"], list):
            raise InvalidError(f"step {at} of the log is not by, command and events: {abbreviate(part)}")
        try:
            command = commands.command_from_dict(commands_by_name, part["command"])
        except HoyleError as error:
            raise InvalidError(f"step {at} of the log, before event {number}: {error}") from error
        entries = []
        odd = []
        for place, each in enumerate(part["events"]):
            entry = event_from_dict(entries_by_name, each, number)
            said = explain_non_canonical(entry, each["fields"]) if exact else ""
            if said:
                odd.append(NonCanonicalEvent(place, said))
            entries.append(entry)
            number += 1
        found.append(LogStep(part["by"], command, entries, tuple(odd)))
    return found
