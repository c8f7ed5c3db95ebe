"""The room at work: decides what has come, commits it once, and only then answers.

`Desk` has no thread and no clock of its own: whoever runs it (a server's loop, a test, the simulation of
faults) calls `serve` with what has come. A commit that fails leaves nothing behind: the room is thrown away
and resumed from the store, and everybody concerned is told that nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Final

from msgspec import json

from hoyle.errors import IllegalError
from hoyle.room.live import incidents, recovery
from hoyle.room.live.answers import Answer, Entropy, Moment, Request, is_id
from hoyle.room.live.draft import Draft, Failed, Outcome, Told
from hoyle.room.live.heart import Room
from hoyle.room.store.failures import AlreadySeen, StoreError
from hoyle.room.store.store import Store
from hoyle.room.store.writing import ROOM, Credential, Session, Write

MOST_AT_ONCE: Final = 64
"""Commands that one commit takes."""

SET_BACK: Final = 1000
"""Milliseconds that the clock may go back before everybody's clocks begin anew."""

Hear = Callable[[list[Told]], None]
"""Whoever passes on what has happened, once it is on disk."""


class Desk:
    """A room and its store."""

    EACH_BY_ITSELF: ClassVar[tuple[type[StoreError], ...]] = (AlreadySeen,)
    """What one of several may have run into, after which they are decided one by one."""

    def __init__(
        self, store: Store, *, now: Callable[[], int], entropy: Entropy, hear: Hear | None = None
    ) -> None:
        self.store = store
        self.now = now
        self.entropy = entropy
        self.hear = hear or (lambda told: None)
        self.alarm: Callable[[Failed], None] = lambda failed: None
        """Whoever looks after the program, told what should never happen."""
        self.watched: set[int] = set()
        self.trouble = ""
        """Why nothing is taken at the moment; empty while all is well."""
        self._latest = 0
        """The latest time at which anything was decided since clocks began."""
        self.room = self._resumed()

    def _resumed(self, *, wake: bool = True) -> Room:
        """The room as the store has it, owned by this process from now on."""
        self.store.claim([ROOM, *(stream for stream in self.store.streams() if stream != ROOM)])
        room = recovery.load(self.store)
        outcomes = self._woken(room) if wake else []
        self.store.commit([outcome.write for outcome in outcomes if outcome.write is not None])
        room.watched(self.watched)
        return room

    def _woken(self, room: Room) -> list[Outcome]:
        """Clocks begin anew at every table."""
        self._latest = 0
        return recovery.wake(room, self._moment())

    def _moment(self) -> Moment:
        now = self.now()
        self._latest = max(self._latest, now)
        return Moment(now, self.entropy)

    def _set_back(self) -> bool:
        """Whether the clock was set back: what began by it lies in the future, and would be waited for."""
        return self.now() < self._latest - SET_BACK

    # What comes in

    def serve(self, requests: Sequence[Request]) -> list[Answer]:
        """Decide what has come, commit it, answer. At most `MOST_AT_ONCE` go into one commit."""
        answers: list[Answer] = []
        for at in range(0, len(requests), MOST_AT_ONCE):
            answers += self._serve(requests[at : at + MOST_AT_ONCE])
        return answers

    def _serve(self, requests: Sequence[Request]) -> list[Answer]:
        if self.trouble and not self._recovered():
            return [turned_away(request, self.trouble) for request in requests]
        outcomes, failed = self._decided(requests)
        try:
            self._commit(outcomes)
        except self.EACH_BY_ITSELF:
            # Nobody's clock begins anew because somebody sent a command twice.
            self._recovered(wake=False)
            return [self._again(request) for request in requests]
        except StoreError as error:
            said = self._fail(error)
            return [turned_away(request, said) for request in requests]
        answers = [
            outcome.answer if outcome.answer.ok else self._refused(request, outcome.answer)
            for request, outcome in zip(requests[: len(outcomes)], outcomes, strict=True)
        ]
        if failed is not None:
            answers.append(self._set_aside(failed, requests[len(answers)]))
            answers += self.serve(requests[len(answers) :])
        return answers

    def _decided(self, requests: Sequence[Request]) -> tuple[list[Outcome], Failed | None]:
        """What comes of requests, as far as nothing fails: what comes after that waits until it is mended."""
        outcomes: list[Outcome] = []
        for request in requests:
            try:
                outcomes.append(self._handled(request))
            except Failed as failed:
                return outcomes, failed
        return outcomes, None

    def _refused(self, request: Request, answer: Answer) -> Answer:
        """What was granted when it arrived first is not refused when it arrives again."""
        try:
            return self._first_answer(request) or answer
        except StoreError as error:
            return turned_away(request, self._fail(error))

    def _first_answer(self, request: Request) -> Answer | None:
        """The answer given when a command arrived first, which may have been another process's to give."""
        known = request.person in self.room.state.people and is_id(request.id)
        seen = self.store.seen(request.person, request.id) if known else None
        if seen is None:
            return None
        answer = json.decode(seen.answer, type=Answer)
        self.room.remember(request.person, answer)
        return answer

    def _handled(self, request: Request) -> Outcome:
        return self.room.handle(request, self._moment())

    def _again(self, request: Request) -> Answer:
        """One of several turned out to have arrived before: each by itself now."""
        try:
            first = None if self.trouble else self._first_answer(request)
        except StoreError as error:
            return turned_away(request, self._fail(error))
        return first or self._serve([request])[0]

    def tick(self) -> int:
        """Do what the house has to do now, as often as something is due; how many things were done."""
        if self.trouble and not self._recovered():
            return 0
        try:
            with self._shared(closing=True):
                failed = None
                if self._set_back():
                    outcomes = self._woken(self.room)
                else:
                    outcomes, failed = self.room.tick(self._moment())
                self._write(outcomes)
        except StoreError as error:
            self._fail(error)
            return 0
        self._tell(outcomes)
        if failed is not None:
            self.set_aside(failed)
        return len(outcomes) + (failed is not None)

    def _shared(self, *, closing: bool = False) -> AbstractContextManager[None]:
        """While the room's own stream may be written to: here it is nobody else's.

        `closing` is for what writes to it only where a table closes.
        """
        return nullcontext()

    def due(self) -> int | None:
        """When `tick` has something to do next."""
        return self.now() if self._set_back() else self.room.due()

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
        session: Session | None = None,
        now: int | None = None,
    ) -> Answer:
        """Something that happens at the door, with what lets a person in; `now` if that names its time."""
        if self.trouble and not self._recovered():
            raise IllegalError(self.trouble)
        try:
            with self._shared():
                moment = self._moment() if now is None else Moment(now, self.entropy)
                draft = Draft(self.room, moment, Request(id="", person=person, command={}))
                outcome = self._drafted(draft, act)
                assert outcome.write is not None
                write = Write(
                    records=outcome.write.records,
                    postings=outcome.write.postings,
                    checkpoints=outcome.write.checkpoints,
                    credentials=() if credential is None else (credential,),
                    sessions=() if session is None else (session,),
                )
                self._put([write])
        except StoreError as error:
            raise IllegalError(self._fail(error)) from error
        self.hear(outcome.told)
        return outcome.answer

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

    def _fresh(self, writes: list[Write]) -> list[str]:
        """Streams that begin with these."""
        return [record.stream for write in writes for record in write.records if record.number == 1]

    def _set_aside(self, failed: Failed, request: Request) -> Answer:
        self.set_aside(failed)
        return turned_away(request, self.trouble) if self.trouble else incidents.answer(request, failed)

    def set_aside(self, failed: Failed) -> None:
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
        said = self.trouble = f"the room takes nothing at the moment: {error}"
        self._recovered()
        return said

    def _recovered(self, *, wake: bool = True) -> bool:
        """Throw the room away and resume it from the store, if that can be read and written."""
        try:
            self.room = self._resumed(wake=wake)
        except StoreError as error:
            self.trouble = f"the room takes nothing at the moment: {error}"
            return False
        self.trouble = ""
        return True


def turned_away(request: Request, said: str) -> Answer:
    """Sent again with the same id it takes effect once, even if it was written and nobody knows."""
    return Answer(id=request.id, ok=False, said=said, clause="house records", legal="try again")
