"""Command pipeline: the life of an action, from the request to the answer, in batches.

`CommandPipeline` has no thread and no clock of its own: its caller (a server's loop, a test, a fault simulator)
passes batches of requests to `process`, which takes each through these steps:

1. look up whether the command has taken effect before (`idempotency`);
2. authorize it and decide it in memory (`decisions`, `handlers`), as a unit of work;
3. commit all units of the batch durably, in one transaction of the store;
4. publish the committed steps, which the caller projects for each audience (`views`);
5. answer the sender.

A refused command has changed nothing. After a commit that failed, every sender gets a "not executed, retry"
answer and the room is reloaded (`room_owner`); a defect stops one table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import ClassVar, Final

from msgspec import json, structs

from hoyle.room.decisions import handle_request, run_due_actions
from hoyle.room.events import table_events
from hoyle.room.idempotency import AnswerCache
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext, Entropy, is_command_id, refuse
from hoyle.room.monotonic_clock import Clock
from hoyle.room.outage import RoomUnavailable
from hoyle.room.room_owner import RoomOwner
from hoyle.room.unit_of_work import CommittedStep, Decision, UnexpectedFailure, UnitOfWork
from hoyle.storage.errors import CommitRejected, DuplicateCommand, LeaseExpired, StoreError, Superseded
from hoyle.storage.models import CommitUnit, Credential, Session
from hoyle.storage.store_interface import Store

MAX_BATCH: Final = 64
"""Commands in one commit."""

Publisher = Callable[[list[CommittedStep]], None]
"""Publisher of steps that are committed."""


class CommandPipeline(RoomOwner):
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
        self.publish = publish or (lambda steps: None)
        self._refusals = AnswerCache()
        """Refusals, which outlast the rooms in memory that gave them."""
        super().__init__(store, now=now, entropy=entropy, steady=steady)

    # The life of an action

    def process(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Decide, commit and answer requests, at most `MAX_BATCH` in one commit."""
        self._handle_clock_change()
        answers: list[CommandAnswer] = []
        for start in range(0, len(requests), MAX_BATCH):
            answers += self._serve(requests[start : start + MAX_BATCH])
        return answers

    def _serve(self, requests: Sequence[CommandRequest]) -> list[CommandAnswer]:
        """Take one batch of requests through all steps."""
        if not self._is_available():
            return [unavailable_answer(request, self.trouble) for request in requests]
        decisions: list[Decision] = []
        try:
            with self._lock_for(requests):
                self._load_previous_answers(requests)
                failure = self._decide(requests, decisions)
                self._write(decisions)
        except self.RETRY_INDIVIDUALLY_ON:
            self._forget_answers(requests)
            self._roll_back(decisions)
            return [self._retry_individually(request) for request in requests]
        except StoreError as error:
            return self._answer_unwritten(requests, decisions, error)
        self._publish(decisions)
        answers = [
            decision.answer if decision.answer.ok else self._confirm_refusal(request, decision.answer)
            for request, decision in zip(requests[: len(decisions)], decisions, strict=True)
        ]
        if failure is not None:
            answers.append(self._answer_failure(failure, requests[len(answers)]))
            answers += self.process(requests[len(answers) :])
        return answers

    def _lock_for(self, requests: Sequence[CommandRequest]) -> AbstractContextManager[None]:
        """Return the context in which these requests are decided; a single process needs no lock."""
        return nullcontext()

    def _decide(self, requests: Sequence[CommandRequest], decisions: list[Decision]) -> UnexpectedFailure | None:
        """Decide requests up to the first defect; the ones after it wait until its table is restored."""
        refusals = AnswerCache()
        for request in requests:
            # A duplicate of a refused command is refused, even if a command between them would allow it.
            key = request.person, request.idempotency_key
            refusal = self._refusals.get(*key) or refusals.get(*key)
            if refusal is not None:
                decisions.append(Decision(refusal))
                continue
            try:
                decisions.append(handle_request(self.room, request, self._decision_context()))
            except UnexpectedFailure as failure:
                return failure
            if not decisions[-1].answer.ok:
                refusals.keep(request.person, decisions[-1].answer)
        return None

    def _publish(self, decisions: Sequence[Decision]) -> None:
        steps = [step for decision in decisions for step in decision.steps]
        if steps:
            self.publish(steps)

    # At most once

    def _is_identified(self, request: CommandRequest) -> bool:
        """Whether a request has a known sender and a valid idempotency key."""
        return request.person in self.room.state.people and is_command_id(request.idempotency_key)

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

    def _forget_answers(self, requests: Sequence[CommandRequest]) -> None:
        for request in requests:
            self.room.accepted_answers.forget(request.person, request.idempotency_key)

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

    # Answers to what was not written

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

    def _answer_unwritten(
        self, requests: Sequence[CommandRequest], decisions: Sequence[Decision], error: StoreError
    ) -> list[CommandAnswer]:
        """Answer requests whose commit failed; a batch that the store rejects is retried one by one."""
        if not isinstance(error, CommitRejected) or isinstance(error, (Superseded, LeaseExpired)):
            message = self._fail(error)
            return [unavailable_answer(request, message) for request in requests]
        self._forget_answers(requests)
        self._roll_back(decisions)
        if len(requests) > 1:
            return [self._retry_individually(request) for request in requests]
        return [refuse(requests[0], f"not kept: {error.public}", clause="house records")]

    def _answer_failure(self, failure: UnexpectedFailure, request: CommandRequest) -> CommandAnswer:
        """Stop the table at which a handler failed and return the answer to the sender."""
        self.stop_table(failure)
        if self.trouble:
            return unavailable_answer(request, self.trouble)
        # The fault is the server's, not the sender's.
        location = f"at table {failure.table}: play has stopped there" if failure.table else "in the room"
        return refuse(
            request,
            f"something went wrong {location}, and not with what was sent",
            clause=table_events.TableFaulted.CLAUSE,
            allowed="wait for the floor" if failure.table else "",
        )

    def stop_table(self, failure: UnexpectedFailure) -> None:
        """Restore and stop a table at which a handler failed; the other tables go on."""
        self._publish(self._stop_table(failure))

    # Actions of the house

    def tick(self) -> int:
        """Run and commit the due actions of the house; return how many were run."""
        if not self._is_available():
            return 0
        failure = None
        try:
            with self._room_lock(closing=True):
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

    def due(self) -> int | None:
        """Return the time of the next `tick` that has something to do, or of the next retry in an outage."""
        if self.trouble:
            return self.now() + self._outage.retry_in_ms()
        return self.now() if self._wall_clock.was_set() else self.room.due()

    def _handle_clock_change(self) -> None:
        """Restart all turn clocks before anything is decided by a wall clock that was set."""
        if not self.trouble and self._wall_clock.was_set():
            self.tick()

    def _room_lock(self, *, closing: bool = False) -> AbstractContextManager[None]:
        """Return the context in which the room's own stream may be written; a single process needs no lock.

        `closing` is for actions that write to it only where a table closes.
        """
        return nullcontext()

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
                request = CommandRequest(idempotency_key="", person=person, command={})
                decision = self._run_unit(UnitOfWork(self.room, context, request), act)
                credentials = () if credential is None else (credential,)
                unit = structs.replace(
                    decision.commit_unit or CommitUnit(), credentials=credentials, sessions=tuple(sessions)
                )
                self._commit_units([unit])
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


def unavailable_answer(request: CommandRequest, message: str) -> CommandAnswer:
    """Answer during an outage: retry with the same id, which takes effect once even if it was written."""
    return refuse(request, message, clause="house records", allowed="try again", retry=True)
