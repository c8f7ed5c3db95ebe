"""Retirement job: moves records before a stream's checkpoint from the database to files.

What a room needs to resume stays: the checkpoint, its own record and all later ones; so do the ledger, the
hand index and the answers given. Queries of the past read the files. A crash at any point loses nothing: a
file is synced and read back before its range is registered, and its records are deleted in the transaction
that registers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from hoyle.core.errors import InvalidError
from hoyle.storage.errors import Unavailable
from hoyle.storage.hash_chain import Head, chain_error
from hoyle.storage.models import Record
from hoyle.storage.retired_records.files import MAX_RECORDS, RetiredRange, write_range
from hoyle.storage.sql.sql_store import SqlStore


class RetirableRange(NamedTuple):
    """Range of records of a stream that may be retired."""

    stream: str
    after: Head
    """Head of the range that is retired already."""
    to: int

    @property
    def records(self) -> int:
        return self.to - self.after.number


class RetirementSummary(Struct):
    """Counts of what was retired."""

    records: int = 0
    files: int = 0
    streams: int = 0


def due(store: SqlStore) -> list[RetirableRange]:
    """List the retirable range of every stream: records before its checkpoint's own, which stays."""
    ranges = []
    for stream in store.streams():
        checkpoint = store.checkpoint(stream)
        if checkpoint is None:
            continue
        last = store.last_retired(stream)
        retirable = RetirableRange(
            stream, Head() if last is None else Head(last.last, last.hash), checkpoint.number - 1
        )
        if retirable.records > 0:
            ranges.append(retirable)
    return ranges


def retire(
    store: SqlStore,
    directory: Path,
    streams: Sequence[RetirableRange],
    *,
    before: int = 0,
    most: int = MAX_RECORDS,
    progress: Callable[[int], None] | None = None,
) -> RetirementSummary:
    """Retire records older than a time, or all if it is 0, to files in a directory.

    `progress` gets the number of due records that were processed.
    """
    tally = RetirementSummary()
    looked = 0
    shelf = directory.absolute()
    _make_directory(shelf)
    # Registered first, so that concurrent readers find the files.
    store.put_up(shelf)
    for retirable in streams:
        done = 0
        for kept in _retire_stream(store, shelf, retirable, before, most):
            done += kept.last - kept.first + 1
            tally.files += 1
            if progress is not None:
                progress(looked + done)
        tally.records += done
        tally.streams += bool(done)
        looked += retirable.records
        if progress is not None:
            progress(looked)
    return tally


def _make_directory(shelf: Path) -> None:
    try:
        shelf.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{shelf}: {(error.strerror or str(error)).lower()}") from None


def _retire_stream(
    store: SqlStore, shelf: Path, retirable: RetirableRange, before: int, most: int
) -> Iterator[RetiredRange]:
    waiting: list[Record] = []
    for record in _verified_records(store, retirable):
        if before and record.time >= before:
            break
        waiting.append(record)
        if len(waiting) == most:
            yield _retire_batch(store, shelf, waiting)
            waiting = []
    if waiting:
        yield _retire_batch(store, shelf, waiting)


def _verified_records(store: SqlStore, retirable: RetirableRange) -> Iterator[Record]:
    """Yield the due records, each verified against its chain: an invalid one stays in the database."""
    head = retirable.after
    for record in store.records(retirable.stream, head.number, retirable.to):
        if wrong := chain_error(record, retirable.stream, head):
            raise InvalidError(f"{retirable.stream}, record {head.number + 1}: {wrong}; run hoyle audit")
        head = Head(record.number, record.hash)
        yield record


def _retire_batch(store: SqlStore, shelf: Path, records: Sequence[Record]) -> RetiredRange:
    kept = write_range(shelf, records)
    store.retire(kept)
    return kept
