"""Recovery: rebuilds the room from checkpoints and later records, and rolls back refused commits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.core.money import Transfer
from hoyle.room.chip_ledger import Ledger
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.events import room_events, table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import DecisionContext
from hoyle.room.room import Room
from hoyle.room.state import room_state
from hoyle.room.state.room_state import RoomState
from hoyle.room.unit_of_work import Decision, UnitOfWork
from hoyle.rulebooks import VERSION
from hoyle.storage.hash_chain import Chain, Head, chain_error
from hoyle.storage.models import ROOM, Checkpoint, CommitUnit, Record, table_stream
from hoyle.storage.store_interface import Readable, Store
from hoyle.table.base import Table
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.log import event_log
from hoyle.table.log.event_log import LogStep

TABLE: Final = "table "


def load(store: Store, streams: Sequence[str] | None = None, *, unreadable: dict[int, str] | None = None) -> Room:
    """Load the room from the store; raise `InvalidError` at the first record that is inconsistent.

    `streams` are those of the tables to load, by default all. With `unreadable` a table that cannot be read
    is left out and noted there with the reason.
    """
    _check_balances(store)
    room = Room()
    room.ledger = Ledger(store.balances())
    _load_room(room, store)
    for stream in store.streams() if streams is None else streams:
        if not stream.startswith(TABLE):
            continue
        number = int(stream.removeprefix(TABLE))
        try:
            _add_table(store, number, room)
        except InvalidError as error:
            if unreadable is None:
                raise
            unreadable[number] = str(error)
    _check_ledger(room)
    return room


def _add_table(store: Readable, number: int, room: Room) -> LiveTable:
    """Load one table into the room, if it is consistent in itself and with its accounts."""
    try:
        live_table = load_table(store, number, room)
        _check_bot_labels(room, [live_table])
        _check_table_ledger(room, live_table)
    except InvalidError:
        room.chains.pop(table_stream(number), None)
        raise
    room.tables[number] = live_table
    return live_table


def load_tables(
    store: Readable, numbers: Sequence[int], room: Room, balances: Mapping[str, int], *, unreadable: dict[int, str]
) -> list[LiveTable]:
    """Load more tables into an open room, with the balances of the accounts that they touch.

    A table that cannot be read is left out and noted in `unreadable` with the reason.
    """
    room.ledger.balances.update(balances)
    loaded: list[LiveTable] = []
    for number in numbers:
        try:
            loaded.append(_add_table(store, number, room))
        except InvalidError as error:
            unreadable[number] = str(error)
    return loaded


def roll_back(
    store: Store, room: Room, units: Sequence[CommitUnit | UnitOfWork | None], *, tables: Iterable[int] = ()
) -> None:
    """Undo units that were not committed: reverse their postings, and reload their streams and these tables."""
    streams = {table_stream(number) for number in tables}
    for unit in reversed(units):
        if unit is None:
            continue
        streams |= {record.stream for record in unit.records}
        for posting in reversed(unit.postings):
            room.ledger.move(Transfer(posting.to, posting.source, posting.chips))
    if ROOM in streams:
        stored = Room()
        _load_room(stored, store)
        room.state, room.last_checkpoint, room.chains[ROOM] = (stored.state, stored.last_checkpoint, stored.chain(ROOM))
    for stream in sorted(streams - {ROOM}):
        number = int(stream.removeprefix(TABLE))
        live_table = load_table(store, number, room)
        if room.chain(stream).head.number:
            room.tables[number] = live_table
            room.reschedule(live_table)
        else:
            room.release_table(number)


def _check_balances(store: Store) -> None:
    """Refuse balances that the postings do not explain."""
    for account, balance, ledger in store.verify_recent_balances():
        raise InvalidError(f"{account} holds {balance:,}, and {ledger:,} came there by the ledger; run hoyle audit")


def _check_ledger(room: Room) -> None:
    """Refuse a room whose ledger does not agree with its tables."""
    differences = room.reconcile()
    if differences:
        raise InvalidError(f"the ledger does not agree with the tables: {differences[0]}")


def _check_table_ledger(room: Room, live_table: LiveTable) -> None:
    """Refuse a table whose chips do not agree with the ledger."""
    differences = room.ledger_differences(live_table) if live_table.is_set_up else []
    if differences:
        raise InvalidError(f"the ledger does not agree with table {live_table.number}: {differences[0]}")


def _check_bot_labels(room: Room, tables: Iterable[LiveTable]) -> None:
    """Refuse a table at which a bot is not labelled as one, or a person is."""
    for live_table in tables:
        for name in live_table.seated.values():
            person = room.state.people.get(name)
            is_bot = person is not None and person.kind == room_state.BOT
            if is_bot != (name in live_table.hosting.bots):
                raise InvalidError(
                    f"table {live_table.number}: {name} is {'a bot' if is_bot else 'no bot'} and is "
                    "labelled otherwise; run hoyle audit"
                )


def restart_clocks(room: Room, context: DecisionContext) -> list[Decision]:
    """Restart the clocks of every open table, since no client saw them run meanwhile."""
    return [wake_table(room, table, context) for table in room.tables.values() if not table.hosting.closed]


def wake_table(room: Room, live_table: LiveTable, context: DecisionContext) -> Decision:
    """Restart the clocks of one table and return the decision to commit."""
    unit = UnitOfWork(room, context)
    unit.record_table_event(live_table, table_commands.RestartClocks(), table_events.ClocksRestarted, rules=VERSION)
    return unit.finish()


def _load_room(room: Room, store: Store) -> None:
    """Load the room's own state from its last checkpoint and the records after it."""
    checkpoint = store.checkpoint(ROOM)
    if checkpoint is not None:
        room.state.restore(json.decode(checkpoint.state))
        room.last_checkpoint = checkpoint.number
    for record in _records(store, ROOM, checkpoint, room):
        for event in read_step(record, room_commands.COMMANDS, room_events.EVENTS).events:
            event.apply(room.state)


def read_state(store: Store) -> RoomState:
    """Read people, roles and the list of tables from the store, without taking ownership."""
    room = Room()
    _load_room(room, store)
    return room.state


def apply_new_records(room: Room, store: Store) -> tuple[list[Any], int]:
    """Apply what other nodes have written to the room's own stream; return the entries and the last time."""
    applied: list[Any] = []
    time = 0
    # Read all records before applying any: the connection may break in between.
    for record in list(_records(store, ROOM, room.chain(ROOM).head, room)):
        events = read_step(record, room_commands.COMMANDS, room_events.EVENTS).events
        for event in events:
            event.apply(room.state)
        applied += events
        time = record.time
    return applied, time


def load_table(store: Readable, number: int, room: Room) -> LiveTable:
    """Load one table from its last checkpoint and the records after it."""
    stream = LiveTable(number).stream
    checkpoint = store.checkpoint(stream)
    live_table = LiveTable(number) if checkpoint is None else _from_checkpoint(number, checkpoint)
    reader = StepReader(None if checkpoint is None else live_table.table)
    for record in _records(store, stream, checkpoint, room):
        step = reader.read(record)
        with _explain_errors(f"{stream}, record {record.number} does not fit the table"):
            live_table.apply(step, time=record.time, number=record.number)
    live_table.remember_layout()
    return live_table


def _from_checkpoint(number: int, checkpoint: Checkpoint) -> LiveTable:
    with _explain_errors(f"{checkpoint.stream}, its checkpoint after record {checkpoint.number} cannot be read"):
        return LiveTable.from_dict(number, json.decode(checkpoint.state))


@contextmanager
def _explain_errors(problem: str) -> Iterator[None]:
    """Turn any error in damaged data, or data of a newer program, into an `InvalidError`."""
    try:
        yield
    except InvalidError:
        raise
    except Exception as error:
        raise InvalidError(f"{problem}: {type(error).__name__} {error}; run hoyle audit") from error


def _records(store: Readable, stream: str, after: Checkpoint | Head | None, room: Room) -> Iterable[Record]:
    """Yield the records after a checkpoint or a record, verifying the hash chain."""
    head = Head() if after is None else Head(after.number, after.hash)
    for record in store.records(stream, after=head.number):
        flaw = chain_error(record, stream, head)
        if flaw:
            raise InvalidError(f"{stream}, record {head.number + 1}: {flaw}; run hoyle audit")
        head = Head(record.number, record.hash)
        room.last_record_time = max(room.last_record_time, record.time)
        yield record
    if isinstance(after, Checkpoint) and head.number == after.number:
        # No record follows the checkpoint, which has no time of its own: take that of the last record.
        for record in store.records(stream, after=head.number - 1):
            room.last_record_time = max(room.last_record_time, record.time)
    room.chains[stream] = Chain(stream, head)


class StepReader:
    """Decoder of the steps in one table's stream: the table's own and the room's."""

    def __init__(self, table: Table | None = None) -> None:
        self._commands: Mapping[str, Any] = table_commands.COMMANDS
        self._entries: Mapping[str, Any] = table_events.EVENTS
        if table is not None:
            self._add_kind(type(table))

    def _add_kind(self, kind: type[Table]) -> None:
        self._commands = {**kind.COMMANDS, **table_commands.COMMANDS}
        self._entries = {**kind.EVENTS, **table_events.EVENTS}

    def read(self, record: Record) -> LogStep:
        """Decode the step in a record of the table's stream."""
        step = read_step(record, self._commands, self._entries)
        for event in step.events:
            if isinstance(event, table_events.TableSetUp):
                self._add_kind(TABLE_KINDS[event.kind])
        return step


def read_step(record: Record, commands: Mapping[str, Any], events: Mapping[str, Any]) -> LogStep:
    """Decode the command and events of a stored record."""
    try:
        data = json.decode(record.payload)
        return event_log.steps_from_dicts(commands, events, [data])[0]
    except (ValueError, KeyError) as error:
        raise InvalidError(f"{record.stream}, record {record.number} cannot be read: {error}") from error
