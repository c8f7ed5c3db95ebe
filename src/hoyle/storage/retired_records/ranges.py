"""Ranges of retired records: the SQL tables that say which records are in which file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import astuple

from hoyle.storage.errors import SequenceError
from hoyle.storage.models import Record
from hoyle.storage.retired_records.files import RetiredFileReader, RetiredRange
from hoyle.storage.sql import schema
from hoyle.storage.sql.lease_tables import LeaseTables

_IN_RANGE: Final = "WHERE stream = ? AND number >= ? AND number <= ?"


class RetiredTables(LeaseTables):
    """Store of retired ranges: the first records of their stream, without a gap."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self._retired_files = RetiredFileReader()

    @property
    def home(self) -> Path | None:
        """Default directory of retired-record files, if there is one."""
        return None

    def retired(self, stream: str, after: int = 0, to: int | None = None) -> list[RetiredRange]:
        """List the ranges of a stream with records after a number and up to another, in order."""
        return [
            _range(row)
            for row in self._query(
                "SELECT stream, first, last, previous, hash, name, digest, time FROM retired "
                "WHERE stream = ? AND last > ? AND first <= ? ORDER BY first",
                (stream, after, 2**62 if to is None else to),
            )
        ]

    def last_retired(self, stream: str) -> RetiredRange | None:
        """Return the last retired range of a stream."""
        rows = self._query(
            "SELECT stream, first, last, previous, hash, name, digest, time FROM retired "
            "WHERE stream = ? ORDER BY last DESC LIMIT 1",
            (stream,),
        )
        return _range(rows[0]) if rows else None

    def first_row(self, stream: str) -> int:
        """Number of the first record of a stream that is still in the database; 0 if none is."""
        ((first,),) = self._query("SELECT COALESCE(MIN(number), 0) FROM record WHERE stream = ?", (stream,))
        return int(first)

    def shelves(self) -> list[Path]:
        """List every directory that may have retired-record files, the latest first."""
        rows = self._query("SELECT directory FROM shelf ORDER BY since DESC, directory")
        known = [Path(directory) for (directory,) in rows]
        return known if self.home is None or self.home in known else [*known, self.home]

    def put_up(self, shelf: Path) -> None:
        """Add a directory, to be searched first for retired-record files."""
        with self._transaction("put up a shelf"):
            self._execute(
                f"INSERT INTO shelf (directory, since) VALUES (?, {self._now_sql()}) "
                "ON CONFLICT (directory) DO UPDATE SET since = excluded.since",
                (str(shelf),),
            )

    def retire(self, kept: RetiredRange) -> None:
        """Register the file that has these records, and delete them, in one transaction.

        Raises `SequenceError` if they do not follow the last retired range, or are not all before the record
        of the checkpoint.
        """
        with self._transaction("retire records"):
            self._execute(
                f"UPDATE {schema.VERSION_TABLE} SET least = {schema.RETIRED_READABLE_FROM} "
                f"WHERE least < {schema.RETIRED_READABLE_FROM}"
            )
            (ends,) = self._execute(
                "SELECT COALESCE(MAX(last), 0) FROM retired WHERE stream = ?", (kept.stream,)
            ).fetchone()
            stands = self._execute(
                "SELECT number FROM checkpoint WHERE stream = ?", (kept.stream,)
            ).fetchone()
            if kept.first != ends + 1 or stands is None or kept.last >= stands[0]:
                raise SequenceError(
                    f"{kept.words} cannot be retired: {ends} are, and the checkpoint stands after "
                    f"{stands[0] if stands else 'none'}"
                )
            (there,) = self._execute(
                f"SELECT COUNT(*) FROM record {_IN_RANGE}", (kept.stream, kept.first, kept.last)
            ).fetchone()
            if there != kept.last - kept.first + 1:
                raise SequenceError(f"{kept.words} cannot be retired: {there} of them are in the database")
            self._execute(
                "INSERT INTO retired (stream, first, last, previous, hash, name, digest, time) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                astuple(kept),
            )
            self._execute(f"DELETE FROM record {_IN_RANGE}", (kept.stream, kept.first, kept.last))

    def _from_files(self, stream: str, after: int, to: int) -> Iterator[Record]:
        """Read the retired records of a stream after a number and up to another."""
        ranges = self.retired(stream, after, to)
        shelves = self.shelves() if ranges else []
        for kept in ranges:
            records = self._retired_files.read(kept, shelves)
            yield from records[max(0, after + 1 - kept.first) : to + 1 - kept.first]


def _range(row: tuple[Any, ...]) -> RetiredRange:
    stream, first, last, previous, hashed, name, digest, time = row
    return RetiredRange(
        stream=stream,
        first=first,
        last=last,
        previous=bytes(previous),
        hash=bytes(hashed),
        name=name,
        digest=bytes(digest),
        time=time,
    )
