"""Ranges of retired records: the SQL tables that say which records are in which file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import astuple

from hoyle.storage.errors import SequenceError
from hoyle.storage.models import Record
from hoyle.storage.retired_records.files import RetiredFileReader, RetiredRange
from hoyle.storage.sql.lease_tables import LeaseTables

_COLUMNS: Final = "stream, first_record, last_record, previous, hash, file_name, digest, time"
_IN_RANGE: Final = "WHERE stream = ? AND number >= ? AND number <= ?"


class RetiredTables(LeaseTables):
    """SQL store of retired ranges, which are the first records of their stream without a gap."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self._retired_files = RetiredFileReader()

    @property
    def default_directory(self) -> Path | None:
        """Return the default directory of retired-record files, if there is one."""
        return None

    def retired_ranges(self, stream: str, after: int = 0, to: int | None = None) -> list[RetiredRange]:
        """List the ranges of a stream with records after a number and up to another, in order."""
        return [
            _range(row)
            for row in self._query(
                f"SELECT {_COLUMNS} FROM retired_range "
                "WHERE stream = ? AND last_record > ? AND first_record <= ? ORDER BY first_record",
                (stream, after, 2**62 if to is None else to),
            )
        ]

    def last_retired_range(self, stream: str) -> RetiredRange | None:
        """Return the last retired range of a stream."""
        rows = self._query(
            f"SELECT {_COLUMNS} FROM retired_range WHERE stream = ? ORDER BY last_record DESC LIMIT 1", (stream,)
        )
        return _range(rows[0]) if rows else None

    def first_number(self, stream: str) -> int:
        """Return the number of the first record of a stream that is still in the database; 0 if none is."""
        ((first,),) = self._query("SELECT COALESCE(MIN(number), 0) FROM record WHERE stream = ?", (stream,))
        return int(first)

    def retired_directories(self) -> list[Path]:
        """List every directory that may have retired-record files, the latest first."""
        rows = self._query("SELECT directory FROM retired_directory ORDER BY added_at DESC, directory")
        directories = [Path(directory) for (directory,) in rows]
        default = self.default_directory
        return directories if default is None or default in directories else [*directories, default]

    def add_retired_directory(self, directory: Path) -> None:
        """Add a directory, to be searched first for retired-record files."""
        with self._transaction("add a directory of retired records"):
            self._execute(
                f"INSERT INTO retired_directory (directory, added_at) VALUES (?, {self._now_sql()}) "
                "ON CONFLICT (directory) DO UPDATE SET added_at = excluded.added_at",
                (str(directory),),
            )

    def retire(self, new: RetiredRange) -> None:
        """Register the file that has these records, and delete them, in one transaction.

        Raises `SequenceError` if they do not follow the last retired range, or are not all before the record
        of the checkpoint.
        """
        bounds = (new.stream, new.first_record, new.last_record)
        with self._transaction("retire records"):
            (retired_to,) = self._execute(
                "SELECT COALESCE(MAX(last_record), 0) FROM retired_range WHERE stream = ?", (new.stream,)
            ).fetchone()
            checkpoint = self._execute("SELECT number FROM checkpoint WHERE stream = ?", (new.stream,)).fetchone()
            if new.first_record != retired_to + 1 or checkpoint is None or new.last_record >= checkpoint[0]:
                raise SequenceError(
                    f"{new} cannot be retired: {retired_to} are, and the checkpoint stands after "
                    f"{checkpoint[0] if checkpoint else 'none'}"
                )
            (stored,) = self._execute(f"SELECT COUNT(*) FROM record {_IN_RANGE}", bounds).fetchone()
            if stored != new.last_record - new.first_record + 1:
                raise SequenceError(f"{new} cannot be retired: {stored} of them are in the database")
            self._execute(f"INSERT INTO retired_range ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", astuple(new))
            self._execute(f"DELETE FROM record {_IN_RANGE}", bounds)

    def _from_files(self, stream: str, after: int, to: int) -> Iterator[Record]:
        """Read the retired records of a stream after a number and up to another."""
        ranges = self.retired_ranges(stream, after, to)
        directories = self.retired_directories() if ranges else []
        for retired in ranges:
            records = self._retired_files.read(retired, directories)
            first = retired.first_record
            yield from records[max(0, after + 1 - first) : to + 1 - first]


def _range(row: tuple[Any, ...]) -> RetiredRange:
    stream, first, last, previous, last_hash, file_name, digest, time = row
    return RetiredRange(stream, first, last, bytes(previous), bytes(last_hash), file_name, bytes(digest), time)
