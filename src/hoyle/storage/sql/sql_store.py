"""SQL store base: the commit procedure and every query that both engines share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Any, Final

import msgspec

from hoyle.storage.account_names import BalanceMismatch
from hoyle.storage.commit_batch import CommitBatch, CurrentState, superseded
from hoyle.storage.errors import Damaged, Locked, ReadOnly, RetiredFileMissing
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
from hoyle.storage.resume_data import MAX_RECORDS_PER_STREAM, ResumeData
from hoyle.storage.sql import balance_snapshots
from hoyle.storage.sql.lease_tables import COMMITTING
from hoyle.storage.sql.presence_and_operator_requests import OperatorTables
from hoyle.storage.store_inventory import StoreInventory

Row = tuple[Any, ...]
PAGE: Final = 500
"""Rows held in memory at a time by unbounded queries."""
_NO_LIMIT: Final = 2**62
_STREAMS_PER_QUERY: Final = 50
"""Streams loaded by one query."""
_RECORD_COLUMNS: Final = "number, time, command_id, actor, name, payload, previous, hash"
_SESSION_COLUMNS: Final = "token, person, started_at, last_seen, expires_at, agent, ended_at"
_HAND_COLUMNS: Final = (
    "hand.stream, hand.first_record, hand.last_record, hand.round, hand.game, hand.book, hand.rules, "
    "hand.started_at, hand.ended_at, hand.pot, hand.people, hand.disputed"
)
_PEOPLE: Final = msgspec.json.Decoder(tuple[str, ...])


class SqlStore(OperatorTables):
    """Store in SQL tables, shared by both engines. Statements here have ``?`` for each value."""

    READ_ONE_SNAPSHOT = "SELECT 1"
    """Statement that makes a transaction read one snapshot, where the engine does not by default."""

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

    @abstractmethod
    def close(self) -> None:
        """Close the store's files and connections."""

    def claim_streams(self, streams: Sequence[str]) -> None:
        """Take the streams over: from now on their former owner cannot append to them."""
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
        """Raise `Superseded` if another writer owns one of these; on return no commit is in flight."""
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
        """Write these units in one transaction. When it returns, they survive a crash."""
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
        """List every stream that has a record."""
        return sorted(stream for (stream,) in self._query("SELECT stream FROM stream WHERE number > 0"))

    def head(self, stream: str) -> Head:
        """Return the head of a stream."""
        rows = self._query("SELECT number, hash FROM stream WHERE stream = ?", (stream,))
        return Head(*rows[0]) if rows else Head()

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """Return the last checkpoint of a stream."""
        rows = self._query("SELECT number, hash, state FROM checkpoint WHERE stream = ?", (stream,))
        if not rows:
            return None
        number, record_hash, state = rows[0]
        return Checkpoint(stream=stream, number=number, hash=record_hash, state=state)

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
                yield _record(stream, row)
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
            for stream, number, record_hash, state in self._query(
                f"SELECT stream, number, hash, state FROM checkpoint WHERE stream IN ({placeholders})", page
            ):
                checkpoints[stream] = Checkpoint(stream=stream, number=number, hash=record_hash, state=state)
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
            for stream, *row in sorted(self._query(" UNION ALL ".join([tail_query] * len(page)), values)):
                records.setdefault(stream, []).append(_record(stream, row))
        return ResumeData(self, checkpoints, records)

    def processed_command(self, person: str, command_id: str) -> ProcessedCommand | None:
        """Look up a command that has already taken effect."""
        rows = self._query(
            "SELECT answer, time FROM processed_command WHERE person = ? AND command_id = ?", (person, command_id)
        )
        if not rows:
            return None
        answer, time = rows[0]
        return ProcessedCommand(person=person, command_id=command_id, answer=answer, time=time)

    def balances(self) -> dict[str, int]:
        """Return all balances; an account without chips may be missing."""
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
        """Iterate over the ledger in the order written, of one stream or of all."""
        if stream is not None:
            yield from self._postings_of(stream)
            return
        for _, posted_by, number, source, to, chips in self._ledger("TRUE", ()):
            yield Posting(stream=posted_by, number=number, source=source, to=to, chips=chips)

    def _postings_of(self, stream: str) -> Iterator[Posting]:
        for _, posting in self.numbered_postings(stream):
            yield posting

    def numbered_postings(self, stream: str) -> Iterator[tuple[int, Posting]]:
        """Iterate over the postings of a stream in the order written, each with its line in its record."""
        after = (0, 0)
        while True:
            rows = self._query(
                "SELECT number, line, source, target, chips FROM ledger "
                "WHERE stream = ? AND (number, line) > (?, ?) ORDER BY number, line LIMIT ?",
                (stream, *after, PAGE),
            )
            for number, line, source, to, chips in rows:
                yield line, Posting(stream=stream, number=number, source=source, to=to, chips=chips)
            if len(rows) < PAGE:
                return
            after = rows[-1][0], rows[-1][1]

    def verify_all_balances(self) -> list[BalanceMismatch]:
        """Return every account whose balance is not the sum of its postings."""
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
        """Return a person's login credential."""
        rows = self._query("SELECT password, last_login FROM credential WHERE person = ?", (person,))
        if not rows:
            return None
        password, last_login = rows[0]
        return Credential(person=person, password=password, last_login=last_login)

    def session(self, token: bytes) -> Session | None:
        """Return the session with this token hash."""
        sessions = self._sessions("token = ?", token)
        return sessions[0] if sessions else None

    def sessions(self, person: str) -> list[Session]:
        """Return a person's sessions, the latest first."""
        return self._sessions("person = ?", person)

    def _sessions(self, where: str, value: object) -> list[Session]:
        """Return the login sessions that match a condition, the latest first."""
        rows = self._query(
            f"SELECT {_SESSION_COLUMNS} FROM session WHERE {where} ORDER BY started_at DESC, token", (value,)
        )
        return [_session(row) for row in rows]

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
        """Query the hand index, the latest first; 0 and empty filter nothing."""
        filters: list[tuple[str, object]] = []
        if stream:
            filters.append(("hand.stream = ?", stream))
        if game:
            filters.append(("hand.game = ?", game))
        if book:
            filters.append(("hand.book = ?", book))
        if disputed is not None:
            filters.append(("hand.disputed = ?", int(disputed)))
        end_column, join = "hand.ended_at", ""
        if person:
            end_column = "hand_person.ended_at"
            join = (
                "JOIN hand_person ON hand_person.stream = hand.stream AND hand_person.first_record = hand.first_record"
            )
            filters.append(("hand_person.person = ?", person))
        if since:
            filters.append((f"{end_column} >= ?", since))
        if until:
            filters.append((f"{end_column} < ?", until))
        conditions = " AND ".join(condition for condition, _ in filters) or "TRUE"
        rows = self._query(
            f"SELECT {_HAND_COLUMNS} FROM hand {join} WHERE {conditions} "
            f"ORDER BY {end_column} DESC, hand.first_record DESC, hand.stream LIMIT ? OFFSET ?",
            [*(value for _, value in filters), limit or _NO_LIMIT, offset],
        )
        return [self._hand(row) for row in rows]

    def _hand(self, row: Row) -> HandIndexEntry:
        (
            stream, first_record, last_record, round_number, game, book, rules, started_at, ended_at, pot,
            people, disputed,
        ) = row  # fmt: skip
        try:
            names = _PEOPLE.decode(people)
        except msgspec.DecodeError:
            raise Damaged(f"{self.place}: the people of round {round_number} of {stream!r} cannot be read") from None
        return HandIndexEntry(
            stream=stream,
            first_record=first_record,
            last_record=last_record,
            round=round_number,
            game=game,
            book=book,
            rules=rules,
            started_at=started_at,
            ended_at=ended_at,
            pot=pot,
            people=names,
            disputed=bool(disputed),
        )

    # For the audit

    def inventory(self) -> StoreInventory:
        """Return the contents of the store at one moment, long tables by their last row."""
        (
            heads, balances, checkpoints, ledger, processed, sessions, credentials, snapshot_records,
            snapshot_balances,
        ) = self._query_snapshot((
            "SELECT stream, number, hash FROM stream ORDER BY stream",
            "SELECT account, chips FROM balance",
            "SELECT stream, number, hash, state FROM checkpoint",
            "SELECT COALESCE(MAX(id), 0) FROM ledger",
            "SELECT COUNT(*) FROM processed_command",
            f"SELECT {_SESSION_COLUMNS} FROM session ORDER BY person, started_at",
            "SELECT person, password, last_login FROM credential ORDER BY person",
            "SELECT stream, number FROM balance_snapshot_stream",
            "SELECT account, chips FROM balance_snapshot",
        ))  # fmt: skip
        return StoreInventory(
            heads={stream: Head(number, bytes(record_hash)) for stream, number, record_hash in heads},
            balances=dict(balances),
            checkpoints={
                stream: Checkpoint(stream=stream, number=number, hash=record_hash, state=state)
                for stream, number, record_hash, state in checkpoints
            },
            ledger=ledger[0][0],
            processed_commands=processed[0][0],
            sessions=[_session(row) for row in sessions],
            credentials=[
                Credential(person=person, password=password, last_login=last_login)
                for person, password, last_login in credentials
            ],
            snapshot_records=dict(snapshot_records),
            snapshot_balances=dict(snapshot_balances),
        )

    def ledger(self, to: int) -> Iterator[Posting]:
        """Iterate over the postings of all streams in the order written, up to a line of the ledger."""
        for _, stream, number, source, target, chips in self._ledger("id <= ?", (to,)):
            yield Posting(stream=stream, number=number, source=source, to=target, chips=chips)

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
        """Look up which of these commands have taken effect, by person and id."""
        return {
            (person, command_id): ProcessedCommand(person=person, command_id=command_id, answer=answer, time=time)
            for person, command_id, answer, time in (self._processed_rows(commands) if commands else ())
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


def _record(stream: str, row: Sequence[Any]) -> Record:
    number, time, command_id, actor, name, payload, previous, record_hash = row
    return Record(
        stream=stream,
        number=number,
        time=time,
        command_id=command_id,
        actor=actor,
        name=name,
        payload=payload,
        previous=previous,
        hash=record_hash,
    )


def _session(row: Row) -> Session:
    token, person, started_at, last_seen, expires_at, agent, ended_at = row
    return Session(
        token=token,
        person=person,
        started_at=started_at,
        last_seen=last_seen,
        expires_at=expires_at,
        agent=agent,
        ended_at=ended_at,
    )


def _mismatches(rows: list[Row]) -> list[BalanceMismatch]:
    return sorted(BalanceMismatch(account, int(balance), int(ledger)) for account, balance, ledger in rows)
