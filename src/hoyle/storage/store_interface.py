"""Store interface: everything the room asks of a store; both engines pass the same tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

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


class Store(Protocol):
    """Keeps what was committed. Every failure is a `StoreError` in one clear line that wrote nothing."""

    def claim_streams(self, streams: Sequence[str]) -> None:
        """Take the streams over: from now on whoever had them before cannot append to them."""

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Refuse (`Superseded`) where one of these is another's by now; nothing changes.

        When it returns no commit is on its way to them: what is read afterwards is what there is.
        """

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        """Put these on disk in one transaction. When it returns they survive a crash.

        Refuses, with nothing written: a stream that somebody else has claimed since (`Superseded`); a command
        id of that person that is already there (`DuplicateCommand`); a record that does not follow its
        stream's last by number and hash, or a posting, checkpoint or hand beside its records
        (`SequenceError`); a posting that would overdraw an account which may not be below zero (`Overdrawn`);
        balances that would not sum to zero (`Unbalanced`). A refusal says which write it is about
        (`CommitRejected.write`); a group is accepted exactly when its writes would be one after the other.
        """

    def streams(self) -> list[str]:
        """Every stream that has a record."""

    def head(self, stream: str) -> Head:
        """Where a stream stands: the number and hash of its last record."""

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """The last one of a stream."""

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        """The records of a stream in order, after one number and up to another, with bounded memory."""

    def processed_command(self, person: str, command: str) -> ProcessedCommand | None:
        """A command that has already taken effect."""

    def processed_commands(
        self, commands: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], ProcessedCommand]:
        """Which of these commands have already taken effect, by person and id; one question for all."""

    def balances(self) -> dict[str, int]:
        """What every account holds; an account without chips may be missing."""

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        """The ledger in the order written, of one stream or of all."""

    def verify_all_balances(self) -> list[BalanceMismatch]:
        """Every account whose balance is not the sum of its postings, by one look at both."""

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        """The same, in time that does not grow with what was found in order before."""

    def credential(self, person: str) -> Credential | None:
        """What lets somebody in."""

    def session(self, token: bytes) -> Session | None:
        """The session with this hash of a token."""

    def sessions(self, person: str) -> list[Session]:
        """Somebody's sessions, the latest first."""

    def acted(self, person: str) -> bool:
        """Whether a command of this name has ever taken effect."""

    def touch(self, people: Sequence[str], now: int) -> None:
        """Note that these people were here."""

    def last_seen(self, people: Sequence[str]) -> dict[str, int]:
        """When these people were last here, as far as it was noted."""

    def errands(self) -> list[tuple[int, bytes]]:
        """What the command line asks of whoever has the room open, as far as nobody has taken it."""

    def take_errand(self, number: int) -> bool:
        """Take an errand, so that nobody else runs it; whether it was still there."""

    def finish_errand(self, number: int, said: str) -> None:
        """Tell whoever waits for an errand what came of it."""

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
        """Past hands by filter, the latest first; 0 and empty filter nothing.

        By time they are those that ended at `since` or later and before `until`.
        """

    def close(self) -> None:
        """Let go of files and connections."""
