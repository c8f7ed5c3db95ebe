"""The room at work: decides what has come, commits it once, and only then answers.

`Desk` has no thread and no clock of its own: whoever runs it (a server's loop, a test, the simulation of
faults) calls `serve` with what has come. A commit that fails leaves nothing behind: the room is thrown away
at once, and there is none until it could be resumed from the store. Everybody concerned is told that nothing
was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Final

from msgspec import json

from hoyle.errors import InvalidError
from hoyle.room.live import incidents, recovery
from hoyle.room.live.answers import Answer, Entropy, Moment, Request, is_id
from hoyle.room.live.draft import Draft, Failed, Outcome, Told
from hoyle.room.live.heart import Room
from hoyle.room.live.memory import Memory, Repeats
from hoyle.room.live.trouble import TakesNothing, Trouble
from hoyle.room.live.wall_clock import Clock, WallClock
from hoyle.room.store.failures import AlreadySeen, Damaged, LeaseOver, Refused, StoreError, Superseded
from hoyle.room.store.store import Store
from hoyle.room.store.writing import ROOM, Credential, Session, Write

MOST_AT_ONCE: Final = 64
"""Commands that one commit takes."""

Hear = Callable[[list[Told]], None]
"""Whoever passes on what has happened, once it is on disk."""


class TakenOver(BaseException):
    """Another process has the room: this one writes nothing any more, and ends.

    Nothing that keeps one table's failure from the others holds it up.
    """


class Desk:
    """A room and its store."""

    EACH_BY_ITSELF: ClassVar[tuple[type[StoreError], ...]] = (AlreadySeen,)
    """What one of several may have run into, after which they are decided one by one."""

    def __init__(
        self,
        store: Store,
        *,
        now: Clock,
        entropy: Entropy,
        steady: Clock | None = None,
        hear: Hear | None = None,
    ) -> None:
        """`steady` is a clock that nobody sets, by which is seen when somebody sets the other."""
        self.store = store
        self.steady = steady or now
        self.entropy = entropy
        self.hear = hear or (lambda told: None)
        self.alarm: Callable[[Failed], None] = lambda failed: None
        """Whoever looks after the program, told what should never happen."""
        self.log: Callable[[str], None] = lambda line: None
        """The operator's log: why the store fails, and when it is available again."""
        self.watched: set[int] = set()
        self._trouble = Trouble(self.steady)
        self._wall = WallClock(now, self.steady)
        self.now = self._wall.now
        self._refused = Memory()
        """What was refused, by rooms too that were thrown away since."""
        self.repeats = Repeats()
        self._claimed = False
        self.room = self._resumed()

    @property
    def trouble(self) -> str:
        """Why nothing is taken at the moment, and the room is an empty one; empty while all is well."""
        return self._trouble.said

    @property
    def cause(self) -> str:
        """Why the store fails, in its own words, for whoever runs the room; empty while all is well."""
        return self._trouble.cause

    def _resumed(self, *, wake: bool = True) -> Room:
        """The room as the store has it, owned by this process from the first time on."""
        streams = [ROOM, *(stream for stream in self.store.streams() if stream != ROOM)]
        if self._claimed:
            self.store.hold(streams)
        else:
            self.store.claim(streams)
            self._claimed = True
        room = recovery.load(self.store)
        self._wall.not_before(room.latest)
        outcomes = self._woken(room) if wake else []
        self.store.commit([outcome.write for outcome in outcomes if outcome.write is not None])
        room.watched(self.watched)
        return room

    def _nothing(self) -> Room:
        """What there is while the store fails."""
        return Room()

    def _woken(self, room: Room) -> list[Outcome]:
        """Clocks begin anew at every table."""
        self._wall.begin()
        return recovery.wake(room, self._moment())

    def _moment(self) -> Moment:
        return Moment(self.now(), self.entropy)

    # What comes in

    def serve(self, requests: Sequence[Request]) -> list[Answer]:
        """Decide what has come, commit it, answer. At most `MOST_AT_ONCE` go into one commit."""
        self._heed_clock()
        answers: list[Answer] = []
        for at in range(0, len(requests), MOST_AT_ONCE):
            answers += self._serve(requests[at : at + MOST_AT_ONCE])
        return answers

    def _serve(self, requests: Sequence[Request]) -> list[Answer]:
        if not self._is_well():
            return [turned_away(request, self.trouble) for request in requests]
        try:
            self._recall(requests)
        except StoreError as error:
            return self._not_written(requests, error)
        outcomes, failed = self._decided(requests)
        try:
            self._commit(outcomes)
        except self.EACH_BY_ITSELF:
            self._take_back(requests, outcomes)
            return [self._again(request) for request in requests]
        except StoreError as error:
            return self._not_written(requests, error, outcomes)
        answers = [
            outcome.answer if outcome.answer.ok else self._no(request, outcome.answer)
            for request, outcome in zip(requests[: len(outcomes)], outcomes, strict=True)
        ]
        if failed is not None:
            answers.append(self._told_of(failed, requests[len(answers)]))
            answers += self.serve(requests[len(answers) :])
        return answers

    def _decided(self, requests: Sequence[Request]) -> tuple[list[Outcome], Failed | None]:
        """What comes of requests, as far as nothing fails: what comes after that waits until it is mended."""
        outcomes: list[Outcome] = []
        noes = Memory()
        for request in requests:
            # Once refused is refused, whatever beside it would make room for it.
            no = noes.get(request.person, request.id)
            try:
                outcomes.append(self._handled(request) if no is None else Outcome(no))
            except Failed as failed:
                return outcomes, failed
            if not outcomes[-1].answer.ok:
                noes.keep(request.person, outcomes[-1].answer)
        return outcomes, None

    def _recall(self, requests: Sequence[Request]) -> None:
        """What took effect before, decided by another process or long ago, gets its first answer again."""
        unknown = [
            (request.person, request.id)
            for request in requests
            if self.repeats.may(request.person)
            and self._is_known(request)
            and self.room.granted.get(request.person, request.id) is None
        ]
        if unknown:
            for (person, _), seen in self.store.answers(unknown).items():
                self.room.granted.keep(person, json.decode(seen.answer, type=Answer))
            self.repeats.looked_up(person for person, _ in unknown)

    def _not_written(
        self, requests: Sequence[Request], error: StoreError, outcomes: Sequence[Outcome] = ()
    ) -> list[Answer]:
        """A commit failed: nothing was decided. A store that is well and says no means one of them."""
        if not isinstance(error, Refused) or isinstance(error, (Superseded, LeaseOver)):
            said = self._fail(error)
            return [turned_away(request, said) for request in requests]
        self._take_back(requests, outcomes)
        if len(requests) > 1:
            return [self._again(request) for request in requests]
        return [Answer(id=requests[0].id, ok=False, said=f"not kept: {error.public}", clause="house records")]

    def _take_back(self, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> None:
        """The store is well and has refused these: what they touched is as it was, nobody else notices."""
        for request in requests:
            self.room.granted.forget(request.person, request.id)
        try:
            recovery.take_back(self.store, self.room, [each.write for each in outcomes if each.write])
        except StoreError as error:
            self._fail(error)
        except InvalidError as error:
            self._fail(Damaged(str(error)))

    def _handled(self, request: Request) -> Outcome:
        no = self._refused.get(request.person, request.id)
        return self.room.handle(request, self._moment()) if no is None else Outcome(no)

    def _no(self, request: Request, answer: Answer) -> Answer:
        """A refusal, once what it rests on is on disk.

        What was granted when it arrived first is not refused when it arrives again; what was refused stays
        refused.
        """
        if self._refused.get(request.person, request.id) is not None:
            return answer
        if self.trouble:
            return turned_away(request, self.trouble)
        try:
            first = self._first_answer(request)
        except StoreError as error:
            return turned_away(request, self._fail(error))
        if first is None and self._is_known(request):
            self._refused.keep(request.person, answer)
        return first or answer

    def _is_known(self, request: Request) -> bool:
        return request.person in self.room.state.people and is_id(request.id)

    def _first_answer(self, request: Request) -> Answer | None:
        """The answer given when a command arrived first, which may have been another process's to give."""
        seen = self.store.seen(request.person, request.id) if self._is_known(request) else None
        if seen is None:
            return None
        answer = json.decode(seen.answer, type=Answer)
        self.room.granted.keep(request.person, answer)
        return answer

    def _again(self, request: Request) -> Answer:
        """One of several turned out to have arrived before: each by itself now."""
        try:
            first = None if self.trouble else self._first_answer(request)
        except StoreError as error:
            return turned_away(request, self._fail(error))
        if first is None:
            return self._serve([request])[0]
        self.repeats.caught(request.person)
        return first

    def tick(self) -> int:
        """Do what the house has to do now, as often as something is due; how many things were done."""
        if not self._is_well():
            return 0
        try:
            with self._shared(closing=True):
                failed = None
                if self._wall.was_set():
                    outcomes = self._woken(self.room)
                else:
                    outcomes, failed = self.room.tick(self._moment())
                self._write(outcomes)
        except StoreError as error:
            self._fail(error)
            return 0
        self._tell(outcomes)
        if failed is not None:
            self.stop_table(failed)
        return len(outcomes) + (failed is not None)

    def _heed_clock(self) -> None:
        """Before anything is decided by a clock that was set, everybody's begins anew."""
        if not self.trouble and self._wall.was_set():
            self.tick()

    def _shared(self, *, closing: bool = False) -> AbstractContextManager[None]:
        """While the room's own stream may be written to: here it is nobody else's.

        `closing` is for what writes to it only where a table closes.
        """
        return nullcontext()

    def due(self) -> int | None:
        """When `tick` has something to do next: while the store fails, when it is looked at again."""
        if self.trouble:
            return self.now() + self._trouble.wait()
        return self.now() if self._wall.was_set() else self.room.due()

    def watch(self, tables: set[int]) -> None:
        """At which tables there is a person now."""
        self.watched = set(tables)
        self.room.watched(self.watched)

    # At the door: given by the program, never by a request

    def door(
        self,
        act: Callable[[Draft], None],
        *,
        person: str,
        credential: Credential | None = None,
        sessions: Sequence[Session] = (),
        accounts: Sequence[str] = (),
        now: int | None = None,
    ) -> Answer:
        """Something that happens at the door, with what lets a person in; `now` if that names its time.

        `accounts` are those that it rests on.
        """
        self._heed_clock()
        if not self._is_well():
            raise TakesNothing(self.trouble)
        try:
            with self._shared():
                self._look_up(accounts)
                moment = self._moment() if now is None else Moment(now, self.entropy)
                draft = Draft(self.room, moment, Request(id="", person=person, command={}))
                outcome = self._drafted(draft, act)
                assert outcome.write is not None
                write = Write(
                    records=outcome.write.records,
                    postings=outcome.write.postings,
                    checkpoints=outcome.write.checkpoints,
                    credentials=() if credential is None else (credential,),
                    sessions=tuple(sessions),
                )
                self._put([write])
        except StoreError as error:
            raise TakesNothing(self._fail(error)) from error
        self.hear(outcome.told)
        return outcome.answer

    def _look_up(self, accounts: Sequence[str]) -> None:
        """Know what these accounts hold: here nobody else moves them."""

    def _drafted(self, draft: Draft, act: Callable[[Draft], None]) -> Outcome:
        try:
            act(draft)
            return draft.outcome()
        except Exception:
            if draft.records:
                # It went wrong half-way: what is on disk counts.
                self._recovered(wake=False)
            raise

    # What goes to disk

    def _commit(self, outcomes: Sequence[Outcome]) -> None:
        self._write(outcomes)
        self._tell(outcomes)

    def _write(self, outcomes: Sequence[Outcome]) -> None:
        writes = [outcome.write for outcome in outcomes if outcome.write is not None]
        if writes:
            self._put(writes)

    def _tell(self, outcomes: Sequence[Outcome]) -> None:
        told = [each for outcome in outcomes for each in outcome.told]
        if told:
            self.hear(told)

    def _put(self, writes: list[Write]) -> None:
        fresh = self._fresh(writes)
        if fresh:
            self.store.claim(fresh)
        self.store.commit(writes)
        self._trouble.wrote()

    def _fresh(self, writes: list[Write]) -> list[str]:
        """Streams that begin with these."""
        return [record.stream for write in writes for record in write.records if record.number == 1]

    # What fails

    def _is_well(self) -> bool:
        """Whether anything can be decided; a store that failed is looked at again when it is time."""
        return not self.trouble or (not self._trouble.wait() and self._recovered())

    def _told_of(self, failed: Failed, request: Request) -> Answer:
        self.stop_table(failed)
        return turned_away(request, self.trouble) if self.trouble else incidents.answer(request, failed)

    def stop_table(self, failed: Failed) -> None:
        """One table has failed: what that left half done is thrown away, it stops, and the others go on."""
        self.alarm(failed)
        if failed.is_the_rooms() and not self._recovered(wake=False):
            return
        try:
            if not failed.is_the_rooms():
                incidents.undo(self.room, self.store, failed)
            if failed.table in self.room.tables:
                self._commit([incidents.stop(self.room, failed, self._moment())])
        except StoreError as error:
            self._fail(error)

    def _fail(self, error: StoreError) -> str:
        """What is on disk counts and nothing else; what to say of it, even if all is well again at once."""
        said = self._stop(error)
        self._is_well()
        return said

    def _stop(self, error: StoreError) -> str:
        """Throw the room away: nobody shall see what may not be on disk."""
        if isinstance(error, Superseded):
            self._superseded(error)
        self.room = self._nothing()
        self.repeats.everybody_came()
        if str(error) != self.cause:
            self.log(f"the room takes nothing: {error}")
        return self._trouble.begins(error)

    def _superseded(self, error: Superseded) -> None:
        """Whoever has the room now keeps it: one that slept does not take it back."""
        raise TakenOver(f"another process has taken the room over: {error}") from error

    def _recovered(self, *, wake: bool = True) -> bool:
        """Throw the room away and resume it from the store, if that can be read and written."""
        try:
            self.room = self._resumed(wake=wake)
        except StoreError as error:
            self._stop(error)
            return False
        self._available()
        return True

    def _available(self) -> None:
        """The store can be used again."""
        if self.cause:
            self.log("the room goes on")
        self._trouble.ends()


def turned_away(request: Request, said: str) -> Answer:
    """Sent again with the same id it takes effect once, even if it was written and nobody knows."""
    return Answer(id=request.id, ok=False, said=said, clause="house records", legal="try again", again=True)
