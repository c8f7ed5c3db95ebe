"""Resume data: last checkpoint of each stream and the records after it, loaded in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from hoyle.storage.models import Checkpoint, Record

MOST: Final = 500
"""Records of one stream that are brought with those of others; whoever wants more asks for that stream."""


class Readable(Protocol):
    """Where a stream is read from."""

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """The last one of a stream."""

    def records(self, stream: str, after: int = 0) -> Iterator[Record]:
        """The records of a stream in order, after one number."""


class ResumeData:
    """Some streams, each from its last checkpoint on, that record among them."""

    def __init__(
        self,
        store: Readable,
        checkpoints: Mapping[str, Checkpoint],
        records: Mapping[str, Sequence[Record]],
    ) -> None:
        self._store = store
        self._checkpoints = checkpoints
        self._records = records

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """The last one of a stream."""
        return self._checkpoints.get(stream)

    def records(self, stream: str, after: int = 0) -> Iterator[Record]:
        """The records of a stream in order, after one that is not before its checkpoint."""
        known = self._records.get(stream, ())
        yield from (record for record in known if record.number > after)
        if len(known) == MOST:
            yield from self._store.records(stream, max(after, known[-1].number))
