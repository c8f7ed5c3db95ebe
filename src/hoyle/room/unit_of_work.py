"""Unit of work: collects records, postings, checkpoints and indexed hands of one command."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Final, TypeVar

from msgspec import Struct, json

from hoyle.core.money import Transfer
from hoyle.room.commands import table_commands
from hoyle.room.events.room_events import RoomEvent
from hoyle.room.events.table_events import LiveTableEvent
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.room import Room
from hoyle.storage.account_names import account_holder
from hoyle.storage.models import (
    ROOM,
    Checkpoint,
    CommitUnit,
    HandIndexEntry,
    Posting,
    ProcessedCommand,
    Record,
    table_number,
)
from hoyle.table.command_base import Command
from hoyle.table.log.event_log import LogStep, step_to_dict

EventKind = TypeVar("EventKind", RoomEvent, LiveTableEvent)

HOUSE: Final = "house"
"""Actor of steps without a command from a person: the dealer's and the clock's."""
CHECKPOINT_EVERY: Final = 20
"""Rounds of a table after which it gets a checkpoint."""
MAX_DOING: Final = 60
"""Length of a command's name in an incident."""
ROOM_CHECKPOINT_EVERY: Final = 200
"""Records of the room's own stream after which it gets one."""


class CommittedStep(Struct):
    """Recorded step of a table or the room, published once it is committed."""

    live_table: LiveTable | None
    step: LogStep
    number: int
    """Number of the record."""
    first: int
    """Number of the step's first entry at the table."""
    paid: Set[str] = frozenset()
    """People whose wallets the step changed."""
    ruler: str = ""
    """The person who ruled, where the step was taken in the name of the house."""


class Decision(Struct):
    """Outcome of a command: the unit to commit, the answer, and the steps to publish."""

    answer: CommandAnswer
    commit_unit: CommitUnit | None = None
    """None where nothing changed."""
    steps: list[CommittedStep] = []
    """Steps to publish once the unit is committed."""


class UnitOfWork:
    """Unit of work: everything that one command writes, committed together."""

    def __init__(self, room: Room, context: DecisionContext, request: CommandRequest | None = None) -> None:
        self.room = room
        self.context = context
        self.request = request
        self.actor = HOUSE if request is None else request.person
        self.records: list[Record] = []
        self.postings: list[Posting] = []
        self.hands: list[HandIndexEntry] = []
        self.checkpoints: list[Checkpoint] = []
        self.steps: list[CommittedStep] = []
        self.created: dict[str, Any] = {}

    # Steps

    def run_table_command(self, live_table: LiveTable, command: Command, by: str, *, ruler: str = "") -> list[Any]:
        """Run a command at a table and record the step; a refused command has changed nothing.

        `ruler` is the person who rules, where the command is given in the name of the house.
        """
        first = live_table.table.event_count + 1
        events = live_table.table.do(command, by)
        self.record_step(live_table, LogStep(by, command, events), first, ruler)
        return events

    def record_table_events(
        self, live_table: LiveTable, command: Command, *events: LiveTableEvent, first: int = 0
    ) -> None:
        """Apply and record events of a table that the room decides; `first` is the number of the first one.

        Without `first` they come after all entries of the table.
        """
        for event in events:
            live_table.apply_room_event(event)
        first = first or live_table.table.event_count + 1
        self.record_step(live_table, LogStep(self.actor, command, list(events)), first)

    def record_room_events(self, command: Command, *events: RoomEvent) -> None:
        """Apply and record events of the room itself."""
        for event in events:
            event.apply(self.room.state)
        number = self._append_record(ROOM, LogStep(self.actor, command, list(events)))
        self._post_transfers(ROOM, number, [transfer for event in events for transfer in event.transfers()])
        self.steps.append(CommittedStep(None, LogStep(self.actor, command, list(events)), number, 0))

    def event(self, kind: type[EventKind], command: Command, /, **fields: Any) -> EventKind:
        """Build an event that repeats the fields of its command; `by` is whoever gave it."""
        for name in kind.__struct_fields__:
            if name == "by":
                fields.setdefault(name, self.actor)
            elif name == "clause":
                fields.setdefault(name, kind.CLAUSE)
            elif name not in fields and hasattr(command, name):
                fields[name] = getattr(command, name)
        return kind(**fields)

    def record_room_event(self, command: Command, kind: type[RoomEvent], /, **fields: Any) -> None:
        """Apply and record the one event of a command of the room itself."""
        self.record_room_events(command, self.event(kind, command, **fields))

    def record_table_event(
        self, live_table: LiveTable, command: Command, kind: type[LiveTableEvent], /, **fields: Any
    ) -> None:
        """Apply and record the one event of a command around a live table."""
        self.record_table_events(live_table, command, self.event(kind, command, **fields))

    def record_step(self, live_table: LiveTable, step: LogStep, first: int, ruler: str = "") -> None:
        """Record a step that the table has taken already; `first` is the number of its first entry."""
        number = self._append_record(live_table.stream, step)
        transfers, hand = live_table.on_step(step, time=self.context.now, number=number)
        self._post_transfers(live_table.stream, number, transfers)
        if hand is not None:
            self.hands.append(hand)
        paid = {account_holder(account) for source, to, _ in transfers for account in (source, to)} - {""}
        self.steps.append(CommittedStep(live_table, step, number, first, paid, ruler))
        self.room.reschedule(live_table)

    # Records

    def _append_record(self, stream: str, step: LogStep) -> int:
        """Append a step to the hash chain of a stream and return the number of its record."""
        record = self.room.chain(stream).record(
            time=self.context.now,
            command_id="" if self.request is None else self.request.idempotency_key,
            actor=self.actor,
            name=step.command.name,
            payload=json.encode(step_to_dict(step)),
        )
        self.records.append(record)
        return record.number

    def _post_transfers(self, stream: str, number: int, transfers: list[Transfer]) -> None:
        """Move chips in the ledger and collect a posting for each transfer."""
        for transfer in transfers:
            if transfer.chips:
                self.room.ledger.move(transfer)
                self.postings.append(Posting(stream, number, *transfer))

    def _add_due_checkpoints(self) -> None:
        """Add the checkpoints that are due, of changed tables and of the room."""
        for live_table in {step.live_table.number: step.live_table for step in self.steps if step.live_table}.values():
            if (
                live_table.rounds_since_checkpoint >= (self.room.checkpoint_every or CHECKPOINT_EVERY)
                and live_table.table.is_between_rounds()
            ):
                self.add_checkpoint(live_table)
        number = self.room.chain(ROOM).head.number
        if number - self.room.last_checkpoint >= ROOM_CHECKPOINT_EVERY:
            self.room.last_checkpoint = number
            self._add_checkpoint(ROOM, self.room.state.to_dict())

    def add_checkpoint(self, live_table: LiveTable) -> None:
        """Add a checkpoint of a table to the unit of work."""
        live_table.rounds_since_checkpoint = 0
        self._add_checkpoint(live_table.stream, live_table.to_dict())

    def _add_checkpoint(self, stream: str, state: dict[str, Any]) -> None:
        head = self.room.chain(stream).head
        self.checkpoints.append(Checkpoint(stream, *head, json.encode(state)))

    def finish(self) -> Decision:
        """Finish the unit of work: return the unit to commit, the answer and the steps."""
        request = self.request
        first = last = 0
        for step in self.steps:
            if step.live_table is not None and step.step.events:
                first = first or step.first
                last = step.live_table.table.event_count
        answer = CommandAnswer(
            idempotency_key="" if request is None else request.idempotency_key,
            ok=True,
            first_event=first,
            last_event=last,
            created=self.created,
        )
        processed = None
        if answer.idempotency_key:
            processed = ProcessedCommand(self.actor, answer.idempotency_key, json.encode(answer), self.context.now)
        self._add_due_checkpoints()
        commit_unit = CommitUnit(
            records=tuple(self.records),
            postings=tuple(self.postings),
            processed_command=processed,
            checkpoints=tuple(self.checkpoints),
            hands=tuple(self.hands),
        )
        return Decision(answer, commit_unit, self.steps)


class UnexpectedFailure(Exception):
    """Defect in a handler, with the unit of work that it left half done; `__cause__` is the error."""

    def __init__(self, unit: UnitOfWork, table: int) -> None:
        super().__init__(f"table {table}" if table else "the room")
        self.unit = unit
        self.table = table
        """The table at which it happened; 0 for a command of the room itself."""

    def stop_command(self) -> table_commands.Stop:
        """Return the command that stops the table, with the name of the command that failed and the error."""
        request, error = self.unit.request, self.__cause__
        doing = HOUSE if request is None else str(request.command.get("do"))[:MAX_DOING]
        return table_commands.Stop(doing=doing, error=f"{type(error).__name__}: {error}"[: table_commands.MAX_SAID])

    def tables(self) -> set[int]:
        """Return the numbers of the tables that the failed unit may have half changed."""
        streams = {record.stream for record in self.unit.records} - {ROOM}
        return {self.table, *(table_number(stream) for stream in streams)} - {0}

    def affects_room(self) -> bool:
        """Whether the failed unit may have half changed the room's own state too."""
        return not self.table or any(record.stream == ROOM for record in self.unit.records)
