"""The tables of a store: one schema for both engines, and the steps that lead to it, forward only.

A step that has once been released is never changed; a change is a new step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.room.store.failures import NewerDatabase, OtherDatabase, ReadOnly

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
)

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
                OR account IN ('cage', 'promotions', 'house bank')
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
            failures {integer} NOT NULL,
            locked_until {integer} NOT NULL,
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
)
"""The steps: the first makes version 1 of an empty database, each further one the next version.

``APPEND ONLY table`` stands for what each engine needs to keep that table's rows as they are.
"""

SAYS_LEAST: Final = 4
"""The first version that says which programs can work with it."""
READABLE_FROM: Final = 4
"""The version of the oldest program that can work with the tables as they are now.

Nodes are upgraded one by one: a step that older programs cannot live with raises it to its own version, and
then all of them have to be stopped first. New tables, and columns that have a default, need not.
"""

TABLES: Final = frozenset(
    {"stream", "record", "checkpoint", "ledger", "balance", "seen"}
    | {"credential", "session", "hand", "hand_person", "node", "reckoned", "reckoning"}
)


class Stands(NamedTuple):
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
            else:
                found.append(statement.format(**words))
    least = f", least = {READABLE_FROM}" if len(MIGRATIONS) >= SAYS_LEAST else ""
    found.append(f"UPDATE {VERSION_TABLE} SET version = {len(MIGRATIONS)}{least}")
    return found


def pending(stands: Stands | None, tables: Sequence[str], place: str, *, reading: bool) -> int | None:
    """The version to start from, or None when nothing is to be done.

    `stands` is what the database says of itself, None where it says nothing; `tables` are those it has.
    """
    if stands is None:
        if tables:
            raise OtherDatabase(f"{place} is no room's database: it holds {', '.join(sorted(tables)[:3])}")
        stands = Stands(0)
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
    if reading:
        raise ReadOnly(
            f"{place} has schema version {version} and must be brought to {len(MIGRATIONS)} first: "
            "open it once for writing"
        )
    return version
