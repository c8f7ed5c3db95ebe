"""Unit of work: collects records, postings, checkpoints and indexed hands of one command."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, Any, Final

from msgspec import json

from hoyle.core.money import Transfer
from hoyle.room.events.table_events import LiveTableEvent
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.room_state import RoomEvent
from hoyle.storage.account_names import whose
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

if TYPE_CHECKING:
    from hoyle.room.room import Room

HOUSE: Final = "house"
"""Who acts where nobody gave a command: the dealer, the clock."""
CHECKPOINT_EVERY: Final = 20
"""Rounds of a table after which its state is written down whole."""
MAX_DOING: Final = 60
"""Characters by which an incident names what was being done."""
ROOM_CHECKPOINT_EVERY: Final = 200
"""Records of the room's own stream after which it is."""


class CommittedStep:
    """A step that people are to hear of, once it is on disk."""

    __slots__ = ("first", "hosted", "number", "paid", "ruler", "step")

    def __init__(
        self,
        hosted: LiveTable | None,
        step: LogStep,
        number: int,
        first: int,
        paid: Set[str] = frozenset(),
        ruler: str = "",
    ) -> None:
        self.hosted = hosted
        self.step = step
        self.number = number
        """Of the record."""
        self.first = first
        """Of the table's first entry in it."""
        self.paid = paid
        """People out of whose wallets chips came at a table, or into whose they went."""
        self.ruler = ruler
        """The person who ruled, where it was done in the name of the house."""


class Decision:
    """What came of a command: what is to be written, then the answer, then what people hear."""

    __slots__ = ("answer", "told", "write")

    def __init__(
        self, answer: CommandAnswer, write: CommitUnit | None = None, told: list[CommittedStep] | None = None
    ) -> None:
        self.answer = answer
        self.write = write
        """None where nothing changed."""
        self.told = told or []


class UnitOfWork:
    """One command on its way to the disk."""

    def __init__(self, room: Room, moment: DecisionContext, request: CommandRequest | None = None) -> None:
        self.room = room
        self.moment = moment
        self.request = request
        self.actor = HOUSE if request is None else request.person
        self.records: list[Record] = []
        self.postings: list[Posting] = []
        self.hands: list[HandIndexEntry] = []
        self.checkpoints: list[Checkpoint] = []
        self.told: list[CommittedStep] = []
        self.given: dict[str, Any] = {}

    # What happens

    def run_table_command(
        self, hosted: LiveTable, command: Command, by: str, *, ruler: str = ""
    ) -> list[Any]:
        """Have a command done at a table; what is refused has changed nothing.

        `ruler` is the person who rules, where it is done in the name of the house.
        """
        first = hosted.table.event_count + 1
        entries = hosted.table.do(command, by)
        self.record_step(hosted, LogStep(by, command, entries), first, ruler)
        return entries

    def record_table_events(self, hosted: LiveTable, command: Command, *entries: LiveTableEvent) -> None:
        """A matter of the table that the room decides."""
        for entry in entries:
            hosted.apply_room_event(entry)
        self.record_step(hosted, LogStep(self.actor, command, list(entries)), hosted.table.event_count + 1)

    def record_room_events(self, command: Command, *entries: RoomEvent) -> None:
        """A matter of the room itself."""
        for entry in entries:
            entry.apply(self.room.state)
        number = self._record(ROOM, LogStep(self.actor, command, list(entries)))
        self._post(ROOM, number, [transfer for entry in entries for transfer in entry.transfers()])
        self.told.append(CommittedStep(None, LogStep(self.actor, command, list(entries)), number, 0))

    def record_step(self, hosted: LiveTable, step: LogStep, first: int, ruler: str = "") -> None:
        """A step that the table has taken already; `first` is the number of its first entry."""
        number = self._record(hosted.stream, step)
        moved, hand = hosted.on_step(step, time=self.moment.now, number=number)
        self._post(hosted.stream, number, moved)
        if hand is not None:
            self.hands.append(hand)
        paid = {whose(account) for source, to, _ in moved for account in (source, to)} - {""}
        self.told.append(CommittedStep(hosted, step, number, first, paid, ruler))
        self.room.reschedule(hosted)

    # What is written

    def _record(self, stream: str, step: LogStep) -> int:
        record = self.room.chain(stream).record(
            time=self.moment.now,
            command="" if self.request is None else self.request.id,
            actor=self.actor,
            name=step.command.name,
            facts=json.encode(step_to_dict(step)),
        )
        self.records.append(record)
        return record.number

    def _post(self, stream: str, number: int, moved: list[Transfer]) -> None:
        for transfer in moved:
            if transfer.chips:
                self.room.ledger.move(transfer)
                self.postings.append(
                    Posting(
                        stream=stream,
                        number=number,
                        source=transfer.source,
                        to=transfer.to,
                        chips=transfer.chips,
                    )
                )

    def _checkpoint(self) -> None:
        """Write down whole what has gone on long enough."""
        for hosted in {told.hosted.number: told.hosted for told in self.told if told.hosted}.values():
            if (
                hosted.rounds >= (self.room.checkpoint_every or CHECKPOINT_EVERY)
                and hosted.table.is_between_rounds()
            ):
                self.add_checkpoint(hosted)
        number = self.room.chain(ROOM).head.number
        if number - self.room.marked >= ROOM_CHECKPOINT_EVERY:
            self.room.marked = number
            self._mark(ROOM, self.room.state.to_dict())

    def add_checkpoint(self, hosted: LiveTable) -> None:
        """Write a table down whole."""
        hosted.rounds = 0
        self._mark(hosted.stream, hosted.to_dict())

    def _mark(self, stream: str, state: dict[str, Any]) -> None:
        head = self.room.chain(stream).head
        self.checkpoints.append(
            Checkpoint(stream=stream, number=head.number, hash=head.hash, facts=json.encode(state))
        )

    def finish(self) -> Decision:
        """The whole of it."""
        request = self.request
        entries = [told for told in self.told if told.hosted is not None and told.step.events]
        first = entries[0].first if entries else 0
        last = entries[-1].hosted.table.event_count if entries else 0  # type: ignore[union-attr]
        answer = CommandAnswer(
            id="" if request is None else request.id, ok=True, first=first, last=last, given=self.given
        )
        seen = None
        if request is not None and request.id:
            seen = ProcessedCommand(
                person=request.person,
                command=request.id,
                answer=json.encode(answer),
                time=self.moment.now,
            )
        self._checkpoint()
        write = CommitUnit(
            records=tuple(self.records),
            postings=tuple(self.postings),
            seen=seen,
            checkpoints=tuple(self.checkpoints),
            hands=tuple(self.hands),
        )
        return Decision(answer, write, self.told)


class UnexpectedFailure(Exception):
    """Something that should never happen, with the draft that it left half done; the cause hangs on it."""

    def __init__(self, draft: UnitOfWork, table: int) -> None:
        super().__init__(f"table {table}" if table else "the room")
        self.draft = draft
        self.table = table
        """Where it happened; 0 where it was a matter of the room itself."""

    def command_name(self) -> str:
        """What was being done."""
        request = self.draft.request
        return HOUSE if request is None else str(request.command.get("do"))[:MAX_DOING]

    def tables(self) -> set[int]:
        """Tables that may be half changed."""
        streams = {record.stream for record in self.draft.records} - {ROOM}
        return {self.table, *(table_number(stream) for stream in streams)} - {0}

    def affects_room(self) -> bool:
        """Whether more than tables may be."""
        return not self.table or any(record.stream == ROOM for record in self.draft.records)
