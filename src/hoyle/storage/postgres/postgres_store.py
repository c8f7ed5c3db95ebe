"""PostgreSQL store: one writer connection with batched commits, and a pool of readers.

The writer sends a commit in a few statements with arrays, never row by row; in one statement if the current
state is cached. Queries run on other connections.
"""

from __future__ import annotations

import secrets
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from select import POLLIN, poll
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from hoyle.core.errors import InvalidError
from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.errors import (
    CommitRejected,
    Damaged,
    DiskFull,
    Locked,
    Overdrawn,
    ReadOnly,
    StoreError,
    Superseded,
    Unavailable,
    Unreachable,
    Unwritable,
)
from hoyle.storage.hash_chain import GENESIS, Head
from hoyle.storage.integrity import IntegrityReport
from hoyle.storage.postgres import commit_statements as statements
from hoyle.storage.postgres import integrity_checks
from hoyle.storage.postgres.array_encoding import array, arrays, register
from hoyle.storage.postgres.commit_statements import HeadCache, OptimisticCommit
from hoyle.storage.sql import commit_rows, schema
from hoyle.storage.sql.commit_rows import Row
from hoyle.storage.sql.lease_tables import COMMITTING
from hoyle.storage.sql.sql_store import PAGE, SqlStore

BUSY_TIMEOUT: Final = 10.0
"""Seconds to wait for the server, and for locks of other writers."""
_MIGRATING: Final = 0x686F796C65
"""Advisory lock that serializes migrations."""

_JOINING: Final = _MIGRATING + 1
"""Advisory lock that serializes joining nodes."""

_SERVING: Final = 0x686F796C
"""Advisory lock, with the schema's hash, of the process that serves a room alone."""
_LOCK_TIMEOUT_MS: Final = 2000
"""Milliseconds for the server to notice that the former process is gone."""
_KEEPALIVES: Final = ("tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3")
"""Settings that let the server notice soon that a whole machine is gone."""

_BY_KEY: Final = (
    *("plan_cache_mode = force_generic_plan", "enable_seqscan = off"),
    *("enable_hashjoin = off", "enable_mergejoin = off"),
)
"""Planner settings of the writer: every row is found by key, however small the tables still are."""

_Connection = psycopg.Connection[Row]


class PostgresStore(SqlStore):
    """Store of a room's records, ledger and accounts in a PostgreSQL database."""

    DRIVER_ERROR = psycopg.Error
    FOR_UPDATE = " FOR UPDATE"
    JOINING = f"SELECT pg_advisory_xact_lock({_JOINING})"
    READ_ONE_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"

    def __init__(self, url: str, *, reading: bool = False, patience: float = BUSY_TIMEOUT) -> None:
        options = _parse_url(url)
        super().__init__(_place(options), reading=reading, patience=patience)
        self._url = url
        self._settings: dict[str, Any] = {
            "connect_timeout": max(2, round(patience)),
            "tcp_user_timeout": round(patience * 1000),
            "application_name": "hoyle",
        }
        self._settings = {key: value for key, value in self._settings.items() if key not in options}
        self._committing = False
        self._lock_connection: _Connection | None = None
        """Connection that holds the lock of the process that serves the room alone."""
        self._token = secrets.randbits(62)
        """Names the lock connections of this store."""
        self._accounts: set[str] = set()
        """Accounts known to have a row; rows are never deleted."""
        self._head_cache = HeadCache()
        self._open()

    def close(self) -> None:
        super().close()
        with self._writing:
            lock_connection, self._lock_connection = self._lock_connection, None
            if lock_connection is not None:
                with suppress(psycopg.Error):
                    lock_connection.close()

    def _prepare(self) -> None:
        """Connect to the server and migrate the schema."""
        with self._translate_errors("open"):
            connection = self._connect_reader()
            self._give_back(connection)
            if _query_value(connection, "SHOW fsync") != "on":
                raise Unavailable(f"{self.place} runs with fsync off: nothing would survive a crash there")
            version = schema.version_to_migrate(*self._schema(connection), self.place, reading=self._reading)
        if version is None:
            return
        with self._transaction("set up"):
            writer = self._active_writer()
            writer.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            version = schema.version_to_migrate(*self._schema(writer), self.place, reading=False)
            if version is not None:
                for statement in schema.statements(version, schema.POSTGRES):
                    writer.execute(statement)

    def _schema(self, connection: _Connection) -> tuple[schema.SchemaVersion | None, list[str]]:
        """Return the schema version of the database, None if it has none, and the names of its tables."""
        rows = connection.execute(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
        )
        tables = {str(name) for (name,) in rows}
        if schema.VERSION_TABLE not in tables:
            # Other programs may have tables here too; only some of ours without a version are an error.
            return None, sorted(tables & schema.TABLES)
        row = connection.execute(f"SELECT * FROM {schema.VERSION_TABLE}").fetchone()
        return schema.SchemaVersion(*map(int, (row or (0,))[:2])), sorted(tables)

    def _is_alive(self, connection: _Connection) -> bool:
        if connection.closed:
            return False
        try:
            connection.execute("SELECT 1")
        except psycopg.Error:
            return False
        return True

    def _connect_reader(self) -> _Connection:
        """Open a connection that commits durably and waits for locks only so long."""
        connection = psycopg.connect(self._url, autocommit=True, **self._settings)
        register(connection)
        try:
            # Overrides the server's settings: a commit that returns is on disk.
            connection.execute("SET synchronous_commit = on")
            connection.execute(f"SET lock_timeout = {round(self._patience * 1000)}")
            if self._reading:
                connection.execute("SET default_transaction_read_only = on")
        except BaseException:
            connection.close()
            raise
        return connection

    def _connect_to_write(self) -> _Connection:
        """Open a connection for the writer, whose statements find every row by key."""
        connection = self._connect_reader()
        try:
            for setting in _BY_KEY:
                connection.execute(f"SET {setting}")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[None]:
        """Run one transaction of the writer connection, pipelined to the server."""
        with self._writing, self._translate_errors(doing):
            writer = self._open_writer(doing)
            self._committing = False
            try:
                with writer.pipeline():
                    writer.execute("BEGIN")
                    yield
                    if doing == COMMITTING:
                        self._recheck_lease()
                    self._committing = True
                    writer.execute("COMMIT")
                self._committing = False
            except psycopg.Error:
                # The driver may believe that a statement was prepared that the server never saw.
                self._undo(writer)
                self._drop_writer()
                raise
            except BaseException:
                self._undo(writer)
                raise

    def _open_writer(self, doing: str) -> _Connection:
        """Return the writer connection, opening it again where it was lost; refuse to write for a reader."""
        self._check_may_write(doing)
        if self._writer is not None and _has_unread_input(self._writer):
            self._drop_writer()
        self._writer = writer = self._writer or self._connect_to_write()
        return writer

    def _recheck_lease(self) -> None:
        """Make the commit fail on the server if the lease has expired."""
        # In one pipeline with the commit: nothing can come between them.
        if self._lease is not None:
            self._active_writer().execute(f"SELECT 1 / count(*) FROM {self._live_lease()}", self._lease[:2])

    def _live_lease(self) -> str:
        """Return the SQL table and condition that find the live lease of a node run."""
        return f"node WHERE name = %s AND run = %s AND lease_until > {self._now_sql()}"

    def _undo(self, writer: _Connection) -> None:
        """Roll back; a connection that fails to is closed, and the next commit opens another."""
        try:
            if writer.info.transaction_status is not TransactionStatus.IDLE:
                writer.execute("ROLLBACK")
        except psycopg.Error:
            self._drop_writer()

    def _execute(self, sql: str, values: Sequence[object] = ()) -> Any:
        return self._active_writer().execute(sql.replace("?", "%s"), values)

    def _now_sql(self) -> str:
        return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

    def join(self, name: str, *, address: str, lease: int, protocol: int, version: str = "", anew: bool = False) -> int:
        """Start a run of a node, which names its connections."""
        # A node that waits for a lock longer than its lease lasts would lose the lease too.
        self._patience = min(self._patience, lease / 4000)
        self._drop_writer()
        run = super().join(name, address=address, lease=lease, protocol=protocol, version=version, anew=anew)
        self._settings["application_name"] = _application(name, run)
        self._drop_writer()
        return run

    def fence(self, name: str, run: int) -> None:
        """Terminate the connections of a run: one suspended during a commit would keep its locks."""
        self._query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ? "
            "AND usename = current_user",
            (_application(name, run),),
        )

    def _acquire_process_lock(self) -> None:
        self._lock_connection = self._acquire_lock()

    def check_not_exclusive(self) -> None:
        """Raise `Locked` if a single process has the room for itself."""
        self._acquire_lock().close()

    def _acquire_lock(self) -> _Connection:
        """Open a connection that holds the lock of the process that serves the room alone."""
        with self._translate_errors("serve"):
            settings = {**self._settings, "application_name": _application("alone", self._token)}
            connection = psycopg.connect(self._url, autocommit=True, **settings)
            try:
                for setting in (*_KEEPALIVES, f"lock_timeout = {_LOCK_TIMEOUT_MS}"):
                    connection.execute(f"SET {setting}")
                connection.execute("SELECT pg_advisory_lock(%s, hashtext(current_schema()))", (_SERVING,))
            except BaseException as error:
                connection.close()
                if isinstance(error, psycopg.errors.LockNotAvailable):
                    raise self._already_served() from None
                raise
        return connection

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Raise `Superseded` if another writer owns one of these; reacquire a lost process lock."""
        super().check_ownership(streams)
        if self._lock_connection is not None and not self._is_alive(self._lock_connection):
            self._lock_connection.close()
            # The server may not have noticed the lost connection yet.
            self.fence("alone", self._token)
            self._lock_connection = self._acquire_lock()

    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        cursor = self._active_writer().execute(
            "INSERT INTO stream (stream, epoch, number, hash, owner, run) "
            "SELECT name, 1, 0, %b::bytea, %b::text, %b::bigint "
            "FROM unnest(%b::text[]) WITH ORDINALITY AS wanted (name, place) ORDER BY place "
            "ON CONFLICT (stream) DO UPDATE SET epoch = stream.epoch + 1, owner = excluded.owner, "
            "run = excluded.run RETURNING stream, epoch",
            (GENESIS, owner, run, array("text", streams)),
        )
        return {str(stream): int(epoch) for stream, epoch in cursor.fetchall()}

    def _load_current(self, batch: CommitBatch) -> CurrentState:
        # All queries are pipelined; their results are read afterwards.
        query = self._active_writer().execute
        inserted = heads = balances = None
        if batch.processed_commands:
            inserted = query(statements.INSERT_NEW_COMMANDS, statements.processed_command_arrays(batch))
        if batch.streams:
            heads = query(
                "SELECT stream, epoch, number, hash FROM stream WHERE stream = ANY(%b::text[]) "
                "ORDER BY stream FOR UPDATE",
                (array("text", batch.streams),),
                binary=True,
            )
        if batch.accounts:
            new_accounts = [account for account in batch.accounts if account not in self._accounts]
            if new_accounts:
                query(
                    "INSERT INTO balance SELECT name, 0 FROM unnest(%b::text[]) WITH ORDINALITY "
                    "AS wanted (name, place) ORDER BY place ON CONFLICT DO NOTHING",
                    (array("text", new_accounts),),
                )
            balances = query(
                "SELECT account, chips FROM balance WHERE account = ANY(%b::text[]) ORDER BY account FOR UPDATE",
                (array("text", batch.accounts),),
            )
        new_commands = {(person, command_id) for person, command_id in inserted.fetchall()} if inserted else set()
        return CurrentState(
            {
                stream: (epoch, Head(number, bytes(record_hash)))
                for stream, epoch, number, record_hash in heads.fetchall()
            }
            if heads
            else {},
            {str(account): int(chips) for account, chips in balances.fetchall()} if balances else {},
            frozenset(batch.processed_commands.keys() - new_commands),
        )

    def _insert_rows(self, batch: CommitBatch) -> dict[str, int]:
        execute = self._active_writer().execute
        if batch.heads:
            execute(
                "UPDATE stream SET number = new.number, hash = new.hash "
                "FROM unnest(%b::text[], %b::bigint[], %b::bytea[]) AS new (stream, number, hash) "
                "WHERE stream.stream = new.stream",
                arrays(
                    ("text", "bigint", "bytea"),
                    [(stream, head.number, head.hash) for stream, head in batch.heads.items()],
                ),
            )
        if batch.hands:
            execute(
                "DELETE FROM hand_person "
                "USING unnest(%b::text[], %b::bigint[]) AS old (stream, first_record) "
                "WHERE hand_person.stream = old.stream AND hand_person.first_record = old.first_record",
                arrays(("text", "bigint"), list(batch.hands)),
            )
        for table, rows in commit_rows.rows_of(batch):
            execute(statements.INSERTS[table.name], arrays(table.types, rows))
        if not batch.moves:
            return {}
        cursor = execute(
            "UPDATE balance SET chips = balance.chips + move.net "
            "FROM unnest(%b::text[], %b::bigint[]) AS move (account, net) "
            "WHERE balance.account = move.account RETURNING balance.account, balance.chips",
            arrays(("text", "bigint"), list(batch.moves.items())),
        )
        return {str(account): int(chips) for account, chips in cursor.fetchall()}

    def _try_optimistic_commit(self, batch: CommitBatch) -> bool:
        """Commit in one round trip, which is most of the time that a commit takes."""
        current = self._head_cache.lookup(batch, self._epochs, alone=self._lease is None)
        if current is None:
            return False
        try:
            batch.validate(current, self._epochs)
            statement = OptimisticCommit(batch, current)
            if self._lease is not None:
                statement.add_guard(f"1 / (SELECT count(*) FROM {self._live_lease()})", *self._lease[:2])
            self._commit_statement(*statement.build())
        except CommitRejected:
            # A stream, an account, a command or the lease has changed: the full commit finds out which.
            self._head_cache.forget(batch)
            return False
        self._after_commit(batch)
        return True

    def _commit_statement(self, statement: str, values: Sequence[object]) -> None:
        """Execute one statement that is a transaction of its own."""
        with self._writing, self._translate_errors(COMMITTING):
            writer = self._open_writer(COMMITTING)
            self._committing = True
            try:
                writer.execute(statement, values, prepare=True)
            except BaseException:
                self._undo(writer)
                raise
            self._committing = False

    def _after_commit(self, batch: CommitBatch) -> None:
        with self._writing:
            self._accounts.update(batch.accounts)
            self._head_cache.after_commit(batch)

    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._run_query(sql.replace("?", "%s"), values)

    def _run_query(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Run one query; on a new connection if the server has dropped the idle one."""
        with self._translate_errors("read"):
            connection = self._pop_idle()
            if connection is not None:
                try:
                    rows: list[Row] = connection.execute(sql, values, binary=True).fetchall()
                except psycopg.OperationalError:
                    connection.close()
                except BaseException:
                    connection.close()
                    raise
                else:
                    self._give_back(connection)
                    return rows
            with self._reader() as reader:
                found: list[Row] = reader.execute(sql, values, binary=True).fetchall()
                return found

    def _query_snapshot(self, queries: Sequence[str]) -> list[list[Row]]:
        with self._translate_errors("read"), self._reader() as reader, reader.transaction():
            reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return [reader.execute(query, binary=True).fetchall() for query in queries]

    def _processed_rows(self, commands: Sequence[tuple[str, str]]) -> list[Row]:
        return self._run_query(
            # OFFSET 0 keeps the planner from merging the two: each command is found by key.
            "SELECT found.* FROM unnest(%b::text[], %b::text[]) AS wanted (person, command_id), LATERAL ("
            "SELECT person, command_id, answer, time FROM processed_command "
            "WHERE person = wanted.person AND command_id = wanted.command_id OFFSET 0) AS found",
            arrays(("text", "text"), list(commands)),
        )

    def _ledger(self, where: str, values: Sequence[object]) -> Iterator[Row]:
        # Nodes commit in another order than row ids: one snapshot of all rows, read in pages.
        query = (
            f"SELECT id, stream, number, source, target, chips FROM ledger WHERE {where.replace('?', '%s')} ORDER BY id"
        )
        with (
            self._translate_errors("read"),
            self._reader() as reader,
            reader.transaction(),
            reader.cursor("ledger") as cursor,
        ):
            cursor.itersize = PAGE
            cursor.execute(query, values)
            yield from cursor

    def check_integrity(self) -> IntegrityReport:
        """Check triggers against the schema, and every index against its table."""
        with self._translate_errors("read"), self._reader() as reader:
            return integrity_checks.check_integrity(reader)

    @contextmanager
    def _translate_errors(self, doing: str) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise self._storage_error(error, doing) from error
        except UnicodeDecodeError as error:
            raise Damaged(f"{self.place} is damaged: a text in it is none ({error.reason})") from error
        except struct.error as error:
            raise Unwritable(f"a number is too large to be stored: {error}") from error

    def _storage_error(self, error: psycopg.Error, doing: str) -> StoreError:
        place, code = self.place, error.sqlstate or ""
        reason = error.diag.message_primary or " ".join(str(error).split())
        match code[:2], code:
            case _, "22012" if self._lease is not None:
                return self._lease_expired()
            case _, "22012":
                return Superseded(f"{place}: the streams are not where they were left")
            case _, "55P03":
                return Locked(f"{place} is locked: another program has been writing for {self._patience:g} s")
            case "40", _:
                return Locked(f"{place} is locked: {reason}; nothing was written, try again")
            case _, "25006":
                return ReadOnly(f"{place} is read-only: cannot {doing}")
            case _, "42501":
                return ReadOnly(f"{place} does not let us: {reason}, cannot {doing}")
            case _, "53100":
                return DiskFull(f"no space left for {place}: cannot {doing}")
            case _, "23514" if error.diag.constraint_name == "no_overdraft":
                return Overdrawn(f"{place} itself refuses an overdraft: {error.diag.message_detail or reason}")
            case "23", _:
                return CommitRejected(f"{place} itself refuses: {reason}")
            case "22", _:
                return Unwritable(f"a value cannot be stored: {reason}")
            case "XX", _:
                return Damaged(f"{place} is damaged: {reason}")
        if isinstance(error, psycopg.OperationalError):
            if self._committing and doing == COMMITTING:
                return Unreachable(
                    f"{place} was lost during a commit ({reason}): whether it was written is not known", uncertain=True
                )
            return Unreachable(f"{place} cannot be reached: {reason}")
        if isinstance(error, psycopg.DataError):
            return Unwritable(f"a value cannot be stored: {reason}")
        return Unavailable(f"{place}: {reason}, cannot {doing}")


def _parse_url(url: str) -> dict[str, Any]:
    """Return the options of a PostgreSQL URL; an invalid one is not repeated, as it may hold a password."""
    try:
        options = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        options = {"host": "@"}
    if "@" in str(options.get("host", "")):
        raise InvalidError(
            "invalid PostgreSQL URL: expected postgresql://USER:PASSWORD@HOST/DATABASE, with @ in the "
            "password written as %40"
        )
    return options


def _place(options: dict[str, Any]) -> str:
    host = str(options.get("host") or options.get("hostaddr") or "local")
    port = f":{options['port']}" if options.get("port") else ""
    return f"postgresql://{host}{port}/{options.get('dbname') or ''}"


def _has_unread_input(connection: _Connection) -> bool:
    """Whether the server has sent something unasked: mostly that it closes the connection."""
    if connection.closed:
        return True
    poller = poll()
    poller.register(connection.fileno(), POLLIN)
    return bool(poller.poll(0))


def _application(name: str, run: int) -> str:
    return f"hoyle {name} {run}"


def _query_value(connection: _Connection, query: str) -> Any:
    row = connection.execute(query).fetchone()
    return row[0] if row else None
