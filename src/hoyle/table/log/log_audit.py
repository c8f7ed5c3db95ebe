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
from hoyle.core.events import Event, build_event
from hoyle.table.log.event_log import LogStep, is_identical_json

REPLAY_ERRORS: Final = (
    HoyleError, ChipConservationError, AssertionError, LookupError, TypeError, ValueError, AttributeError,
    OverflowError
)  # fmt: skip
"""Exceptions that an event which no table could have written may raise when it is applied."""

_OPENING: Final = "table-opened"


class LogDifference(NamedTuple):
    """A place where a log differs from what its commands lead to."""

    entry: int
    """Number of the event, from 1."""
    step: int
    said: str

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.said}"


class LogAudit(NamedTuple):
    """Result of an audit."""

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
        named = f"rules {self.rules}" if self.rules else "rules that it does not name"
        return f"written under {named}, decided again by rules {self.decided_by}"

    def __str__(self) -> str:
        found = "1 entry holds" if self.entries == 1 else f"{self.entries} entries hold"
        if self.differences:
            found = f"{self.differences[0]}; {len(self.differences)} in all"
        return f"{found}; {self.other_rules}" if self.other_rules else found

    @property
    def first(self) -> LogDifference | None:
        return self.differences[0] if self.differences else None


def _as_written(due: Any, written: Any, *, older: bool) -> Any:
    """Return a decided event with the rules version that is written, and without fields that a log of `older`
    rules does not have."""
    if due.name != written.name:
        return due
    if due.name == _OPENING:
        # The room has an event of the same name without a version.
        return structs.replace(due, rules=written.rules) if hasattr(written, "rules") else due
    if not older or not isinstance(due, Event):
        return due
    kind = type(due)
    said = {
        field: value
        for field, value in due.fields().items()
        if field not in kind.LATER or getattr(written, field)
    }
    return build_event({kind.NAME: kind}, kind.NAME, said)


def is_same_event(written: Any, due: Any) -> bool:
    """Whether a written event is the one decided, types included, so that 5 and 5.0 differ on a sign."""
    return written == due and (isinstance(due, Event) or is_identical_json(written.to_dict(), due.to_dict()))


def first_difference(
    step: LogStep, decided: list[Any], before: int, number: int, *, older: bool = False
) -> LogDifference | None:
    """Return the first event of a step that differs from the decision; `before` events precede the step.

    A log of `older` rules may lack later fields.
    """
    for at, decision in enumerate(decided):
        place = before + at + 1
        if at >= len(step.events):
            said = f"{decision.name} must follow {step.command.name} and is missing"
            return LogDifference(place, number, said)
        written = step.events[at]
        due = _as_written(decision, written, older=older)
        if is_same_event(written, due):
            odd = next((each for each in step.unlike if each.at == at), None)
            if odd is not None:
                return LogDifference(place, number, f"{due.name}: {odd.said}")
            continue
        if written.name != due.name:
            return LogDifference(place, number, f"{written.name} is written, {due.name} must come there")
        told, wanted = written.to_dict(), due.to_dict()
        part = next((field for field in wanted if not is_identical_json(told.get(field), wanted[field])), "")
        said = f"{due.name}: {part} is {told.get(part)!r} and must be {wanted.get(part)!r}"
        return LogDifference(place, number, said)
    if len(step.events) > len(decided):
        extra = step.events[len(decided)]
        said = f"{extra.name} does not follow from {step.command.name}"
        return LogDifference(before + len(decided) + 1, number, said)
    return None
