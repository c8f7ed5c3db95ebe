"""Store that fails on purpose, with a record of what was truly committed to check against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.simulation.single_node.fault_injector import FaultInjector

from hoyle.storage import Store
from hoyle.storage.account_names import BalanceMismatch
from hoyle.storage.hash_chain import Head
from hoyle.storage.models import (
    ROOM,
    Checkpoint,
    CommitUnit,
    Credential,
    HandIndexEntry,
    Posting,
    ProcessedCommand,
    Record,
    Session,
)


class InvariantViolation(Exception):
    """Invariant of the room that did not hold."""


class CommittedState:
    """Everything committed by any process, acknowledged or not."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], bytes] = {}
        """Answers of the commands that took effect."""
        self.heads: dict[str, Head] = {}
        self.records: dict[tuple[str, int], Record] = {}
        self.held: dict[str, int] = {}
        """Balances by the postings."""
        self.have_held: dict[str, set[int]] = {}
        """Every balance that each account ever had."""
        self.owner: object = None
        """Store that claimed the room last: no other may write."""

    def took(self, writes: Sequence[CommitUnit]) -> None:
        """Record committed units and check them."""
        for write in writes:
            given = write.processed_command
            if given is not None:
                key = given.person, given.command_id
                if key in self.answers:
                    raise InvariantViolation(f"command {given.command_id} of {given.person} took effect twice")
                self.answers[key] = given.answer
            for record in write.records:
                if record.command_id and (given is None or given.command_id != record.command_id):
                    raise InvariantViolation(
                        f"record {record.number} of {record.stream} does not go with its command's id"
                    )
                if record.number != self.heads.get(record.stream, Head()).number + 1:
                    raise InvariantViolation(f"record {record.number} of {record.stream} is out of order")
                self.heads[record.stream] = Head(record.number, record.hash)
                self.records[record.stream, record.number] = record
            for posting in write.postings:
                for account, chips in ((posting.source, -posting.chips), (posting.to, posting.chips)):
                    self.held[account] = self.held.get(account, 0) + chips
                    self.have_held.setdefault(account, {0}).add(self.held[account])


class FaultyStore(Store):
    """Store of one process, with injected faults."""

    def __init__(self, inner: Store, faults: FaultInjector, truth: CommittedState) -> None:
        self.inner = inner
        self._faults = faults
        self._truth = truth

    def claim_streams(self, streams: Sequence[str]) -> None:
        self._faults.before("claim", writing=True)
        self.inner.claim_streams(streams)
        if ROOM in streams:
            self._truth.owner = self
        self._faults.after("claim", writing=True)

    def check_ownership(self, streams: Sequence[str]) -> None:
        self._faults.before("hold", writing=True)
        self.inner.check_ownership(streams)

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        self._faults.before("commit", writing=True)
        self.inner.commit(writes)
        if self._truth.owner is not self:
            raise InvariantViolation("a process that was taken over has written")
        self._truth.took(writes)
        self._faults.after("commit", writing=True)

    def _read(self) -> Store:
        self._faults.before("read", writing=False)
        return self.inner

    def streams(self) -> list[str]:
        return self._read().streams()

    def head(self, stream: str) -> Head:
        return self._read().head(stream)

    def checkpoint(self, stream: str) -> Checkpoint | None:
        return self._read().checkpoint(stream)

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        yield from self._read().records(stream, after, to)
        # A connection that breaks during a read.
        self._read()

    def processed_command(self, person: str, command: str) -> ProcessedCommand | None:
        return self._read().processed_command(person, command)

    def processed_commands(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], ProcessedCommand]:
        return self._read().processed_commands(commands)

    def balances(self) -> dict[str, int]:
        return self._read().balances()

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        return self._read().postings(stream)

    def verify_all_balances(self) -> list[BalanceMismatch]:
        return self._read().verify_all_balances()

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        return self._read().verify_recent_balances()

    def credential(self, person: str) -> Credential | None:
        return self._read().credential(person)

    def session(self, token: bytes) -> Session | None:
        return self._read().session(token)

    def sessions(self, person: str) -> list[Session]:
        return self._read().sessions(person)

    def acted(self, person: str) -> bool:
        return self._read().acted(person)

    def touch(self, people: Sequence[str], now: int) -> None:
        self._read().touch(people, now)

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        return self._read().last_seen(people)

    def operator_requests(self) -> list[tuple[int, bytes]]:
        return self._read().operator_requests()

    def take_operator_request(self, number: int) -> bool:
        return self._read().take_operator_request(number)

    def finish_operator_request(self, number: int, result: str) -> None:
        self._read().finish_operator_request(number, result)

    def hands(self, **filters: Any) -> list[HandIndexEntry]:
        return self._read().hands(**filters)

    def close(self) -> None:
        self.inner.close()
