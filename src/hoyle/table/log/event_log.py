"""Event log of a table, grouped by command; in a file, one line for each command with its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import json

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.table import command_base as commands
from hoyle.table.command_base import Command


class NonCanonicalEvent(NamedTuple):
    """Event of a log file that is not written in canonical form, with the first difference."""

    event_index: int
    """Index among the events of its step, from 0."""
    message: str


class LogStep(NamedTuple):
    """Step of a table's log: one command, who gave it, and the events it caused."""

    by: str
    command: Command
    events: list[Any]
    non_canonical: tuple[NonCanonicalEvent, ...] = ()
    """Events of the file that are not in canonical form."""


def step_to_dict(step: LogStep) -> dict[str, Any]:
    """Return a step of the log, a command with its events, as JSON-compatible data."""
    return {
        "by": step.by,
        "command": commands.to_dict(step.command),
        "events": [{"name": event.name, "fields": event.to_dict()} for event in step.events],
    }


def event_from_dict(kinds: Mapping[str, Any], data: object, number: int) -> Any:
    """Parse an event of a log from its name and fields; `number` is its place, for errors."""
    if not isinstance(data, Mapping) or set(data) != {"name", "fields"}:
        raise InvalidError(f"event {number} of the log is not a name and its fields: {abbreviate(data)}")
    kind = kinds.get(data["name"]) if isinstance(data["name"], str) else None
    if kind is None:
        raise InvalidError(f"event {number} of the log is an unknown {abbreviate(data['name'])}")
    try:
        return kind.from_dict(data["fields"])
    except (HoyleError, LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidError(f"event {number} of the log ({data['name']}) cannot be read: {error}") from error


def explain_non_canonical(entry: Any, written: Mapping[str, Any]) -> str:
    """Name the first difference between written data and the event's canonical form; empty if there is none.

    Types count, the order of keys does not. A shortened sign reads as the sign it means.
    """
    canonical = entry.to_dict()
    if canonical == written and json.encode(canonical, order="sorted") == json.encode(written, order="sorted"):
        return ""
    for field in (*canonical, *written):
        if field not in canonical or field not in written or not is_identical_json(canonical[field], written[field]):
            actual, expected = written.get(field), canonical.get(field)
            if isinstance(actual, Mapping) and isinstance(expected, Mapping):
                keys = [*expected, *actual]
                differing = (key for key in keys if not is_identical_json(expected.get(key), actual.get(key)))
                key = next(differing, "")
                field, actual, expected = f"{field}.{key}", actual.get(key), expected.get(key)
            return f"{field} is {abbreviate(actual)} and must be {abbreviate(expected)}"
    return ""


def is_identical_json(first: object, second: object) -> bool:
    """Whether plain data are identical, types included: 1, 1.0 and True are three things."""
    if isinstance(first, (list, tuple)):
        return (
            isinstance(second, (list, tuple))
            and len(first) == len(second)
            and all(map(is_identical_json, first, second))
        )
    if isinstance(first, Mapping):
        return (
            isinstance(second, Mapping)
            and first.keys() == second.keys()
            and all(is_identical_json(value, second[name]) for name, value in first.items())
        )
    return type(first) is type(second) and first == second


def steps_from_dicts(
    commands_by_name: Mapping[str, type[Command]],
    entries_by_name: Mapping[str, Any],
    data: Iterable[object],
    *,
    exact: bool = False,
) -> list[LogStep]:
    """Parse the steps of a dumped log; `exact` also notes events that are not in canonical form."""
    steps: list[LogStep] = []
    number = 1
    for step_number, step_data in enumerate(data, 1):
        if not isinstance(step_data, Mapping) or set(step_data) != {"by", "command", "events"}:
            raise InvalidError(f"step {step_number} of the log is not by, command and events: {abbreviate(step_data)}")
        if not isinstance(step_data["by"], str) or not isinstance(step_data["events"], list):
            raise InvalidError(f"step {step_number} of the log is not by, command and events: {abbreviate(step_data)}")
        try:
            command = commands.command_from_dict(commands_by_name, step_data["command"])
        except HoyleError as error:
            raise InvalidError(f"step {step_number} of the log, before event {number}: {error}") from error
        entries = []
        non_canonical = []
        for index, event_data in enumerate(step_data["events"]):
            entry = event_from_dict(entries_by_name, event_data, number)
            message = explain_non_canonical(entry, event_data["fields"]) if exact else ""
            if message:
                non_canonical.append(NonCanonicalEvent(index, message))
            entries.append(entry)
            number += 1
        steps.append(LogStep(step_data["by"], command, entries, tuple(non_canonical)))
    return steps
