"""Command pipeline: decide a batch of commands, commit it durably, then answer and publish.

`CommandPipeline` has no thread and no clock of its own: whoever runs it (a server's loop, a test, the
simulation of faults) calls `serve` with what has come. A commit that fails leaves nothing behind: the room is
thrown away at once, and there is none until it could be resumed from the store. Everybody concerned is told
that nothing was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Final

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.room import fault_isolation, recovery
from hoyle.room.idempotency import AnswerCache, RetryTracker
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext, Entropy, is_command_id
from hoyle.room.monotonic_clock import Clock, MonotonicClock
from hoyle.room.outage import Outage, RoomUnavailable
from hoyle.room.room import Room
from hoyle.room.unit_of_work import CommittedStep, Decision, UnexpectedFailure, UnitOfWork
from hoyle.storage.errors import (
    CommitRejected,
    Damaged,
    DuplicateCommand,
    LeaseExpired,
    StoreError,
    Superseded,
)
from hoyle.storage.models import ROOM, CommitUnit, Credential, Session
from hoyle.storage.store_interface import Store

MAX_BATCH: Final = 64
"""Commands that one commit takes."""

Hear = Callable[[list[CommittedStep]], None]
"""Whoever passes on what has happened, once it is on disk."""


class RoomTakenOver(BaseException):
    """Another process has the room: this one writes nothing any more, and ends.

    Nothing that keeps one table's failure from the others holds it up.
    """


class CommandPipeline:
    """A room and its store."""

    RETRY_INDIVIDUALLY_ON: ClassVar[tuple[type[StoreError], ...]] = (DuplicateCommand,)
    """What one of several may have run into, after which they are decided one by one."""

    def __init__(
        self,
        store: Store,
        *,
        now: Clock,
        entropy: Entropy,
        steady: Clock | None = None,
        publish: Hear | None = None,
    ) -> None:
        """`steady` is a clock that nobody sets, by which is seen when somebody sets the other."""
        self.store = store
        self.steady = steady or now
        self.entropy = entropy
        self.publish = publish or (lambda told: None)
        self.alarm: Callable[[UnexpectedFailure], None] = lambda failed: None
        """Whoever looks after the program, told what should never happen."""
        self.log: Callable[[str], None] = lambda line: None
        """The operator's log: why the store fails, and when it is available again."""
        self.watched: set[int] = set()
        self._trouble = Outage(self.steady)
        self._wall = MonotonicClock(now, self.steady)
        self.now = self._wall.now
        self._refused = AnswerCache()
        """What was refused, by rooms too that were thrown away since."""
        self.repeats = RetryTracker()
        self._claimed = False
        self.room = self._resumed()

    @property
    def trouble(self) -> str:
        """Why nothing is taken at the moment, and the room is an empty one; empty while all is well."""
        return self._trouble.message

    @property
    def cause(self) -> str:
        """Why the store fails, in its own words, for whoever runs the room; empty while all is well."""
        return self._trouble.cause

    def _resumed(self, *, wake: bool = True) -> Room:
        """The room as the store has it, owned by this process from the first time on."""
        streams = [ROOM, *(stream for stream in self.store.streams() if stream != ROOM)]
        if self._claimed:
            self.store.check_ownership(streams)
        else:
            self.store.claim_streams(streams)
            self._claimed = True
        room = recovery.load(self.store)
        self._wall.advance_to(room.latest)
        outcomes = self._woken(room) if wake else []
        self.store.commit([outcome.write for outcome in outcomes if outcome.write is not None])
        room.set_watched_tables(self.watched)
        return room

    def _empty_room(self) -> Room:
        """What there is while the store fails."""
        return Room()

    def _woken(self, room: Room) -> list[Decision]:
        """Clocks begin anew at every table."""
        self._wall.reset()
        return recovery.restart_clocks(room, self._moment())

    def _moment(self) -> DecisionContext:
        return DecisionContext(self.now(), self.entropy)

    # What comes in

    def process(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Decide what has come, commit it, answer. At most `MAX_BATCH` go into one commit."""
        self._handle_clock_change()
        answers: list[CommandAnswer] = []
        for at in range(0, len(requests), MAX_BATCH):
            answers += self._serve(requests[at : at + MAX_BATCH])
        return answers

    def _serve(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        if not self._is_available():
            return [unavailable_answer(request, self.trouble) for request in requests]
        try:
            self._load_previous_answers(requests)
        except StoreError as error:
            return self._not_written(requests, error)
        outcomes, failed = self._decided(requests)
        try:
            self._commit(outcomes)
        except self.RETRY_INDIVIDUALLY_ON:
            self._roll_back(requests, outcomes)
            return [self._retry_individually(request) for request in requests]
        except StoreError as error:
            return self._not_written(requests, error, outcomes)
        answers = [
            outcome.answer if outcome.answer.ok else self._confirm_refusal(request, outcome.answer)
            for request, outcome in zip(requests[: len(outcomes)], outcomes, strict=True)
        ]
        if failed is not None:
            answers.append(self._answer_failure(failed, requests[len(answers)]))
            answers += self.process(requests[len(answers) :])
        return answers

    def _decided(self, requests: Sequence[CommandRequest]) -> tuple[list[Decision], UnexpectedFailure | None]:
        """What comes of requests, as far as nothing fails: what comes after that waits until it is mended."""
        outcomes: list[Decision] = []
        noes = AnswerCache()
        for request in requests:
            # Once refused is refused, whatever beside it would make room for it.
            no = noes.get(request.person, request.id)
            try:
                outcomes.append(self._handled(request) if no is None else Decision(no))
            except UnexpectedFailure as failed:
                return outcomes, failed
            if not outcomes[-1].answer.ok:
                noes.keep(request.person, outcomes[-1].answer)
        return outcomes, None

    def _load_previous_answers(self, requests: Sequence[CommandRequest]) -> None:
        """What took effect before, decided by another process or long ago, gets its first answer again."""
        unknown = [
            (request.person, request.id)
            for request in requests
            if self.repeats.must_check(request.person)
            and self._is_known(request)
            and self.room.granted.get(request.person, request.id) is None
        ]
        if unknown:
            for (person, _), seen in self.store.processed_commands(unknown).items():
                self.room.granted.keep(person, json.decode(seen.answer, type=CommandAnswer))
            self.repeats.looked_up(person for person, _ in unknown)

    def _not_written(
        self, requests: Sequence[CommandRequest], error: StoreError, outcomes: Sequence[Decision] = ()
    ) -> list[CommandAnswer]:
        """A commit failed: nothing was decided. A store that is well and says no means one of them."""
        if not isinstance(error, CommitRejected) or isinstance(error, (Superseded, LeaseExpired)):
            said = self._fail(error)
            return [unavailable_answer(request, said) for request in requests]
        self._roll_back(requests, outcomes)
        if len(requests) > 1:
            return [self._retry_individually(request) for request in requests]
        return [
            CommandAnswer(
                id=requests[0].id, ok=False, said=f"not kept: {error.public}", clause="house records"
            )
        ]

    def _roll_back(self, requests: Sequence[CommandRequest], outcomes: Sequence[Decision]) -> None:
        """The store is well and has refused these: what they touched is as it was, nobody else notices."""
        for request in requests:
            self.room.granted.forget(request.person, request.id)
        try:
            recovery.roll_back(self.store, self.room, [each.write for each in outcomes if each.write])
        except StoreError as error:
            self._fail(error)
        except InvalidError as error:
            self._fail(Damaged(str(error)))

    def _handled(self, request: CommandRequest) -> Decision:
        no = self._refused.get(request.person, request.id)
        return self.room.handle(request, self._moment()) if no is None else Decision(no)

    def _confirm_refusal(self, request: CommandRequest, answer: CommandAnswer) -> CommandAnswer:
        """A refusal, once what it rests on is on disk.

        What was granted when it arrived first is not refused when it arrives again; what was refused stays
        refused.
        """
        if self._refused.get(request.person, request.id) is not None:
            return answer
        if self.trouble:
            return unavailable_answer(request, self.trouble)
        try:
            first = self._first_answer(request)
        except StoreError as error:
            return unavailable_answer(request, self._fail(error))
        if first is None and self._is_known(request):
            self._refused.keep(request.person, answer)
        return first or answer

    def _is_known(self, request: CommandRequest) -> bool:
        return request.person in self.room.state.people and is_command_id(request.id)

    def _first_answer(self, request: CommandRequest) -> CommandAnswer | None:
        """The answer given when a command arrived first, which may have been another process's to give."""
        seen = self.store.processed_command(request.person, request.id) if self._is_known(request) else None
        if seen is None:
            return None
        answer = json.decode(seen.answer, type=CommandAnswer)
        self.room.granted.keep(request.person, answer)
        return answer

    def _retry_individually(self, request: CommandRequest) -> CommandAnswer:
        """One of several turned out to have arrived before: each by itself now."""
        try:
            first = None if self.trouble else self._first_answer(request)
        except StoreError as error:
            return unavailable_answer(request, self._fail(error))
        if first is None:
            return self._serve([request])[0]
        self.repeats.mark_duplicate(request.person)
        return first

    def tick(self) -> int:
        """Do what the house has to do now, as often as something is due; how many things were done."""
        if not self._is_available():
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
        self._publish(outcomes)
        if failed is not None:
            self.stop_table(failed)
        return len(outcomes) + (failed is not None)

    def _handle_clock_change(self) -> None:
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
            return self.now() + self._trouble.retry_in_ms()
        return self.now() if self._wall.was_set() else self.room.due()

    def watch(self, tables: set[int]) -> None:
        """At which tables there is a person now."""
        self.watched = set(tables)
        self.room.set_watched_tables(self.watched)

    # At the door: given by the program, never by a request

    def process_internal(
        self,
        act: Callable[[UnitOfWork], None],
        *,
        person: str,
        credential: Credential | None = None,
        sessions: Sequence[Session] = (),
        accounts: Sequence[str] = (),
        now: int | None = None,
    ) -> CommandAnswer:
        """Something that happens at the door, with what lets a person in; `now` if that names its time.

        `accounts` are those that it rests on.
        """
        self._handle_clock_change()
        if not self._is_available():
            raise RoomUnavailable(self.trouble)
        try:
            with self._shared():
                self._look_up(accounts)
                moment = self._moment() if now is None else DecisionContext(now, self.entropy)
                draft = UnitOfWork(self.room, moment, CommandRequest(id="", person=person, command={}))
                outcome = self._drafted(draft, act)
                assert outcome.write is not None
                write = CommitUnit(
                    records=outcome.write.records,
                    postings=outcome.write.postings,
                    checkpoints=outcome.write.checkpoints,
                    credentials=() if credential is None else (credential,),
                    sessions=tuple(sessions),
                )
                self._commit_units([write])
        except StoreError as error:
            raise RoomUnavailable(self._fail(error)) from error
        self.publish(outcome.told)
        return outcome.answer

    def _look_up(self, accounts: Sequence[str]) -> None:
        """Know what these accounts hold: here nobody else moves them."""

    def _drafted(self, draft: UnitOfWork, act: Callable[[UnitOfWork], None]) -> Decision:
        try:
            act(draft)
            return draft.finish()
        except Exception:
            if draft.records:
                # It went wrong half-way: what is on disk counts.
                self._recovered(wake=False)
            raise

    # What goes to disk

    def _commit(self, outcomes: Sequence[Decision]) -> None:
        self._write(outcomes)
        self._publish(outcomes)

    def _write(self, outcomes: Sequence[Decision]) -> None:
        writes = [outcome.write for outcome in outcomes if outcome.write is not None]
        if writes:
            self._commit_units(writes)

    def _publish(self, outcomes: Sequence[Decision]) -> None:
        told = [each for outcome in outcomes for each in outcome.told]
        if told:
            self.publish(told)

    def _commit_units(self, writes: list[CommitUnit]) -> None:
        fresh = self._fresh(writes)
        if fresh:
            self.store.claim_streams(fresh)
        self.store.commit(writes)
        self._trouble.record_success()

    def _fresh(self, writes: list[CommitUnit]) -> list[str]:
        """Streams that begin with these."""
        return [record.stream for write in writes for record in write.records if record.number == 1]

    # What fails

    def _is_available(self) -> bool:
        """Whether anything can be decided; a store that failed is looked at again when it is time."""
        return not self.trouble or (not self._trouble.retry_in_ms() and self._recovered())

    def _answer_failure(self, failed: UnexpectedFailure, request: CommandRequest) -> CommandAnswer:
        self.stop_table(failed)
        return (
            unavailable_answer(request, self.trouble)
            if self.trouble
            else fault_isolation.failure_answer(request, failed)
        )

    def stop_table(self, failed: UnexpectedFailure) -> None:
        """One table has failed: what that left half done is thrown away, it stops, and the others go on."""
        self.alarm(failed)
        if failed.affects_room() and not self._recovered(wake=False):
            return
        try:
            if not failed.affects_room():
                fault_isolation.restore_tables(self.room, self.store, failed)
            if failed.table in self.room.tables:
                self._commit([fault_isolation.stop_table(self.room, failed, self._moment())])
        except StoreError as error:
            self._fail(error)

    def _fail(self, error: StoreError) -> str:
        """What is on disk counts and nothing else; what to say of it, even if all is well again at once."""
        said = self._stop(error)
        self._is_available()
        return said

    def _stop(self, error: StoreError) -> str:
        """Throw the room away: nobody shall see what may not be on disk."""
        if isinstance(error, Superseded):
            self._superseded(error)
        self.room = self._empty_room()
        self.repeats.all_reconnected()
        if str(error) != self.cause:
            self.log(f"the room takes nothing: {error}")
        return self._trouble.record_failure(error)

    def _superseded(self, error: Superseded) -> None:
        """Whoever has the room now keeps it: one that slept does not take it back."""
        raise RoomTakenOver(f"another process has taken the room over: {error}") from error

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
        self._trouble.clear()


def unavailable_answer(request: CommandRequest, said: str) -> CommandAnswer:
    """Sent again with the same id it takes effect once, even if it was written and nobody knows."""
    return CommandAnswer(
        id=request.id, ok=False, said=said, clause="house records", legal="try again", again=True
    )
