"""Command pipeline of one node: owns the tables it has leased and shares the room's own stream.

The stream of an event decides which node writes it. Events at a table are in the table's stream, which one
node owns. People, roles, cage chips and the list of tables are in the room's own stream, which all nodes
write to in turn under a lock: each reads the records of the others before it decides. Wallets live in the
store: they are looked up before a decision that depends on them, and the store refuses an overdraft.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, ClassVar, Final

from hoyle.core.errors import InvalidError
from hoyle.room import recovery
from hoyle.room.events.room_events import Departed, GameAvailabilityChanged, PersonRestricted
from hoyle.room.handlers import room_handlers
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext, Entropy
from hoyle.room.monotonic_clock import Clock
from hoyle.room.pipeline import CommandPipeline, Publisher
from hoyle.room.room import Room
from hoyle.room.state.room_state import FORMER, Person
from hoyle.room.unit_of_work import Decision, UnitOfWork
from hoyle.storage.account_names import account_holder, accounts_of_person, jackpot
from hoyle.storage.errors import DuplicateCommand, Overdrawn, StoreError, Superseded
from hoyle.storage.models import ROOM, CommitUnit, table_stream
from hoyle.storage.sql.sql_store import SqlStore

SEAT_BOT: Final = "seat-bot"
ROOM_WRITING_COMMANDS: Final = (SEAT_BOT, "report-play")
"""Table commands that write to the room's own stream: a bot may be new, and a table must not see reports."""
WALLET_COMMANDS: Final = frozenset(("sit", "top-up", "approve-seat-request", "issue-chips", "redeem-chips", SEAT_BOT))
"""Commands that depend on chips that another node may have moved."""
PAY_JACKPOT: Final = "pay-jackpot"


class RoomUnreadable(BaseException):
    """The room's own stream cannot be read here: nothing that depends on it can be decided."""


class NodePipeline(CommandPipeline):
    """Command pipeline of one node: its leased tables and the shared store."""

    RETRY_INDIVIDUALLY_ON: ClassVar[tuple[type[StoreError], ...]] = (DuplicateCommand, Overdrawn)

    def __init__(
        self,
        store: SqlStore,
        *,
        now: Clock,
        entropy: Entropy,
        steady: Clock | None = None,
        publish: Publisher | None = None,
    ) -> None:
        self.sql_store = store
        self.owned_tables: set[int] = set()
        """Tables that this node has taken ownership of."""
        self._last_room_record_at = 0
        """Time of the last record that was read from the room's own stream."""
        self.changed_wallets: set[str] = set()
        """People whose wallets have changed since this set was last emptied."""
        self.pending_removals: list[tuple[int, str]] = []
        """Tables and players who must leave them, by decision of another node's manager."""
        self.unreadable: dict[int, str] = {}
        """Tables that cannot be read here, and why."""
        super().__init__(store, now=now, entropy=entropy, steady=steady, publish=publish)

    # Tables

    def _read_room(self) -> Room:
        """Read the room and the tables that this node still owns."""
        streams = self.sql_store.take([table_stream(number) for number in self.owned_tables])
        unreadable: dict[int, str] = {}
        try:
            room = recovery.load(self.store, streams, unreadable=unreadable)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        self._release_unreadable(unreadable)
        self.owned_tables = set(room.tables)
        return self._with_other_nodes(room) if hasattr(self, "room") else room

    def _empty_room(self) -> Room:
        return self._with_other_nodes(Room())

    def _with_other_nodes(self, room: Room) -> Room:
        """Copy to a new room what other nodes announced of their tables, and return it."""
        room.checkpoint_every = self.room.checkpoint_every
        room.hosts_elsewhere = self.room.hosts_elsewhere
        room.stacks_elsewhere = self.room.stacks_elsewhere
        room.seated_elsewhere = self.room.seated_elsewhere
        return room

    def _superseded(self, error: Superseded) -> None:
        """Do nothing: another node has taken a table; loss of the lease shows at the next heartbeat."""

    def take_tables(self, numbers: Sequence[int]) -> list[int]:
        """Take ownership of tables and load them; return those that are this node's now.

        The number of queries does not depend on the number of tables.
        """
        if self.trouble:
            return []
        streams = set(self.sql_store.take([table_stream(number) for number in numbers]))
        acquired = [number for number in numbers if table_stream(number) in streams]
        if not acquired:
            return []
        self.apply_room_updates()
        try:
            return self._load_tables(acquired)
        except StoreError:
            # What is in memory may not be on disk: the tables are loaded again later.
            for number in self.room.tables.keys() & acquired:
                self.release_table(number)
            raise

    def _load_tables(self, numbers: Sequence[int]) -> list[int]:
        """Load newly leased tables into the room, restart their clocks, and return their numbers."""
        balances = self.sql_store.table_balances(numbers)
        resume_data = self.sql_store.resume_data([table_stream(number) for number in numbers])
        unreadable: dict[int, str] = {}
        loaded = recovery.load_tables(resume_data, numbers, self.room, balances, unreadable=unreadable)
        self._release_unreadable(unreadable)
        # Commands sent to the node that had them may not have been answered.
        self.repeats.all_reconnected()
        for live_table in loaded:
            self.unreadable.pop(live_table.number, None)
            self.owned_tables.add(live_table.number)
        playing = [live_table for live_table in loaded if not live_table.hosting.closed]
        seats = [(live_table.number, name) for live_table in playing for name in live_table.seated.values()]
        self._refresh_balances(sorted({account for _, name in seats for account in accounts_of_person(name)}))
        self._write([recovery.wake_table(self.room, live_table, self._decision_context()) for live_table in playing])
        people = self.room.state.people
        self.pending_removals += [
            (number, name) for number, name in seats if name in people and _must_leave(people[name])
        ]
        return [live_table.number for live_table in loaded]

    def _release_unreadable(self, unreadable: Mapping[int, str]) -> None:
        """Release tables that cannot be read here to a node that can read them; the others go on."""
        if unreadable:
            self.unreadable.update(unreadable)
            self.sql_store.release_streams([table_stream(number) for number in unreadable])

    def hand_over_table(self, number: int, to: str) -> bool:
        """Hand a table over to another node, between rounds or before any wager is made; return success."""
        live_table = self.room.tables[number]
        is_between_rounds = live_table.table.is_between_rounds()
        if not is_between_rounds and any(live_table.table.has_chips_in_play(seat) for seat in live_table.seated):
            return False
        if is_between_rounds and self.room.chain(live_table.stream).head.number:
            unit = UnitOfWork(self.room, self._decision_context())
            unit.add_checkpoint(live_table)
            self.store.commit([CommitUnit(checkpoints=tuple(unit.checkpoints))])
        if not self.sql_store.hand_over(live_table.stream, to):
            return False
        self.release_table(number)
        return True

    def release_table(self, number: int) -> None:
        """Forget a table that this node no longer owns."""
        self.owned_tables.discard(number)
        self.room.release_table(number)

    def release_all_tables(self) -> None:
        """Forget all tables, because the lease has ended."""
        for number in list(self.room.tables):
            self.release_table(number)
        self.owned_tables.clear()

    def reload_room(self) -> None:
        """Reload the room from the store; raises where it cannot be read."""
        self.room = self._load_room()
        self.repeats.all_reconnected()
        self._end_outage()

    # The room itself

    def apply_room_updates(self) -> None:
        """Apply the records that other nodes have written to the room's own stream."""
        if self.trouble:
            return
        try:
            events, time = recovery.apply_new_records(self.room, self.store)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        # A record is never dated before one that it rests on, even if the clocks of the nodes differ.
        self._last_room_record_at = max(self._last_room_record_at, time)
        for event in events:
            self._on_room_event(event)

    def _decision_context(self) -> DecisionContext:
        now, entropy = super()._decision_context()
        return DecisionContext(max(now, self._last_room_record_at), entropy)

    def _on_room_event(self, event: Any) -> None:
        """Apply the effects of another node's event to the tables here."""
        if isinstance(event, GameAvailabilityChanged):
            for live_table in self.room.tables.values():
                self.room.reschedule(live_table)
        if isinstance(event, Departed) or (
            isinstance(event, PersonRestricted) and event.what == "disabled" and event.on
        ):
            self.pending_removals += [(number, event.player) for number in self.room.tables]

    def remove_disabled_players(self) -> None:
        """Remove people from tables here whose account was disabled or deleted at another node."""
        if self.trouble:
            return
        removals, self.pending_removals = self.pending_removals, []
        decisions: list[Decision] = []
        for number, name in removals:
            live_table = self.room.tables.get(number)
            person = self.room.state.people[name]
            if live_table is None or not _must_leave(person):
                continue
            unit = UnitOfWork(self.room, self._decision_context())
            if room_handlers.remove_after_round(unit, live_table, name):
                decisions.append(unit.finish())
        try:
            self._write(decisions)
        except StoreError as error:
            self.pending_removals = removals
            self._fail(error)
            return
        self._publish(decisions)

    @contextmanager
    def _room_lock(self, *, closing: bool = False) -> Iterator[None]:
        """Hold the lock on the room's own stream, after applying the records of other nodes."""
        if closing and not any(live_table.hosting.closing for live_table in self.room.due_tables(self.now())):
            yield
            return
        with self.sql_store.exclusive(ROOM):
            self.apply_room_updates()
            yield

    # Requests

    def _serve(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Answer requests in order, those that concern the whole room one by one under its lock."""
        answers: list[CommandAnswer] = []
        table_requests: list[CommandRequest] = []
        for request in requests:
            if self._needs_room_lock(request):
                for batch in (table_requests, [request]):
                    answers += super()._serve(batch) if batch else []
                table_requests = []
            else:
                table_requests.append(request)
        return answers + (super()._serve(table_requests) if table_requests else [])

    @contextmanager
    def _lock_for(self, requests: Sequence[CommandRequest]) -> Iterator[None]:
        """Hold the lock on the room's own stream if a request needs it, with balances as they are now."""
        with self._room_lock() if self._needs_room_lock(requests[0]) else nullcontext():
            self._refresh_balances(self._shared_accounts(requests))
            yield

    def _needs_room_lock(self, request: CommandRequest) -> bool:
        """Whether a request writes to the room's own stream, or depends on a role that may be revoked."""
        person = self.room.state.people.get(request.person)
        return (
            not request.table_id
            or request.command.get("do") in ROOM_WRITING_COMMANDS
            or (person is not None and bool(person.roles))
        )

    def _shared_accounts(self, requests: Sequence[CommandRequest]) -> list[str]:
        """List the accounts that these requests depend on and that other nodes move too."""
        accounts: set[str] = set()
        for request in requests:
            name = request.command.get("do")
            if name in WALLET_COMMANDS:
                player = request.command.get("player")
                people = [person for person in (request.person, player) if isinstance(person, str) and person]
                accounts |= {account for person in people for account in accounts_of_person(person)}
            if name == PAY_JACKPOT and request.table_id in self.room.tables:
                accounts.add(jackpot(self.room.tables[request.table_id].fund()))
        return sorted(accounts)

    def refresh_wallets(self, people: Sequence[str]) -> None:
        """Refresh the balances of people whose chips another node has moved."""
        self._refresh_balances([account for person in people for account in accounts_of_person(person)])

    def _refresh_balances(self, accounts: Sequence[str]) -> None:
        if accounts:
            self.room.ledger.balances.update(self.sql_store.balances_of(accounts))

    def _new_streams(self, writes: list[CommitUnit]) -> list[str]:
        # The room's own stream belongs to all nodes, also when it begins.
        return [stream for stream in super()._new_streams(writes) if stream != ROOM]

    def _commit_units(self, writes: list[CommitUnit]) -> None:
        """Commit units, and note new tables of this node and people whose wallets changed."""
        super()._commit_units(writes)
        self.owned_tables |= {int(stream.removeprefix(recovery.TABLE)) for stream in self._new_streams(writes)}
        for write in writes:
            for posting in write.postings:
                self.changed_wallets |= {account_holder(posting.source), account_holder(posting.to)} - {""}


def _must_leave(person: Person) -> bool:
    """Whether a person may take no seat and must leave those they have."""
    return person.disabled or person.kind == FORMER
