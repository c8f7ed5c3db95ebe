"""The audit of a log: every decision made again, and the first difference named.

Step by step the command is decided by a table that stands where the log has come to, and its answer
is held against what is written. Where they differ the difference is kept and the audit goes on from what is
written, so that a log of older rules is told apart line by line. Linear in the length of the log.

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
"""How an entry that nobody could have written makes itself felt."""

_OPENING: Final = "table-opened"


class LogDifference(NamedTuple):
    """One place where a log is not what its commands make of it."""

    entry: int
    """Number of the entry, from 1."""
    step: int
    said: str

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.said}"


class LogAudit(NamedTuple):
    """What an audit found."""

    rules: str
    """The version of the rules that the log names."""
    decided_by: str
    """The version under which everything was decided again."""
    steps: int
    entries: int
    differences: list[LogDifference]
    finished: bool
    """False where the log breaks off in something that cannot be applied at all."""

    @property
    def holds(self) -> bool:
        return not self.differences and self.finished

    @property
    def other_rules(self) -> str:
        """That the log was written under other rules than those it was held against; empty if it was not."""
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
            difference = first_difference(step, decided, entries, number, older=rules != decided_by)
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


def _as_written(due: Any, written: Any, *, older: bool) -> Any:
    """What was decided, under the version of the rules that is written there, and without what nobody said
    yet when a log of older rules was written."""
    if due.name != written.name:
        return due
    if due.name == _OPENING:
        # The room notes by the same name that it has a table, and no version with it.
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
    """Whether an entry is the very one that was decided; where events have whole numbers only, a sign or a
    report may have 5 and 5.0."""
    return written == due and (isinstance(due, Event) or is_identical_json(written.to_dict(), due.to_dict()))


def first_difference(
    step: LogStep, decided: list[Any], before: int, number: int, *, older: bool = False
) -> LogDifference | None:
    """The first entry of a step that is not what was decided; `before` entries come ahead of it.

    A log of `older` rules need not say what was not said then.
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
