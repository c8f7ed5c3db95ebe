"""SQL schema of both engines, its dialects and forward migrations.

A step that has once been released is never changed; a change is a new step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.storage.errors import ForeignDatabase, NewerDatabase, ReadOnly

VERSION_TABLE: Final = "hoyle_schema"


class Dialect(NamedTuple):
    """What the two engines say differently."""

    integer: str
    blob: str
    counted: str
    """A number that the engine gives to each row in the order written."""
    rows: str
    """Ending of a table."""
    small_rows: str
    """Ending of a table of short rows that are looked up by their key."""
    busy_rows: str
    """Ending of a table whose rows change with every commit."""
    append_only: tuple[str, ...]
    """Keeps a table's rows from being changed or removed; `{table}` is its name."""
    retirable: tuple[str, ...]
    """Keeps records from being changed, and from being removed unless they are put down as retired."""
    partitioned: tuple[str, ...] = ()
    """Has the records in parts by their stream, with all that were there."""
    once: tuple[str, ...] = ()
    """What must be there before the tables."""


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
"""Where PostgreSQL has the records, by the hash of their stream."""

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
        # Statements are also said to a part by itself, and rows are nowhere else.
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
        # Whoever was let in to look may look still.
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
"""The steps: the first makes version 1 of an empty database, each further one the next version.

``APPEND ONLY table`` stands for what each engine needs to keep that table's rows as they are, `PARTITIONED`
and `RETIRABLE` for what it does with records.
"""

SAYS_LEAST: Final = 4
"""The first version that says which programs can work with it."""
READABLE_FROM: Final = 4
"""The version of the oldest program that can work with the tables as they are now.

Nodes are upgraded one by one: a step that older programs cannot live with raises it to its own version, and
then all of them have to be stopped first. New tables, and columns that have a default, need not; nor does a
table in parts, which is written to and read as before.
"""
RETIRED_READABLE_FROM: Final = 5
"""The same for a room that has retired records: older programs would miss them, and call that a wrong."""

TABLES: Final = frozenset(
    {"stream", "record", "checkpoint", "ledger", "balance", "seen"}
    | {"credential", "session", "hand", "hand_person", "node", "reckoned", "reckoning"}
    | {"retired", "shelf", "presence", "errand"}
)


class SchemaVersion(NamedTuple):
    """What a database says of its tables."""

    version: int
    least: int = 0
    """The version of the oldest program that can work with them; 0 where it does not say."""


def statements(version: int, dialect: Dialect) -> list[str]:
    """What leads from a version to the present one."""
    words = dialect._asdict()
    found: list[str] = []
    if version == 0:
        found.append(f"CREATE TABLE {VERSION_TABLE} (version {dialect.integer} NOT NULL) {dialect.rows}")
        found.append(f"INSERT INTO {VERSION_TABLE} VALUES (0)")
        found.extend(dialect.once)
    for step in MIGRATIONS[version:]:
        for statement in step:
            if statement.startswith("APPEND ONLY "):
                table = statement.removeprefix("APPEND ONLY ")
                found.extend(guard.format(table=table) for guard in dialect.append_only)
            elif statement == "PARTITIONED":
                found.extend(dialect.partitioned)
            elif statement == "RETIRABLE":
                found.extend(dialect.retirable)
            else:
                found.append(statement.format(**words))
    # What a room itself has said that it needs stays so.
    raised = f"CASE WHEN least > {READABLE_FROM} THEN least ELSE {READABLE_FROM} END"
    least = f", least = {raised}" if len(MIGRATIONS) >= SAYS_LEAST else ""
    found.append(f"UPDATE {VERSION_TABLE} SET version = {len(MIGRATIONS)}{least}")
    return found


def pending(stands: SchemaVersion | None, tables: Sequence[str], place: str, *, reading: bool) -> int | None:
    """The version to start from, or None when nothing is to be done.

    `stands` is what the database says of itself, None where it says nothing; `tables` are those it has.
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
