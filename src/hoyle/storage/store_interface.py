"""Store interface: everything the room asks of a store, and what it answers; both engines pass the same tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct

from hoyle.storage.account_names import BalanceMismatch
from hoyle.storage.hash_chain import Head
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

MAX_RECORDS_PER_STREAM: Final = 500
"""Maximum records loaded per stream in bulk; the rest is read from the store on demand."""


class Readable(Protocol):
    """Interface of anything that checkpoints and records of streams can be read from."""

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """Return the last checkpoint of a stream."""

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        """Iterate over the records of a stream after a number and up to another, in bounded memory."""


class Store(Readable, Protocol):
    """Store of a room. Every failure is a `StoreError` with a one-line message, and nothing is written."""

    def claim_streams(self, streams: Sequence[str]) -> None:
        """Take the streams over: from now on their former owner cannot append to them."""

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Raise `Superseded` if another writer owns one of these streams; nothing changes.

        When it returns, no commit to them is in flight: reads afterwards see their final state.
        """

    def commit(self, units: Sequence[CommitUnit]) -> None:
        """Write these units in one transaction. When it returns, they survive a crash.

        Rejected, with nothing written: a stream that another writer has claimed (`Superseded`); a command id
        that this person has used already (`DuplicateCommand`); a record that does not follow its stream's
        last by number and hash, or a posting, checkpoint or hand without its record (`SequenceError`); a
        posting that would overdraw an account (`Overdrawn`); balances that would not sum to zero
        (`Unbalanced`). `CommitRejected.unit` is the index of the unit at fault; a group is accepted exactly
        when its units would be one after the other.
        """

    def streams(self) -> list[str]:
        """List every stream that has a record."""

    def head(self, stream: str) -> Head:
        """Return the head of a stream: number and hash of its last record."""

    def processed_command(self, person: str, command_id: str) -> ProcessedCommand | None:
        """Look up a command that has already taken effect."""

    def processed_commands(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], ProcessedCommand]:
        """Look up which of these commands have already taken effect, by person and id, in one query."""

    def balances(self) -> dict[str, int]:
        """Return all balances; an account without chips may be missing."""

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        """Iterate over the ledger in the order written, of one stream or of all."""

    def verify_all_balances(self) -> list[BalanceMismatch]:
        """Return every account whose balance is not the sum of its postings."""

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        """Return the same, from the last balance snapshot on: its time does not grow with the history."""

    def credential(self, person: str) -> Credential | None:
        """Return a person's login credential."""

    def session(self, token: bytes) -> Session | None:
        """Return the session with this token hash."""

    def sessions(self, person: str) -> list[Session]:
        """Return a person's sessions, the latest first."""

    def acted(self, person: str) -> bool:
        """Whether a command by this name has ever taken effect."""

    def touch(self, people: Sequence[str], now: int) -> None:
        """Record the time at which these people were last connected."""

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        """Return when these people were last here, as far as it was recorded."""

    def operator_requests(self) -> list[tuple[int, bytes]]:
        """List pending requests that the command line left for the process that has the room open."""

    def take_operator_request(self, number: int) -> bool:
        """Take a request, so that no other process runs it; False if it was gone."""

    def finish_operator_request(self, number: int, result: str) -> None:
        """Record the result of a request for the process that waits for it."""

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
        """Query the hand index, the latest first; 0 and empty filter nothing.

        Filters by time keep hands that ended at `since` or later and before `until`.
        """

    def close(self) -> None:
        """Close the store's files and connections."""


class ResumeData(Readable):
    """Streams loaded from their last checkpoint on, its own record included."""

    def __init__(
        self, store: Readable, checkpoints: Mapping[str, Checkpoint], records: Mapping[str, Sequence[Record]]
    ) -> None:
        self._store = store
        self._checkpoints = checkpoints
        self._records = records

    def checkpoint(self, stream: str) -> Checkpoint | None:
        return self._checkpoints.get(stream)

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        """Iterate over the records of a stream after a number that is not before its checkpoint."""
        loaded = self._records.get(stream, ())
        yield from (record for record in loaded if after < record.number <= (to or record.number))
        if len(loaded) == MAX_RECORDS_PER_STREAM:
            yield from self._store.records(stream, max(after, loaded[-1].number), to)


class StoreInventory(Struct, frozen=True, kw_only=True):
    """Contents of a store at one moment: short tables in full, long ones by their last row."""

    heads: dict[str, Head] = {}
    """Head of every stream; 0 for one that was claimed and never written to."""
    balances: dict[str, int] = {}
    checkpoints: dict[str, Checkpoint] = {}
    ledger: int = 0
    """Last line of the ledger."""
    processed_commands: int = 0
    """Number of commands that have taken effect."""
    sessions: list[Session] = []
    credentials: list[Credential] = []
    snapshot_records: dict[str, int] = {}
    """Record of each stream up to which the balance snapshot covers the ledger."""
    snapshot_balances: dict[str, int] = {}
    """Balance of every account in that snapshot."""


NOTHING: Final = StoreInventory()
"""Inventory of a store that cannot be read."""
