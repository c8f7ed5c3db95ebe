"""The room from what is on disk: checkpoints and the records after them, applied and not decided again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import json

from hoyle.errors import InvalidError
from hoyle.room.live import matters, people
from hoyle.room.live.accounts import Ledger
from hoyle.room.live.answers import Moment
from hoyle.room.live.draft import Draft, Outcome
from hoyle.room.live.heart import Room
from hoyle.room.live.hosted import HostedTable
from hoyle.room.store.chain import Chain, Head, flaw
from hoyle.room.store.store import Store
from hoyle.room.store.writing import ROOM, Checkpoint, Record
from hoyle.rulebooks import VERSION
from hoyle.table import log
from hoyle.table.base import Table
from hoyle.table.kinds import KINDS
from hoyle.table.log import Step

TABLE: Final = "table "


def load(store: Store) -> Room:
    """The room as the store has it; what does not hang together is refused with the first wrong record."""
    room = Room()
    room.ledger = Ledger(store.balances())
    streams = store.streams()
    _load_room(room, store)
    for stream in streams:
        if stream.startswith(TABLE):
            hosted = load_table(store, int(stream.removeprefix(TABLE)), room)
            room.tables[hosted.number] = hosted
    _check_labels(room)
    wrong = room.reconcile()
    if wrong:
        raise InvalidError(f"the ledger does not agree with the tables: {wrong[0]}")
    return room


def _check_labels(room: Room) -> None:
    """A room in which a bot plays without being called one does not open."""
    for hosted in room.tables.values():
        for person in hosted.seated.values():
            known = room.state.people.get(person)
            is_bot = known is not None and known.kind == people.BOT
            if is_bot != (person in hosted.hosting.bots):
                raise InvalidError(
                    f"table {hosted.number}: {person} is {'a bot' if is_bot else 'no bot'} and is labelled "
                    "otherwise; run hoyle audit"
                )


def wake(room: Room, moment: Moment) -> list[Outcome]:
    """Take up every open table: clocks begin anew, for nobody was told that they were running."""
    found = []
    for hosted in room.tables.values():
        if not hosted.hosting.closed:
            draft = Draft(room, moment)
            draft.settle(hosted, matters.Wake(), matters.Woken(rules=VERSION, clause="house clock"))
            found.append(draft.outcome())
    return found


def _load_room(room: Room, store: Store) -> None:
    checkpoint = store.checkpoint(ROOM)
    if checkpoint is not None:
        room.state.restore(json.decode(checkpoint.facts))
        room.marked = checkpoint.number
    for record in _followed(store, ROOM, checkpoint, room):
        for entry in read_step(record, people.COMMANDS, people.ENTRIES).entries:
            entry.apply(room.state)


def load_table(store: Store, number: int, room: Room) -> HostedTable:
    """One table from its last checkpoint and the records after it."""
    stream = HostedTable(number).stream
    checkpoint = store.checkpoint(stream)
    hosted = (
        HostedTable(number)
        if checkpoint is None
        else HostedTable.restored(number, json.decode(checkpoint.facts))
    )
    reader = StepReader(None if checkpoint is None else hosted.table)
    for record in _followed(store, stream, checkpoint, room):
        hosted.apply(reader.read(record), time=record.time, number=record.number)
    return hosted


def _followed(store: Store, stream: str, checkpoint: Checkpoint | None, room: Room) -> Iterable[Record]:
    """The records after a checkpoint, each held against its chain."""
    head = Head() if checkpoint is None else Head(checkpoint.number, checkpoint.hash)
    for record in store.records(stream, after=head.number):
        wrong = flaw(record, stream, head)
        if wrong:
            raise InvalidError(f"{stream}, record {head.number + 1}: {wrong}; run hoyle audit")
        head = Head(record.number, record.hash)
        yield record
    room.chains[stream] = Chain(stream, head)


class StepReader:
    """Reads the steps of one table's stream: the table's own and the room's matters around it."""

    def __init__(self, table: Table | None = None) -> None:
        self._commands: Mapping[str, Any] = matters.COMMANDS
        self._entries: Mapping[str, Any] = matters.ENTRIES
        if table is not None:
            self._learn(type(table))

    def _learn(self, kind: type[Table]) -> None:
        self._commands = {**kind.COMMANDS, **matters.COMMANDS}
        self._entries = {**kind.ENTRIES, **matters.ENTRIES}

    def read(self, record: Record) -> Step:
        """The step that a record holds."""
        step = read_step(record, self._commands, self._entries)
        for entry in step.entries:
            if isinstance(entry, matters.TermsPut):
                self._learn(KINDS[entry.kind])
        return step


def read_step(record: Record, commands: Mapping[str, Any], entries: Mapping[str, Any]) -> Step:
    """The step that a record holds."""
    try:
        data = json.decode(record.facts)
        return log.read_steps(commands, entries, [data])[0]
    except (ValueError, KeyError) as error:
        raise InvalidError(f"{record.stream}, record {record.number} cannot be read: {error}") from error
