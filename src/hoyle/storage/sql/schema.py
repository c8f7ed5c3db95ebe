"""SQL schema of both engines, its dialects and forward migrations.

A released migration is never changed; a change is a new migration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.storage.errors import ForeignDatabase, NewerDatabase, ReadOnly

VERSION_TABLE: Final = "hoyle_schema"


class Dialect(NamedTuple):
    """SQL fragments that differ between the two engines."""

    integer: str
    blob: str
    counted: str
    """Type of an auto-incremented row number."""
    rows: str
    """Options of a table."""
    small_rows: str
    """Options of a table of short rows that are looked up by key."""
    busy_rows: str
    """Options of a table whose rows change with every commit."""
    append_only: tuple[str, ...]
    """Statements that keep rows from being changed or deleted; `{table}` is the table's name."""
    retirable: tuple[str, ...]
    """Statements that keep records from being changed, and from being deleted unless they are retired."""
    partitioned: tuple[str, ...] = ()
    """Statements that partition the records by stream, including existing ones."""
    once: tuple[str, ...] = ()
    """Statements that come before the tables."""


SQLITE: Final = Dialect(
    integer="INTEGER",
    blob="BLOB",
    counted="INTEGER PRIMARY KEY",
    rows="STRICT",
    small_rows="STRICT, WITHOUT ROWID",
    busy_rows="STRICT, WITHOUT ROWID",
    append_only=tuple(
        f"CREATE TRIGGER {{table}}_{event.lower()} BEFORE {event} ON {{table}} "
        "BEGIN SELECT RAISE(ABORT, '{table} is append only'); END"
        for event in ("UPDATE", "DELETE")
    ),
    retirable=(
        "DROP TRIGGER record_delete",
        "CREATE TRIGGER record_delete BEFORE DELETE ON record WHEN OLD.number < COALESCE("
        "(SELECT first FROM retired WHERE stream = OLD.stream AND last >= OLD.number ORDER BY last LIMIT 1), "
        "OLD.number + 1) BEGIN SELECT RAISE(ABORT, 'record is append only'); END",
    ),
)

RECORD_PARTS: Final = tuple(f"record_{part}" for part in range(16))
"""PostgreSQL partitions of the records, by the hash of their stream."""

POSTGRES: Final = Dialect(
    integer="BIGINT",
    blob="BYTEA",
    counted="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    rows="",
    small_rows="",
    busy_rows="WITH (fillfactor = 50)",
    append_only=(
        "CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "EXECUTE FUNCTION hoyle_append_only()",
    ),
    retirable=(
        "CREATE FUNCTION hoyle_retired_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ DECLARE since BIGINT; BEGIN "
        "EXECUTE format('SELECT first FROM %I.retired WHERE stream = $1 AND last >= $2 "
        "ORDER BY last LIMIT 1', TG_TABLE_SCHEMA) INTO since USING OLD.stream, OLD.number; "
        "IF since <= OLD.number THEN RETURN OLD; END IF; RAISE EXCEPTION 'record is append only'; END $$",
        # Statements can address a partition directly, and only partitions have rows.
        *(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR TRUNCATE ON {table} "
            "EXECUTE FUNCTION hoyle_append_only()"
            for table in ("record", *RECORD_PARTS)
        ),
        *(
            f"CREATE TRIGGER {part}_retired_only BEFORE DELETE ON {part} FOR EACH ROW "
            "EXECUTE FUNCTION hoyle_retired_only()"
            for part in RECORD_PARTS
        ),
    ),
    partitioned=(
        "ALTER TABLE record RENAME TO record_whole",
        "ALTER INDEX record_pkey RENAME TO record_whole_pkey",
        "CREATE TABLE record (LIKE record_whole INCLUDING CONSTRAINTS, PRIMARY KEY (stream, number)) "
        "PARTITION BY HASH (stream)",
        *(
            f"CREATE TABLE {part} PARTITION OF record "
            f"FOR VALUES WITH (MODULUS {len(RECORD_PARTS)}, REMAINDER {remainder})"
            for remainder, part in enumerate(RECORD_PARTS)
        ),
        "INSERT INTO record SELECT * FROM record_whole",
        # Keep the read privileges of other roles.
        "DO $$ DECLARE given RECORD; BEGIN FOR given IN "
        "SELECT privilege_type AS what, "
        "CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS whom "
        "FROM pg_class, aclexplode(relacl) WHERE oid = 'record_whole'::regclass AND grantee <> relowner "
        "LOOP EXECUTE format('GRANT %s ON record TO %s', given.what, given.whom); END LOOP; END $$",
        "DROP TABLE record_whole",
    ),
    once=(
        "CREATE FUNCTION hoyle_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append only', TG_TABLE_NAME; END $$",
    ),
)

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE stream (
            stream TEXT NOT NULL PRIMARY KEY,
            epoch {integer} NOT NULL CHECK (epoch > 0),
            number {integer} NOT NULL CHECK (number >= 0),
            hash {blob} NOT NULL CHECK (length(hash) = 32)
        ) {busy_rows}""",
        """CREATE TABLE record (
            stream TEXT NOT NULL,
            number {integer} NOT NULL CHECK (number > 0),
            time {integer} NOT NULL,
            command TEXT NOT NULL,
            actor TEXT NOT NULL,
            name TEXT NOT NULL,
            facts {blob} NOT NULL,
            previous {blob} NOT NULL CHECK (length(previous) = 32),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            PRIMARY KEY (stream, number)
        ) {rows}""",
        """CREATE TABLE checkpoint (
            stream TEXT NOT NULL PRIMARY KEY,
            number {integer} NOT NULL CHECK (number > 0),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            facts {blob} NOT NULL
        ) {rows}""",
        """CREATE TABLE ledger (
            id {counted},
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
        """CREATE TABLE seen (
            person TEXT NOT NULL,
            command TEXT NOT NULL,
            answer {blob} NOT NULL,
            time {integer} NOT NULL,
            PRIMARY KEY (person, command)
        ) {small_rows}""",
        """CREATE TABLE credential (
            person TEXT NOT NULL PRIMARY KEY,
            password TEXT NOT NULL,
            last_login {integer} NOT NULL
        ) {small_rows}""",
        """CREATE TABLE session (
            token {blob} NOT NULL PRIMARY KEY,
            person TEXT NOT NULL,
            begun {integer} NOT NULL,
            seen {integer} NOT NULL,
            ends {integer} NOT NULL,
            agent TEXT NOT NULL,
            ended {integer} NOT NULL
        ) {small_rows}""",
        "CREATE INDEX session_person ON session (person, begun)",
        """CREATE TABLE hand (
            stream TEXT NOT NULL,
            first {integer} NOT NULL,
            last {integer} NOT NULL,
            round {integer} NOT NULL,
            game TEXT NOT NULL,
            book TEXT NOT NULL,
            rules TEXT NOT NULL,
            began {integer} NOT NULL,
            ended {integer} NOT NULL,
            pot {integer} NOT NULL,
            people TEXT NOT NULL,
            disputed {integer} NOT NULL CHECK (disputed IN (0, 1)),
            PRIMARY KEY (stream, first)
        ) {small_rows}""",
        "CREATE INDEX hand_ended ON hand (ended)",
        """CREATE TABLE hand_person (
            stream TEXT NOT NULL,
            first {integer} NOT NULL,
            person TEXT NOT NULL,
            ended {integer} NOT NULL,
            PRIMARY KEY (stream, first, person)
        ) {small_rows}""",
        "CREATE INDEX hand_person_ended ON hand_person (person, ended)",
        "APPEND ONLY record",
        "APPEND ONLY ledger",
    ),
    (
        """CREATE TABLE node (
            name TEXT NOT NULL PRIMARY KEY,
            run {integer} NOT NULL UNIQUE CHECK (run > 0),
            until {integer} NOT NULL,
            address TEXT NOT NULL,
            protocol {integer} NOT NULL,
            tables {integer} NOT NULL,
            people {integer} NOT NULL,
            draining {integer} NOT NULL CHECK (draining IN (0, 1))
        ) {busy_rows}""",
        "ALTER TABLE stream ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE stream ADD COLUMN run {integer} NOT NULL DEFAULT 0",
    ),
    (
        """CREATE TABLE reckoned (
            stream TEXT NOT NULL PRIMARY KEY,
            number {integer} NOT NULL CHECK (number > 0)
        ) {small_rows}""",
        """CREATE TABLE reckoning (
            account TEXT NOT NULL PRIMARY KEY,
            chips {integer} NOT NULL
        ) {small_rows}""",
    ),
    (
        "ALTER TABLE node ADD COLUMN heard {integer} NOT NULL DEFAULT -1",
        "ALTER TABLE node ADD COLUMN cut {integer} NOT NULL DEFAULT 0",
        "ALTER TABLE node ADD COLUMN version TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE node ADD COLUMN load {integer} NOT NULL DEFAULT 0",
        f"ALTER TABLE {VERSION_TABLE} ADD COLUMN least {{integer}} NOT NULL DEFAULT 0",
    ),
    (
        "PARTITIONED",
        """CREATE TABLE retired (
            stream TEXT NOT NULL,
            first {integer} NOT NULL CHECK (first > 0),
            last {integer} NOT NULL,
            previous {blob} NOT NULL CHECK (length(previous) = 32),
            hash {blob} NOT NULL CHECK (length(hash) = 32),
            name TEXT NOT NULL,
            digest {blob} NOT NULL CHECK (length(digest) = 32),
            time {integer} NOT NULL,
            PRIMARY KEY (stream, first),
            UNIQUE (stream, last),
            CHECK (last >= first)
        ) {small_rows}""",
        """CREATE TABLE shelf (
            directory TEXT NOT NULL PRIMARY KEY,
            since {integer} NOT NULL
        ) {small_rows}""",
        "APPEND ONLY retired",
        "RETIRABLE",
    ),
    (
        """CREATE TABLE presence (
            person TEXT NOT NULL PRIMARY KEY,
            seen {integer} NOT NULL
        ) {small_rows}""",
        """CREATE TABLE errand (
            id {counted},
            state {integer} NOT NULL CHECK (state IN (0, 1, 2)),
            facts {blob} NOT NULL,
            said TEXT NOT NULL
        ) {rows}""",
    ),
)
"""Migrations: the first makes version 1 from an empty database, each further one the next version.

``APPEND ONLY table``, `PARTITIONED` and `RETIRABLE` stand for the statements of the dialect.
"""

SAYS_LEAST: Final = 4
"""First schema version that records the oldest compatible program."""
READABLE_FROM: Final = 4
"""Version of the oldest program that can work with the current tables.

Nodes are upgraded one by one: a migration that older programs cannot live with raises this to its own
version, and then all nodes must be stopped first. New tables, columns with a default and partitions need not.
"""
RETIRED_READABLE_FROM: Final = 5
"""The same for a room with retired records, which older programs would report as missing."""

TABLES: Final = frozenset(
    {"stream", "record", "checkpoint", "ledger", "balance", "seen"}
    | {"credential", "session", "hand", "hand_person", "node", "reckoned", "reckoning"}
    | {"retired", "shelf", "presence", "errand"}
)


class SchemaVersion(NamedTuple):
    """Schema version that a database records."""

    version: int
    least: int = 0
    """Version of the oldest compatible program; 0 if it is not recorded."""


def statements(version: int, dialect: Dialect) -> list[str]:
    """Statements that migrate from a version to the current one."""
    fields = dialect._asdict()
    sql: list[str] = []
    if version == 0:
        sql.append(f"CREATE TABLE {VERSION_TABLE} (version {dialect.integer} NOT NULL) {dialect.rows}")
        sql.append(f"INSERT INTO {VERSION_TABLE} VALUES (0)")
        sql.extend(dialect.once)
    for step in MIGRATIONS[version:]:
        for statement in step:
            if statement.startswith("APPEND ONLY "):
                table = statement.removeprefix("APPEND ONLY ")
                sql.extend(guard.format(table=table) for guard in dialect.append_only)
            elif statement == "PARTITIONED":
                sql.extend(dialect.partitioned)
            elif statement == "RETIRABLE":
                sql.extend(dialect.retirable)
            else:
                sql.append(statement.format(**fields))
    # A room with retired records keeps its higher requirement.
    raised = f"CASE WHEN least > {READABLE_FROM} THEN least ELSE {READABLE_FROM} END"
    least = f", least = {raised}" if len(MIGRATIONS) >= SAYS_LEAST else ""
    sql.append(f"UPDATE {VERSION_TABLE} SET version = {len(MIGRATIONS)}{least}")
    return sql


def pending(stands: SchemaVersion | None, tables: Sequence[str], place: str, *, reading: bool) -> int | None:
    """Return the version to migrate from, or None if the schema is current.

    `stands` is the recorded version, None if there is none; `tables` are the existing tables.
    """
    if stands is None:
        if tables:
            raise ForeignDatabase(f"{place} is no room's database: it holds {', '.join(sorted(tables)[:3])}")
        stands = SchemaVersion(0)
    version, least = stands
    if version > len(MIGRATIONS):
        if 0 < least <= len(MIGRATIONS):
            return None
        since = f", to be read from version {least} on" if least else ""
        raise NewerDatabase(
            f"{place} was written by a newer hoyle: its schema is version {version}{since}; "
            f"this program knows {len(MIGRATIONS)}"
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
