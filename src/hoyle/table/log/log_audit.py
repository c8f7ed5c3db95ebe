"""Log audit: decides every command of a log again and names the differences.

Step by step, a table in the state that the log has reached decides the command, and its events are compared
with those written. After a difference the audit goes on from what is written, so that a log of older rules is
reported event by event. Linear in the length of the log.

This program knows its own rules and no others: a log that names another version is decided by these, and the
verdict says so (`LogAudit.other_rules`). The name of a version is no decision, and so no difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import structs

from hoyle.core.errors import ChipConservationError, HoyleError
from hoyle.core.events import Event, build_event
from hoyle.table.log.event_log import LogStep, is_identical_json

if TYPE_CHECKING:
    from hoyle.table.base import Table

REPLAY_ERRORS: Final = (
    HoyleError, ChipConservationError, AssertionError, LookupError, TypeError, ValueError, AttributeError,
    OverflowError
)  # fmt: skip
"""Exceptions that an event which no table could have written may raise when it is applied."""

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


def audit_log(
    steps: Iterable[LogStep], table: Table, *, rules: str, decided_by: str, max_differences: int = 1000
) -> LogAudit:
    """Decide every step again at `table`, not open yet, up to `max_differences` differences."""
    differences: list[LogDifference] = []
    entries = number = 0
    for number, step in enumerate(steps, 1):
        decided: list[Any] = []
        try:
            decided = table.do(step.command, step.by)
        except REPLAY_ERRORS as error:
            message = str(error) or type(error).__name__
            message = f"{step.command.name} by {step.by} cannot be done: {message}"
            differences.append(LogDifference(entries + 1, number, message))
        else:
            difference = first_difference(step, decided, entries, number, older=rules != decided_by)
            if difference is not None:
                differences.append(difference)
        if decided != step.events:
            try:
                table.replace_last(step.events, len(decided))
            except REPLAY_ERRORS:
                return LogAudit(rules, decided_by, number, entries, differences, finished=False)
            if len(differences) >= max_differences:
                return LogAudit(rules, decided_by, number, entries, differences, finished=False)
        entries += len(step.events)
    return LogAudit(rules, decided_by, number, entries, differences, finished=True)


def _as_written(decided: Any, written: Any, *, older: bool) -> Any:
    """Return a decided event with the rules version that is written, and without fields that a log of `older`
    rules does not have."""
    if decided.name != written.name:
        return decided
    if decided.name == _OPENING:
        # The room has an event of the same name without a version.
        return structs.replace(decided, rules=written.rules) if hasattr(written, "rules") else decided
    if not older or not isinstance(decided, Event):
        return decided
    kind = type(decided)
    fields = {
        field: value
        for field, value in decided.fields().items()
        if field not in kind.LATER or getattr(written, field)
    }
    return build_event({kind.NAME: kind}, kind.NAME, fields)


def is_same_event(written: Any, decided: Any) -> bool:
    """Whether a written event is the one decided, types included, so that 5 and 5.0 differ on a sign."""
    return written == decided and (
        isinstance(decided, Event) or is_identical_json(written.to_dict(), decided.to_dict())
    )


def first_difference(
    step: LogStep, decided: list[Any], before: int, number: int, *, older: bool = False
) -> LogDifference | None:
    """Return the first event of a step that differs from the decision; `before` events precede the step.

    A log of `older` rules may lack later fields.
    """
    for index, decision in enumerate(decided):
        event_number = before + index + 1
        if index >= len(step.events):
            message = f"{decision.name} must follow {step.command.name} and is missing"
            return LogDifference(event_number, number, message)
        written = step.events[index]
        expected = _as_written(decision, written, older=older)
        if is_same_event(written, expected):
            non_canonical = next((event for event in step.non_canonical if event.event_index == index), None)
            if non_canonical is not None:
                return LogDifference(event_number, number, f"{expected.name}: {non_canonical.message}")
            continue
        if written.name != expected.name:
            return LogDifference(
                event_number, number, f"{written.name} is written, {expected.name} must come there"
            )
        actual, required = written.to_dict(), expected.to_dict()
        differing = (name for name in required if not is_identical_json(actual.get(name), required[name]))
        name = next(differing, "")
        message = f"{expected.name}: {name} is {actual.get(name)!r} and must be {required.get(name)!r}"
        return LogDifference(event_number, number, message)
    if len(step.events) > len(decided):
        extra = step.events[len(decided)]
        message = f"{extra.name} does not follow from {step.command.name}"
        return LogDifference(before + len(decided) + 1, number, message)
    return None
