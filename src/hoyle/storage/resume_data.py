"""Resume data: last checkpoint of each stream and the records after it, loaded in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from hoyle.storage.models import Checkpoint, Record

MAX_RECORDS_PER_STREAM: Final = 500
"""Maximum records loaded per stream in bulk; the rest is read from the store on demand."""


class Readable(Protocol):
    """Interface of anything that checkpoints and records of streams can be read from."""

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """Return the last checkpoint of a stream."""

    def records(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Iterate over the records of a stream after a number, in order."""


class ResumeData:
    """Streams loaded from their last checkpoint on, its own record included."""

    def __init__(
        self, store: Readable, checkpoints: Mapping[str, Checkpoint], records: Mapping[str, Sequence[Record]]
    ) -> None:
        self._store = store
        self._checkpoints = checkpoints
        self._records = records

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """Return the last checkpoint of a stream."""
        return self._checkpoints.get(stream)

    def records(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Iterate over the records of a stream after a number that is not before its checkpoint."""
        loaded = self._records.get(stream, ())
        yield from (record for record in loaded if record.number > after)
        if len(loaded) == MAX_RECORDS_PER_STREAM:
            yield from self._store.records(stream, max(after, loaded[-1].number))
