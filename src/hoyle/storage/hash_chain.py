"""Hash chain of a stream: each record's hash covers the one before, so that changes are detected."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.storage.models import Checkpoint, Record

GENESIS: Final = bytes(32)
"""What stands before the first record of a stream."""

_FRAME: Final = struct.Struct(">8s32sqq5I")
"""Kind, previous hash, number, time and the five lengths: what follows can be read in one way only."""
_KIND: Final = b"record 1"


class Head(NamedTuple):
    """Where a stream stands: the number and the hash of its last record."""

    number: int = 0
    hash: bytes = GENESIS


class ChainError(NamedTuple):
    """The first record of a stream that is not as it was written."""

    stream: str
    number: int
    what: str

    def __str__(self) -> str:
        return f"{self.stream}, record {self.number}: {self.what}"


def record_hash(
    previous: bytes, stream: str, number: int, time: int, command: str, actor: str, name: str, facts: bytes
) -> bytes:
    """The hash of a record that comes after the one with the hash `previous`."""
    if len(previous) != 32:
        raise InvalidError(f"a hash of {len(previous)} bytes cannot be chained to: it has 32")
    try:
        texts = stream.encode(), command.encode(), actor.encode(), name.encode(), facts
        frame = _FRAME.pack(_KIND, previous, number, time, *map(len, texts))
    except (struct.error, UnicodeEncodeError) as error:
        raise InvalidError(f"record {number} of {stream!r} cannot be chained: {error}") from None
    return sha256(frame + b"".join(texts)).digest()


class Chain:
    """Numbers and hashes the records of one stream, each after the last.

    >>> chain = Chain("table 7")
    >>> first = chain.record(time=0, command="", actor="house", name="open", facts=b"{}")
    >>> second = chain.record(time=5, command="c1", actor="ann", name="sit", facts=b"{}")
    >>> second.number, second.previous == first.hash
    (2, True)
    """

    __slots__ = ("head", "stream")

    def __init__(self, stream: str, head: Head | None = None) -> None:
        self.stream = stream
        self.head = head or Head()

    @classmethod
    def after(cls, last: Record | Checkpoint) -> Chain:
        """The chain that goes on where this record or checkpoint stands."""
        return cls(last.stream, Head(last.number, last.hash))

    def record(self, *, time: int, command: str, actor: str, name: str, facts: bytes) -> Record:
        """The next record."""
        previous = self.head.hash
        number = self.head.number + 1
        hashed = record_hash(previous, self.stream, number, time, command, actor, name, facts)
        self.head = Head(number, hashed)
        return Record(
            stream=self.stream,
            number=number,
            time=time,
            command=command,
            actor=actor,
            name=name,
            facts=facts,
            previous=previous,
            hash=hashed,
        )


def chain_error(record: Record, stream: str, before: Head) -> str:
    """What is wrong with a record that should come next; empty when nothing is."""
    if record.stream != stream:
        return f"belongs to {record.stream!r}"
    if record.number != before.number + 1:
        return f"has number {record.number} where {before.number + 1} should follow"
    if record.previous != before.hash:
        return "does not follow the record before it"
    try:
        rightly = record_hash(
            record.previous,
            record.stream,
            record.number,
            record.time,
            record.command,
            record.actor,
            record.name,
            record.facts,
        )
    except InvalidError as error:
        return str(error)
    return "" if rightly == record.hash else "has been changed: its hash does not agree with it"


def check(
    stream: str, records: Iterable[Record], *, after: Head | None = None, head: Head | None = None
) -> ChainError | None:
    """The first wrong record of a stream, or None when all are as they were written.

    They are the records after `after`, or all of them; with `head` they must also end there, so that records
    cut off the end are missed too.
    """
    last = after or Head()
    for record in records:
        if wrong := chain_error(record, stream, last):
            return ChainError(stream, last.number + 1, wrong)
        last = Head(record.number, record.hash)
    if head is not None and last != head:
        if last.number < head.number:
            return ChainError(stream, last.number + 1, f"is missing: the stream goes to {head.number}")
        if last.number > head.number:
            return ChainError(stream, head.number + 1, f"has been added: the stream ends at {head.number}")
        return ChainError(stream, last.number, "is not the last record that was committed")
    return None
