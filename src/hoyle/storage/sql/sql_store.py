"""SQL store base: the commit procedure and every query that both engines share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from threading import Lock, RLock
from typing import Any, ClassVar, Final

import msgspec

from hoyle.storage.account_names import BalanceMismatch
from hoyle.storage.commit_batch import CommitBatch, CurrentState, superseded
from hoyle.storage.errors import Damaged, Locked, ReadOnly, RetiredFileMissing, Unavailable
from hoyle.storage.hash_chain import Head
from hoyle.storage.integrity import IntegrityReport
from hoyle.storage.models import (
    ROOM,
    Checkpoint,
    CommitUnit,
    Credential,
    HandIndexEntry,
    Posting,
    ProcessedCommand,
    Record,
    Session,
)
from hoyle.storage.sql import balance_snapshots, commit_rows
from hoyle.storage.sql.commit_rows import Row
from hoyle.storage.sql.lease_tables import COMMITTING
from hoyle.storage.sql.presence_and_operator_requests import PresenceAndRequestTables
from hoyle.storage.store_interface import MAX_RECORDS_PER_STREAM, ResumeData, Store, StoreInventory

PAGE: Final = 500
"""Rows held in memory at a time by unbounded queries."""
_NO_LIMIT: Final = 2**62
_STREAMS_PER_QUERY: Final = 50
"""Streams loaded by one query."""
_RECORD_COLUMNS: Final = ", ".join(commit_rows.RECORD.columns[1:])
"""All but the stream."""
_CHECKPOINT_COLUMNS: Final = ", ".join(commit_rows.CHECKPOINT.columns)
_CREDENTIAL_COLUMNS: Final = ", ".join(commit_rows.CREDENTIAL.columns)
_SESSION_COLUMNS: Final = ", ".join(commit_rows.SESSION.columns)
_HAND_COLUMNS: Final = ", ".join(f"hand.{column}" for column in commit_rows.HAND.columns)
_PEOPLE: Final = msgspec.json.Decoder(tuple[str, ...])


class SqlStore(PresenceAndRequestTables, Store):
    """Store in SQL tables, shared by both engines. Statements here have ``?`` for each value."""

    DRIVER_ERROR: ClassVar[type[Exception]]
    """Base of the errors of the engine's driver."""
    READ_ONE_SNAPSHOT = "SELECT 1"
    """Statement that makes a transaction read one snapshot, where the engine does not by default."""

    def __init__(self, place: str, *, reading: bool, patience: float) -> None:
        super().__init__(place)
        self._reading = reading
        self._patience = patience
        """Seconds to wait for the locks of other writers."""
        self._closed = False
        self._writing = RLock()
        self._writer: Any = None
        """Connection of the only writer; None until it is opened again."""
        self._pool = Lock()
        self._idle: list[Any] = []
        """Connections of readers that are not in use."""

    def _open(self) -> None:
        """Open the database, and close it again where that fails."""
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def _prepare(self) -> None:
        """Connect to the database and migrate its schema."""

    @abstractmethod
    def _connect_reader(self) -> Any:
        """Open a connection for queries."""

    @abstractmethod
    def _translate_errors(self, doing: str) -> AbstractContextManager[None]:
        """Translate the errors of the driver to storage errors."""

    @abstractmethod
    def _load_current(self, batch: CommitBatch) -> CurrentState:
        """Load and lock what a commit touches, within a transaction; may insert its processed commands."""

    @abstractmethod
    def _insert_rows(self, batch: CommitBatch) -> Mapping[str, int]:
        """Insert the rows, and return the new balances of the changed accounts, within a transaction."""

    @abstractmethod
    def _query_snapshot(self, queries: Sequence[str]) -> list[list[Row]]:
        """Run several queries on one snapshot."""

    @abstractmethod
    def _processed_rows(self, commands: Sequence[tuple[str, str]]) -> list[Row]:
        """Return the rows of these commands that have taken effect, each found by key."""

    @abstractmethod
    def _ledger(self, where: str, values: Sequence[object]) -> Iterator[Row]:
        """Iterate over the ledger's rows in the order written, in bounded memory."""

    @abstractmethod
    def check_integrity(self) -> IntegrityReport:
        """Check the database itself; takes time in proportion to its size."""

    # Connections

    def close(self) -> None:
        with self._writing, self._pool:
            self._closed = True
            for connection in (*self._idle, self._writer):
                if connection is not None:
                    with suppress(self.DRIVER_ERROR):
                        connection.close()
            self._idle.clear()
            self._writer = None

    def _active_writer(self) -> Any:
        """Return the writer connection of the open transaction."""
        if self._writer is None:
            raise Unavailable(f"{self.place} has been closed")
        return self._writer

    def _check_may_write(self, doing: str) -> None:
        if self._closed:
            raise Unavailable(f"{self.place} has been closed")
        if self._reading:
            raise ReadOnly(f"{self.place} was opened for reading: cannot {doing}")

    def _drop_writer(self) -> None:
        """Close the writer connection, so that the next transaction opens another."""
        with self._writing:
            writer, self._writer = self._writer, None
            if writer is not None:
                with suppress(self.DRIVER_ERROR):
                    writer.close()

    @contextmanager
    def _reader(self) -> Iterator[Any]:
        """Lend a reader connection from the pool; one that the server has dropped is replaced."""
        connection = self._pop_idle()
        while connection is not None and not self._is_alive(connection):
            connection.close()
            connection = self._pop_idle()
        if connection is None:
            connection = self._connect_reader()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._give_back(connection)

    def _is_alive(self, connection: Any) -> bool:
        return True

    def _pop_idle(self) -> Any:
        """Take an idle reader connection from the pool, or None."""
        with self._pool:
            if self._closed:
                raise Unavailable(f"{self.place} has been closed")
            return self._idle.pop() if self._idle else None

    def _give_back(self, connection: Any) -> None:
        with self._pool:
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)

    # Commits

    def claim_streams(self, streams: Sequence[str]) -> None:
        names = sorted(set(streams))
        if not names:
            return
        owner, run = ("", 0) if self._lease is None else self._lease[:2]
        with nullcontext() if self._in_exclusive else self._transaction("claim streams"):
            if ROOM in self._epochs and ROOM not in names:
                # A process that has lost the room must not take anything from the new owner.
                self._check_epochs([ROOM])
            epochs = self._raise_epochs(names, owner, run)
        self._epochs.update(epochs)

    def check_ownership(self, streams: Sequence[str]) -> None:
        with self._transaction("check who owns streams"):
            self._check_epochs(sorted(set(streams)))

    def _check_epochs(self, streams: Sequence[str]) -> None:
        """Raise `Superseded` if a stream has another epoch than this store's; locks the streams."""
        cursors = [
            self._execute(f"SELECT epoch FROM stream WHERE stream = ?{self.FOR_UPDATE}", (stream,))
            for stream in streams
        ]
        for stream, cursor in zip(streams, cursors, strict=True):
            row = cursor.fetchone()
            if row is not None and row[0] != self._epochs.get(stream):
                raise superseded(stream, int(row[0]), self._epochs.get(stream))

    def commit(self, units: Sequence[CommitUnit]) -> None:
        batch = CommitBatch(units)
        if not batch or (not self._in_exclusive and self._try_optimistic_commit(batch)):
            return
        with nullcontext() if self._in_exclusive else self._transaction(COMMITTING):
            lease = self._query_lease()
            current = self._load_current(batch)
            self._check_lease(lease)
            batch.validate(current, self._epochs)
            batch.verify_balances(self._insert_rows(batch))
        if not self._in_exclusive:  # an outer transaction may still roll back
            self._after_commit(batch)

    def _try_optimistic_commit(self, batch: CommitBatch) -> bool:
        """Commit without reading the current state, if it is cached; False if it must be read."""
        return False

    def _after_commit(self, batch: CommitBatch) -> None:
        """Update caches after a commit is on disk."""

    def streams(self) -> list[str]:
        return sorted(stream for (stream,) in self._query("SELECT stream FROM stream WHERE number > 0"))

    def head(self, stream: str) -> Head:
        rows = self._query("SELECT number, hash FROM stream WHERE stream = ?", (stream,))
        return Head(*rows[0]) if rows else Head()

    def checkpoint(self, stream: str) -> Checkpoint | None:
        rows = self._query(f"SELECT {_CHECKPOINT_COLUMNS} FROM checkpoint WHERE stream = ?", (stream,))
        return Checkpoint(*rows[0]) if rows else None

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        """Iterate over the records of a stream after a number and up to another, in bounded memory.

        Retired records are read from their files.
        """
        last = _NO_LIMIT if to is None else to
        while True:
            rows = self._query(
                f"SELECT {_RECORD_COLUMNS} FROM record "
                "WHERE stream = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?",
                (stream, after, last, PAGE),
            )
            # The last records of a stream are always in the database: without any, no file has some.
            last_retired = rows[0][0] - 1 if rows else last
            if after < last_retired < _NO_LIMIT:
                yield from self._from_files(stream, after, last_retired)
            for row in rows:
                yield Record(stream, *row)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def resume_data(self, streams: Sequence[str]) -> ResumeData:
        """Load the checkpoints and later records of these streams with few queries."""
        checkpoints: dict[str, Checkpoint] = {}
        records: dict[str, list[Record]] = {}
        for start in range(0, len(streams), _STREAMS_PER_QUERY):
            page = streams[start : start + _STREAMS_PER_QUERY]
            placeholders = ", ".join("?" * len(page))
            for row in self._query(
                f"SELECT {_CHECKPOINT_COLUMNS} FROM checkpoint WHERE stream IN ({placeholders})", page
            ):
                checkpoints[row[0]] = Checkpoint(*row)
            values: list[object] = []
            for stream in page:
                checkpoint = checkpoints.get(stream)
                first = 0 if checkpoint is None else checkpoint.number
                values += [stream, first, MAX_RECORDS_PER_STREAM]
            # One subquery per stream keeps the planner on the key.
            tail_query = (
                f"SELECT * FROM (SELECT stream, {_RECORD_COLUMNS} FROM record "
                "WHERE stream = ? AND number >= ? ORDER BY number LIMIT ?) AS tail"
            )
            for stream, *columns in sorted(self._query(" UNION ALL ".join([tail_query] * len(page)), values)):
                records.setdefault(stream, []).append(Record(stream, *columns))
        return ResumeData(self, checkpoints, records)

    def processed_command(self, person: str, command_id: str) -> ProcessedCommand | None:
        rows = self._processed_rows([(person, command_id)])
        return ProcessedCommand(*rows[0]) if rows else None

    def balances(self) -> dict[str, int]:
        return dict(self._query("SELECT account, chips FROM balance WHERE chips <> 0"))

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        """Return the balances of these accounts."""
        chips = dict.fromkeys(accounts, 0)
        for start in range(0, len(accounts), PAGE):
            page = accounts[start : start + PAGE]
            placeholders = ", ".join("?" * len(page))
            chips.update(self._query(f"SELECT account, chips FROM balance WHERE account IN ({placeholders})", page))
        return chips

    def table_balances(self, numbers: Sequence[int]) -> dict[str, int]:
        """Return the balances of all accounts of these tables."""
        chips: dict[str, int] = {}
        for start in range(0, len(numbers), _STREAMS_PER_QUERY):
            page = numbers[start : start + _STREAMS_PER_QUERY]
            any_table = " OR ".join(["account >= ? AND account < ?"] * len(page))
            bounds = [bound for number in page for bound in (f"table {number} ", f"table {number}!")]
            chips.update(self._query(f"SELECT account, chips FROM balance WHERE {any_table}", bounds))
        return chips

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        if stream is not None:
            yield from (posting for _, posting in self.numbered_postings(stream))
            return
        for _, *row in self._ledger("TRUE", ()):
            yield Posting(*row)

    def numbered_postings(self, stream: str) -> Iterator[tuple[int, Posting]]:
        """Iterate over the postings of a stream in the order written, each with its line in its record."""
        after = (0, 0)
        while True:
            rows = self._query(
                "SELECT number, line, source, target, chips FROM ledger "
                "WHERE stream = ? AND (number, line) > (?, ?) ORDER BY number, line LIMIT ?",
                (stream, *after, PAGE),
            )
            for number, line, *transfer in rows:
                yield line, Posting(stream, number, *transfer)
            if len(rows) < PAGE:
                return
            after = rows[-1][0], rows[-1][1]

    def verify_all_balances(self) -> list[BalanceMismatch]:
        rows = self._query(
            "SELECT account, SUM(balance), SUM(ledger) FROM ("
            "SELECT account, chips AS balance, 0 AS ledger FROM balance "
            "UNION ALL SELECT target, 0, chips FROM ledger "
            "UNION ALL SELECT source, 0, -chips FROM ledger"
            ") AS accounts GROUP BY account HAVING SUM(balance) <> SUM(ledger)"
        )
        return _mismatches(rows)

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        """Return accounts whose balance differs from their postings since the last balance snapshot.

        After many records it writes a new snapshot.
        """
        rows, ((records_since,),) = self._query_snapshot(
            (balance_snapshots.MISMATCHES, balance_snapshots.RECORDS_SINCE)
        )
        if not rows and records_since >= balance_snapshots.SNAPSHOT_EVERY_RECORDS:
            # Another node may be writing one: once is enough.
            with suppress(Locked, ReadOnly), self._transaction("write a balance snapshot"):
                for statement in (self.READ_ONE_SNAPSHOT, *balance_snapshots.WRITE_SNAPSHOT):
                    self._execute(statement)
        return _mismatches(rows)

    def credential(self, person: str) -> Credential | None:
        rows = self._query(f"SELECT {_CREDENTIAL_COLUMNS} FROM credential WHERE person = ?", (person,))
        return Credential(*rows[0]) if rows else None

    def session(self, token: bytes) -> Session | None:
        sessions = self._sessions("token = ?", token)
        return sessions[0] if sessions else None

    def sessions(self, person: str) -> list[Session]:
        return self._sessions("person = ?", person)

    def _sessions(self, where: str, value: object) -> list[Session]:
        rows = self._query(
            f"SELECT {_SESSION_COLUMNS} FROM session WHERE {where} ORDER BY started_at DESC, token", (value,)
        )
        return [Session(*row) for row in rows]

    def hands(
        self,
        *,
        person: str = "",
        stream: str = "",
        game: str = "",
        book: str = "",
        since: int = 0,
        until: int = 0,
        disputed: bool | None = None,
        limit: int = 0,
        offset: int = 0,
    ) -> list[HandIndexEntry]:
        end_column, join = "hand.ended_at", ""
        if person:
            end_column = "hand_person.ended_at"
            join = (
                "JOIN hand_person ON hand_person.stream = hand.stream AND hand_person.first_record = hand.first_record"
            )
        filters: dict[str, object] = {
            "hand.stream = ?": stream,
            "hand.game = ?": game,
            "hand.book = ?": book,
            "hand_person.person = ?": person,
            f"{end_column} >= ?": since,
            f"{end_column} < ?": until,
        }
        filters = {condition: value for condition, value in filters.items() if value}
        if disputed is not None:
            filters["hand.disputed = ?"] = int(disputed)
        conditions = " AND ".join(filters) or "TRUE"
        rows = self._query(
            f"SELECT {_HAND_COLUMNS} FROM hand {join} WHERE {conditions} "
            f"ORDER BY {end_column} DESC, hand.first_record DESC, hand.stream LIMIT ? OFFSET ?",
            [*filters.values(), limit or _NO_LIMIT, offset],
        )
        return [self._hand(row) for row in rows]

    def _hand(self, row: Row) -> HandIndexEntry:
        *fields, people, disputed = row
        try:
            return HandIndexEntry(*[*fields, _PEOPLE.decode(people), bool(disputed)])
        except msgspec.DecodeError:
            raise Damaged(f"{self.place}: the people of round {row[3]} of {row[0]!r} cannot be read") from None

    # For the audit

    def inventory(self) -> StoreInventory:
        """Return the contents of the store at one moment, long tables by their last row."""
        (
            heads, balances, checkpoints, ledger, processed, sessions, credentials, snapshot_records,
            snapshot_balances,
        ) = self._query_snapshot((
            "SELECT stream, number, hash FROM stream ORDER BY stream",
            "SELECT account, chips FROM balance",
            f"SELECT {_CHECKPOINT_COLUMNS} FROM checkpoint",
            "SELECT COALESCE(MAX(id), 0) FROM ledger",
            "SELECT COUNT(*) FROM processed_command",
            f"SELECT {_SESSION_COLUMNS} FROM session ORDER BY person, started_at",
            f"SELECT {_CREDENTIAL_COLUMNS} FROM credential ORDER BY person",
            "SELECT stream, number FROM balance_snapshot_stream",
            "SELECT account, chips FROM balance_snapshot",
        ))  # fmt: skip
        return StoreInventory(
            heads={stream: Head(number, bytes(record_hash)) for stream, number, record_hash in heads},
            balances=dict(balances),
            checkpoints={row[0]: Checkpoint(*row) for row in checkpoints},
            ledger=ledger[0][0],
            processed_commands=processed[0][0],
            sessions=[Session(*row) for row in sessions],
            credentials=[Credential(*row) for row in credentials],
            snapshot_records=dict(snapshot_records),
            snapshot_balances=dict(snapshot_balances),
        )

    def ledger(self, to: int) -> Iterator[Posting]:
        """Iterate over the postings of all streams in the order written, up to a line of the ledger."""
        for _, *row in self._ledger("id <= ?", (to,)):
            yield Posting(*row)

    def indexed_hands(self, stream: str, after: int = 0) -> Iterator[tuple[HandIndexEntry, tuple[str, ...]]]:
        """Iterate over a stream's indexed hands after a record, each with the people it is indexed under."""
        while True:
            rows = self._query(
                f"SELECT {_HAND_COLUMNS} FROM hand WHERE stream = ? AND first_record > ? ORDER BY first_record LIMIT ?",
                (stream, after, PAGE),
            )
            if not rows:
                return
            people_of: dict[int, list[str]] = {}
            for first, person, ended_at in self._query(
                "SELECT first_record, person, ended_at FROM hand_person "
                "WHERE stream = ? AND first_record > ? AND first_record <= ? ORDER BY first_record, person",
                (stream, after, rows[-1][1]),
            ):
                people_of.setdefault(first, []).append(f"{person} at {ended_at}")
            for row in rows:
                yield self._hand(row), tuple(people_of.get(row[1], ()))
            after = rows[-1][1]

    def last_record_closed_by(self, stream: str, time: int) -> int:
        """Return the last record of the last hand at a table that had ended by a time."""
        ((last,),) = self._query(
            "SELECT COALESCE(MAX(last_record), 0) FROM hand WHERE stream = ? AND ended_at <= ?", (stream, time)
        )
        return int(last)

    def processed_commands(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], ProcessedCommand]:
        return {
            (row[0], row[1]): ProcessedCommand(*row) for row in (self._processed_rows(commands) if commands else ())
        }

    def unrecorded_commands(self, most: int) -> list[tuple[str, str]]:
        """List processed commands that no record has.

        Empty if a retired-record file cannot be read, since it may have them.
        """
        not_in_database = (
            "SELECT person, command_id FROM processed_command EXCEPT SELECT actor, command_id FROM record ORDER BY 1, 2"
        )
        if not self._query("SELECT 1 FROM retired_range LIMIT 1"):
            return [(person, id_) for person, id_ in self._query(f"{not_in_database} LIMIT ?", (most,))]
        missing = dict.fromkeys((person, id_) for person, id_ in self._query(not_in_database))
        try:
            for (stream,) in self._query("SELECT DISTINCT stream FROM retired_range"):
                for record in self._from_files(stream, 0, _NO_LIMIT):
                    missing.pop((record.actor, record.command_id), None)
        except RetiredFileMissing:
            return []
        return list(missing)[:most]

    def streams_in(self, table: str) -> list[str]:
        """List every stream that a table has rows of, even if there is no such stream."""
        assert table in ("record", "ledger", "hand", "hand_person", "retired_range"), table
        names: list[str] = []
        after = ""
        while True:
            ((stream,),) = self._query(f"SELECT MIN(stream) FROM {table} WHERE stream > ?", (after,))
            if stream is None:
                return names
            names.append(stream)
            after = stream


def _mismatches(rows: list[Row]) -> list[BalanceMismatch]:
    return sorted(BalanceMismatch(account, int(balance), int(ledger)) for account, balance, ledger in rows)
