"""Retirement job: moves records before a stream's checkpoint from the database to files.

What a room needs to go on stays: the checkpoint, its own record and everything after it; so do the ledger,
the index of hands and the answers given. Looking back reads the files. A crash at any point loses nothing: a
file is on disk and read again before its range is put down, and its records are removed in the transaction
that puts it down.
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
    """Records of a stream that may be retired."""

    stream: str
    after: Head
    """Where those end that are retired already."""
    to: int

    @property
    def records(self) -> int:
        return self.to - self.after.number


class RetirementSummary(Struct):
    """What came of it."""

    records: int = 0
    files: int = 0
    streams: int = 0


def due(store: SqlStore) -> list[RetirableRange]:
    """Every stream that has records before its checkpoint, whose own says when that was, and stays."""
    found = []
    for stream in store.streams():
        checkpoint = store.checkpoint(stream)
        if checkpoint is None:
            continue
        last = store.last_retired(stream)
        here = RetirableRange(
            stream, Head() if last is None else Head(last.last, last.hash), checkpoint.number - 1
        )
        if here.records > 0:
            found.append(here)
    return found


def retire(
    store: SqlStore,
    directory: Path,
    streams: Sequence[RetirableRange],
    *,
    before: int = 0,
    most: int = MAX_RECORDS,
    progress: Callable[[int], None] | None = None,
) -> RetirementSummary:
    """Retire records that are older than a time, all where it is 0, to files in a directory.

    `progress` hears how many of those due have been looked at.
    """
    tally = RetirementSummary()
    looked = 0
    shelf = directory.absolute()
    _make(shelf)
    # First of all, so that nobody who looks back meanwhile looks in vain.
    store.put_up(shelf)
    for each in streams:
        done = 0
        for kept in _retired(store, shelf, each, before, most):
            done += kept.last - kept.first + 1
            tally.files += 1
            if progress is not None:
                progress(looked + done)
        tally.records += done
        tally.streams += bool(done)
        looked += each.records
        if progress is not None:
            progress(looked)
    return tally


def _make(shelf: Path) -> None:
    try:
        shelf.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{shelf}: {(error.strerror or str(error)).lower()}") from None


def _retired(
    store: SqlStore, shelf: Path, here: RetirableRange, before: int, most: int
) -> Iterator[RetiredRange]:
    waiting: list[Record] = []
    for record in _followed(store, here):
        if before and record.time >= before:
            break
        waiting.append(record)
        if len(waiting) == most:
            yield _put_away(store, shelf, waiting)
            waiting = []
    if waiting:
        yield _put_away(store, shelf, waiting)


def _followed(store: SqlStore, here: RetirableRange) -> Iterator[Record]:
    """The records that are due, each held against its chain: what is wrong stays where it is."""
    head = here.after
    for record in store.records(here.stream, head.number, here.to):
        if wrong := chain_error(record, here.stream, head):
            raise InvalidError(f"{here.stream}, record {head.number + 1}: {wrong}; run hoyle audit")
        head = Head(record.number, record.hash)
        yield record


def _put_away(store: SqlStore, shelf: Path, records: Sequence[Record]) -> RetiredRange:
    kept = write_range(shelf, records)
    store.retire(kept)
    return kept
