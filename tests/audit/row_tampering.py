"""Row tampering: changes any row of a store's database, and restores it for the next test."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from hoyle.storage.hash_chain import record_hash
from hoyle.storage.sql.schema import RECORD_PARTITIONS

TABLES = (
    "stream", "record", "ledger", "checkpoint", "balance", "processed_command", "credential", "session",
    "hand", "hand_person", "balance_snapshot_stream", "balance_snapshot",
)  # fmt: skip
KEYS = {
    "stream": ("stream",),
    "record": ("stream", "number"),
    "ledger": ("stream", "number", "line"),
    "checkpoint": ("stream",),
    "balance": ("account",),
    "processed_command": ("person", "command_id"),
    "credential": ("person",),
    "session": ("token",),
    "hand": ("stream", "first_record"),
    "hand_person": ("stream", "first_record", "person"),
    "balance_snapshot_stream": ("stream",),
    "balance_snapshot": ("account",),
}

GUARDED = ("record", *RECORD_PARTITIONS, "ledger")

Row = dict[str, Any]


class Vandal:
    """All rows of a store, to be changed and restored."""

    def __init__(self, place: str) -> None:
        self.place = place
        self._postgres = place.startswith("postgresql")
        self._touched: set[str] = set()
        self.kept = {table: self.rows(table) for table in TABLES}

    def rows(self, table: str) -> list[Row]:
        """Read all rows of a table in key order."""
        order = ", ".join(KEYS[table])
        if self._postgres:
            import psycopg
            from psycopg.rows import dict_row

            with psycopg.connect(self.place, autocommit=True) as connection:
                return (
                    connection.cursor(row_factory=dict_row)
                    .execute(f"SELECT * FROM {table} ORDER BY {order}")
                    .fetchall()
                )
        with closing(sqlite3.connect(self.place.removeprefix("sqlite:///"))) as file:
            file.row_factory = sqlite3.Row
            return [dict(row) for row in file.execute(f"SELECT * FROM {table} ORDER BY {order}")]

    def _do(self, statements: list[tuple[str, tuple[Any, ...]]]) -> None:
        """Execute statements with the triggers disabled, which are enabled again afterwards."""
        if self._postgres:
            import psycopg

            with psycopg.connect(self.place) as connection:
                for table in GUARDED:
                    connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
                for statement, values in statements:
                    connection.execute(statement.replace("?", "%s"), values)
                for table in GUARDED:
                    connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL")
            return
        with closing(sqlite3.connect(self.place.removeprefix("sqlite:///"))) as file:
            guards = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                file.execute(f"DROP TRIGGER {name}")
            for statement, values in statements:
                file.execute(statement, values)
            for _, made in guards:
                file.execute(made)
            file.commit()

    def _where(self, table: str, row: Row) -> tuple[str, tuple[Any, ...]]:
        keys = KEYS[table]
        return " AND ".join(f"{key} = ?" for key in keys), tuple(row[key] for key in keys)

    def change(self, table: str, row: Row, **new: Any) -> None:
        """Write other values into a row."""
        self._touched.add(table)
        where, values = self._where(table, row)
        names = ", ".join(f"{name} = ?" for name in new)
        self._do([(f"UPDATE {table} SET {names} WHERE {where}", (*new.values(), *values))])

    def drop(self, table: str, row: Row) -> None:
        """Delete a row."""
        self._touched.add(table)
        where, values = self._where(table, row)
        self._do([(f"DELETE FROM {table} WHERE {where}", values)])

    def add(self, table: str, row: Row) -> None:
        """Insert a row."""
        self._touched.add(table)
        names = [name for name in row if name != "id"]
        places = ", ".join("?" for _ in names)
        self._do([(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})", tuple(row[n] for n in names))])

    def swap(self, one: Row, other: Row) -> None:
        """Swap two records."""
        columns = ("time", "command_id", "actor", "name", "payload", "previous", "hash")
        self.change("record", one, **{name: other[name] for name in columns})
        self.change("record", other, **{name: one[name] for name in columns})

    def rehash(self, stream: str) -> None:
        """Recompute the whole hash chain of a stream, as an operator with the database could."""
        previous = bytes(32)
        number = 0
        for row in self.rows("record"):
            if row["stream"] != stream:
                continue
            hashed = record_hash(
                previous,
                stream,
                number=row["number"],
                time=row["time"],
                command_id=row["command_id"],
                actor=row["actor"],
                name=row["name"],
                payload=bytes(row["payload"]),
            )
            self.change("record", row, previous=previous, hash=hashed)
            previous, number = hashed, row["number"]
            for checkpoint in self.rows("checkpoint"):
                if (checkpoint["stream"], checkpoint["number"]) == (stream, number):
                    self.change("checkpoint", checkpoint, hash=hashed)
        self.change("stream", {"stream": stream}, number=number, hash=previous)

    def restore(self) -> None:
        """Restore all changed tables."""
        for table in self._touched:
            columns = list(self.kept[table][0])
            given = "OVERRIDING SYSTEM VALUE " if self._postgres and table == "ledger" else ""
            places = ", ".join("?" for _ in columns)
            line = f"INSERT INTO {table} ({', '.join(columns)}) {given}VALUES ({places})"
            self._do([(f"DELETE FROM {table}", ()), *((line, tuple(row.values())) for row in self.kept[table])])
        self._touched.clear()
