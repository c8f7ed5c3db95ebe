"""Command pipeline of one node: owns the tables it has leased and shares the room's own stream.

The stream of an event decides which node writes it. Events at a table are in the table's stream, which one
node owns. People, roles, cage chips and the list of tables are in the room's own stream, which all nodes
write to in turn under a lock: each reads the records of the others before it decides. Wallets live in the
store: they are looked up before a decision that depends on them, and the store refuses an overdraft.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from hoyle.core.errors import InvalidError
from hoyle.room import recovery
from hoyle.room.handlers import room_handlers
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext, Entropy
from hoyle.room.monotonic_clock import Clock
from hoyle.room.pipeline import CommandPipeline, Hear, unavailable_answer
from hoyle.room.room import Room
from hoyle.room.room_state import FORMER, Departed, GameAvailabilityChanged, Person, PersonRestricted
from hoyle.room.unit_of_work import Decision, UnexpectedFailure, UnitOfWork
from hoyle.storage.account_names import jackpot, purses, whose
from hoyle.storage.errors import DuplicateCommand, Overdrawn, StoreError, Superseded
from hoyle.storage.models import ROOM, CommitUnit, table_stream
from hoyle.storage.sql.sql_store import SqlStore

SEATS_A_BOT: Final = "seat-bot"
TO_THE_ROOM: Final = (SEATS_A_BOT, "report-play")
"""Table commands that write to the room's own stream: a bot may be new, and a table must not see reports."""
BY_WALLET: Final = frozenset(("sit", "top-up", "approve", "issue-chips", "redeem-chips", SEATS_A_BOT))
"""Commands that depend on chips that another node may have moved."""
BY_FUND: Final = "pay-jackpot"


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
        hear: Hear | None = None,
    ) -> None:
        self.shared = store
        self.wanted: set[int] = set()
        """Tables that this node has taken ownership of."""
        self._since = 0
        """Time of the last record that was read from the room's own stream."""
        self.moved: set[str] = set()
        """People whose wallets have changed since this set was last emptied."""
        self.ousted: list[tuple[int, str]] = []
        """Tables and players who must leave them, by decision of another node's manager."""
        self.aside: dict[int, str] = {}
        """Tables that cannot be read here, and why."""
        super().__init__(store, now=now, entropy=entropy, steady=steady, publish=hear)

    # Tables

    def _load_room(self, *, wake: bool = True) -> Room:
        """Load the room and the tables that this node still owns."""
        taken = self.shared.take([table_stream(number) for number in self.wanted])
        unreadable: dict[int, str] = {}
        try:
            room = recovery.load(self.store, taken, aside=unreadable)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        self._wall.advance_to(room.latest)
        self._set_aside(unreadable)
        self.wanted = set(room.tables)
        outcomes = self._restart_clocks(room) if wake else []
        self.store.commit([outcome.write for outcome in outcomes if outcome.write is not None])
        room.set_watched_tables(self.watched)
        return self._with_other_nodes(room) if hasattr(self, "room") else room

    def _empty_room(self) -> Room:
        return self._with_other_nodes(Room())

    def _with_other_nodes(self, room: Room) -> Room:
        """Carry what other nodes announced of their tables over to a new room."""
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
        taken = set(self.shared.take([table_stream(number) for number in numbers]))
        mine = [number for number in numbers if table_stream(number) in taken]
        if not mine:
            return []
        self.apply_room_updates()
        try:
            return self._load_tables(mine)
        except StoreError:
            # What is in memory may not be on disk: the tables are loaded again later.
            for number in self.room.tables.keys() & mine:
                self.release_table(number)
            raise

    def _load_tables(self, numbers: Sequence[int]) -> list[int]:
        balances = self.shared.table_balances(numbers)
        tails = self.shared.resume_data([table_stream(number) for number in numbers])
        unreadable: dict[int, str] = {}
        loaded = recovery.load_tables(tails, numbers, self.room, balances, aside=unreadable)
        self._set_aside(unreadable)
        # Commands sent to the node that had them may not have been answered.
        self.repeats.all_reconnected()
        for hosted in loaded:
            self.aside.pop(hosted.number, None)
            self.wanted.add(hosted.number)
        playing = [hosted for hosted in loaded if not hosted.hosting.closed]
        seated = [(hosted.number, name) for hosted in playing for name in hosted.seated.values()]
        self._look_up(sorted({account for _, name in seated for account in purses(name)}))
        self._write([recovery.wake_table(self.room, hosted, self._moment()) for hosted in playing])
        people = self.room.state.people
        self.ousted += [(number, name) for number, name in seated if name in people and _is_out(people[name])]
        return [hosted.number for hosted in loaded]

    def _set_aside(self, unreadable: Mapping[int, str]) -> None:
        """Release tables that cannot be read here to a node that can read them; the others go on."""
        if unreadable:
            self.aside.update(unreadable)
            self.shared.release_streams([table_stream(number) for number in unreadable])

    def hand_over_table(self, number: int, to: str) -> bool:
        """Hand a table over to another node, between rounds or while nobody has wagered; return success."""
        hosted = self.room.tables[number]
        quiet = hosted.table.is_between_rounds()
        if not quiet and any(hosted.table.has_chips_in_play(seat) for seat in hosted.seated):
            return False
        if quiet and self.room.chain(hosted.stream).head.number:
            draft = UnitOfWork(self.room, self._moment())
            draft.add_checkpoint(hosted)
            self.store.commit([CommitUnit(checkpoints=tuple(draft.checkpoints))])
        if not self.shared.hand_over(hosted.stream, to):
            return False
        self.release_table(number)
        return True

    def release_table(self, number: int) -> None:
        """Forget a table that this node no longer owns."""
        self.wanted.discard(number)
        self.room.release_table(number)

    def drop_all(self) -> None:
        """Forget all tables, because the lease has ended."""
        for number in list(self.room.tables):
            self.release_table(number)
        self.wanted.clear()

    def take_up_again(self) -> None:
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
            entries, time = recovery.apply_new_records(self.room, self.store)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        # A record is never dated before one that it rests on, even if the clocks of the nodes differ.
        self._since = max(self._since, time)
        for entry in entries:
            self._on_room_event(entry)

    def _moment(self) -> DecisionContext:
        now, entropy = super()._moment()
        return DecisionContext(max(now, self._since), entropy)

    def _on_room_event(self, entry: Any) -> None:
        """Apply the effects of another node's entry to the tables here."""
        if isinstance(entry, GameAvailabilityChanged):
            for hosted in self.room.tables.values():
                self.room.reschedule(hosted)
        if isinstance(entry, Departed) or (
            isinstance(entry, PersonRestricted) and entry.what == "disabled" and entry.on
        ):
            self.ousted += [(number, entry.player) for number in self.room.tables]

    def remove_disabled_players(self) -> None:
        """Remove people from tables here whose account was disabled or deleted at another node."""
        if self.trouble:
            return
        ousted, self.ousted = self.ousted, []
        outcomes: list[Decision] = []
        for number, name in ousted:
            hosted = self.room.tables.get(number)
            person = self.room.state.people[name]
            if hosted is None or not _is_out(person):
                continue
            draft = UnitOfWork(self.room, self._moment())
            if room_handlers.remove_after_round(draft, hosted, name):
                outcomes.append(draft.finish())
        try:
            self._commit(outcomes)
        except StoreError as error:
            self.ousted = ousted
            self._fail(error)

    @contextmanager
    def _shared(self, *, closing: bool = False) -> Iterator[None]:
        """Hold the lock on the room's own stream, with the records of other nodes applied."""
        if closing and not any(hosted.hosting.closing for hosted in self.room.due_tables(self.now())):
            yield
            return
        with self.shared.exclusive(ROOM):
            self.apply_room_updates()
            yield

    # Requests

    def _serve(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        if not self._is_available():
            return [unavailable_answer(request, self.trouble) for request in requests]
        answers: list[CommandAnswer] = []
        table_requests: list[CommandRequest] = []
        for request in requests:
            if not self._needs_room_lock(request):
                table_requests.append(request)
                continue
            if table_requests:
                answers += self._serve_tables(table_requests)
                table_requests = []
            answers.append(self._serve_locked(request))
        return answers + (self._serve_tables(table_requests) if table_requests else [])

    def _needs_room_lock(self, request: CommandRequest) -> bool:
        """Whether a request writes to the room's own stream, or depends on a role that may be revoked."""
        person = self.room.state.people.get(request.person)
        return (
            not request.table_id
            or request.command.get("do") in TO_THE_ROOM
            or (person is not None and bool(person.roles))
        )

    def _serve_tables(self, requests: list[CommandRequest]) -> list[CommandAnswer]:
        """Serve requests that concern only tables of this node."""
        try:
            if not self.trouble:
                self._look_up(self._shared_accounts(requests))
        except StoreError as error:
            return self._not_written(requests, error)
        return super()._serve(requests)

    def _serve_locked(self, request: CommandRequest) -> CommandAnswer:
        """Serve a request that concerns the room itself, under the lock on its stream."""
        if not self._is_available():
            return unavailable_answer(request, self.trouble)
        outcomes: list[Decision] = []
        try:
            with self._shared():
                self._load_previous_answers([request])
                self._look_up(self._shared_accounts([request]))
                outcomes.append(self._handle(request))
                self._write(outcomes)
        except self.RETRY_INDIVIDUALLY_ON:
            self._roll_back([request], outcomes)
            return self._retry_individually(request)
        except StoreError as error:
            return self._not_written([request], error, outcomes)[0]
        except UnexpectedFailure as failed:
            return self._answer_failure(failed, request)
        [outcome] = outcomes
        self._publish([outcome])
        return outcome.answer if outcome.answer.ok else self._confirm_refusal(request, outcome.answer)

    def _shared_accounts(self, requests: Sequence[CommandRequest]) -> list[str]:
        """Accounts that these requests depend on and that other nodes move too."""
        accounts: set[str] = set()
        for request in requests:
            name = request.command.get("do")
            if name in BY_WALLET:
                other = request.command.get("player")
                people = [person for person in (request.person, other) if isinstance(person, str) and person]
                accounts |= {account for person in people for account in purses(person)}
            if name == BY_FUND and request.table_id in self.room.tables:
                accounts.add(jackpot(self.room.tables[request.table_id].fund()))
        return sorted(accounts)

    def look_again(self, people: Sequence[str]) -> None:
        """Refresh the balances of people whose chips another node has moved."""
        self._look_up([account for person in people for account in purses(person)])

    def _look_up(self, accounts: Sequence[str]) -> None:
        if accounts:
            self.room.ledger.balances.update(self.shared.balances_of(accounts))

    def _new_streams(self, writes: list[CommitUnit]) -> list[str]:
        # The room's own stream belongs to all nodes, also when it begins.
        return [stream for stream in super()._new_streams(writes) if stream != ROOM]

    def _commit_units(self, writes: list[CommitUnit]) -> None:
        super()._commit_units(writes)
        self.wanted |= {int(stream.removeprefix(recovery.TABLE)) for stream in self._new_streams(writes)}
        for write in writes:
            for posting in write.postings:
                self.moved |= {whose(posting.source), whose(posting.to)} - {""}


def _is_out(person: Person) -> bool:
    """Whether a person may take no seat and must leave those they have."""
    return person.disabled or person.kind == FORMER
