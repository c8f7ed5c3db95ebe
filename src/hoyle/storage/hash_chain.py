"""Hash chain of a stream: each record's hash covers the one before, so that changes are detected."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec import structs

from hoyle.core.errors import InvalidError
from hoyle.storage.models import Checkpoint, Record

GENESIS: Final = bytes(32)
"""Previous hash of the first record of a stream."""

_FRAME: Final = struct.Struct(">8s32sqq5I")
"""Kind, previous hash, number, time and five lengths, which make the encoding unambiguous."""
_KIND: Final = b"record 1"


class Head(NamedTuple):
    """Head of a stream: number and hash of its last record."""

    number: int = 0
    hash: bytes = GENESIS


class ChainError(NamedTuple):
    """First record of a stream that differs from what was written."""

    stream: str
    number: int
    flaw: str

    def __str__(self) -> str:
        return f"{self.stream}, record {self.number}: {self.flaw}"


def record_hash(
    previous: bytes, stream: str, number: int, time: int, command_id: str, actor: str, name: str, payload: bytes
) -> bytes:
    """Return the hash of a record that follows the one with hash `previous`."""
    if len(previous) != 32:
        raise InvalidError(f"a hash must have 32 bytes, got {len(previous)}")
    try:
        texts = stream.encode(), command_id.encode(), actor.encode(), name.encode(), payload
        frame = _FRAME.pack(_KIND, previous, number, time, *map(len, texts))
    except (struct.error, UnicodeEncodeError) as error:
        raise InvalidError(f"record {number} of {stream!r} cannot be chained: {error}") from None
    return sha256(frame + b"".join(texts)).digest()


class Chain:
    """Builder of a stream's records: numbers and hashes each after the last.

    >>> chain = Chain("table 7")
    >>> first = chain.record(time=0, command_id="", actor="house", name="open", payload=b"{}")
    >>> second = chain.record(time=5, command_id="c1", actor="ann", name="sit", payload=b"{}")
    >>> second.number, second.previous == first.hash
    (2, True)
    """

    __slots__ = ("head", "stream")

    def __init__(self, stream: str, head: Head | None = None) -> None:
        self.stream = stream
        self.head = head or Head()

    @classmethod
    def after(cls, last: Record | Checkpoint) -> Chain:
        """Continue the chain after this record or checkpoint."""
        return cls(last.stream, Head(last.number, last.hash))

    def record(self, *, time: int, command_id: str, actor: str, name: str, payload: bytes) -> Record:
        """Append and return the next record of the stream."""
        previous = self.head.hash
        number = self.head.number + 1
        own_hash = record_hash(previous, self.stream, number, time, command_id, actor, name, payload)
        self.head = Head(number, own_hash)
        return Record(self.stream, number, time, command_id, actor, name, payload, previous, own_hash)


def chain_error(record: Record, stream: str, before: Head) -> str:
    """Describe the flaw of a record that should come next; empty if it is valid."""
    if record.stream != stream:
        return f"belongs to {record.stream!r}"
    if record.number != before.number + 1:
        return f"has number {record.number} where {before.number + 1} should follow"
    if record.previous != before.hash:
        return "does not follow the record before it"
    try:
        *content, previous, own_hash = structs.astuple(record)
        expected = record_hash(previous, *content)
    except InvalidError as error:
        return str(error)
    return "" if expected == own_hash else "has been changed: its hash does not agree with it"


def check_chain(
    stream: str, records: Iterable[Record], *, after: Head | None = None, head: Head | None = None
) -> ChainError | None:
    """Return the first invalid record of a stream, or None if all are as they were written.

    `records` are those after `after`, or all; with `head` they must also end there, so that truncation is
    detected too.
    """
    last = after or Head()
    for record in records:
        if flaw := chain_error(record, stream, last):
            return ChainError(stream, last.number + 1, flaw)
        last = Head(record.number, record.hash)
    if head is not None and last != head:
        if last.number < head.number:
            return ChainError(stream, last.number + 1, f"is missing: the stream goes to {head.number}")
        if last.number > head.number:
            return ChainError(stream, head.number + 1, f"has been added: the stream ends at {head.number}")
        return ChainError(stream, last.number, "is not the last record that was committed")
    return None
