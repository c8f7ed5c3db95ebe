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
from hoyle.storage.resume_data import MOST, ResumeData
from hoyle.storage.sql import balance_snapshots
from hoyle.storage.sql.auth_tables import DoorTables
from hoyle.storage.sql.lease_tables import COMMITTING
from hoyle.storage.store_inventory import StoreInventory

Row = tuple[Any, ...]
PAGE: Final = 500
"""Rows held in memory at a time by unbounded queries."""
_NO_LIMIT: Final = 2**62
_STREAMS: Final = 50
"""Streams loaded by one query."""
_RECORD: Final = "number, time, command, actor, name, facts, previous, hash"
_PEOPLE: Final = msgspec.json.Decoder(tuple[str, ...])


class SqlStore(DoorTables):
    """Store in SQL tables. Statements here have ``?`` for each value."""

    ONE_MOMENT = "SELECT 1"
    """Statement that makes a transaction read one snapshot, where the engine does not by default."""

    @abstractmethod
    def _load_current(self, batch: CommitBatch) -> CurrentState:
        """Load and lock what a commit touches, within a transaction; may insert its processed commands."""

    @abstractmethod
    def _insert_rows(self, batch: CommitBatch) -> Mapping[str, int]:
        """Insert the rows, and return the new balances of the changed accounts, within a transaction."""

    @abstractmethod
    def _query_snapshot(self, questions: Sequence[str]) -> list[list[Row]]:
        """Run several queries on one snapshot."""

    @abstractmethod
    def _seen_of(self, commands: Sequence[tuple[str, str]]) -> list[Row]:
        """Rows of these commands that have taken effect, each found by key."""

    @abstractmethod
    def _ledger(self, where: str, values: Sequence[object]) -> Iterator[Row]:
        """Iterate over the ledger's rows in the order written, in bounded memory."""

    @abstractmethod
    def check_integrity(self) -> IntegrityReport:
        """Check the database itself; takes time in proportion to its size."""

    @abstractmethod
    def close(self) -> None:
        """Close files and connections."""

    def claim_streams(self, streams: Sequence[str]) -> None:
        """Take the streams over: from now on their former owner cannot append to them."""
        names = sorted(set(streams))
        if not names:
            return
        owner, run = ("", 0) if self._lease is None else self._lease[:2]
        with nullcontext() if self._in_turn else self._transaction("claim streams"):
            if ROOM in self._epochs and ROOM not in names:
                # A process that has lost the room must not take anything from the new owner.
                self._check_held([ROOM])
            epochs = self._raise_epochs(names, owner, run)
        self._epochs.update(epochs)

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Raise `Superseded` if another writer owns one of these; on return no commit is in flight."""
        with self._transaction("look whose streams they are"):
            self._check_held(sorted(set(streams)))

    def _check_held(self, streams: Sequence[str]) -> None:
        asked = [
            self._execute(f"SELECT epoch FROM stream WHERE stream = ?{self.FOR_UPDATE}", (stream,))
            for stream in streams
        ]
        for stream, answer in zip(streams, asked, strict=True):
            row = answer.fetchone()
            if row is not None and row[0] != self._epochs.get(stream):
                raise superseded(stream, int(row[0]), self._epochs.get(stream))

    def commit(self, writes: Sequence[CommitUnit]) -> None:
        """Write these units in one transaction. When it returns, they survive a crash."""
        batch = CommitBatch(writes)
        if not batch or (not self._in_turn and self._try_optimistic_commit(batch)):
            return
        with nullcontext() if self._in_turn else self._transaction(COMMITTING):
            lease = self._ask_lease()
            current = self._load_current(batch)
            self._check_lease(lease)
            batch.validate(current, self._epochs)
            batch.verify_balances(self._insert_rows(batch))
        if not self._in_turn:  # an outer transaction may still roll back
            self._after_commit(batch)

    def _try_optimistic_commit(self, batch: CommitBatch) -> bool:
        """Commit without reading the current state, if it is cached; False if it must be read."""
        return False

    def _after_commit(self, batch: CommitBatch) -> None:
        """Called after a commit is on disk."""

    def streams(self) -> list[str]:
        """List every stream that has a record."""
        return sorted(stream for (stream,) in self._query("SELECT stream FROM stream WHERE number > 0"))

    def head(self, stream: str) -> Head:
        """Return the head of a stream."""
        rows = self._query("SELECT number, hash FROM stream WHERE stream = ?", (stream,))
        return Head(*rows[0]) if rows else Head()

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """Return the last checkpoint of a stream."""
        rows = self._query("SELECT stream, number, hash, facts FROM checkpoint WHERE stream = ?", (stream,))
        if not rows:
            return None
        _, number, hashed, facts = rows[0]
        return Checkpoint(stream=stream, number=number, hash=hashed, facts=facts)

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        """Iterate over the records of a stream after a number and up to another, in bounded memory.

        Retired records are read from their files.
        """
        last = _NO_LIMIT if to is None else to
        while True:
            rows = self._query(
                f"SELECT {_RECORD} FROM record "
                "WHERE stream = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?",
                (stream, after, last, PAGE),
            )
            # The last records of a stream are always in the database: without any, no file has some.
            if rows[0][0] > after + 1 if rows else last < _NO_LIMIT:
                yield from self._from_files(stream, after, rows[0][0] - 1 if rows else last)
            for row in rows:
                yield _record(stream, row)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def resume_data(self, streams: Sequence[str]) -> ResumeData:
        """Load the checkpoints and later records of these streams with few queries."""
        checkpoints: dict[str, Checkpoint] = {}
        records: dict[str, list[Record]] = {}
        for start in range(0, len(streams), _STREAMS):
            page = streams[start : start + _STREAMS]
            marks = ", ".join("?" * len(page))
            for stream, number, hashed, facts in self._query(
                f"SELECT stream, number, hash, facts FROM checkpoint WHERE stream IN ({marks})", page
            ):
                checkpoints[stream] = Checkpoint(stream=stream, number=number, hash=hashed, facts=facts)
            values: list[object] = []
            for stream in page:
                known = checkpoints.get(stream)
                values += [stream, known.number if known is not None else 0, MOST]
            # One subquery per stream keeps the planner on the key.
            one = (
                f"SELECT * FROM (SELECT stream, {_RECORD} FROM record "
                "WHERE stream = ? AND number >= ? ORDER BY number LIMIT ?) AS tail"
            )
            for stream, *row in sorted(self._query(" UNION ALL ".join([one] * len(page)), values)):
                records.setdefault(stream, []).append(_record(stream, row))
        return ResumeData(self, checkpoints, records)

    def processed_command(self, person: str, command: str) -> ProcessedCommand | None:
        """Look up a command that has already taken effect."""
        rows = self._query(
            "SELECT answer, time FROM seen WHERE person = ? AND command = ?", (person, command)
        )
        if not rows:
            return None
        return ProcessedCommand(person=person, command=command, answer=rows[0][0], time=rows[0][1])

    def balances(self) -> dict[str, int]:
        """Return all balances; an account without chips may be missing."""
        return dict(self._query("SELECT account, chips FROM balance WHERE chips <> 0"))

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        """Return the balances of these accounts."""
        chips = dict.fromkeys(accounts, 0)
        for start in range(0, len(accounts), PAGE):
            page = accounts[start : start + PAGE]
            marks = ", ".join("?" * len(page))
            chips.update(self._query(f"SELECT account, chips FROM balance WHERE account IN ({marks})", page))
        return chips

    def table_balances(self, numbers: Sequence[int]) -> dict[str, int]:
        """Return the balances of all accounts of these tables."""
        chips: dict[str, int] = {}
        for start in range(0, len(numbers), _STREAMS):
            page = numbers[start : start + _STREAMS]
            either = " OR ".join(["account >= ? AND account < ?"] * len(page))
            bounds = [bound for number in page for bound in (f"table {number} ", f"table {number}!")]
            chips.update(self._query(f"SELECT account, chips FROM balance WHERE {either}", bounds))
        return chips

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        """Iterate over the ledger in the order written, of one stream or of all."""
        if stream is not None:
            yield from self._postings_of(stream)
            return
        for _, of, number, source, to, chips in self._ledger("TRUE", ()):
            yield Posting(stream=of, number=number, source=source, to=to, chips=chips)

    def _postings_of(self, stream: str) -> Iterator[Posting]:
        for _, posting in self.lines(stream):
            yield posting

    def lines(self, stream: str) -> Iterator[tuple[int, Posting]]:
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
            "SELECT account, SUM(held), SUM(booked) FROM ("
            "SELECT account, chips AS held, 0 AS booked FROM balance "
            "UNION ALL SELECT target, 0, chips FROM ledger "
            "UNION ALL SELECT source, 0, -chips FROM ledger"
            ") AS accounts GROUP BY account HAVING SUM(held) <> SUM(booked)"
        )
        return _mismatches(rows)

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        """Return the same, from the last balance snapshot on; writes a new one after many records."""
        rows, ((since,),) = self._query_snapshot(
            (balance_snapshots.MISSTATED, balance_snapshots.RECORDS_SINCE)
        )
        if not rows and since >= balance_snapshots.SNAPSHOT_EVERY_RECORDS:
            # Another node may be writing one: once is enough.
            with suppress(Locked, ReadOnly), self._transaction("write a balance snapshot"):
                for statement in (self.ONE_MOMENT, *balance_snapshots.WRITE_SNAPSHOT):
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
        rows = self._query(
            "SELECT token, person, begun, seen, ends, agent, ended FROM session "
            f"WHERE {where} ORDER BY begun DESC, token",
            (value,),
        )
        return [
            Session(token=token, person=person, begun=begun, seen=seen, ends=ends, agent=agent, ended=ended)
            for token, person, begun, seen, ends, agent, ended in rows
        ]

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
        when, joined = "hand.ended", ""
        if person:
            when = "hand_person.ended"
            joined = "JOIN hand_person ON hand_person.stream = hand.stream AND hand_person.first = hand.first"
            filters.append(("hand_person.person = ?", person))
        if since:
            filters.append((f"{when} >= ?", since))
        if until:
            filters.append((f"{when} < ?", until))
        conditions = " AND ".join(condition for condition, _ in filters) or "TRUE"
        rows = self._query(
            "SELECT hand.stream, hand.first, hand.last, hand.round, hand.game, hand.book, hand.rules, "
            f"hand.began, hand.ended, hand.pot, hand.people, hand.disputed FROM hand {joined} "
            f"WHERE {conditions} ORDER BY {when} DESC, hand.first DESC, hand.stream LIMIT ? OFFSET ?",
            [*(value for _, value in filters), limit or _NO_LIMIT, offset],
        )
        return [self._hand(row) for row in rows]

    def _hand(self, row: Row) -> HandIndexEntry:
        stream, first, last, played, game, book, rules, began, ended, pot, people, disputed = row
        try:
            names = _PEOPLE.decode(people)
        except msgspec.DecodeError:
            raise Damaged(
                f"{self.place}: the people of round {played} of {stream!r} cannot be read"
            ) from None
        return HandIndexEntry(
            stream=stream,
            first=first,
            last=last,
            round=played,
            game=game,
            book=book,
            rules=rules,
            began=began,
            ended=ended,
            pot=pot,
            people=names,
            disputed=bool(disputed),
        )

    # For the audit

    def inventory(self) -> StoreInventory:
        """Return the contents of the store at one moment, long tables by their last row."""
        heads, balances, checkpoints, ledger, seen, sessions, credentials, reckoned, sums = (
            self._query_snapshot(
                (
                    "SELECT stream, number, hash FROM stream ORDER BY stream",
                    "SELECT account, chips FROM balance",
                    "SELECT stream, number, hash, facts FROM checkpoint",
                    "SELECT COALESCE(MAX(id), 0) FROM ledger",
                    "SELECT COUNT(*) FROM seen",
                    "SELECT token, person, begun, seen, ends, agent, ended FROM session ORDER BY person, "
                    "begun",
                    "SELECT person, password, last_login FROM credential ORDER BY person",
                    "SELECT stream, number FROM reckoned",
                    "SELECT account, chips FROM reckoning",
                )
            )
        )
        return StoreInventory(
            heads={stream: Head(number, bytes(hashed)) for stream, number, hashed in heads},
            balances=dict(balances),
            checkpoints={
                stream: Checkpoint(stream=stream, number=number, hash=hashed, facts=facts)
                for stream, number, hashed, facts in checkpoints
            },
            ledger=ledger[0][0],
            seen=seen[0][0],
            sessions=[Session(**dict(zip(Session.__struct_fields__, row, strict=True))) for row in sessions],
            credentials=[
                Credential(**dict(zip(Credential.__struct_fields__, row, strict=True))) for row in credentials
            ],
            reckoned=dict(reckoned),
            reckoning=dict(sums),
        )

    def ledger(self, to: int) -> Iterator[Posting]:
        """Iterate over the postings of all streams in the order written, up to a line of the ledger."""
        for _, of, number, source, target, chips in self._ledger("id <= ?", (to,)):
            yield Posting(stream=of, number=number, source=source, to=target, chips=chips)

    def indexed(self, stream: str, after: int = 0) -> Iterator[tuple[HandIndexEntry, tuple[str, ...]]]:
        """Iterate over a stream's indexed hands after a record, each with the people it is indexed under."""
        while True:
            rows = self._query(
                "SELECT stream, first, last, round, game, book, rules, began, ended, pot, people, disputed "
                "FROM hand WHERE stream = ? AND first > ? ORDER BY first LIMIT ?",
                (stream, after, PAGE),
            )
            if not rows:
                return
            people_of: dict[int, list[str]] = {}
            for first, person, ended in self._query(
                "SELECT first, person, ended FROM hand_person WHERE stream = ? AND first > ? AND first <= ? "
                "ORDER BY first, person",
                (stream, after, rows[-1][1]),
            ):
                people_of.setdefault(first, []).append(f"{person} at {ended}")
            for row in rows:
                yield self._hand(row), tuple(people_of.get(row[1], ()))
            after = rows[-1][1]

    def last_record_closed_by(self, stream: str, time: int) -> int:
        """Number of the last record of the last hand that had ended by a time."""
        ((last,),) = self._query(
            "SELECT COALESCE(MAX(last), 0) FROM hand WHERE stream = ? AND ended <= ?", (stream, time)
        )
        return int(last)

    def processed_commands(
        self, commands: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], ProcessedCommand]:
        """Look up which of these commands have taken effect, by person and id."""
        return {
            (person, command): ProcessedCommand(person=person, command=command, answer=answer, time=time)
            for person, command, answer, time in (self._seen_of(commands) if commands else ())
        }

    def unrecorded(self, most: int) -> list[tuple[str, str]]:
        """List processed commands that no record has.

        Empty if a retired-record file cannot be read, since it may have them.
        """
        asked = "SELECT person, command FROM seen EXCEPT SELECT actor, command FROM record ORDER BY 1, 2"
        if not self._query("SELECT 1 FROM retired LIMIT 1"):
            return [(person, command) for person, command in self._query(f"{asked} LIMIT ?", (most,))]
        missing = dict.fromkeys((person, command) for person, command in self._query(asked))
        try:
            for (stream,) in self._query("SELECT DISTINCT stream FROM retired"):
                for record in self._from_files(stream, 0, _NO_LIMIT):
                    missing.pop((record.actor, record.command), None)
        except RetiredFileMissing:
            return []
        return list(missing)[:most]

    def named(self, table: str) -> list[str]:
        """List every stream that a table has rows of, even if there is no such stream."""
        assert table in ("record", "ledger", "hand", "hand_person", "retired"), table
        names: list[str] = []
        after = ""
        while True:
            ((least,),) = self._query(f"SELECT MIN(stream) FROM {table} WHERE stream > ?", (after,))
            if least is None:
                return names
            names.append(least)
            after = least


def _record(stream: str, row: Sequence[Any]) -> Record:
    number, time, command, actor, name, facts, previous, hashed = row
    return Record(
        stream=stream,
        number=number,
        time=time,
        command=command,
        actor=actor,
        name=name,
        facts=facts,
        previous=previous,
        hash=hashed,
    )


def _mismatches(rows: list[Row]) -> list[BalanceMismatch]:
    return sorted(BalanceMismatch(account, int(held), int(booked)) for account, held, booked in rows)
