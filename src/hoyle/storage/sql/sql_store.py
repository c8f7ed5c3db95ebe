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
"""How many rows are in memory at a time when there may be any number."""
_NO_LIMIT: Final = 2**62
_STREAMS: Final = 50
"""Of how many streams the tails are asked for together."""
_RECORD: Final = "number, time, command, actor, name, facts, previous, hash"
_PEOPLE: Final = msgspec.json.Decoder(tuple[str, ...])


class SqlStore(DoorTables):
    """A store in tables. SQL here is written with ``?`` for each value."""

    ONE_MOMENT = "SELECT 1"
    """What makes a transaction see one moment throughout, where it does not by itself."""

    @abstractmethod
    def _load_current(self, batch: CommitBatch) -> CurrentState:
        """What is there of what a commit touches, and note its commands as seen; within a transaction."""

    @abstractmethod
    def _insert_rows(self, batch: CommitBatch) -> Mapping[str, int]:
        """Write the rows, and read again what the accounts that moved now hold; within a transaction."""

    @abstractmethod
    def _query_snapshot(self, questions: Sequence[str]) -> list[list[Row]]:
        """Ask several things of one and the same moment."""

    @abstractmethod
    def _seen_of(self, commands: Sequence[tuple[str, str]]) -> list[Row]:
        """The rows of these commands that have taken effect, each found by its key."""

    @abstractmethod
    def _ledger(self, where: str, values: Sequence[object]) -> Iterator[Row]:
        """The ledger's rows in the order written, with bounded memory."""

    @abstractmethod
    def check_integrity(self) -> IntegrityReport:
        """Whether the database itself can be believed; takes time in proportion to all there is."""

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections."""

    def claim_streams(self, streams: Sequence[str]) -> None:
        """Take the streams over: from now on whoever had them before cannot append to them."""
        wanted = sorted(set(streams))
        if not wanted:
            return
        owner, run = ("", 0) if self._lease is None else self._lease[:2]
        with nullcontext() if self._in_turn else self._transaction("claim streams"):
            if ROOM in self._epochs and ROOM not in wanted:
                # Who has lost the room takes nothing from him who has it now.
                self._check_held([ROOM])
            epochs = self._raise_epochs(wanted, owner, run)
        self._epochs.update(epochs)

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Refuse where one of these is another's by now; when it returns no commit is on its way to them."""
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
        """Put these on disk in one transaction. When it returns they survive a crash."""
        batch = CommitBatch(writes)
        if not batch or (not self._in_turn and self._try_optimistic_commit(batch)):
            return
        with nullcontext() if self._in_turn else self._transaction(COMMITTING):
            lease = self._ask_lease()
            found = self._load_current(batch)
            self._check_lease(lease)
            batch.validate(found, self._epochs)
            batch.verify_balances(self._insert_rows(batch))
        if not self._in_turn:  # which may still be undone
            self._after_commit(batch)

    def _try_optimistic_commit(self, batch: CommitBatch) -> bool:
        """Commit without asking how things stand, where that is known; False where it has to be asked."""
        return False

    def _after_commit(self, batch: CommitBatch) -> None:
        """It is on disk."""

    def streams(self) -> list[str]:
        """Every stream that has a record."""
        return sorted(stream for (stream,) in self._query("SELECT stream FROM stream WHERE number > 0"))

    def head(self, stream: str) -> Head:
        """Where a stream stands."""
        rows = self._query("SELECT number, hash FROM stream WHERE stream = ?", (stream,))
        return Head(*rows[0]) if rows else Head()

    def checkpoint(self, stream: str) -> Checkpoint | None:
        """The last one of a stream."""
        rows = self._query("SELECT stream, number, hash, facts FROM checkpoint WHERE stream = ?", (stream,))
        if not rows:
            return None
        _, number, hashed, facts = rows[0]
        return Checkpoint(stream=stream, number=number, hash=hashed, facts=facts)

    def records(self, stream: str, after: int = 0, to: int | None = None) -> Iterator[Record]:
        """The records of a stream in order, after one number and up to another, with bounded memory.

        Those that were retired come out of their files.
        """
        last = _NO_LIMIT if to is None else to
        while True:
            rows = self._query(
                f"SELECT {_RECORD} FROM record "
                "WHERE stream = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?",
                (stream, after, last, PAGE),
            )
            # The last records of a stream are always here: if none are, up to its end, no file has any.
            if rows[0][0] > after + 1 if rows else last < _NO_LIMIT:
                yield from self._from_files(stream, after, rows[0][0] - 1 if rows else last)
            for row in rows:
                yield _record(stream, row)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def resume_data(self, streams: Sequence[str]) -> ResumeData:
        """What these streams are resumed from, by few questions however many they are."""
        checkpoints: dict[str, Checkpoint] = {}
        records: dict[str, list[Record]] = {}
        for at in range(0, len(streams), _STREAMS):
            some = streams[at : at + _STREAMS]
            marks = ", ".join("?" * len(some))
            for stream, number, hashed, facts in self._query(
                f"SELECT stream, number, hash, facts FROM checkpoint WHERE stream IN ({marks})", some
            ):
                checkpoints[stream] = Checkpoint(stream=stream, number=number, hash=hashed, facts=facts)
            wanted: list[object] = []
            for stream in some:
                known = checkpoints.get(stream)
                wanted += [stream, known.number if known is not None else 0, MOST]
            # Each by its key, whatever the engine thinks of many at once.
            one = (
                f"SELECT * FROM (SELECT stream, {_RECORD} FROM record "
                "WHERE stream = ? AND number >= ? ORDER BY number LIMIT ?) AS tail"
            )
            for stream, *row in sorted(self._query(" UNION ALL ".join([one] * len(some)), wanted)):
                records.setdefault(stream, []).append(_record(stream, row))
        return ResumeData(self, checkpoints, records)

    def processed_command(self, person: str, command: str) -> ProcessedCommand | None:
        """A command that has already taken effect."""
        rows = self._query(
            "SELECT answer, time FROM seen WHERE person = ? AND command = ?", (person, command)
        )
        if not rows:
            return None
        return ProcessedCommand(person=person, command=command, answer=rows[0][0], time=rows[0][1])

    def balances(self) -> dict[str, int]:
        """What every account holds; an account without chips may be missing."""
        return dict(self._query("SELECT account, chips FROM balance WHERE chips <> 0"))

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        """What these accounts hold."""
        found = dict.fromkeys(accounts, 0)
        for at in range(0, len(accounts), PAGE):
            some = accounts[at : at + PAGE]
            marks = ", ".join("?" * len(some))
            found.update(self._query(f"SELECT account, chips FROM balance WHERE account IN ({marks})", some))
        return found

    def table_balances(self, numbers: Sequence[int]) -> dict[str, int]:
        """What the accounts of these tables hold."""
        found: dict[str, int] = {}
        for at in range(0, len(numbers), _STREAMS):
            some = numbers[at : at + _STREAMS]
            either = " OR ".join(["account >= ? AND account < ?"] * len(some))
            bounds = [bound for number in some for bound in (f"table {number} ", f"table {number}!")]
            found.update(self._query(f"SELECT account, chips FROM balance WHERE {either}", bounds))
        return found

    def postings(self, stream: str | None = None) -> Iterator[Posting]:
        """The ledger in the order written, of one stream or of all."""
        if stream is not None:
            yield from self._postings_of(stream)
            return
        for _, of, number, source, to, chips in self._ledger("TRUE", ()):
            yield Posting(stream=of, number=number, source=source, to=to, chips=chips)

    def _postings_of(self, stream: str) -> Iterator[Posting]:
        for _, posting in self.lines(stream):
            yield posting

    def lines(self, stream: str) -> Iterator[tuple[int, Posting]]:
        """By their key, which is the order written: a look at one stream costs nothing of the others.

        Each with its line within its record.
        """
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
        """Every account whose balance is not the sum of its postings, by one look at both."""
        rows = self._query(
            "SELECT account, SUM(held), SUM(booked) FROM ("
            "SELECT account, chips AS held, 0 AS booked FROM balance "
            "UNION ALL SELECT target, 0, chips FROM ledger "
            "UNION ALL SELECT source, 0, -chips FROM ledger"
            ") AS accounts GROUP BY account HAVING SUM(held) <> SUM(booked)"
        )
        return _misstated(rows)

    def verify_recent_balances(self) -> list[BalanceMismatch]:
        """The same from the last reckoning on; where all agrees after much was written, it is put down."""
        rows, ((since,),) = self._query_snapshot(
            (balance_snapshots.MISSTATED, balance_snapshots.RECORDS_SINCE)
        )
        if not rows and since >= balance_snapshots.SNAPSHOT_EVERY_RECORDS:
            # Another node may be doing so: once is enough.
            with suppress(Locked, ReadOnly), self._transaction("put down the balances"):
                for statement in (self.ONE_MOMENT, *balance_snapshots.WRITE_SNAPSHOT):
                    self._execute(statement)
        return _misstated(rows)

    def credential(self, person: str) -> Credential | None:
        """What lets somebody in."""
        rows = self._query("SELECT password, last_login FROM credential WHERE person = ?", (person,))
        if not rows:
            return None
        password, last_login = rows[0]
        return Credential(person=person, password=password, last_login=last_login)

    def session(self, token: bytes) -> Session | None:
        """The session with this hash of a token."""
        found = self._sessions("token = ?", token)
        return found[0] if found else None

    def sessions(self, person: str) -> list[Session]:
        """Somebody's sessions, the latest first."""
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
        """Past hands by filter, the latest first; 0 and empty filter nothing."""
        wanted: list[tuple[str, object]] = []
        if stream:
            wanted.append(("hand.stream = ?", stream))
        if game:
            wanted.append(("hand.game = ?", game))
        if book:
            wanted.append(("hand.book = ?", book))
        if disputed is not None:
            wanted.append(("hand.disputed = ?", int(disputed)))
        when, joined = "hand.ended", ""
        if person:
            when = "hand_person.ended"
            joined = "JOIN hand_person ON hand_person.stream = hand.stream AND hand_person.first = hand.first"
            wanted.append(("hand_person.person = ?", person))
        if since:
            wanted.append((f"{when} >= ?", since))
        if until:
            wanted.append((f"{when} < ?", until))
        conditions = " AND ".join(condition for condition, _ in wanted) or "TRUE"
        rows = self._query(
            "SELECT hand.stream, hand.first, hand.last, hand.round, hand.game, hand.book, hand.rules, "
            f"hand.began, hand.ended, hand.pot, hand.people, hand.disputed FROM hand {joined} "
            f"WHERE {conditions} ORDER BY {when} DESC, hand.first DESC, hand.stream LIMIT ? OFFSET ?",
            [*(value for _, value in wanted), limit or _NO_LIMIT, offset],
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

    # For inspection: everything there is, and where nobody would look

    def inventory(self) -> StoreInventory:
        """What the store holds at one moment, long tables by their ends."""
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
        """The postings of all streams in the order written, up to a line of the ledger."""
        for _, of, number, source, target, chips in self._ledger("id <= ?", (to,)):
            yield Posting(stream=of, number=number, source=source, to=target, chips=chips)

    def indexed(self, stream: str, after: int = 0) -> Iterator[tuple[HandIndexEntry, tuple[str, ...]]]:
        """Every hand of a stream that began after a record, in order, and under whom it is found."""
        while True:
            rows = self._query(
                "SELECT stream, first, last, round, game, book, rules, began, ended, pot, people, disputed "
                "FROM hand WHERE stream = ? AND first > ? ORDER BY first LIMIT ?",
                (stream, after, PAGE),
            )
            if not rows:
                return
            found: dict[int, list[str]] = {}
            for first, person, ended in self._query(
                "SELECT first, person, ended FROM hand_person WHERE stream = ? AND first > ? AND first <= ? "
                "ORDER BY first, person",
                (stream, after, rows[-1][1]),
            ):
                found.setdefault(first, []).append(f"{person} at {ended}")
            for row in rows:
                yield self._hand(row), tuple(found.get(row[1], ()))
            after = rows[-1][1]

    def last_record_closed_by(self, stream: str, time: int) -> int:
        """The last record of the last hand of a stream that was over by a time."""
        ((last,),) = self._query(
            "SELECT COALESCE(MAX(last), 0) FROM hand WHERE stream = ? AND ended <= ?", (stream, time)
        )
        return int(last)

    def processed_commands(
        self, commands: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], ProcessedCommand]:
        """Which of these commands have taken effect, by person and id."""
        return {
            (person, command): ProcessedCommand(person=person, command=command, answer=answer, time=time)
            for person, command, answer, time in (self._seen_of(commands) if commands else ())
        }

    def unrecorded(self, most: int) -> list[tuple[str, str]]:
        """Commands that are said to have been seen and that no record has.

        None are told where a file of retired records cannot be read, for it may have them.
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
        """Every stream that a table has rows of, whether or not there is such a stream."""
        assert table in ("record", "ledger", "hand", "hand_person", "retired"), table
        found: list[str] = []
        after = ""
        while True:
            ((least,),) = self._query(f"SELECT MIN(stream) FROM {table} WHERE stream > ?", (after,))
            if least is None:
                return found
            found.append(least)
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


def _misstated(rows: list[Row]) -> list[BalanceMismatch]:
    return sorted(BalanceMismatch(account, int(held), int(booked)) for account, held, booked in rows)
