"""SQLite store: one file with a write-ahead log, one writer connection and many readers.

Queries run on other connections than the writer's, so that no reader waits for the disk.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import time_ns
from typing import Any, Final, TextIO
from urllib.parse import quote

from msgspec.json import encode
from msgspec.structs import astuple

from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.errors import (
    CommitRejected,
    Damaged,
    DiskFull,
    ForeignDatabase,
    Locked,
    NoDatabase,
    ReadOnly,
    StoreError,
    Unavailable,
    Unwritable,
)
from hoyle.storage.hash_chain import GENESIS, Head
from hoyle.storage.integrity import KEYS, MAX_FLAWS, IntegrityReport, compare_triggers
from hoyle.storage.sql import commit_rows, schema
from hoyle.storage.sql.commit_rows import Row
from hoyle.storage.sql.lease_tables import COMMITTING
from hoyle.storage.sql.sql_store import PAGE, SqlStore

SETTING_UP: Final = "set up"
MIN_VERSION: Final = (3, 37, 0)
"""First SQLite version with strict tables."""
BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for another program's write lock."""
_PRIVATE: Final = 0o600

_DEFINITIONS: Final = (
    "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
)

_INSERTS: Final = {
    table.name: f"INSERT INTO {table.name} ({', '.join(table.columns)}) "
    f"VALUES ({', '.join('?' * len(table.columns))}) {table.conflict}"
    for table in (*commit_rows.WRITTEN, commit_rows.PROCESSED_COMMAND)
}


class SqliteStore(SqlStore):
    """Store of a room's records, ledger and accounts in one SQLite file."""

    DRIVER_ERROR = sqlite3.Error

    def __init__(
        self,
        path: Path,
        *,
        reading: bool = False,
        patience: float = BUSY_TIMEOUT,
        clock: Callable[[], int] = lambda: time_ns() // 1_000_000,
    ) -> None:
        super().__init__(str(path), reading=reading, patience=patience)
        self._clock = clock
        if sqlite3.sqlite_version_info < MIN_VERSION:
            min_version = ".".join(map(str, MIN_VERSION[:2]))
            raise Unavailable(f"SQLite {sqlite3.sqlite_version} is too old: {min_version} is needed")
        self._path = path
        self._lock_file: TextIO | None = None
        """Lock file, locked while this process serves the room."""
        self._check_place()
        self._open()

    def close(self) -> None:
        super().close()
        if self._lock_file is not None:
            self._lock_file.close()

    def _acquire_process_lock(self) -> None:
        """Lock a file next to the database for the process that serves the room."""
        import fcntl

        # Not the database file itself: SQLite would lose its own locks on it when this one is closed.
        path = _beside(self._path.resolve(), "lock")
        try:
            lock_file = open(path, "a+", encoding="ascii")  # noqa: SIM115
        except OSError as error:
            raise Unavailable(f"{path}: {(error.strerror or str(error)).lower()}") from None
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock_file.seek(0)
            process = lock_file.read(20).strip()
            lock_file.close()
            raise self._already_served(f" (process {process})" if process else "") from None
        lock_file.truncate(0)
        lock_file.write(f"{os.getpid()}\n")
        lock_file.flush()
        self._lock_file = lock_file

    def check_not_exclusive(self) -> None:
        """Do nothing: nodes do not share a file."""

    @property
    def default_directory(self) -> Path | None:
        """Return the directory next to the database file, so that both are moved together."""
        return _beside(self._path.absolute(), "retired")

    def _check_place(self) -> None:
        """Check the path for errors that SQLite only reports as being unable to open."""
        if self._path.is_dir():
            raise NoDatabase(f"{self.place} is a directory: a database is a file")
        if not self._path.parent.is_dir():
            raise NoDatabase(f"{self.place} cannot be opened: there is no directory {self._path.parent}")
        if self._reading and not self._path.exists():
            raise NoDatabase(f"there is no database at {self.place}")

    def _prepare(self) -> None:
        """Open the file and migrate its schema."""
        if not self._reading:
            self._create_file()
        with self._translate_errors("open"):
            connection = self._connect(reading=self._reading)
            if self._reading:
                self._idle.append(connection)
                schema.version_to_migrate(*self._schema(connection), self.place, reading=True)
                return
            self._writer = connection
            # Checked before anything is changed in a file that may not be a room's.
            schema.version_to_migrate(*self._schema(connection), self.place, reading=False)
            self._restrict_access()
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
                raise Unavailable(f"{self.place} cannot keep a write-ahead log where it is")
        with self._transaction(SETTING_UP):
            version = schema.version_to_migrate(*self._schema(connection), self.place, reading=False)
            if version is not None:
                for statement in schema.statements(version, schema.SQLITE):
                    connection.execute(statement)
            # A read-only file lets a transaction begin, and only refuses writes.
            connection.execute(f"DELETE FROM {schema.VERSION_TABLE} WHERE FALSE")

    def _create_file(self) -> None:
        """Create the file private to this user, for it holds live decks; SQLite's log inherits the mode."""
        with suppress(OSError):
            # SQLite will report what is wrong with the path.
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, _PRIVATE))

    def _restrict_access(self) -> None:
        """Remove the permissions of other users from the database files; those of the group stay."""
        for path in (self._path, _beside(self._path, "wal"), _beside(self._path, "shm")):
            with suppress(OSError):
                mode = stat.S_IMODE(path.stat().st_mode)
                if mode & stat.S_IRWXO:
                    path.chmod(mode & ~stat.S_IRWXO)

    def _schema(self, connection: sqlite3.Connection) -> tuple[schema.SchemaVersion | None, list[str]]:
        """Return the schema version of the database, None if it has none, and the names of its tables."""
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        if schema.VERSION_TABLE not in tables:
            return None, tables
        row = connection.execute(f"SELECT * FROM {schema.VERSION_TABLE}").fetchone()
        return schema.SchemaVersion(*row[:2]), tables

    def _connect(self, *, reading: bool) -> sqlite3.Connection:
        """Open a connection to the database file."""
        options = "mode=ro" if self._reading else "mode=rwc"
        writable = os.access(self._path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
        if self._reading and not writable and not _beside(self._path, "wal").exists():
            # Without a log there is no writer, and SQLite need not create its shared-memory file.
            options += "&immutable=1"
        connection = sqlite3.connect(
            f"file:{quote(str(self._path.absolute()))}?{options}",
            uri=True,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            if reading:
                connection.execute("PRAGMA query_only = ON")
            else:
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA fullfsync = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[None]:
        """Run one transaction of the writer connection, durable at its end."""
        with self._writing, self._translate_errors(doing):
            self._check_may_write(doing)
            if self._writer is None:
                self._check_place()
                self._writer = self._connect(reading=False)
            writer = self._writer
            try:
                writer.execute("BEGIN IMMEDIATE")
                yield
                if doing == COMMITTING:
                    self._recheck_lease()
                writer.execute("COMMIT")
            except BaseException:
                self._undo(writer)
                raise

    def _undo(self, writer: sqlite3.Connection) -> None:
        """Roll back; a connection that fails to is closed, and the next commit opens another."""
        try:
            if writer.in_transaction:
                writer.execute("ROLLBACK")
        except sqlite3.Error:
            self._drop_writer()

    def _execute(self, sql: str, values: Sequence[object] = ()) -> Any:
        return self._active_writer().execute(sql, values)

    def _now_sql(self) -> str:
        return str(self._clock())

    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        writer = self._active_writer()
        writer.executemany(
            "INSERT INTO stream (stream, epoch, number, hash, owner, run) VALUES (?, 1, 0, ?, ?, ?) "
            "ON CONFLICT (stream) DO UPDATE SET epoch = epoch + 1, owner = excluded.owner, "
            "run = excluded.run",
            [(stream, GENESIS, owner, run) for stream in streams],
        )
        return {
            stream: writer.execute("SELECT epoch FROM stream WHERE stream = ?", (stream,)).fetchone()[0]
            for stream in streams
        }

    def _load_current(self, batch: CommitBatch) -> CurrentState:
        query = self._active_writer().execute
        heads: dict[str, tuple[int, Head]] = {}
        for stream in batch.streams:
            row = query("SELECT epoch, number, hash FROM stream WHERE stream = ?", (stream,)).fetchone()
            if row is not None:
                heads[stream] = row[0], Head(row[1], row[2])
        lookup = "SELECT 1 FROM processed_command WHERE person = ? AND command_id = ?"
        processed = frozenset(key for key in batch.processed_commands if query(lookup, key).fetchone() is not None)
        return CurrentState(heads, self._balances(batch.accounts), processed)

    def _balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """Return the balances of these accounts within a transaction; 0 for a new one."""
        query = self._active_writer().execute
        balances: dict[str, int] = {}
        for account in accounts:
            row = query("SELECT chips FROM balance WHERE account = ?", (account,)).fetchone()
            balances[account] = 0 if row is None else row[0]
        return balances

    def _insert_rows(self, batch: CommitBatch) -> dict[str, int]:
        writer = self._active_writer()
        if batch.processed_commands:
            writer.executemany(
                _INSERTS["processed_command"], [astuple(command) for command in batch.processed_commands.values()]
            )
        if batch.heads:
            writer.executemany(
                "UPDATE stream SET number = ?, hash = ? WHERE stream = ?",
                [(head.number, head.hash, stream) for stream, head in batch.heads.items()],
            )
        if batch.hands:
            writer.executemany("DELETE FROM hand_person WHERE stream = ? AND first_record = ?", list(batch.hands))
        for table, lines in commit_rows.rows_of(batch):
            writer.executemany(_INSERTS[table.name], lines)
        if batch.moves:
            writer.executemany("INSERT OR IGNORE INTO balance VALUES (?, 0)", [(account,) for account in batch.moves])
            writer.executemany(
                "UPDATE balance SET chips = chips + ? WHERE account = ?",
                [(net, account) for account, net in batch.moves.items()],
            )
        return self._balances(list(batch.moves))

    def _connect_reader(self) -> sqlite3.Connection:
        return self._connect(reading=True)

    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        with self._translate_errors("read"), self._reader() as reader:
            rows: list[Row] = reader.execute(sql, values).fetchall()
            return rows

    def _query_snapshot(self, queries: Sequence[str]) -> list[list[Row]]:
        with self._translate_errors("read"), self._reader() as reader:
            reader.execute("BEGIN")
            results = [reader.execute(query).fetchall() for query in queries]
            reader.execute("COMMIT")
            return results

    def _processed_rows(self, commands: Sequence[tuple[str, str]]) -> list[Row]:
        # IN (VALUES ...) would scan the whole table.
        return self._query(
            "SELECT person, command_id, answer, time FROM json_each(?) AS wanted "
            "CROSS JOIN processed_command ON person = json_extract(wanted.value, '$[0]') "
            "AND command_id = json_extract(wanted.value, '$[1]')",
            (encode(commands).decode(),),
        )

    def _ledger(self, where: str, values: Sequence[object]) -> Iterator[Row]:
        after = 0
        while True:
            # With a single writer, rows are committed in the order of their ids.
            page = self._query(
                "SELECT id, stream, number, source, target, chips FROM ledger "
                f"WHERE {where} AND id > ? ORDER BY id LIMIT ?",
                [*values, after, PAGE],
            )
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def check_integrity(self) -> IntegrityReport:
        """Check every page and every key, and the tables and triggers against the schema."""
        report = IntegrityReport(checked=len(KEYS))
        lines = [str(line) for (line,) in self._query(f"PRAGMA integrity_check({MAX_FLAWS})")]
        report.flaws += [] if lines == ["ok"] else lines
        compare_triggers(report, dict(self._query(_DEFINITIONS)), _expected_definitions())
        return report

    @contextmanager
    def _translate_errors(self, doing: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._storage_error(error, doing) from error
        except UnicodeDecodeError as error:
            raise Damaged(f"{self.place} is damaged: a text in it is none ({error.reason})") from error
        except OverflowError as error:
            raise Unwritable(f"a number is too large to be stored: {error}") from error

    def _storage_error(self, error: sqlite3.Error, doing: str) -> StoreError:
        # The low byte is the primary error code, the rest the extended one.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        place, reason = self.place, " ".join(str(error).split())
        match code:
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return Locked(f"{place} is locked: another program has been writing for {self._patience:g} s")
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
                return ReadOnly(f"{place} is read-only: cannot {doing}")
            case sqlite3.SQLITE_FULL:
                return DiskFull(f"no space left for {place}: cannot {doing}")
            case sqlite3.SQLITE_NOTADB:
                return ForeignDatabase(f"{place} is not a SQLite database")
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_FORMAT:
                return Damaged(f"{place} is damaged: {reason}")
            case sqlite3.SQLITE_CANTOPEN:
                return NoDatabase(f"{place} cannot be opened: {reason}; check that it and its directory may be written")
            case sqlite3.SQLITE_IOERR:
                return Unavailable(
                    f"the disk of {place} failed: {reason}, cannot {doing}", uncertain=doing == COMMITTING
                )
            case sqlite3.SQLITE_CONSTRAINT:
                return CommitRejected(f"{place} itself refuses: {reason}")
        return Unavailable(f"{place}: {reason}, cannot {doing}")


def _expected_definitions() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        for statement in schema.statements(0, schema.SQLITE):
            fresh.execute(statement)
        return dict(fresh.execute(_DEFINITIONS).fetchall())


def _beside(path: Path, suffix: str) -> Path:
    """Return the path of a file next to the database, such as its write-ahead log or its lock."""
    return path.with_name(f"{path.name}-{suffix}")
