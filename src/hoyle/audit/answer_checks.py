"""Answer checks: compares the stored answer of each command with the records it produced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import json

from hoyle.audit.findings import ANSWERS, CommandRecords, Finding, PartResult
from hoyle.room.events import table_events
from hoyle.room.messages import CommandAnswer
from hoyle.storage.models import ProcessedCommand, Record
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.table.base import FLOOR
from hoyle.table.log.event_log import LogStep

_PAGE: Final = 200
"""Answers looked up by one query."""
_MULTI_STREAM: Final = frozenset(("set-up-table", "seat-bot"))
"""Commands whose records are in more than one stream."""


class AnswerChecker:
    """Collector of each command's records in one stream; checks its answer once they are complete."""

    def __init__(self, store: SqlStore, result: PartResult) -> None:
        self._store = store
        self._result = result
        self._current: CommandRecords | None = None
        self._unchecked: list[CommandRecords] = []

    def take(self, record: Record, step: LogStep, before: int, after: int) -> None:
        """Add a record to its command, with the table's event count before and after it."""
        group = self._current
        if group is not None and (group.person, group.command) != (record.actor, record.command_id):
            self._close()
            group = None
        if not record.command_id:
            return
        if group is None:
            group = self._current = CommandRecords(
                person=record.actor,
                command=record.command_id,
                stream=record.stream,
                record=record.number,
                time=record.time,
            )
        if step.events and record.stream != "room":
            group.first = group.first or before + 1
            group.last = after
        name = step.command.name
        group.shared |= name in _MULTI_STREAM or (name == "leave" and step.by == FLOOR)
        for entry in step.events:
            if isinstance(entry, table_events.SeatRequested):
                group.created["request_id"] = entry.request_id
            elif isinstance(entry, table_events.RulingProposed):
                group.created["ruling_id"] = entry.ruling
            elif isinstance(entry, table_events.TableSetUp):
                group.created["table_id"] = int(record.stream.rpartition(" ")[2])
                if entry.code:
                    group.created["invite_code"] = entry.code
            elif isinstance(entry, table_events.InviteLinkReplaced):
                group.created["invite_code"] = entry.code

    def share(self) -> None:
        """Mark the current command as having records in other streams."""
        if self._current is not None:
            self._current.shared = True

    def end(self) -> None:
        """Check the remaining answers at the end of the stream."""
        self._close()
        self._check_answers()

    def _close(self) -> None:
        group, self._current = self._current, None
        if group is None:
            return
        if group.shared:
            self._result.groups.append(group)
            return
        self._result.commands += 1
        self._unchecked.append(group)
        if len(self._unchecked) >= _PAGE:
            self._check_answers()

    def _check_answers(self) -> None:
        groups, self._unchecked = self._unchecked, []
        for finding in wrong_answers(self._store, [[group] for group in groups]):
            self._result.add(finding)
        self._result.count(ANSWERS, len(groups))


def wrong_answers(store: SqlStore, commands: Sequence[Sequence[CommandRecords]]) -> list[Finding]:
    """Find stored answers that differ from what the records of a command give."""
    findings: list[Finding] = []
    processed = store.processed_commands([(groups[0].person, groups[0].command) for groups in commands])
    for groups in commands:
        first = groups[0]
        flaw = _answer_flaw(groups, processed.get((first.person, first.command)))
        if flaw:
            findings.append(
                Finding(check=ANSWERS, stream=first.stream, record=first.record, time=first.time, message=flaw)
            )
    return findings


def _answer_flaw(groups: Sequence[CommandRecords], processed: ProcessedCommand | None) -> str:
    command = f"command {groups[0].command!r} of {groups[0].person}"
    if processed is None:
        return f"{command} took effect and is not noted: it could do so again"
    created: dict[str, Any] = {}
    for group in groups:
        created.update(group.created)
    table_groups = [group for group in groups if group.last or group.first] or [
        CommandRecords(person="", command="", stream="", record=0, time=0)
    ]
    # With several tables, the order in which they answered is unknown.
    for first in {group.first for group in table_groups}:
        for last in {group.last for group in table_groups}:
            answer = CommandAnswer(
                idempotency_key=groups[0].command, ok=True, first_event=first, last_event=last, created=created
            )
            if processed.answer == json.encode(answer):
                return "" if processed.time == groups[0].time else f"{command} is noted at another time"
    return f"the answer to {command} is not what came of it: {processed.answer[:80]!r}"
