"""In-memory store that rejects what a store on disk rejects, for long simulations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.storage.account_names import BalanceMismatch, is_account, may_be_negative
from hoyle.storage.errors import DuplicateCommand, Overdrawn, SequenceError, StoreError, Unavailable
from hoyle.storage.hash_chain import Head, chain_error
from hoyle.storage.models import (
    Checkpoint,
    CommitUnit,
    Credential,
    HandIndexEntry,
    Posting,
    ProcessedCommand,
    Record,
    Session,
)
from hoyle.storage.store_interface import Store


class MemoryStore(Store):
    """In-memory store whose commits fail on request."""

    def __init__(self) -> None:
        self.by_stream: dict[str, list[Record]] = {}
        self.ledger: list[Posting] = []
        self.held: dict[str, int] = {}
        self.marks: dict[str, Checkpoint] = {}
        self.given: dict[tuple[str, str], ProcessedCommand] = {}
        self.credentials: dict[str, Credential] = {}
        self.tokens: dict[bytes, Session] = {}
        self.played: list[HandIndexEntry] = []
        self.here: dict[str, int] = {}
        self.commits = 0
        self.fails = 0
        """Number of commits from now on that fail."""

    def claim_streams(self, streams: Sequence[str]) -> None:
        """Do nothing: there is no other process."""

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Do nothing: no other process takes over."""

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        if self.fails:
            self.fails -= 1
            raise Unavailable("the shelf has fallen down")
        for write in writes:
            self._check_processed(write)
        added: dict[str, list[Record]] = {}
        held = dict(self.held)
        for write in writes:
            for record in write.records:
                self._append(record, added)
            for posting in write.postings:
                _move(posting, held)
        if sum(held.values()):
            raise StoreError("the balances do not add up")
        self.held = held
        self.commits += 1
        for stream, records in added.items():
            self.by_stream.setdefault(stream, []).extend(records)
        for write in writes:
            self._keep(write)

    def _check_processed(self, write: CommitUnit) -> None:
        processed = write.processed_command
        if processed is not None and (processed.person, processed.command_id) in self.given:
            raise DuplicateCommand(f"{processed.command_id} was processed before")

    def _append(self, record: Record, added: dict[str, list[Record]]) -> None:
        before = [*self.by_stream.get(record.stream, [])[-1:], *added.get(record.stream, [])]
        head = Head(before[-1].number, before[-1].hash) if before else Head()
        wrong = chain_error(record, record.stream, head)
        if wrong:
            raise SequenceError(wrong)
        added.setdefault(record.stream, []).append(record)

    def _keep(self, write: CommitUnit) -> None:
        self.ledger += write.postings
        if (processed := write.processed_command) is not None:
            self.given[processed.person, processed.command_id] = processed
        self.marks.update({mark.stream: mark for mark in write.checkpoints})
        self.credentials.update({credential.person: credential for credential in write.credentials})
        self.tokens.update({session.token: session for session in write.sessions})
        self.played += write.hands

    def streams(self) -> list[str]:
        return list(self.by_stream)

    def head(self, stream: str) -> Head:
        records = self.by_stream.get(stream)
        return Head(records[-1].number, records[-1].hash) if records else Head()

    def checkpoint(self, stream: str) -> Checkpoint | None:
        return self.marks.get(stream)

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        yield from self.by_stream.get(stream, [])[after:to]

    def processed_command(self, person: str, command: str) -> ProcessedCommand | None:
        return self.given.get((person, command))

    def processed_commands(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], ProcessedCommand]:
        return {key: self.given[key] for key in commands if key in self.given}

    def balances(self) -> dict[str, int]:
        return {account: chips for account, chips in self.held.items() if chips}

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        yield from (posting for posting in self.ledger if stream in (None, posting.stream))

    def verify_all_balances(self) -> list[BalanceMismatch]:
        return []

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        return []

    def credential(self, person: str) -> Credential | None:
        return self.credentials.get(person)

    def session(self, token: bytes) -> Session | None:
        return self.tokens.get(token)

    def sessions(self, person: str) -> list[Session]:
        return [session for session in self.tokens.values() if session.person == person]

    def acted(self, person: str) -> bool:
        return any(name == person for name, _ in self.given)

    def touch(self, people: Sequence[str], now: int) -> None:
        self.here.update(dict.fromkeys(people, now))

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        return {person: self.here[person] for person in people if person in self.here}

    def operator_requests(self) -> list[tuple[int, bytes]]:
        return []

    def take_operator_request(self, number: int) -> bool:
        return False

    def finish_operator_request(self, number: int, result: str) -> None:
        """Do nothing: this store has no operator requests."""

    def hands(
        self,
        *,
        person: str = "",
        stream: str = "",
        game: str = "",
        book: str = "",
        since: int = 0,
        until: int = 0,
        disputed: bool | None = None,
        limit: int = 0,
        offset: int = 0,
    ) -> list[HandIndexEntry]:
        found = [
            hand
            for hand in reversed(self.played)
            if (not person or person in hand.people)
            and stream in ("", hand.stream)
            and game in ("", hand.game)
            and book in ("", hand.book)
            and hand.ended_at >= since
            and (not until or hand.ended_at < until)
            and disputed in (None, hand.disputed)
        ]
        return found[offset : offset + limit if limit else None]

    def close(self) -> None:
        """Do nothing."""


def _move(posting: Posting, held: dict[str, int]) -> None:
    for account in (posting.source, posting.to):
        if not is_account(account):
            raise StoreError(f"{account} is no account")
    held[posting.source] = held.get(posting.source, 0) - posting.chips
    held[posting.to] = held.get(posting.to, 0) + posting.chips
    if posting.chips <= 0 or (held[posting.source] < 0 and not may_be_negative(posting.source)):
        raise Overdrawn(f"{posting.source} would hold {held[posting.source]}")
