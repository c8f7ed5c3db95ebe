"""Storage models: record, posting, checkpoint, processed command, session, hand, commit unit.

A `Record` is a command with everything it caused, in one stream: the room's own (``room``) or a table's
(``table 7``). Records of a stream are numbered from 1 and chained by their hashes, so that none can be
changed, dropped, swapped or added unnoticed. Resume reads the last checkpoint of a stream and the records
after it; audit reads all.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

ROOM: Final = "room"
"""Stream of the room itself: people, roles, tables opened and closed."""


def table_stream(number: int) -> str:
    """Return the name of a table's stream."""
    return f"table {number}"


def table_number(stream: str) -> int:
    """Return the number of the table of a stream."""
    return int(stream.removeprefix("table "))


class Record(Struct, frozen=True, gc=False):
    """Command with its events, as one link of its stream's hash chain."""

    stream: str
    number: int
    """From 1, without a gap."""
    time: int
    """Milliseconds since 1970, by the room's clock."""
    command_id: str
    """Idempotency key from the client; empty if the house itself acted."""
    actor: str
    name: str
    """Name of the command."""
    payload: bytes
    """Command and its events as JSON."""
    previous: bytes
    """Hash of the previous record; 32 zero bytes before the first."""
    hash: bytes


class Posting(Struct, frozen=True, gc=False):
    """Transfer of chips between two accounts, caused by a record."""

    stream: str
    number: int
    source: str
    to: str
    chips: int
    """Above zero."""


class Checkpoint(Struct, frozen=True, gc=False):
    """Snapshot of a stream's state after a record, as JSON, from which the stream resumes."""

    stream: str
    number: int
    hash: bytes
    """Hash of the record it was taken after."""
    state: bytes


class ProcessedCommand(Struct, frozen=True, gc=False):
    """Idempotency entry: a command that took effect, and the answer that a repeat of it gets."""

    person: str
    command_id: str
    answer: bytes
    time: int


class Credential(Struct, frozen=True, gc=False):
    """Login credential of a person; the latest replaces the one before."""

    person: str
    password: str
    """Argon2id hash with its parameters; empty if the person has no password."""
    last_login: int = 0
    """Time of the previous login, shown at the next."""


class Session(Struct, frozen=True, gc=False):
    """Login session; the latest version replaces the one before, and ended sessions are kept for lists."""

    token: bytes
    """SHA-256 of the token; the token itself is never stored."""
    person: str
    started_at: int
    last_seen: int
    expires_at: int
    agent: str = ""
    ended_at: int = 0
    """Time of the logout; 0 while the session is open."""


class HandIndexEntry(Struct, frozen=True, gc=False):
    """Hand-index entry of a finished round."""

    stream: str
    first_record: int
    last_record: int
    round: int
    """Number of the round at its table."""
    game: str
    book: str
    rules: str
    """Version of the rules it was played under."""
    started_at: int
    ended_at: int
    pot: int
    people: tuple[str, ...]
    disputed: bool = False


class CommitUnit(Struct, frozen=True, kw_only=True, gc=False):
    """Everything that one command writes, committed atomically."""

    records: tuple[Record, ...] = ()
    postings: tuple[Posting, ...] = ()
    processed_command: ProcessedCommand | None = None
    checkpoints: tuple[Checkpoint, ...] = ()
    credentials: tuple[Credential, ...] = ()
    sessions: tuple[Session, ...] = ()
    hands: tuple[HandIndexEntry, ...] = ()
