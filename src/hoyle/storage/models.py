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
"""The stream of the room itself: people, roles, tables opened and closed."""


def table_stream(number: int) -> str:
    """The stream of a table."""
    return f"table {number}"


def table_number(stream: str) -> int:
    """The table of a stream that `table_stream` named."""
    return int(stream.removeprefix("table "))


class Record(Struct, frozen=True, kw_only=True, gc=False):
    """A command and what it caused, as one link of its stream's chain."""

    stream: str
    number: int
    """From 1, without a gap."""
    time: int
    """Milliseconds since 1970, by the room's one clock."""
    command: str
    """The sender's id of the command; empty where the house itself acted."""
    actor: str
    name: str
    """The command's name."""
    facts: bytes
    """The command and its entries as JSON."""
    previous: bytes
    """Hash of the record before this one; 32 zero bytes before the first."""
    hash: bytes


class Posting(Struct, frozen=True, kw_only=True, gc=False):
    """Chips from one account to another, caused by a record."""

    stream: str
    number: int
    source: str
    to: str
    chips: int
    """Above zero."""


class Checkpoint(Struct, frozen=True, kw_only=True, gc=False):
    """A stream's state after a record, as JSON: resume begins here."""

    stream: str
    number: int
    hash: bytes
    """Of the record it stands after."""
    facts: bytes


class ProcessedCommand(Struct, frozen=True, kw_only=True, gc=False):
    """A command that took effect, and the answer given: a second arrival gets the same answer again."""

    person: str
    command: str
    answer: bytes
    time: int


class Credential(Struct, frozen=True, kw_only=True, gc=False):
    """What lets somebody in. The latest replaces the one before."""

    person: str
    password: str
    """An argon2id hash with its parameters; empty where nobody comes in by one."""
    last_login: int = 0
    """The previous one, to be shown at the next."""


class Session(Struct, frozen=True, kw_only=True, gc=False):
    """Somebody's open door. The latest replaces the one before; one that has ended stays for the lists."""

    token: bytes
    """SHA-256 of the token; the token itself is nowhere on disk."""
    person: str
    begun: int
    seen: int
    ends: int
    agent: str = ""
    ended: int = 0
    """When somebody logged out of it; 0 while it is open."""


class HandIndexEntry(Struct, frozen=True, kw_only=True, gc=False):
    """A round that is over, for the index of past hands."""

    stream: str
    first: int
    """Number of the record that dealt it."""
    last: int
    round: int
    """The round's number at its table."""
    game: str
    book: str
    rules: str
    """Version of the rules it was played by."""
    began: int
    ended: int
    pot: int
    people: tuple[str, ...]
    disputed: bool = False


class CommitUnit(Struct, frozen=True, kw_only=True, gc=False):
    """Everything that one command puts on disk."""

    records: tuple[Record, ...] = ()
    postings: tuple[Posting, ...] = ()
    seen: ProcessedCommand | None = None
    checkpoints: tuple[Checkpoint, ...] = ()
    credentials: tuple[Credential, ...] = ()
    sessions: tuple[Session, ...] = ()
    hands: tuple[HandIndexEntry, ...] = ()
