"""SQL schema of both engines: one list of numbered migrations, and the dialects that fill it in.

A released migration is never changed; a change is a new migration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.storage.errors import ForeignDatabase, NewerDatabase, ReadOnly
from hoyle.storage.integrity import KEYS

VERSION_TABLE: Final = "hoyle_schema"


class Dialect(NamedTuple):
    """SQL fragments that differ between the two engines."""

    integer: str
    blob: str
    row_id: str
    """Type of an auto-incremented row number."""
    rows: str
    """Options of a table."""
    small_rows: str
    """Options of a table of short rows that are looked up by key."""
    busy_rows: str
    """Options of a table whose rows change with every commit."""
    record_rows: str
    """Options of the table of records."""
    append_only: tuple[str, ...]
    """Statements that keep rows from being changed or deleted; `{table}` is the table's name."""
    record_guards: tuple[str, ...]
    """Statements that keep records from being changed, and from being deleted unless they are retired."""
    record_partitions: tuple[str, ...] = ()
    """Statements that create the partitions of the records."""
    functions: tuple[str, ...] = ()
    """Statements that create the trigger functions, before all tables."""


SQLITE: Final = Dialect(
    integer="INTEGER",
    blob="BLOB",
    row_id="INTEGER PRIMARY KEY",
    rows="STRICT",
    small_rows="STRICT, WITHOUT ROWID",
    busy_rows="STRICT, WITHOUT ROWID",
    record_rows="STRICT",
    append_only=tuple(
        f"CREATE TRIGGER {{table}}_{event.lower()} BEFORE {event} ON {{table}} "
        "BEGIN SELECT RAISE(ABORT, '{table} is append only'); END"
        for event in ("UPDATE", "DELETE")
    ),
    record_guards=(
        "CREATE TRIGGER record_update BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'record is append only'); END",
        "CREATE TRIGGER record_delete BEFORE DELETE ON record WHEN OLD.number < COALESCE("
        "(SELECT first_record FROM retired_range WHERE stream = OLD.stream AND last_record >= OLD.number "
        "ORDER BY last_record LIMIT 1), OLD.number + 1) "
        "BEGIN SELECT RAISE(ABORT, 'record is append only'); END",
    ),
)

RECORD_PARTITIONS: Final = tuple(f"record_{partition}" for partition in range(16))
"""PostgreSQL partitions of the records, by the hash of their stream."""

POSTGRES: Final = Dialect(
    integer="BIGINT",
    blob="BYTEA",
    row_id="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    rows="",
    small_rows="",
    busy_rows="WITH (fillfactor = 50)",
    record_rows="PARTITION BY HASH (stream)",
    append_only=(
        "CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "EXECUTE FUNCTION hoyle_append_only()",
    ),
    record_guards=(
        # Statements can address a partition directly, and only partitions have rows.
        *(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR TRUNCATE ON {table} "
            "EXECUTE FUNCTION hoyle_append_only()"
            for table in ("record", *RECORD_PARTITIONS)
        ),
        *(
            f"CREATE TRIGGER {partition}_retired_only BEFORE DELETE ON {partition} FOR EACH ROW "
            "EXECUTE FUNCTION hoyle_retired_only()"
            for partition in RECORD_PARTITIONS
        ),
    ),
    record_partitions=tuple(
        f"CREATE TABLE {partition} PARTITION OF record "
        f"FOR VALUES WITH (MODULUS {len(RECORD_PARTITIONS)}, REMAINDER {remainder})"
        for remainder, partition in enumerate(RECORD_PARTITIONS)
    ),
    functions=(
        "CREATE FUNCTION hoyle_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append only', TG_TABLE_NAME; END $$",
        "CREATE FUNCTION hoyle_retired_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ DECLARE range_start BIGINT; BEGIN "
        "EXECUTE format('SELECT first_record FROM %I.retired_range WHERE stream = $1 AND last_record >= $2 "
        "ORDER BY last_record LIMIT 1', TG_TABLE_SCHEMA) INTO range_start USING OLD.stream, OLD.number; "
        "IF range_start <= OLD.number THEN RETURN OLD; END IF; "
        "RAISE EXCEPTION 'record is append only'; END $$",
    ),
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        "FUNCTIONS",
        """CREATE TABLE stream (
            stream TEXT NOT NULL PRIMARY KEY,
            epoch {integer} NOT NULL CHECK (epoch > 0),
            number {integer} NOT NULL CHECK (number >= 0),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            owner TEXT NOT NULL DEFAULT '',
            run {integer} NOT NULL DEFAULT 0
        ) {busy_rows}""",
        """CREATE TABLE record (
            stream TEXT NOT NULL,
            number {integer} NOT NULL CHECK (number > 0),
            time {integer} NOT NULL,
            command_id TEXT NOT NULL,
            actor TEXT NOT NULL,
            name TEXT NOT NULL,
            payload {blob} NOT NULL,
            previous {blob} NOT NULL CHECK (length(previous) = 32),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            PRIMARY KEY (stream, number)
        ) {record_rows}""",
        "RECORD PARTITIONS",
        """CREATE TABLE retired_range (
            stream TEXT NOT NULL,
            first_record {integer} NOT NULL CHECK (first_record > 0),
            last_record {integer} NOT NULL,
            previous {blob} NOT NULL CHECK (length(previous) = 32),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            file_name TEXT NOT NULL,
            digest {blob} NOT NULL CHECK (length(digest) = 32),
            time {integer} NOT NULL,
            PRIMARY KEY (stream, first_record),
            UNIQUE (stream, last_record),
            CHECK (last_record >= first_record)
        ) {small_rows}""",
        """CREATE TABLE retired_directory (
            directory TEXT NOT NULL PRIMARY KEY,
            added_at {integer} NOT NULL
        ) {small_rows}""",
        """CREATE TABLE checkpoint (
            stream TEXT NOT NULL PRIMARY KEY,
            number {integer} NOT NULL CHECK (number > 0),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            state {blob} NOT NULL
        ) {rows}""",
        """CREATE TABLE ledger (
            id {row_id},
            stream TEXT NOT NULL,
            number {integer} NOT NULL,
            line {integer} NOT NULL,
            source TEXT NOT NULL,
            target TEXT NOT NULL,
            chips {integer} NOT NULL CHECK (chips > 0),
            UNIQUE (stream, number, line),
            CHECK (source <> target)
        ) {rows}""",
        """CREATE TABLE balance (
            account TEXT NOT NULL PRIMARY KEY,
            chips {integer} NOT NULL,
            CONSTRAINT no_overdraft CHECK (
                chips >= 0
                OR account IN ('cage', 'cage bank', 'promotions', 'house bank')
                OR substr(account, 1, 5) = 'home '
            )
        ) {busy_rows}""",
        """CREATE TABLE balance_snapshot (
            account TEXT NOT NULL PRIMARY KEY,
            chips {integer} NOT NULL
        ) {small_rows}""",
        """CREATE TABLE balance_snapshot_stream (
            stream TEXT NOT NULL PRIMARY KEY,
            number {integer} NOT NULL CHECK (number > 0)
        ) {small_rows}""",
        """CREATE TABLE processed_command (
            person TEXT NOT NULL,
            command_id TEXT NOT NULL,
            answer {blob} NOT NULL,
            time {integer} NOT NULL,
            PRIMARY KEY (person, command_id)
        ) {small_rows}""",
        """CREATE TABLE credential (
            person TEXT NOT NULL PRIMARY KEY,
            password TEXT NOT NULL,
            last_login {integer} NOT NULL
        ) {small_rows}""",
        """CREATE TABLE session (
            token {blob} NOT NULL PRIMARY KEY,
            person TEXT NOT NULL,
            started_at {integer} NOT NULL,
            last_seen {integer} NOT NULL,
            expires_at {integer} NOT NULL,
            agent TEXT NOT NULL,
            ended_at {integer} NOT NULL
        ) {small_rows}""",
        "CREATE INDEX session_person ON session (person, started_at)",
        """CREATE TABLE hand (
            stream TEXT NOT NULL,
            first_record {integer} NOT NULL,
            last_record {integer} NOT NULL,
            round {integer} NOT NULL,
            game TEXT NOT NULL,
            book TEXT NOT NULL,
            rules TEXT NOT NULL,
            started_at {integer} NOT NULL,
            ended_at {integer} NOT NULL,
            pot {integer} NOT NULL,
            people TEXT NOT NULL,
            disputed {integer} NOT NULL CHECK (disputed IN (0, 1)),
            PRIMARY KEY (stream, first_record)
        ) {small_rows}""",
        "CREATE INDEX hand_ended_at ON hand (ended_at)",
        """CREATE TABLE hand_person (
            stream TEXT NOT NULL,
            first_record {integer} NOT NULL,
            person TEXT NOT NULL,
            ended_at {integer} NOT NULL,
            PRIMARY KEY (stream, first_record, person)
        ) {small_rows}""",
        "CREATE INDEX hand_person_ended_at ON hand_person (person, ended_at)",
        """CREATE TABLE node (
            name TEXT NOT NULL PRIMARY KEY,
            run {integer} NOT NULL UNIQUE CHECK (run > 0),
            lease_until {integer} NOT NULL,
            address TEXT NOT NULL,
            protocol {integer} NOT NULL,
            tables {integer} NOT NULL,
            people {integer} NOT NULL,
            draining {integer} NOT NULL CHECK (draining IN (0, 1)),
            nodes_heard {integer} NOT NULL DEFAULT -1,
            isolated {integer} NOT NULL DEFAULT 0 CHECK (isolated IN (0, 1)),
            version TEXT NOT NULL DEFAULT '',
            load {integer} NOT NULL DEFAULT 0
        ) {busy_rows}""",
        """CREATE TABLE presence (
            person TEXT NOT NULL PRIMARY KEY,
            last_seen {integer} NOT NULL
        ) {small_rows}""",
        """CREATE TABLE operator_request (
            id {row_id},
            state {integer} NOT NULL CHECK (state IN (0, 1, 2)),
            request {blob} NOT NULL,
            result TEXT NOT NULL
        ) {rows}""",
        "APPEND ONLY ledger",
        "APPEND ONLY retired_range",
        "RECORD GUARDS",
    ),
)
"""Migrations: the first makes version 1 from an empty database, each further one the next version.

``APPEND ONLY table``, `FUNCTIONS`, ``RECORD PARTITIONS`` and ``RECORD GUARDS`` stand for the statements of
the dialect.
"""

READABLE_FROM: Final = 1
"""Version of the oldest program that can work with the current tables.

Nodes are upgraded one by one: a migration that older programs cannot live with raises this to its own
version, and then all nodes must be stopped first. New tables, columns with a default and partitions need not.
"""

TABLES: Final = frozenset((*KEYS, "node"))


class SchemaVersion(NamedTuple):
    """Schema version that a database records."""

    version: int
    oldest_reader: int = 0
    """Version of the oldest compatible program."""


def statements(version: int, dialect: Dialect) -> list[str]:
    """Return the statements that migrate a schema from a version to the current one."""
    fields = dialect._asdict()
    dialect_statements = {
        "FUNCTIONS": dialect.functions,
        "RECORD PARTITIONS": dialect.record_partitions,
        "RECORD GUARDS": dialect.record_guards,
    }
    sql: list[str] = []
    if version == 0:
        sql.append(
            f"CREATE TABLE {VERSION_TABLE} (version {dialect.integer} NOT NULL, "
            f"oldest_reader {dialect.integer} NOT NULL) {dialect.rows}"
        )
        sql.append(f"INSERT INTO {VERSION_TABLE} VALUES (0, 0)")
    for migration in MIGRATIONS[version:]:
        for statement in migration:
            if statement.startswith("APPEND ONLY "):
                table = statement.removeprefix("APPEND ONLY ")
                sql.extend(guard.format(table=table) for guard in dialect.append_only)
            elif statement in dialect_statements:
                sql.extend(dialect_statements[statement])
            else:
                sql.append(statement.format(**fields))
    sql.append(f"UPDATE {VERSION_TABLE} SET version = {len(MIGRATIONS)}, oldest_reader = {READABLE_FROM}")
    return sql


def version_to_migrate(
    recorded: SchemaVersion | None, tables: Sequence[str], place: str, *, reading: bool
) -> int | None:
    """Return the schema version to migrate from, or None if it is current or a compatible newer one.

    `recorded` is None if the database has no version; `tables` are the existing tables.
    """
    if recorded is None:
        if tables:
            raise ForeignDatabase(f"{place} is no room's database: it holds {', '.join(sorted(tables)[:3])}")
        recorded = SchemaVersion(0)
    version, oldest_reader = recorded
    if version > len(MIGRATIONS):
        if 0 < oldest_reader <= len(MIGRATIONS):
            return None
        raise NewerDatabase(
            f"{place} was written by a newer hoyle: its schema is version {version}, to be read from version "
            f"{oldest_reader} on; this program knows {len(MIGRATIONS)}"
        )
    if version == len(MIGRATIONS):
        return None
    if reading and not version:
        raise ReadOnly(f"{place} is empty: no room has been kept there")
    if reading:
        raise ReadOnly(
            f"{place} has schema version {version} and must be brought to {len(MIGRATIONS)} first: "
            "open it once for writing"
        )
    return version
