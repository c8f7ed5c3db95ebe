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
    """Counts of retired records, files and streams."""

    records: int = 0
    files: int = 0
    streams: int = 0


def retirable_ranges(store: SqlStore) -> list[RetirableRange]:
    """List the retirable range of every stream: records before its checkpoint's own, which stays."""
    ranges = []
    for stream in store.streams():
        checkpoint = store.checkpoint(stream)
        if checkpoint is None:
            continue
        last = store.last_retired_range(stream)
        retirable = RetirableRange(
            stream, Head() if last is None else Head(last.last_record, last.hash), checkpoint.number - 1
        )
        if retirable.records > 0:
            ranges.append(retirable)
    return ranges


def retire(
    store: SqlStore,
    directory: Path,
    ranges: Sequence[RetirableRange],
    *,
    before: int = 0,
    most: int = MAX_RECORDS,
    progress: Callable[[int], None] | None = None,
) -> RetirementSummary:
    """Move records older than a time, or all if it is 0, from the database to files in a directory.

    `progress` gets the number of retirable records that were processed.
    """
    summary = RetirementSummary()
    processed = 0
    target = directory.absolute()
    _make_directory(target)
    # Registered first, so that concurrent readers find the files.
    store.add_retired_directory(target)
    for retirable in ranges:
        retired_records = 0
        for retired in _retire_stream(store, target, retirable, before, most):
            retired_records += retired.last_record - retired.first_record + 1
            summary.files += 1
            if progress is not None:
                progress(processed + retired_records)
        summary.records += retired_records
        summary.streams += bool(retired_records)
        processed += retirable.records
        if progress is not None:
            progress(processed)
    return summary


def _make_directory(directory: Path) -> None:
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{directory}: {(error.strerror or str(error)).lower()}") from None


def _retire_stream(
    store: SqlStore, directory: Path, retirable: RetirableRange, before: int, most: int
) -> Iterator[RetiredRange]:
    """Retire records of one stream, file by file, and yield the range of each."""
    batch: list[Record] = []
    for record in _verified_records(store, retirable):
        if before and record.time >= before:
            break
        batch.append(record)
        if len(batch) == most:
            yield _retire_batch(store, directory, batch)
            batch = []
    if batch:
        yield _retire_batch(store, directory, batch)


def _verified_records(store: SqlStore, retirable: RetirableRange) -> Iterator[Record]:
    """Yield the retirable records, each verified against its chain: an invalid one stays in the database."""
    head = retirable.after
    for record in store.records(retirable.stream, head.number, retirable.to):
        if flaw := chain_error(record, retirable.stream, head):
            raise InvalidError(f"{retirable.stream}, record {head.number + 1}: {flaw}; run hoyle audit")
        head = Head(record.number, record.hash)
        yield record


def _retire_batch(store: SqlStore, directory: Path, records: Sequence[Record]) -> RetiredRange:
    retired = write_range(directory, records)
    store.retire(retired)
    return retired
