"""Command pipeline: decide a batch of commands, commit it durably, then answer and publish.

`CommandPipeline` has no thread and no clock of its own: its caller (a server's loop, a test, a fault
simulator) passes batches of requests to `process`. A commit that fails leaves nothing behind: the room in
memory is discarded until it can be reloaded from the store, and every sender is told that nothing was
decided.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Final

from msgspec import json

from hoyle.core.errors import InvalidError
from hoyle.room import fault_isolation, recovery
from hoyle.room.decisions import handle_request, run_due_actions
from hoyle.room.idempotency import AnswerCache, RetryTracker
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext, Entropy, is_command_id
from hoyle.room.monotonic_clock import Clock, MonotonicClock
from hoyle.room.outage import Outage, RoomUnavailable
from hoyle.room.room import Room
from hoyle.room.unit_of_work import CommittedStep, Decision, UnexpectedFailure, UnitOfWork
from hoyle.storage.errors import CommitRejected, Damaged, DuplicateCommand, LeaseExpired, StoreError, Superseded
from hoyle.storage.models import ROOM, CommitUnit, Credential, Session
from hoyle.storage.store_interface import Store

MAX_BATCH: Final = 64
"""Commands in one commit."""

Publisher = Callable[[list[CommittedStep]], None]
"""Publisher of steps that are committed."""


class RoomTakenOver(BaseException):
    """Another process owns the room: this one writes nothing any more and exits.

    A `BaseException`, so that the isolation of faults at one table does not swallow it.
    """


class CommandPipeline:
    """Command pipeline: decides, commits, answers and publishes the commands of a room."""

    RETRY_INDIVIDUALLY_ON: ClassVar[tuple[type[StoreError], ...]] = (DuplicateCommand,)
    """Commit errors after which the commands of a batch are decided and committed one by one."""

    def __init__(
        self,
        store: Store,
        *,
        now: Clock,
        entropy: Entropy,
        steady: Clock | None = None,
        publish: Publisher | None = None,
    ) -> None:
        """Load the room; `steady` is a monotonic clock that shows when the wall clock `now` is set."""
        self.store = store
        self.steady = steady or now
        self.entropy = entropy
        self.publish = publish or (lambda steps: None)
        self.alarm: Callable[[UnexpectedFailure], None] = lambda failure: None
        """Error reporting for defects."""
        self.log: Callable[[str], None] = lambda line: None
        """The operator's log: why the store fails, and when it is available again."""
        self.watched: set[int] = set()
        self._outage = Outage(self.steady)
        self._wall_clock = MonotonicClock(now, self.steady)
        self.now = self._wall_clock.now
        self._refusals = AnswerCache()
        """Refusals, which outlast the rooms in memory that gave them."""
        self.repeats = RetryTracker()
        self._has_claimed = False
        self.room = self._load_room()

    @property
    def trouble(self) -> str:
        """Public reason why no command is taken and the room is empty; empty while the store works."""
        return self._outage.message

    @property
    def cause(self) -> str:
        """Error of the store for the operator; empty while the store works."""
        return self._outage.cause

    def _load_room(self, *, wake: bool = True) -> Room:
        """Load the room from the store; the first time also take ownership of its streams."""
        streams = [ROOM, *(stream for stream in self.store.streams() if stream != ROOM)]
        if self._has_claimed:
            self.store.check_ownership(streams)
        else:
            self.store.claim_streams(streams)
            self._has_claimed = True
        room = recovery.load(self.store)
        self._wall_clock.advance_to(room.last_record_time)
        decisions = self._restart_clocks(room) if wake else []
        self.store.commit([decision.commit_unit for decision in decisions if decision.commit_unit is not None])
        room.set_watched_tables(self.watched)
        return room

    def _empty_room(self) -> Room:
        """Return an empty room, to be used while the store fails."""
        return Room()

    def _restart_clocks(self, room: Room) -> list[Decision]:
        """Restart the clocks of every table."""
        self._wall_clock.reset()
        return recovery.restart_clocks(room, self._decision_context())

    def _decision_context(self) -> DecisionContext:
        return DecisionContext(self.now(), self.entropy)

    # Requests

    def process(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Decide, commit and answer requests, at most `MAX_BATCH` in one commit."""
        self._handle_clock_change()
        answers: list[CommandAnswer] = []
        for start in range(0, len(requests), MAX_BATCH):
            answers += self._serve(requests[start : start + MAX_BATCH])
        return answers

    def _serve(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Decide, commit, publish and answer one batch of requests."""
        if not self._is_available():
            return [unavailable_answer(request, self.trouble) for request in requests]
        try:
            self._load_previous_answers(requests)
        except StoreError as error:
            return self._answer_unwritten(requests, error)
        decisions, failure = self._decide(requests)
        try:
            self._commit(decisions)
        except self.RETRY_INDIVIDUALLY_ON:
            self._roll_back(requests, decisions)
            return [self._retry_individually(request) for request in requests]
        except StoreError as error:
            return self._answer_unwritten(requests, error, decisions)
        answers = [
            decision.answer if decision.answer.ok else self._confirm_refusal(request, decision.answer)
            for request, decision in zip(requests[: len(decisions)], decisions, strict=True)
        ]
        if failure is not None:
            answers.append(self._answer_failure(failure, requests[len(answers)]))
            answers += self.process(requests[len(answers) :])
        return answers

    def _decide(self, requests: Sequence[CommandRequest]) -> tuple[list[Decision], UnexpectedFailure | None]:
        """Decide requests up to the first defect; the ones after it wait until its table is restored."""
        decisions: list[Decision] = []
        refusals = AnswerCache()
        for request in requests:
            # A duplicate of a refused command is refused, even if a command between them would allow it.
            refusal = refusals.get(request.person, request.idempotency_key)
            try:
                decisions.append(self._handle(request) if refusal is None else Decision(refusal))
            except UnexpectedFailure as failure:
                return decisions, failure
            if not decisions[-1].answer.ok:
                refusals.keep(request.person, decisions[-1].answer)
        return decisions, None

    def _load_previous_answers(self, requests: Sequence[CommandRequest]) -> None:
        """Load first answers of commands that took effect before, in another process or long ago."""
        lookups = [
            (request.person, request.idempotency_key)
            for request in requests
            if self.repeats.must_check(request.person)
            and self._is_identified(request)
            and self.room.accepted_answers.get(request.person, request.idempotency_key) is None
        ]
        if lookups:
            for (person, _), processed in self.store.processed_commands(lookups).items():
                self.room.accepted_answers.keep(person, json.decode(processed.answer, type=CommandAnswer))
            self.repeats.looked_up(person for person, _ in lookups)

    def _answer_unwritten(
        self, requests: Sequence[CommandRequest], error: StoreError, decisions: Sequence[Decision] = ()
    ) -> list[CommandAnswer]:
        """Answer requests whose commit failed; a batch that the store rejects is retried one by one."""
        if not isinstance(error, CommitRejected) or isinstance(error, (Superseded, LeaseExpired)):
            message = self._fail(error)
            return [unavailable_answer(request, message) for request in requests]
        self._roll_back(requests, decisions)
        if len(requests) > 1:
            return [self._retry_individually(request) for request in requests]
        return [
            CommandAnswer(
                idempotency_key=requests[0].idempotency_key,
                ok=False,
                message=f"not kept: {error.public}",
                clause="house records",
            )
        ]

    def _roll_back(self, requests: Sequence[CommandRequest], decisions: Sequence[Decision]) -> None:
        """Undo decisions that the store rejected; what they did not touch is left alone."""
        for request in requests:
            self.room.accepted_answers.forget(request.person, request.idempotency_key)
        try:
            writes = [decision.commit_unit for decision in decisions if decision.commit_unit]
            recovery.roll_back(self.store, self.room, writes)
        except StoreError as error:
            self._fail(error)
        except InvalidError as error:
            self._fail(Damaged(str(error)))

    def _handle(self, request: CommandRequest) -> Decision:
        """Decide one request; a command that was refused before is refused again."""
        refusal = self._refusals.get(request.person, request.idempotency_key)
        if refusal is not None:
            return Decision(refusal)
        return handle_request(self.room, request, self._decision_context())

    def _confirm_refusal(self, request: CommandRequest, answer: CommandAnswer) -> CommandAnswer:
        """Confirm a refusal, once the state it rests on is on disk.

        A duplicate of a command that took effect gets its first answer; a refused command stays refused.
        """
        if self._refusals.get(request.person, request.idempotency_key) is not None:
            return answer
        if self.trouble:
            return unavailable_answer(request, self.trouble)
        try:
            first_answer = self._first_answer(request)
        except StoreError as error:
            return unavailable_answer(request, self._fail(error))
        if first_answer is None and self._is_identified(request):
            self._refusals.keep(request.person, answer)
        return first_answer or answer

    def _is_identified(self, request: CommandRequest) -> bool:
        """Whether a request has a known sender and a valid idempotency key."""
        return request.person in self.room.state.people and is_command_id(request.idempotency_key)

    def _first_answer(self, request: CommandRequest) -> CommandAnswer | None:
        """Return the stored answer of a command that took effect, perhaps given by another process."""
        if not self._is_identified(request):
            return None
        processed = self.store.processed_command(request.person, request.idempotency_key)
        if processed is None:
            return None
        answer = json.decode(processed.answer, type=CommandAnswer)
        self.room.accepted_answers.keep(request.person, answer)
        return answer

    def _retry_individually(self, request: CommandRequest) -> CommandAnswer:
        """Repeat the first answer of a duplicate, or serve alone a command whose batch the store rejected."""
        try:
            first_answer = None if self.trouble else self._first_answer(request)
        except StoreError as error:
            return unavailable_answer(request, self._fail(error))
        if first_answer is None:
            return self._serve([request])[0]
        self.repeats.mark_duplicate(request.person)
        return first_answer

    def tick(self) -> int:
        """Run and commit the due actions of the house; return how many were run."""
        if not self._is_available():
            return 0
        try:
            with self._room_lock(closing=True):
                failure = None
                if self._wall_clock.was_set():
                    decisions = self._restart_clocks(self.room)
                else:
                    decisions, failure = run_due_actions(self.room, self._decision_context())
                self._write(decisions)
        except StoreError as error:
            self._fail(error)
            return 0
        self._publish(decisions)
        if failure is not None:
            self.stop_table(failure)
        return len(decisions) + (failure is not None)

    def _handle_clock_change(self) -> None:
        """Restart all turn clocks before anything is decided by a wall clock that was set."""
        if not self.trouble and self._wall_clock.was_set():
            self.tick()

    def _room_lock(self, *, closing: bool = False) -> AbstractContextManager[None]:
        """Return the context in which the room's own stream may be written; a single process needs no lock.

        `closing` is for actions that write to it only where a table closes.
        """
        return nullcontext()

    def due(self) -> int | None:
        """Return the time of the next `tick` that has something to do, or of the next retry in an outage."""
        if self.trouble:
            return self.now() + self._outage.retry_in_ms()
        return self.now() if self._wall_clock.was_set() else self.room.due()

    def watch(self, tables: set[int]) -> None:
        """Set the tables that somebody plays at or watches."""
        self.watched = set(tables)
        self.room.set_watched_tables(self.watched)

    # Internal commands: given by the program, never by a request

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
        """Run an internal command, such as a log-in, and commit it with its credential and sessions.

        `accounts` are those whose balances it depends on; `now` is its time if that is fixed already.
        """
        self._handle_clock_change()
        if not self._is_available():
            raise RoomUnavailable(self.trouble)
        try:
            with self._room_lock():
                self._refresh_balances(accounts)
                context = self._decision_context() if now is None else DecisionContext(now, self.entropy)
                unit = UnitOfWork(self.room, context, CommandRequest(idempotency_key="", person=person, command={}))
                decision = self._run_unit(unit, act)
                assert decision.commit_unit is not None
                write = CommitUnit(
                    records=decision.commit_unit.records,
                    postings=decision.commit_unit.postings,
                    checkpoints=decision.commit_unit.checkpoints,
                    credentials=() if credential is None else (credential,),
                    sessions=tuple(sessions),
                )
                self._commit_units([write])
        except StoreError as error:
            raise RoomUnavailable(self._fail(error)) from error
        self.publish(decision.steps)
        return decision.answer

    def _refresh_balances(self, accounts: Sequence[str]) -> None:
        """Refresh balances; a no-op here, since no other process moves chips."""

    def _run_unit(self, unit: UnitOfWork, act: Callable[[UnitOfWork], None]) -> Decision:
        """Run an internal command in a unit of work; reload the room if it fails half-way."""
        try:
            act(unit)
            return unit.finish()
        except Exception:
            if unit.records:
                # It failed half-way: only what is on disk counts.
                self._reload(wake=False)
            raise

    # Commits

    def _commit(self, decisions: Sequence[Decision]) -> None:
        self._write(decisions)
        self._publish(decisions)

    def _write(self, decisions: Sequence[Decision]) -> None:
        writes = [decision.commit_unit for decision in decisions if decision.commit_unit is not None]
        if writes:
            self._commit_units(writes)

    def _publish(self, decisions: Sequence[Decision]) -> None:
        steps = [step for decision in decisions for step in decision.steps]
        if steps:
            self.publish(steps)

    def _commit_units(self, writes: list[CommitUnit]) -> None:
        """Write units to the store, after claiming the streams that begin with them."""
        new_streams = self._new_streams(writes)
        if new_streams:
            self.store.claim_streams(new_streams)
        self.store.commit(writes)
        self._outage.record_success()

    def _new_streams(self, writes: list[CommitUnit]) -> list[str]:
        """List the streams that do not exist yet: their first record is among these units."""
        return [record.stream for write in writes for record in write.records if record.number == 1]

    # Failures

    def _is_available(self) -> bool:
        """Whether commands can be decided; retries a failed store when its back-off has passed."""
        return not self.trouble or (not self._outage.retry_in_ms() and self._reload())

    def _answer_failure(self, failure: UnexpectedFailure, request: CommandRequest) -> CommandAnswer:
        """Stop the table at which a handler failed and return the answer to the sender."""
        self.stop_table(failure)
        if self.trouble:
            return unavailable_answer(request, self.trouble)
        return fault_isolation.failure_answer(request, failure)

    def stop_table(self, failure: UnexpectedFailure) -> None:
        """Restore and stop a table at which a handler failed; the other tables go on."""
        self.alarm(failure)
        if failure.affects_room() and not self._reload(wake=False):
            return
        try:
            if not failure.affects_room():
                fault_isolation.restore_tables(self.room, self.store, failure)
            if failure.table in self.room.tables:
                self._commit([fault_isolation.stop_table(self.room, failure, self._decision_context())])
        except StoreError as error:
            self._fail(error)

    def _fail(self, error: StoreError) -> str:
        """Discard the room, retry the store at once if that is due, and return the public message."""
        message = self._discard_room(error)
        self._is_available()
        return message

    def _discard_room(self, error: StoreError) -> str:
        """Replace the room with an empty one, since its state may not be on disk; return the message."""
        if isinstance(error, Superseded):
            self._superseded(error)
        self.room = self._empty_room()
        self.repeats.all_reconnected()
        if str(error) != self.cause:
            self.log(f"the room takes nothing: {error}")
        return self._outage.record_failure(error)

    def _superseded(self, error: Superseded) -> None:
        """Give up the room to the process that owns it now."""
        raise RoomTakenOver(f"another process has taken the room over: {error}") from error

    def _reload(self, *, wake: bool = True) -> bool:
        """Reload the room from the store; return whether that could be read and written."""
        try:
            self.room = self._load_room(wake=wake)
        except StoreError as error:
            self._discard_room(error)
            return False
        self._end_outage()
        return True

    def _end_outage(self) -> None:
        """End the outage: the store can be used again."""
        if self.cause:
            self.log("the room goes on")
        self._outage.clear()


def unavailable_answer(request: CommandRequest, message: str) -> CommandAnswer:
    """Answer during an outage: retry with the same id, which takes effect once even if it was written."""
    return CommandAnswer(
        idempotency_key=request.idempotency_key,
        ok=False,
        message=message,
        clause="house records",
        allowed="try again",
        retry=True,
    )
