"""Recovery: rebuilds the room from checkpoints and later records, and rolls back refused commits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.core.money import Transfer
from hoyle.room import room_state
from hoyle.room.chip_ledger import Ledger
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import DecisionContext
from hoyle.room.room import Room
from hoyle.room.room_state import RoomState
from hoyle.room.unit_of_work import Decision, UnitOfWork
from hoyle.rulebooks import VERSION
from hoyle.storage.hash_chain import Chain, Head, chain_error
from hoyle.storage.models import ROOM, Checkpoint, CommitUnit, Record, table_stream
from hoyle.storage.resume_data import Readable
from hoyle.storage.store_interface import Store
from hoyle.table.base import Table
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.log import event_log
from hoyle.table.log.event_log import LogStep

TABLE: Final = "table "


def load(store: Store, streams: Sequence[str] | None = None, *, aside: dict[int, str] | None = None) -> Room:
    """The room as the store has it; what does not hang together is refused with the first wrong record.

    `streams` are those of the tables wanted, all where it is left out. With `aside` a table that cannot be
    read is left out and noted there with the reason.
    """
    _check_balances(store)
    room = Room()
    room.ledger = Ledger(store.balances())
    wanted = store.streams() if streams is None else streams
    _load_room(room, store)
    for stream in wanted:
        if not stream.startswith(TABLE):
            continue
        number = int(stream.removeprefix(TABLE))
        try:
            _take_in(store, number, room)
        except InvalidError as error:
            if aside is None:
                raise
            aside[number] = str(error)
    _check_money(room)
    return room


def _take_in(store: Readable, number: int, room: Room) -> LiveTable:
    """One table, if it hangs together in itself and with its accounts."""
    try:
        hosted = load_table(store, number, room)
        _check_labels(room, [hosted])
        _check_own_money(room, hosted)
    except InvalidError:
        room.chains.pop(table_stream(number), None)
        raise
    room.tables[number] = hosted
    return hosted


def load_tables(
    tails: Readable, numbers: Sequence[int], room: Room, held: Mapping[str, int], *, aside: dict[int, str]
) -> list[LiveTable]:
    """More tables for a room that is open; `held` is what the accounts that they touch hold.

    One that cannot be read is left out and noted in `aside` with the reason.
    """
    room.ledger.balances.update(held)
    found: list[LiveTable] = []
    for number in numbers:
        try:
            found.append(_take_in(tails, number, room))
        except InvalidError as error:
            aside[number] = str(error)
    return found


def roll_back(store: Store, room: Room, writes: Sequence[CommitUnit]) -> None:
    """Have a room as if these had never been decided: their streams as the store has them, chips back."""
    streams: set[str] = set()
    for write in reversed(writes):
        streams |= {record.stream for record in write.records}
        for posting in reversed(write.postings):
            room.ledger.move(Transfer(posting.to, posting.source, posting.chips))
    if ROOM in streams:
        before = Room()
        _load_room(before, store)
        room.state, room.marked, room.chains[ROOM] = before.state, before.marked, before.chain(ROOM)
    for stream in sorted(streams - {ROOM}):
        number = int(stream.removeprefix(TABLE))
        hosted = load_table(store, number, room)
        if room.chain(stream).head.number:
            room.tables[number] = hosted
            room.reschedule(hosted)
        else:
            room.release_table(number)


def _check_balances(store: Store) -> None:
    """Chips that no posting brought there are nobody's to play with."""
    for account, balance, ledger in store.verify_recent_balances():
        raise InvalidError(
            f"{account} holds {balance:,}, and {ledger:,} came there by the ledger; run hoyle audit"
        )


def _check_money(room: Room) -> None:
    wrong = room.reconcile()
    if wrong:
        raise InvalidError(f"the ledger does not agree with the tables: {wrong[0]}")


def _check_own_money(room: Room, hosted: LiveTable) -> None:
    wrong = room.ledger_differences(hosted) if hosted.is_set_up else []
    if wrong:
        raise InvalidError(f"the ledger does not agree with table {hosted.number}: {wrong[0]}")


def _check_labels(room: Room, tables: Iterable[LiveTable]) -> None:
    """A room in which a bot plays without being called one does not open."""
    for hosted in tables:
        for person in hosted.seated.values():
            known = room.state.people.get(person)
            is_bot = known is not None and known.kind == room_state.BOT
            if is_bot != (person in hosted.hosting.bots):
                raise InvalidError(
                    f"table {hosted.number}: {person} is {'a bot' if is_bot else 'no bot'} and is labelled "
                    "otherwise; run hoyle audit"
                )


def restart_clocks(room: Room, moment: DecisionContext) -> list[Decision]:
    """Take up every open table: clocks begin anew, for nobody was told that they were running."""
    return [wake_table(room, each, moment) for each in room.tables.values() if not each.hosting.closed]


def wake_table(room: Room, hosted: LiveTable, moment: DecisionContext) -> Decision:
    """Take up one table."""
    draft = UnitOfWork(room, moment)
    draft.record_table_events(
        hosted,
        table_events.RestartClocks(),
        table_events.ClocksRestarted(rules=VERSION, clause="house clock"),
    )
    return draft.finish()


def _load_room(room: Room, store: Store) -> None:
    checkpoint = store.checkpoint(ROOM)
    if checkpoint is not None:
        room.state.restore(json.decode(checkpoint.facts))
        room.marked = checkpoint.number
    for record in _followed(store, ROOM, checkpoint, room):
        for entry in read_step(record, room_state.COMMANDS, room_state.EVENTS).events:
            entry.apply(room.state)


def read_state(store: Store) -> RoomState:
    """People, roles and tables as the store has them, for whoever only looks."""
    room = Room()
    _load_room(room, store)
    return room.state


def apply_new_records(room: Room, store: Store) -> tuple[list[Any], int]:
    """Take in what others have written to the room's own stream; the entries, and when the last was made."""
    found: list[Any] = []
    time = 0
    # All of it or nothing: a line may break while somebody reads.
    for record in list(_followed(store, ROOM, room.chain(ROOM).head, room)):
        entries = read_step(record, room_state.COMMANDS, room_state.EVENTS).events
        for entry in entries:
            entry.apply(room.state)
        found += entries
        time = record.time
    return found, time


def load_table(store: Readable, number: int, room: Room) -> LiveTable:
    """One table from its last checkpoint and the records after it."""
    stream = LiveTable(number).stream
    checkpoint = store.checkpoint(stream)
    hosted = LiveTable(number) if checkpoint is None else _restored(number, checkpoint)
    reader = StepReader(None if checkpoint is None else hosted.table)
    for record in _followed(store, stream, checkpoint, room):
        step = reader.read(record)
        with _reading(f"{stream}, record {record.number} does not fit the table"):
            hosted.apply(step, time=record.time, number=record.number)
    hosted.resumed()
    return hosted


def _restored(number: int, checkpoint: Checkpoint) -> LiveTable:
    with _reading(f"{checkpoint.stream}, its checkpoint after record {checkpoint.number} cannot be read"):
        return LiveTable.from_dict(number, json.decode(checkpoint.facts))


@contextmanager
def _reading(wrong: str) -> Iterator[None]:
    """Whatever comes of something that is not what was written, or that a newer program wrote."""
    try:
        yield
    except InvalidError:
        raise
    except Exception as error:
        raise InvalidError(f"{wrong}: {type(error).__name__} {error}; run hoyle audit") from error


def _followed(store: Readable, stream: str, after: Checkpoint | Head | None, room: Room) -> Iterable[Record]:
    """The records after a checkpoint or another, each held against its chain."""
    head = Head() if after is None else Head(after.number, after.hash)
    for record in store.records(stream, after=head.number):
        wrong = chain_error(record, stream, head)
        if wrong:
            raise InvalidError(f"{stream}, record {head.number + 1}: {wrong}; run hoyle audit")
        head = Head(record.number, record.hash)
        room.latest = max(room.latest, record.time)
        yield record
    if isinstance(after, Checkpoint) and head.number == after.number:
        # Nothing came after a checkpoint, and that does not say when it was.
        for record in store.records(stream, after=head.number - 1):
            room.latest = max(room.latest, record.time)
    room.chains[stream] = Chain(stream, head)


class StepReader:
    """Reads the steps of one table's stream: the table's own and the room's matters around it."""

    def __init__(self, table: Table | None = None) -> None:
        self._commands: Mapping[str, Any] = table_events.COMMANDS
        self._entries: Mapping[str, Any] = table_events.EVENTS
        if table is not None:
            self._learn(type(table))

    def _learn(self, kind: type[Table]) -> None:
        self._commands = {**kind.COMMANDS, **table_events.COMMANDS}
        self._entries = {**kind.EVENTS, **table_events.EVENTS}

    def read(self, record: Record) -> LogStep:
        """The step that a record holds."""
        step = read_step(record, self._commands, self._entries)
        for entry in step.events:
            if isinstance(entry, table_events.TableSetUp):
                self._learn(TABLE_KINDS[entry.kind])
        return step


def read_step(record: Record, commands: Mapping[str, Any], entries: Mapping[str, Any]) -> LogStep:
    """The step that a record holds."""
    try:
        data = json.decode(record.facts)
        return event_log.steps_from_dicts(commands, entries, [data])[0]
    except (ValueError, KeyError) as error:
        raise InvalidError(f"{record.stream}, record {record.number} cannot be read: {error}") from error
