"""Command pipeline of one node: owns the tables it has leased and shares the room's own stream.

Which stream a fact belongs to decides who writes it. What happens at a table stands in the table's stream,
which one node has. People, roles, chips at the cage and which tables there are stand in the room's own
stream, which all nodes write to in turns: each reads what the others wrote before it decides. Wallets are
the store's: they are looked up before a decision that rests on them, and the store refuses what they do not
hold.
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
"""Said at a table and on record in the room's own stream: a bot may be new, a report is nobody's there."""
BY_WALLET: Final = frozenset(("sit", "top-up", "approve", "issue-chips", "redeem-chips", SEATS_A_BOT))
"""What rests on chips that another node may have moved."""
BY_FUND: Final = "pay-jackpot"


class RoomUnreadable(BaseException):
    """The room's own stream cannot be read here: nothing that rests on it can be decided."""


class NodePipeline(CommandPipeline):
    """The tables of one node, and its store, which has a lease."""

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
        """Tables that this node has taken."""
        self._since = 0
        """When the last that was read of the room's own stream was put on record."""
        self.moved: set[str] = set()
        """Whose wallets have changed since somebody looked."""
        self.ousted: list[tuple[int, str]] = []
        """Who is to leave which table, because another node's manager has said so."""
        self.aside: dict[int, str] = {}
        """Tables that cannot be read here, and why."""
        super().__init__(store, now=now, entropy=entropy, steady=steady, publish=hear)

    # Tables

    def _resumed(self, *, wake: bool = True) -> Room:
        """What is this node's still, as the store has it."""
        taken = self.shared.take([table_stream(number) for number in self.wanted])
        unreadable: dict[int, str] = {}
        try:
            room = recovery.load(self.store, taken, aside=unreadable)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        self._wall.advance_to(room.latest)
        self._set_aside(unreadable)
        self.wanted = set(room.tables)
        outcomes = self._woken(room) if wake else []
        self.store.commit([outcome.write for outcome in outcomes if outcome.write is not None])
        room.set_watched_tables(self.watched)
        return self._seeing_others(room) if hasattr(self, "room") else room

    def _empty_room(self) -> Room:
        return self._seeing_others(Room())

    def _seeing_others(self, room: Room) -> Room:
        """What other nodes have said of their tables outlasts a room that is thrown away."""
        room.checkpoint_every = self.room.checkpoint_every
        room.hosts_elsewhere = self.room.hosts_elsewhere
        room.stacks_elsewhere = self.room.stacks_elsewhere
        room.seated_elsewhere = self.room.seated_elsewhere
        return room

    def _superseded(self, error: Superseded) -> None:
        """Another node has taken a table; whether the room itself is another's is seen at the next beat."""

    def take_tables(self, numbers: Sequence[int]) -> list[int]:
        """Take tables and go on with them where the store has them; which of them are this node's now.

        The store is asked the same few things however many there are.
        """
        if self.trouble:
            return []
        taken = set(self.shared.take([table_stream(number) for number in numbers]))
        mine = [number for number in numbers if table_stream(number) in taken]
        if not mine:
            return []
        self.apply_room_updates()
        try:
            return self._go_on(mine)
        except StoreError:
            # What is in memory may not be on disk: they are taken up once more.
            for number in self.room.tables.keys() & mine:
                self.release_table(number)
            raise

    def _go_on(self, numbers: Sequence[int]) -> list[int]:
        held = self.shared.table_balances(numbers)
        tails = self.shared.resume_data([table_stream(number) for number in numbers])
        unreadable: dict[int, str] = {}
        up = recovery.load_tables(tails, numbers, self.room, held, aside=unreadable)
        self._set_aside(unreadable)
        # What was sent to the node that had them may not have been answered.
        self.repeats.all_reconnected()
        for hosted in up:
            self.aside.pop(hosted.number, None)
            self.wanted.add(hosted.number)
        playing = [hosted for hosted in up if not hosted.hosting.closed]
        seated = [(hosted.number, name) for hosted in playing for name in hosted.seated.values()]
        self._look_up(sorted({account for _, name in seated for account in purses(name)}))
        self._write([recovery.wake_table(self.room, hosted, self._moment()) for hosted in playing])
        people = self.room.state.people
        self.ousted += [(number, name) for number, name in seated if name in people and _is_out(people[name])]
        return [hosted.number for hosted in up]

    def _set_aside(self, unreadable: Mapping[int, str]) -> None:
        """Leave tables that cannot be read to a node that can, if there is one: others shall go on here."""
        if unreadable:
            self.aside.update(unreadable)
            self.shared.release_streams([table_stream(number) for number in unreadable])

    def hand_over_table(self, number: int, to: str) -> bool:
        """Hand a table over to another node; between two rounds, or where nobody has wagered in this one."""
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
        """A table is not this node's any more."""
        self.wanted.discard(number)
        self.room.release_table(number)

    def drop_all(self) -> None:
        """None is: the lease has ended."""
        for number in list(self.room.tables):
            self.release_table(number)
        self.wanted.clear()

    def take_up_again(self) -> None:
        """The room itself as the store has it; raises where that cannot be read."""
        self.room = self._resumed()
        self.repeats.all_reconnected()
        self._available()

    # The room itself

    def apply_room_updates(self) -> None:
        """Take in what other nodes have written to the room's own stream."""
        if self.trouble:
            return
        try:
            entries, time = recovery.apply_new_records(self.room, self.store)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        # What rests on something is never on record before it, however little clocks may differ.
        self._since = max(self._since, time)
        for entry in entries:
            self._heed(entry)

    def _moment(self) -> DecisionContext:
        now, entropy = super()._moment()
        return DecisionContext(max(now, self._since), entropy)

    def _heed(self, entry: Any) -> None:
        """What another node's entry means for the tables here."""
        if isinstance(entry, GameAvailabilityChanged):
            for hosted in self.room.tables.values():
                self.room.reschedule(hosted)
        if isinstance(entry, Departed) or (
            isinstance(entry, PersonRestricted) and entry.what == "disabled" and entry.on
        ):
            self.ousted += [(number, entry.player) for number in self.room.tables]

    def remove_disabled_players(self) -> None:
        """Carry out what other nodes' managers have decided on people at tables here."""
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
        """The room's own stream is this node's until the end, and what others wrote to it is known."""
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
        plain: list[CommandRequest] = []
        for request in requests:
            if not self._is_the_rooms(request):
                plain.append(request)
                continue
            if plain:
                answers += self._plain(plain)
                plain = []
            answers.append(self._in_turn(request))
        return answers + (self._plain(plain) if plain else [])

    def _is_the_rooms(self, request: CommandRequest) -> bool:
        """Whether a request writes to the room's own stream, or rests on a role that may be taken away."""
        person = self.room.state.people.get(request.person)
        return (
            not request.table
            or request.command.get("do") in TO_THE_ROOM
            or (person is not None and bool(person.roles))
        )

    def _plain(self, requests: list[CommandRequest]) -> list[CommandAnswer]:
        """What concerns tables of this node alone."""
        try:
            if not self.trouble:
                self._look_up(self._concerned(requests))
        except StoreError as error:
            return self._not_written(requests, error)
        return super()._serve(requests)

    def _in_turn(self, request: CommandRequest) -> CommandAnswer:
        """What concerns the room itself."""
        if not self._is_available():
            return unavailable_answer(request, self.trouble)
        outcomes: list[Decision] = []
        try:
            with self._shared():
                self._load_previous_answers([request])
                self._look_up(self._concerned([request]))
                outcomes.append(self._handled(request))
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

    def _concerned(self, requests: Sequence[CommandRequest]) -> list[str]:
        """Accounts that these requests rest on, and that other nodes move too."""
        found: set[str] = set()
        for request in requests:
            name = request.command.get("do")
            if name in BY_WALLET:
                other = request.command.get("player")
                concerned = [each for each in (request.person, other) if isinstance(each, str) and each]
                found |= {account for each in concerned for account in purses(each)}
            if name == BY_FUND and request.table in self.room.tables:
                found.add(jackpot(self.room.tables[request.table].fund()))
        return sorted(found)

    def look_again(self, people: Sequence[str]) -> None:
        """Look up chips of people that another node has moved."""
        self._look_up([account for person in people for account in purses(person)])

    def _look_up(self, accounts: Sequence[str]) -> None:
        if accounts:
            self.room.ledger.balances.update(self.shared.balances_of(accounts))

    def _fresh(self, writes: list[CommitUnit]) -> list[str]:
        # The room's own stream is all nodes', also when it begins.
        return [stream for stream in super()._fresh(writes) if stream != ROOM]

    def _commit_units(self, writes: list[CommitUnit]) -> None:
        super()._commit_units(writes)
        self.wanted |= {int(stream.removeprefix(recovery.TABLE)) for stream in self._fresh(writes)}
        for write in writes:
            for posting in write.postings:
                self.moved |= {whose(posting.source), whose(posting.to)} - {""}


def _is_out(person: Person) -> bool:
    """Whether somebody takes no seat any more, and leaves those they have."""
    return person.disabled or person.kind == FORMER
