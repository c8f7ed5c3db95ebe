"""Log audit: differences between a log and what its commands lead to, as `Table.audit` finds them.

Step by step, a table in the state that the log has reached decides the command, and its events are compared
with those written. After a difference the audit goes on from what is written, so that a log of older rules is
reported event by event. Linear in the length of the log.

This program knows its own rules and no others: a log that names another version is decided by these, and the
verdict says so (`LogAudit.other_rules`). The name of a version is no decision, and so no difference.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from msgspec import structs

from hoyle.core.errors import ChipConservationError, HoyleError
from hoyle.core.events import Event
from hoyle.table.log.event_log import LogStep, is_identical_json

REPLAY_ERRORS: Final = (
    HoyleError, ChipConservationError, AssertionError, LookupError, TypeError, ValueError, AttributeError,
    OverflowError
)  # fmt: skip
"""Exceptions that an event which no table could have written may raise when it is applied."""


def error_reason(error: Exception) -> str:
    """Return the message of an exception, or the name of its class where it has none."""
    return str(error) or type(error).__name__


_OPENING: Final = "table-opened"


class LogDifference(NamedTuple):
    """Difference between a log and what its commands lead to: the event, its step and a message."""

    entry: int
    """Number of the event, from 1."""
    step: int
    message: str

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.message}"


class LogAudit(NamedTuple):
    """Result of a log audit: versions of the rules, counts and differences."""

    rules: str
    """Version of the rules that the log names."""
    decided_by: str
    """Version of the rules that decided again."""
    steps: int
    entries: int
    differences: list[LogDifference]
    finished: bool
    """False where the log ends in an event that cannot be applied at all."""

    @property
    def holds(self) -> bool:
        """Whether the whole log was decided again without a difference."""
        return not self.differences and self.finished

    @property
    def other_rules(self) -> str:
        """Note that the log was written under another version of the rules; empty if it was not."""
        if self.rules == self.decided_by:
            return ""
        rules_text = f"rules {self.rules}" if self.rules else "rules that it does not name"
        return f"written under {rules_text}, decided again by rules {self.decided_by}"

    def __str__(self) -> str:
        summary = "1 entry holds" if self.entries == 1 else f"{self.entries} entries hold"
        if self.differences:
            summary = f"{self.differences[0]}; {len(self.differences)} in all"
        return f"{summary}; {self.other_rules}" if self.other_rules else summary

    @property
    def first(self) -> LogDifference | None:
        return self.differences[0] if self.differences else None


def _with_written_rules(decided: Any, written: Any) -> Any:
    """Return a decided event with the rules version that the log has: the version is no decision."""
    # The room has an event of the same name without a version.
    if decided.name == written.name == _OPENING and hasattr(written, "rules"):
        return structs.replace(decided, rules=written.rules)
    return decided


def is_same_event(written: Any, decided: Any) -> bool:
    """Whether an event of a log is the one decided again, types included: 5 and 5.0 differ on a sign."""
    return written == decided and (
        isinstance(decided, Event) or is_identical_json(written.to_dict(), decided.to_dict())
    )


def first_difference(step: LogStep, decided: list[Any], events_before: int, step_number: int) -> LogDifference | None:
    """Return the first difference between the events of a log step and those decided again; None if equal."""
    for index, decision in enumerate(decided):
        event_number = events_before + index + 1
        if index >= len(step.events):
            message = f"{decision.name} must follow {step.command.name} and is missing"
            return LogDifference(event_number, step_number, message)
        written = step.events[index]
        expected = _with_written_rules(decision, written)
        if is_same_event(written, expected):
            non_canonical = next((event for event in step.non_canonical if event.event_index == index), None)
            if non_canonical is not None:
                return LogDifference(event_number, step_number, f"{expected.name}: {non_canonical.message}")
            continue
        if written.name != expected.name:
            return LogDifference(
                event_number, step_number, f"{written.name} is written, {expected.name} must come there"
            )
        actual, required = written.to_dict(), expected.to_dict()
        differing = (name for name in required if not is_identical_json(actual.get(name), required[name]))
        name = next(differing, "")
        message = f"{expected.name}: {name} is {actual.get(name)!r} and must be {required.get(name)!r}"
        return LogDifference(event_number, step_number, message)
    if len(step.events) > len(decided):
        extra = step.events[len(decided)]
        message = f"{extra.name} does not follow from {step.command.name}"
        return LogDifference(events_before + len(decided) + 1, step_number, message)
    return None
