"""The desk of one node among several: it has the tables that it has taken, the room itself in common.

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

from hoyle.errors import InvalidError
from hoyle.room.live import recovery, room_desk
from hoyle.room.live.answers import Answer, Entropy, Moment, Request
from hoyle.room.live.desk import Desk, Hear, turned_away
from hoyle.room.live.draft import Draft, Failed, Outcome
from hoyle.room.live.heart import Room
from hoyle.room.live.people import FORMER, Departed, GameSet, Person, PersonSet
from hoyle.room.live.wall_clock import Clock
from hoyle.room.store.accounts import jackpot, purses, whose
from hoyle.room.store.failures import AlreadySeen, Overdrawn, StoreError, Superseded
from hoyle.room.store.sql import SqlStore
from hoyle.room.store.writing import ROOM, Write, table_stream

SEATS_A_BOT: Final = "seat-bot"
TO_THE_ROOM: Final = (SEATS_A_BOT, "report-play")
"""Said at a table and on record in the room's own stream: a bot may be new, a report is nobody's there."""
BY_WALLET: Final = frozenset(("sit", "top-up", "approve", "issue-chips", "redeem-chips", SEATS_A_BOT))
"""What rests on chips that another node may have moved."""
BY_FUND: Final = "pay-jackpot"


class RoomUnreadable(BaseException):
    """The room's own stream cannot be read here: nothing that rests on it can be decided."""


class NodeDesk(Desk):
    """The tables of one node, and its store, which has a lease."""

    EACH_BY_ITSELF: ClassVar[tuple[type[StoreError], ...]] = (AlreadySeen, Overdrawn)

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
        super().__init__(store, now=now, entropy=entropy, steady=steady, hear=hear)

    # Tables

    def _resumed(self, *, wake: bool = True) -> Room:
        """What is this node's still, as the store has it."""
        taken = self.shared.take([table_stream(number) for number in self.wanted])
        unreadable: dict[int, str] = {}
        try:
            room = recovery.load(self.store, taken, aside=unreadable)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        self._wall.not_before(room.latest)
        self._set_aside(unreadable)
        self.wanted = set(room.tables)
        outcomes = self._woken(room) if wake else []
        self.store.commit([outcome.write for outcome in outcomes if outcome.write is not None])
        room.watched(self.watched)
        return self._seeing_others(room) if hasattr(self, "room") else room

    def _nothing(self) -> Room:
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

    def adopt(self, numbers: Sequence[int]) -> list[int]:
        """Take tables and go on with them where the store has them; which of them are this node's now.

        The store is asked the same few things however many there are.
        """
        if self.trouble:
            return []
        taken = set(self.shared.take([table_stream(number) for number in numbers]))
        mine = [number for number in numbers if table_stream(number) in taken]
        if not mine:
            return []
        self.follow()
        try:
            return self._go_on(mine)
        except StoreError:
            # What is in memory may not be on disk: they are taken up once more.
            for number in self.room.tables.keys() & mine:
                self.drop(number)
            raise

    def _go_on(self, numbers: Sequence[int]) -> list[int]:
        held = self.shared.at_tables(numbers)
        tails = self.shared.tails([table_stream(number) for number in numbers])
        unreadable: dict[int, str] = {}
        up = recovery.take_up(tails, numbers, self.room, held, aside=unreadable)
        self._set_aside(unreadable)
        # What was sent to the node that had them may not have been answered.
        self.repeats.everybody_came()
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
            self.shared.let_go([table_stream(number) for number in unreadable])

    def give(self, number: int, to: str) -> bool:
        """Hand a table over to another node; between two rounds, or where nobody has wagered in this one."""
        hosted = self.room.tables[number]
        quiet = hosted.table.quiet()
        if not quiet and any(hosted.table.in_play(seat) for seat in hosted.seated):
            return False
        if quiet and self.room.chain(hosted.stream).head.number:
            draft = Draft(self.room, self._moment())
            draft.mark(hosted)
            self.store.commit([Write(checkpoints=tuple(draft.checkpoints))])
        if not self.shared.hand_over(hosted.stream, to):
            return False
        self.drop(number)
        return True

    def drop(self, number: int) -> None:
        """A table is not this node's any more."""
        self.wanted.discard(number)
        self.room.let_go(number)

    def drop_all(self) -> None:
        """None is: the lease has ended."""
        for number in list(self.room.tables):
            self.drop(number)
        self.wanted.clear()

    def take_up_again(self) -> None:
        """The room itself as the store has it; raises where that cannot be read."""
        self.room = self._resumed()
        self.repeats.everybody_came()
        self._available()

    # The room itself

    def follow(self) -> None:
        """Take in what other nodes have written to the room's own stream."""
        if self.trouble:
            return
        try:
            entries, time = recovery.follow(self.room, self.store)
        except InvalidError as error:
            raise RoomUnreadable(str(error)) from error
        # What rests on something is never on record before it, however little clocks may differ.
        self._since = max(self._since, time)
        for entry in entries:
            self._heed(entry)

    def _moment(self) -> Moment:
        now, entropy = super()._moment()
        return Moment(max(now, self._since), entropy)

    def _heed(self, entry: Any) -> None:
        """What another node's entry means for the tables here."""
        if isinstance(entry, GameSet):
            for hosted in self.room.tables.values():
                self.room.touched(hosted)
        if isinstance(entry, Departed) or (
            isinstance(entry, PersonSet) and entry.what == "disabled" and entry.on
        ):
            self.ousted += [(number, entry.player) for number in self.room.tables]

    def see_out(self) -> None:
        """Carry out what other nodes' managers have decided on people at tables here."""
        if self.trouble:
            return
        ousted, self.ousted = self.ousted, []
        outcomes: list[Outcome] = []
        for number, name in ousted:
            hosted = self.room.tables.get(number)
            person = self.room.state.people[name]
            if hosted is None or not _is_out(person):
                continue
            draft = Draft(self.room, self._moment())
            if room_desk.see_out(draft, hosted, name):
                outcomes.append(draft.outcome())
        try:
            self._commit(outcomes)
        except StoreError as error:
            self.ousted = ousted
            self._fail(error)

    @contextmanager
    def _shared(self, *, closing: bool = False) -> Iterator[None]:
        """The room's own stream is this node's until the end, and what others wrote to it is known."""
        if closing and not any(hosted.hosting.closing for hosted in self.room.late(self.now())):
            yield
            return
        with self.shared.turn(ROOM):
            self.follow()
            yield

    # Requests

    def _serve(self, requests: Sequence[Request]) -> list[Answer]:
        if not self._is_well():
            return [turned_away(request, self.trouble) for request in requests]
        answers: list[Answer] = []
        plain: list[Request] = []
        for request in requests:
            if not self._is_the_rooms(request):
                plain.append(request)
                continue
            if plain:
                answers += self._plain(plain)
                plain = []
            answers.append(self._in_turn(request))
        return answers + (self._plain(plain) if plain else [])

    def _is_the_rooms(self, request: Request) -> bool:
        """Whether a request writes to the room's own stream, or rests on a role that may be taken away."""
        person = self.room.state.people.get(request.person)
        return (
            not request.table
            or request.command.get("do") in TO_THE_ROOM
            or (person is not None and bool(person.roles))
        )

    def _plain(self, requests: list[Request]) -> list[Answer]:
        """What concerns tables of this node alone."""
        try:
            if not self.trouble:
                self._look_up(self._concerned(requests))
        except StoreError as error:
            return self._not_written(requests, error)
        return super()._serve(requests)

    def _in_turn(self, request: Request) -> Answer:
        """What concerns the room itself."""
        if not self._is_well():
            return turned_away(request, self.trouble)
        outcomes: list[Outcome] = []
        try:
            with self._shared():
                self._recall([request])
                self._look_up(self._concerned([request]))
                outcomes.append(self._handled(request))
                self._write(outcomes)
        except self.EACH_BY_ITSELF:
            self._take_back([request], outcomes)
            return self._again(request)
        except StoreError as error:
            return self._not_written([request], error, outcomes)[0]
        except Failed as failed:
            return self._told_of(failed, request)
        [outcome] = outcomes
        self._tell([outcome])
        return outcome.answer if outcome.answer.ok else self._no(request, outcome.answer)

    def _concerned(self, requests: Sequence[Request]) -> list[str]:
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
            self.room.ledger.balances.update(self.shared.held_by(accounts))

    def _fresh(self, writes: list[Write]) -> list[str]:
        # The room's own stream is all nodes', also when it begins.
        return [stream for stream in super()._fresh(writes) if stream != ROOM]

    def _put(self, writes: list[Write]) -> None:
        super()._put(writes)
        self.wanted |= {int(stream.removeprefix(recovery.TABLE)) for stream in self._fresh(writes)}
        for write in writes:
            for posting in write.postings:
                self.moved |= {whose(posting.source), whose(posting.to)} - {""}


def _is_out(person: Person) -> bool:
    """Whether somebody takes no seat any more, and leaves those they have."""
    return person.disabled or person.kind == FORMER
