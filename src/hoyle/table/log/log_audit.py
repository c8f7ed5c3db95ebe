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
from hoyle.core.events import Event
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


def audit_log(
    steps: Iterable[LogStep], table: Table, *, rules: str, decided_by: str, most: int = 1000
) -> LogAudit:
    """Decide every step again at `table`, which is not open yet, until `most` differences are found."""
    found: list[LogDifference] = []
    entries = number = 0
    for number, step in enumerate(steps, 1):
        decided: list[Any] = []
        try:
            decided = table.do(step.command, step.by)
        except REPLAY_ERRORS as error:
            said = str(error) or type(error).__name__
            said = f"{step.command.name} by {step.by} cannot be done: {said}"
            found.append(LogDifference(entries + 1, number, said))
        else:
            difference = first_difference(step, decided, entries, number)
            if difference is not None:
                found.append(difference)
        if decided != step.events:
            try:
                table.replace_last(step.events, len(decided))
            except REPLAY_ERRORS:
                return LogAudit(rules, decided_by, number, entries, found, finished=False)
            if len(found) >= most:
                return LogAudit(rules, decided_by, number, entries, found, finished=False)
        entries += len(step.events)
    return LogAudit(rules, decided_by, number, entries, found, finished=True)


def _with_written_rules(due: Any, written: Any) -> Any:
    """Return a decided event with the rules version that is written: the version is no decision."""
    # The room has an event of the same name without a version.
    if due.name == written.name == _OPENING and hasattr(written, "rules"):
        return structs.replace(due, rules=written.rules)
    return due


def is_same_event(written: Any, due: Any) -> bool:
    """Whether a written event is the one decided, types included, so that 5 and 5.0 differ on a sign."""
    return written == due and (isinstance(due, Event) or is_identical_json(written.to_dict(), due.to_dict()))


def first_difference(step: LogStep, decided: list[Any], before: int, number: int) -> LogDifference | None:
    """Return the first event of a step that differs from the decision; `before` events precede the step."""
    for at, decision in enumerate(decided):
        place = before + at + 1
        if at >= len(step.events):
            said = f"{decision.name} must follow {step.command.name} and is missing"
            return LogDifference(place, number, said)
        written = step.events[at]
        due = _with_written_rules(decision, written)
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
