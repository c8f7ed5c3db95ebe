"""Room audit: audits every stream in parallel, then cross-checks them, and returns a verdict.

Streams are independent, so each is a part; what they must agree on (money, people, roles, tables opened,
commands in several streams) is cross-checked when all are read. The room may stay open: the audit covers the
state at its start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from typing import Any, Final

from msgspec import DecodeError, Struct, json

from hoyle.audit import cross_checks
from hoyle.audit.findings import CHAIN, CHECKS, STEPS, STORE, Finding, PartResult
from hoyle.audit.ledger_audit import audit_ledger
from hoyle.audit.room_stream_audit import RoomStreamAudit
from hoyle.audit.table_stream_audit import TableStreamAudit
from hoyle.core.errors import InvalidError
from hoyle.room.recovery import TABLE
from hoyle.storage import open_store
from hoyle.storage.errors import Damaged
from hoyle.storage.hash_chain import Head
from hoyle.storage.models import ROOM, Checkpoint, Credential, Session
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_interface import NOTHING, StoreInventory
from hoyle.table.log.log_audit import REPLAY_ERRORS

WHOLE_STORE: Final = "the database"
WHOLE_LEDGER: Final = "the whole ledger"
WORTH_PROCESSES: Final = 5_000
_REPORT_EVERY: Final = 100
_POLL_SECONDS: Final = 0.1


class AuditPart(Struct, frozen=True, kw_only=True):
    """Part of an audit: one stream, the whole ledger or the database itself, as of the audit's start."""

    place: str
    stream: str
    head: Head
    checkpoint: Checkpoint | None = None
    noted: Head | None = None
    """Earlier head of the stream that an auditor kept."""
    sessions: list[Session] = []
    credentials: list[Credential] = []
    snapshot_records: dict[str, int] = {}


class AuditVerdict(Struct, kw_only=True):
    """Verdict of a room audit: counts, notices and all findings."""

    findings: list[Finding]
    """Findings, the earliest first."""
    wrong: dict[str, int]
    checked: dict[str, int]
    notices: list[str]
    streams: int
    records: int
    hands: int
    heads: dict[str, Head]
    """Head of every stream: an auditor keeps them, to be compared with the room another time."""

    @property
    def ok(self) -> bool:
        return not self.wrong

    @property
    def first(self) -> Finding | None:
        return self.findings[0] if self.findings else None


class RoomAudit:
    """Audit as a job: splits itself into parts, which run anywhere, and merges their results."""

    def __init__(
        self, place: str, *, noted: Mapping[str, Head] | None = None, progress: Callable[[int], None] | None = None
    ) -> None:
        self.place = place
        self._noted_heads = dict(noted or {})
        self._progress = progress
        self._results: list[PartResult] = []
        self._can_open = True
        """Whether the database can be opened at all."""
        self._inventory = self._take_inventory()
        self.records = sum(head.number for head in self._inventory.heads.values())
        """Number of records to read."""

    def _take_inventory(self) -> StoreInventory:
        """Take the inventory of the store; a database that cannot give one is a finding."""
        try:
            store = open_store(self.place, reading=True)
        except Damaged as error:
            self._results.append(_unreadable(WHOLE_STORE, STORE, error))
            self._can_open = False
            return NOTHING
        try:
            return store.inventory()
        except (Damaged, LookupError, TypeError, ValueError, AttributeError) as error:
            self._results.append(_unreadable(WHOLE_STORE, STORE, error))
            return NOTHING
        finally:
            store.close()

    def split(self, at_once: int) -> Sequence[AuditPart]:
        """Split the audit into parts, the longest stream first so that all end together."""
        if not self._can_open:
            return []
        inventory = self._inventory
        parts = [
            AuditPart(
                place=self.place,
                stream=stream,
                head=head,
                checkpoint=inventory.checkpoints.get(stream),
                noted=self._noted_heads.get(stream),
                sessions=inventory.sessions if stream == ROOM else [],
                credentials=inventory.credentials if stream == ROOM else [],
            )
            for stream, head in inventory.heads.items()
            if head.number
        ]
        parts.sort(key=lambda part: -part.head.number)
        ledger = AuditPart(
            place=self.place,
            stream=WHOLE_LEDGER,
            head=Head(inventory.ledger),
            snapshot_records=inventory.snapshot_records,
        )
        return [AuditPart(place=self.place, stream=WHOLE_STORE, head=Head()), ledger, *parts]

    @property
    def run_part(self) -> Callable[[AuditPart], PartResult]:
        """Function that audits one part of a room, in any process."""
        return audit_part

    def merge(self, result: PartResult) -> None:
        """Add the result of a finished audit part."""
        self._results.append(result)
        if self._progress is not None:
            self._progress(sum(merged.records for merged in self._results))

    def verdict(self) -> AuditVerdict:
        """Cross-check all audited parts and return the verdict."""
        if not self._can_open:
            return self._verdict(self._results, [finding for result in self._results for finding in result.findings])
        store = open_store(self.place, reading=True)
        try:
            cross = cross_checks.cross_check(store, self._inventory, self._results)
            for stream, head in self._noted_heads.items():
                if head.number and not self._inventory.heads.get(stream, Head()).number:
                    message = f"is missing: the stream went to {head.number} when that was noted"
                    cross.add(Finding(check=CHAIN, stream=stream, record=1, message=message))
            results = [*self._results, cross]
            part_findings = [finding for result in self._results for finding in result.findings]
            # Disagreements between streams follow from what is wrong in one of them, if anything is.
            findings = _sort_findings(store, part_findings) + _sort_findings(store, cross.findings)
        finally:
            store.close()
        return self._verdict(results, findings)

    def _verdict(self, results: Sequence[PartResult], findings: list[Finding]) -> AuditVerdict:
        return AuditVerdict(
            findings=findings,
            wrong=_sum_counts(result.wrong for result in results),
            checked=_sum_counts(result.checked for result in results),
            notices=[notice for result in results for notice in result.notices],
            streams=len([part for part in self._results if part.part not in (WHOLE_STORE, WHOLE_LEDGER)]),
            records=sum(result.records for result in results),
            hands=sum(result.hands for result in results),
            heads={stream: head for stream, head in self._inventory.heads.items() if head.number},
        )


def _sort_findings(store: SqlStore, findings: list[Finding]) -> list[Finding]:
    """Sort findings: streams by the time of their last valid record, findings without a record last.

    The time of an invalid record is ignored: it may be what is wrong.
    """
    good: dict[str, int] = {}
    for finding in findings:
        if finding.record:
            last = max(finding.record - 1, 1)
            good[finding.stream] = min(last, good.get(finding.stream, last))
    times = {stream: _time(store, stream, number) for stream, number in good.items()}

    def sort_key(finding: Finding) -> tuple[bool, int, str, int, bool, int]:
        return (
            not finding.record,
            times.get(finding.stream, 0),
            finding.stream,
            finding.record,
            finding.check != CHAIN,
            finding.entry,
        )

    return sorted(findings, key=sort_key)


def _time(store: SqlStore, stream: str, number: int) -> int:
    try:
        return next((record.time for record in store.records(stream, number - 1, number)), 0)
    except REPLAY_ERRORS:
        return 0


def _sum_counts(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for part_counts in counts:
        for check, count in part_counts.items():
            sums[check] = sums.get(check, 0) + count
    return {check: sums[check] for check in CHECKS if check in sums}


def audit_room(
    place: str,
    *,
    cores: int = 1,
    noted: Mapping[str, Head] | None = None,
    progress: Callable[[int], None] | None = None,
    worth: int = WORTH_PROCESSES,
) -> AuditVerdict:
    """Audit the room at a path or URL, on so many cores of this machine.

    Below `worth` records, starting other processes would take longer than reading.
    """
    job = RoomAudit(place, noted=noted, progress=progress)
    parts = job.split(cores)
    if cores <= 1 or len(parts) <= 3 or job.records < worth:
        counter = _Counter(progress)
        for part in parts:
            job.merge(audit_part(part, counter.count_record))
        return job.verdict()
    context = get_context("spawn")
    records_read: Synchronized[int] = context.Value("q", 0)
    with ProcessPoolExecutor(
        min(cores, len(parts)), context, initializer=_set_shared_counter, initargs=(records_read,)
    ) as pool:
        futures: set[Future[PartResult]] = {pool.submit(_audit_shared, part) for part in parts}
        while futures:
            finished, futures = wait(futures, timeout=_POLL_SECONDS)
            for future in finished:
                job._results.append(future.result())
            if progress is not None:
                progress(records_read.value)
    return job.verdict()


class _Counter:
    """Progress counter of records read."""

    def __init__(self, progress: Callable[[int], None] | None) -> None:
        self._progress = progress
        self._count = 0

    def count_record(self) -> None:
        self._count += 1
        if self._progress is not None and self._count % _REPORT_EVERY == 0:
            self._progress(self._count)


def read_noted(text: bytes, source: str) -> dict[str, Head]:
    """Read the stream heads from an earlier output of `hoyle audit --json`."""
    try:
        rows = json.decode(text)["heads"]
        return {str(stream): Head(int(number), bytes.fromhex(hashed)) for stream, (number, hashed) in rows.items()}
    except DecodeError as error:
        raise InvalidError(f"{source}: not JSON: {error}; expected the output of `hoyle audit --json`") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise InvalidError(f"{source}: has no heads of streams, as `hoyle audit --json` prints them") from None


_shared_counter: Synchronized[int] | None = None
"""Number of records that all processes of this audit have read."""


def _set_shared_counter(records_read: Synchronized[int]) -> None:
    global _shared_counter
    _shared_counter = records_read


def _audit_shared(part: AuditPart) -> PartResult:
    count = 0

    def count_record() -> None:
        nonlocal count
        count += 1
        if count % _REPORT_EVERY == 0 and _shared_counter is not None:
            with _shared_counter.get_lock():
                _shared_counter.value += _REPORT_EVERY

    return audit_part(part, count_record)


def audit_part(part: AuditPart, progress: Callable[[], None] | None = None) -> PartResult:
    """Audit one part of a room; data that cannot be read is a finding like any other."""
    store = open_store(part.place, reading=True)
    try:
        return _run_part(store, part, progress)
    except REPLAY_ERRORS as error:
        # An audit must not crash on tampered data, which is what it looks for.
        return _unreadable(part.stream, STORE if part.stream == WHOLE_STORE else STEPS, error)
    finally:
        store.close()


def _unreadable(part: str, check: str, error: Exception) -> PartResult:
    result = PartResult(part=part)
    message = f"cannot be read to its end: {str(error) or type(error).__name__}"
    result.add(Finding(check=check, stream=part, message=message))
    return result


def _check_database(store: SqlStore) -> PartResult:
    """Check the integrity of the database itself."""
    report = store.check_integrity()
    result = PartResult(part=WHOLE_STORE, notices=[f"{WHOLE_STORE}: {notice}" for notice in report.notices])
    result.count(STORE, report.checked)
    for flaw in report.flaws:
        result.add(Finding(check=STORE, stream=WHOLE_STORE, message=flaw))
    return result


def _run_part(store: SqlStore, part: AuditPart, progress: Any) -> PartResult:
    if part.stream == WHOLE_STORE:
        return _check_database(store)
    if part.stream == WHOLE_LEDGER:
        return audit_ledger(store, part.head.number, part.snapshot_records)
    if part.stream == ROOM:
        room = RoomStreamAudit(store, part.head, part.checkpoint, part.noted)
        room.run(progress)
        room.check_sessions(part.sessions, part.credentials)
        return room.result
    number = part.stream.removeprefix(TABLE)
    if not part.stream.startswith(TABLE) or not (number.isascii() and number.isdigit()):
        result = PartResult(part=part.stream)
        result.add(Finding(check=CHAIN, stream=part.stream, message="is no stream of a room"))
        return result
    return TableStreamAudit(store, part.stream, part.head, part.checkpoint, part.noted).run(progress)
