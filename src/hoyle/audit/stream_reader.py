"""Stream reader for audits: records in order with their postings, continuing past unreadable rows."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from hoyle.audit.findings import CHAIN, LEDGER, RETIRED, STEPS, Finding, PartResult
from hoyle.core.money import Transfer
from hoyle.storage.errors import RetiredFileMissing, StoreError
from hoyle.storage.hash_chain import Head, chain_error
from hoyle.storage.models import Posting, Record
from hoyle.storage.sql.sql_store import SqlStore


def verified_records(
    store: SqlStore, stream: str, head: Head, result: PartResult, noted: Head | None = None
) -> Iterator[Record]:
    """Yield the records up to the head of the stream, each verified against the hash chain.

    `noted` is an earlier head that an auditor kept: only it reveals records truncated or rewritten since.
    After a break the chain continues from the hash in the record itself, so that each flaw is reported once.
    """
    last = Head()
    retired_heads = _check_ints(store, stream, result)
    for record in _read(store, stream, head.number, result):
        if result.gap and last.number < record.number - 1:
            # The missing file has been reported; its last hash is known.
            last = retired_heads.get(record.number - 1, last)
        error = chain_error(record, stream, last)
        result.count(CHAIN)
        if error:
            number = last.number + 1
            if record.number > number:
                error = f"is missing: record {record.number} comes after {last.number}"
            result.add(Finding(check=CHAIN, stream=stream, record=number, time=record.time, message=error))
        last = Head(record.number, record.hash)
        if noted is not None and noted.number == record.number and noted.hash != record.hash:
            message = "is not the record that was noted: the stream has been written anew"
            result.add(Finding(check=CHAIN, stream=stream, record=record.number, message=message))
        yield record
    if noted is not None and last.number < noted.number:
        message = f"is missing: the stream went to {noted.number} when that was noted"
        result.add(Finding(check=CHAIN, stream=stream, record=last.number + 1, message=message))
    if last.number < head.number:
        message = f"is missing: the stream goes to {head.number}"
        result.add(Finding(check=CHAIN, stream=stream, record=last.number + 1, message=message))
    elif last != head:
        message = "is not the last record that was committed"
        result.add(Finding(check=CHAIN, stream=stream, record=last.number, message=message))
    added = _record_past_end(store, stream)
    if added:
        message = f"has been added: the stream ends at {added - 1}"
        result.add(Finding(check=CHAIN, stream=stream, record=added, message=message))


def _record_past_end(store: SqlStore, stream: str) -> int:
    """Return the number of a record after the end of its stream, or 0; the room may append meanwhile."""
    try:
        record = next(store.records(stream, store.head(stream).number), None)
    except StoreError:
        return 0
    ends = store.head(stream).number
    return ends + 1 if record is not None and record.number > ends else 0


def _check_ints(store: SqlStore, stream: str, result: PartResult) -> dict[int, Head]:
    """Check that retired ranges are contiguous and only in files; return the head after each, by number."""
    last = Head()
    ends: dict[int, Head] = {}
    try:
        for retired in store.retired_ranges(stream):
            result.count(RETIRED)
            if (retired.first_record - 1, retired.previous) != last:
                message = f"{retired.file_name} does not begin where the file before it ends, with record {last.number}"
                result.add(Finding(check=RETIRED, stream=stream, record=last.number + 1, message=message))
            last = ends[retired.last_record] = Head(retired.last_record, retired.hash)
        first = store.first_number(stream) if ends else 0
    except StoreError as error:
        result.add(Finding(check=RETIRED, stream=stream, message=f"cannot be read: {error}"))
        return ends
    if ends and 0 < first <= last.number:
        message = f"is in the database although the records up to {last.number} were retired"
        result.add(Finding(check=RETIRED, stream=stream, record=first, message=message))
    return ends


def _read(store: SqlStore, stream: str, to: int, result: PartResult) -> Iterator[Record]:
    """Read a stream page by page; if a page cannot be read, record by record around the bad one."""
    after = 0
    while after < to:
        try:
            for record in store.records(stream, after, to):
                yield record
                after = record.number
            return
        except RetiredFileMissing as error:
            message = str(error)
            result.add(Finding(check=RETIRED, stream=stream, record=after + 1, message=message))
            result.gap = True
            after = error.last_record
        except StoreError:
            after = yield from _read_singly(store, stream, after, to, result)


def _read_singly(store: SqlStore, stream: str, after: int, to: int, result: PartResult) -> Generator[Record, None, int]:
    """Read single records up to the one that cannot be read; return its number."""
    for number in range(after + 1, to + 1):
        try:
            yield from store.records(stream, number - 1, number)
        except StoreError as error:
            result.add(Finding(check=STEPS, stream=stream, record=number, message=f"cannot be read: {error}"))
            return number
    return to


class PostingReader:
    """Reader of one stream's ledger lines, in step with its records."""

    def __init__(self, store: SqlStore, stream: str, to: int, result: PartResult) -> None:
        self._store = store
        self._postings = store.numbered_postings(stream)
        self._stream = stream
        self._to = to
        self._result = result
        self._next: Posting | None = None
        self._line = 0
        """Line number within its record, as the ledger has it."""
        self._advance()

    def _advance(self) -> None:
        try:
            line = next(self._postings, None)
        except StoreError as error:
            self._result.add(Finding(check=LEDGER, stream=self._stream, message=f"the ledger ends: {error}"))
            line = None
        self._line, self._next = line or (0, None)

    def check(self, number: int, time: int, moved: list[Transfer]) -> None:
        """Check that the ledger lines of a record are exactly the movements of its events."""
        self._skip(number)
        posted: list[Transfer] = []
        while self._next is not None and self._next.number == number:
            posted.append(_transfer(self._next))
            if self._line != len(posted):
                self._report(number, time, f"line {len(posted)} of its ledger is called {self._line}")
            self._advance()
        self._result.count(LEDGER, len(moved))
        if posted == moved:
            return
        for index in range(max(len(posted), len(moved))):
            actual = posted[index] if index < len(posted) else None
            expected = moved[index] if index < len(moved) else None
            if actual != expected:
                message = f"line {index + 1} of its ledger is {_describe(actual)} and must be {_describe(expected)}"
                self._report(number, time, message)
                return

    def _skip(self, before: int) -> None:
        """Report ledger lines of records that do not exist."""
        while self._next is not None and self._next.number < before:
            message = f"{_describe(_transfer(self._next))} stands in the ledger and belongs to no record"
            self._report(self._next.number, 0, message)
            self._advance()

    def end(self) -> None:
        """Report ledger lines left over, except those written after the audit began."""
        self._skip(self._to + 1)
        if self._next is not None and self._next.number > self._store.head(self._stream).number:
            message = f"{_describe(_transfer(self._next))} stands in the ledger and belongs to no record"
            self._report(self._next.number, 0, message)

    def _report(self, number: int, time: int, message: str) -> None:
        self._result.add(Finding(check=LEDGER, stream=self._stream, record=number, time=time, message=message))


def _transfer(posting: Posting) -> Transfer:
    return Transfer(posting.source, posting.to, posting.chips)


def _describe(transfer: Transfer | None) -> str:
    if transfer is None:
        return "nothing"
    return f"{transfer.chips:,} from {transfer.source} to {transfer.to}"
