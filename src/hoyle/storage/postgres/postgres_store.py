"""PostgreSQL store: one writer connection with batched commits, and a pool of readers.

One connection writes, whole commits at a time: what is asked and what is written goes to the server in a few
batches of arrays, never row by row; in one where it is known how things stand. Questions are asked on other
connections.
"""

from __future__ import annotations

import secrets
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from select import POLLIN, poll
from threading import Lock, RLock
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
from hoyle.storage.postgres.commit_statements import OptimisticCommit
from hoyle.storage.sql import commit_rows, schema
from hoyle.storage.sql.head_cache import HeadCache
from hoyle.storage.sql.lease_tables import COMMITTING
from hoyle.storage.sql.sql_store import PAGE, Row, SqlStore

BUSY_TIMEOUT: Final = 10.0
"""Seconds to wait for a server, and for others who write."""
_MIGRATING: Final = 0x686F796C65
"""Key of the lock that lets one node at a time bring the schema forward."""

_JOINING: Final = _MIGRATING + 1
"""Key of the lock that lets one node at a time join."""

_SERVING: Final = 0x686F796C
"""Key, beside the schema's, of the lock that one process holds while it serves a room alone."""
_LETTING_GO: Final = 2000
"""Milliseconds in which the server sees that a process which had it is gone."""
_NOTICING: Final = ("tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3")
"""So that it sees soon when a whole machine is."""

_BY_KEY: Final = (
    *("plan_cache_mode = force_generic_plan", "enable_seqscan = off"),
    *("enable_hashjoin = off", "enable_mergejoin = off"),
)
"""A commit finds every row by its key: that is planned once, whatever the server thinks of a young table."""

_Connection = psycopg.Connection[Row]


class PostgresStore(SqlStore):
    """A store in a database of a server."""

    FOR_UPDATE = " FOR UPDATE"
    JOINING = f"SELECT pg_advisory_xact_lock({_JOINING})"
    ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"

    def __init__(self, url: str, *, reading: bool = False, patience: float = BUSY_TIMEOUT) -> None:
        named = _named(url)
        super().__init__(_place(named))
        self._url = url
        self._settings: dict[str, Any] = {
            "connect_timeout": max(2, round(patience)),
            "tcp_user_timeout": round(patience * 1000),
            "application_name": "hoyle",
        }
        self._settings = {key: value for key, value in self._settings.items() if key not in named}
        self._reading = reading
        self._patience = patience
        self._closed = False
        self._committing = False
        self._writing = RLock()
        self._writer: _Connection | None = None
        self._pool = Lock()
        self._idle: list[_Connection] = []
        self._guarding: _Connection | None = None
        """Holds the lock of who serves the room alone."""
        self._token = secrets.randbits(62)
        """What the guarding connections of this store are known by."""
        self._accounts: set[str] = set()
        """Accounts that have a row, which nobody ever removes."""
        self._standing = HeadCache()
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the connections."""
        with self._writing, self._pool:
            self._closed = True
            for connection in (*self._idle, self._writer, self._guarding):
                if connection is not None:
                    with suppress(psycopg.Error):
                        connection.close()
            self._idle.clear()
            self._writer = None
            self._guarding = None

    def _prepare(self) -> None:
        """Reach the server, and bring the schema to the present version."""
        with self._telling("open"):
            connection = self._connect()
            self._give_back(connection)
            if _one(connection, "SHOW fsync") != "on":
                raise Unavailable(f"{self.place} runs with fsync off: nothing would survive a crash there")
            stands, tables = self._schema(connection)
            start = schema.pending(stands, tables, self.place, reading=self._reading)
        if start is None:
            return
        with self._transaction("set up"):
            writer = self._at_work()
            writer.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            stands, tables = self._schema(writer)
            start = schema.pending(stands, tables, self.place, reading=False)
            if start is not None:
                for statement in schema.statements(start, schema.POSTGRES):
                    writer.execute(statement)

    def _schema(self, connection: _Connection) -> tuple[schema.SchemaVersion | None, list[str]]:
        found = connection.execute(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
        )
        tables = {str(name) for (name,) in found}
        if schema.VERSION_TABLE not in tables:
            # Others may have tables here too; only some of ours without a version is amiss.
            return None, sorted(tables & schema.TABLES)
        row = connection.execute(f"SELECT * FROM {schema.VERSION_TABLE}").fetchone()
        return schema.SchemaVersion(*map(int, (row or (0,))[:2])), sorted(tables)

    def _connect(self) -> _Connection:
        connection = psycopg.connect(self._url, autocommit=True, **self._settings)
        register(connection)
        try:
            # Whatever the server's own settings are: a commit that returns is on disk.
            connection.execute("SET synchronous_commit = on")
            connection.execute(f"SET lock_timeout = {round(self._patience * 1000)}")
            if self._reading:
                connection.execute("SET default_transaction_read_only = on")
        except BaseException:
            connection.close()
            raise
        return connection

    def _connect_to_write(self) -> _Connection:
        connection = self._connect()
        try:
            for setting in _BY_KEY:
                connection.execute(f"SET {setting}")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _transaction(self, doing: str) -> Iterator[None]:
        with self._writing, self._telling(doing):
            writer = self._to_write(doing)
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
                # The driver may believe that the server has prepared what it never came to.
                self._undo(writer)
                self._drop_writer()
                raise
            except BaseException:
                self._undo(writer)
                raise

    def _to_write(self, doing: str) -> _Connection:
        if self._closed:
            raise Unavailable(f"{self.place} has been closed")
        if self._reading:
            raise ReadOnly(f"{self.place} was opened for reading: cannot {doing}")
        if self._writer is not None and _has_word(self._writer):
            self._drop_writer()
        self._writer = self._writer or self._connect_to_write()
        return self._writer

    def _recheck_lease(self) -> None:
        # It fails on the server, on its way there together with the commit: nothing can come between them.
        if self._lease is not None:
            self._at_work().execute(f"SELECT 1 / count(*) FROM {self._lives()}", self._lease[:2])

    def _lives(self) -> str:
        return f"node WHERE name = %s AND run = %s AND until > {self._now_sql()}"

    def _undo(self, writer: _Connection) -> None:
        """Roll back; a connection that cannot even do that is given up, and the next commit makes another."""
        try:
            if writer.info.transaction_status is not TransactionStatus.IDLE:
                writer.execute("ROLLBACK")
        except psycopg.Error:
            self._drop_writer()

    def _execute(self, sql: str, values: Sequence[object] = ()) -> Any:
        return self._at_work().execute(sql.replace("?", "%s"), values)

    def _now_sql(self) -> str:
        return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

    def join(
        self, name: str, *, address: str, lease: int, protocol: int, version: str = "", anew: bool = False
    ) -> int:
        """Begin a run of a node, whose connections others can tell by their name."""
        # Whoever waits longer for somebody's lock than its own lease lasts would lose that too.
        self._patience = min(self._patience, lease / 4000)
        self._drop_writer()
        run = super().join(name, address=address, lease=lease, protocol=protocol, version=version, anew=anew)
        self._settings["application_name"] = _application(name, run)
        self._drop_writer()
        return run

    def _drop_writer(self) -> None:
        with self._writing:
            writer, self._writer = self._writer, None
            if writer is not None:
                with suppress(psycopg.Error):
                    writer.close()

    def fence(self, name: str, run: int) -> None:
        """End the connections of a run: one that sleeps in the middle of a commit would keep its locks."""
        self._query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ? "
            "AND usename = current_user",
            (_application(name, run),),
        )

    def _acquire_process_lock(self) -> None:
        self._guarding = self._locking()

    def check_not_exclusive(self) -> None:
        """Refuse to join a room that one process has for itself."""
        self._locking().close()

    def _locking(self) -> _Connection:
        """A connection that holds the lock of who serves the room alone, until it ends."""
        with self._telling("serve"):
            named = {**self._settings, "application_name": _application("alone", self._token)}
            connection = psycopg.connect(self._url, autocommit=True, **named)
            try:
                for setting in (*_NOTICING, f"lock_timeout = {_LETTING_GO}"):
                    connection.execute(f"SET {setting}")
                connection.execute("SELECT pg_advisory_lock(%s, hashtext(current_schema()))", (_SERVING,))
            except BaseException as error:
                connection.close()
                if isinstance(error, psycopg.errors.LockNotAvailable):
                    raise self._served() from None
                raise
        return connection

    def check_ownership(self, streams: Sequence[str]) -> None:
        """Refuse where one of these is another's by now; take the lock again if a lost connection had it."""
        super().check_ownership(streams)
        if self._guarding is not None and not _alive(self._guarding):
            self._guarding.close()
            # The server may not have noticed yet that it is lost.
            self.fence("alone", self._token)
            self._guarding = self._locking()

    def _raise_epochs(self, streams: Sequence[str], owner: str, run: int) -> dict[str, int]:
        raised = self._at_work().execute(
            "INSERT INTO stream (stream, epoch, number, hash, owner, run) "
            "SELECT name, 1, 0, %b::bytea, %b::text, %b::bigint "
            "FROM unnest(%b::text[]) WITH ORDINALITY AS wanted (name, place) ORDER BY place "
            "ON CONFLICT (stream) DO UPDATE SET epoch = stream.epoch + 1, owner = excluded.owner, "
            "run = excluded.run RETURNING stream, epoch",
            (GENESIS, owner, run, array("text", streams)),
        )
        return {str(stream): int(epoch) for stream, epoch in raised.fetchall()}

    def _load_current(self, batch: CommitBatch) -> CurrentState:
        # All that is asked goes out together; the answers are read afterwards.
        ask = self._at_work().execute
        noted = heads = held = None
        if batch.seen:
            noted = ask(statements.SEE, statements.seen(batch))
        if batch.streams:
            heads = ask(
                "SELECT stream, epoch, number, hash FROM stream WHERE stream = ANY(%b::text[]) "
                "ORDER BY stream FOR UPDATE",
                (array("text", batch.streams),),
                binary=True,
            )
        if batch.accounts:
            unknown = [account for account in batch.accounts if account not in self._accounts]
            if unknown:
                ask(
                    "INSERT INTO balance SELECT name, 0 FROM unnest(%b::text[]) WITH ORDINALITY "
                    "AS wanted (name, place) ORDER BY place ON CONFLICT DO NOTHING",
                    (array("text", unknown),),
                )
            held = ask(
                "SELECT account, chips FROM balance WHERE account = ANY(%b::text[]) "
                "ORDER BY account FOR UPDATE",
                (array("text", batch.accounts),),
            )
        new = {(person, command) for person, command in noted.fetchall()} if noted else set()
        return CurrentState(
            {
                stream: (epoch, Head(number, bytes(hashed)))
                for stream, epoch, number, hashed in heads.fetchall()
            }
            if heads
            else {},
            {str(account): int(chips) for account, chips in held.fetchall()} if held else {},
            frozenset(batch.seen.keys() - new),
        )

    def _insert_rows(self, batch: CommitBatch) -> dict[str, int]:
        put = self._at_work().execute
        if batch.heads:
            put(
                "UPDATE stream SET number = new.number, hash = new.hash "
                "FROM unnest(%b::text[], %b::bigint[], %b::bytea[]) AS new (stream, number, hash) "
                "WHERE stream.stream = new.stream",
                arrays(
                    ("text", "bigint", "bytea"),
                    [(stream, head.number, head.hash) for stream, head in batch.heads.items()],
                ),
            )
        if batch.hands:
            put(
                "DELETE FROM hand_person USING unnest(%b::text[], %b::bigint[]) AS old (stream, first) "
                "WHERE hand_person.stream = old.stream AND hand_person.first = old.first",
                arrays(("text", "bigint"), list(batch.hands)),
            )
        for table, lines in commit_rows.rows_of(batch):
            put(statements.INSERTS[table.name], arrays(table.types, lines))
        if not batch.moves:
            return {}
        moved = put(
            "UPDATE balance SET chips = balance.chips + move.net "
            "FROM unnest(%b::text[], %b::bigint[]) AS move (account, net) "
            "WHERE balance.account = move.account RETURNING balance.account, balance.chips",
            arrays(("text", "bigint"), list(batch.moves.items())),
        )
        return {str(account): int(chips) for account, chips in moved.fetchall()}

    def _try_optimistic_commit(self, batch: CommitBatch) -> bool:
        """Said in one breath: most of the time that a commit takes is the asking."""
        found = self._standing.lookup(batch, self._epochs, alone=self._lease is None)
        if found is None:
            return False
        try:
            batch.validate(found, self._epochs)
            statement = OptimisticCommit(batch, found)
            if self._lease is not None:
                statement.check(f"1 / (SELECT count(*) FROM {self._lives()})", *self._lease[:2])
            self._commit_alone(*statement.told())
        except CommitRejected:
            # A stream, an account, a command or the lease is not what it was: asked, the server says which.
            self._standing.forget(batch)
            return False
        self._after_commit(batch)
        return True

    def _commit_alone(self, statement: str, values: Sequence[object]) -> None:
        """One statement that is a transaction of its own."""
        with self._writing, self._telling(COMMITTING):
            writer = self._to_write(COMMITTING)
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
            self._standing.after_commit(batch)

    def _at_work(self) -> _Connection:
        """The writer, within a transaction."""
        if self._writer is None:
            raise Unavailable(f"{self.place} has been closed")
        return self._writer

    def _query(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self._asked(sql.replace("?", "%s"), values)

    def _asked(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Ask one thing; on another connection where the server has dropped the one that lay idle."""
        with self._telling("read"):
            connection = self._taken()
            if connection is not None:
                try:
                    found = connection.execute(sql, values, binary=True).fetchall()
                except psycopg.OperationalError:
                    connection.close()
                except BaseException:
                    connection.close()
                    raise
                else:
                    self._give_back(connection)
                    return found
            with self._reader() as reader:
                return reader.execute(sql, values, binary=True).fetchall()

    def _query_snapshot(self, questions: Sequence[str]) -> list[list[Row]]:
        with self._telling("read"), self._reader() as reader, reader.transaction():
            reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            return [reader.execute(question, binary=True).fetchall() for question in questions]

    def _seen_of(self, commands: Sequence[tuple[str, str]]) -> list[Row]:
        return self._asked(
            # OFFSET keeps the two apart: each is found by its key, however many the server thinks there are.
            "SELECT found.* FROM unnest(%b::text[], %b::text[]) AS wanted (person, command), LATERAL ("
            "SELECT person, command, answer, time FROM seen "
            "WHERE person = wanted.person AND command = wanted.command OFFSET 0) AS found",
            arrays(("text", "text"), list(commands)),
        )

    def _ledger(self, where: str, values: Sequence[object]) -> Iterator[Row]:
        # Nodes commit in another order than their rows are numbered: one look at all of it, in pages.
        asked = (
            "SELECT id, stream, number, source, target, chips FROM ledger "
            f"WHERE {where.replace('?', '%s')} ORDER BY id"
        )
        with (
            self._telling("read"),
            self._reader() as reader,
            reader.transaction(),
            reader.cursor("ledger") as cursor,
        ):
            cursor.itersize = PAGE
            cursor.execute(asked, values)
            yield from cursor

    def check_integrity(self) -> IntegrityReport:
        """Guards as the schema makes them, and every key against its table."""
        with self._telling("read"), self._reader() as reader:
            return integrity_checks.soundness(reader)

    @contextmanager
    def _reader(self) -> Iterator[_Connection]:
        """A connection to ask with; one that the server has dropped meanwhile is replaced."""
        connection = self._taken()
        while connection is not None and not _alive(connection):
            connection.close()
            connection = self._taken()
        if connection is None:
            connection = self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._give_back(connection)

    def _taken(self) -> _Connection | None:
        with self._pool:
            if self._closed:
                raise Unavailable(f"{self.place} has been closed")
            return self._idle.pop() if self._idle else None

    def _give_back(self, connection: _Connection) -> None:
        with self._pool:
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)

    @contextmanager
    def _telling(self, doing: str) -> Iterator[None]:
        """What PostgreSQL says, in words that help."""
        try:
            yield
        except psycopg.Error as error:
            raise self._told(error, doing) from error
        except UnicodeDecodeError as error:
            raise Damaged(f"{self.place} is damaged: a text in it is none ({error.reason})") from error
        except struct.error as error:
            raise Unwritable(f"a number is too large to be stored: {error}") from error

    def _told(self, error: psycopg.Error, doing: str) -> StoreError:
        place, code = self.place, error.sqlstate or ""
        said = error.diag.message_primary or " ".join(str(error).split())
        match code[:2], code:
            case _, "22012" if self._lease is not None:
                return self._lease_over()
            case _, "22012":
                return Superseded(f"{place}: the streams are not where they were left")
            case _, "55P03":
                return Locked(f"{place} is locked: another program has been writing for {self._patience:g} s")
            case "40", _:
                return Locked(f"{place} is locked: {said}; nothing was written, try again")
            case _, "25006":
                return ReadOnly(f"{place} is read-only: cannot {doing}")
            case _, "42501":
                return ReadOnly(f"{place} does not let us: {said}, cannot {doing}")
            case _, "53100":
                return DiskFull(f"no space left for {place}: cannot {doing}")
            case _, "23514" if error.diag.constraint_name == "no_overdraft":
                return Overdrawn(f"{place} itself refuses an overdraft: {error.diag.message_detail or said}")
            case "23", _:
                return CommitRejected(f"{place} itself refuses: {said}")
            case "22", _:
                return Unwritable(f"a value cannot be stored: {said}")
            case "XX", _:
                return Damaged(f"{place} is damaged: {said}")
        if isinstance(error, psycopg.OperationalError):
            if self._committing and doing == COMMITTING:
                return Unreachable(
                    f"{place} was lost during a commit ({said}): whether it was written is not known",
                    uncertain=True,
                )
            return Unreachable(f"{place} cannot be reached: {said}")
        if isinstance(error, psycopg.DataError):
            return Unwritable(f"a value cannot be stored: {said}")
        return Unavailable(f"{place}: {said}, cannot {doing}")


def _named(url: str) -> dict[str, Any]:
    """The parts of a URL. What is wrong with one is not repeated: it may hold a password."""
    try:
        named = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        named = {"host": "@"}
    if "@" in str(named.get("host", "")):
        raise InvalidError(
            "this PostgreSQL URL cannot be read: postgresql://USER:PASSWORD@HOST/DATABASE, signs such as @ "
            "in the password written as %40"
        )
    return named


def _place(named: dict[str, Any]) -> str:
    """How a database is called in messages: without the password."""
    host = str(named.get("host") or named.get("hostaddr") or "local")
    port = f":{named['port']}" if named.get("port") else ""
    return f"postgresql://{host}{port}/{named.get('dbname') or ''}"


def _alive(connection: _Connection) -> bool:
    """Whether a connection that lay idle can be used."""
    if connection.closed:
        return False
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


def _has_word(connection: _Connection) -> bool:
    """Whether the server says something unasked: mostly its last word, after which nothing can be written."""
    if connection.closed:
        return True
    listening = poll()
    listening.register(connection.fileno(), POLLIN)
    return bool(listening.poll(0))


def _application(name: str, run: int) -> str:
    """What the connections of a run of a node are called."""
    return f"hoyle {name} {run}"


def _one(connection: _Connection, question: str) -> Any:
    row = connection.execute(question).fetchone()
    return row[0] if row else None
