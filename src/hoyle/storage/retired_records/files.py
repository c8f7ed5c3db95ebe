"""Files of retired records: compressed ranges of a stream, verified after writing.

A file is synced to disk and read back before it is relied on. Its name includes the hash of its last record:
two files with one name hold the same records.
"""

from __future__ import annotations

import errno
import gzip
import os
import re
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from typing import Final

import msgspec
from msgspec import Struct, structs

from hoyle.core.errors import InvalidError
from hoyle.storage.errors import Damaged, DiskFull, RetiredFileMissing, StoreError, Unavailable
from hoyle.storage.models import Record

MAX_RECORDS: Final = 10_000
"""Maximum records of one file, which is read into memory as a whole."""
_CACHED_FILES: Final = 4
"""Files cached in memory: reads are usually close together."""


class RetiredRange(Struct, frozen=True):
    """Range of records of a stream that were retired together, and the file that has them."""

    stream: str
    first_record: int
    last_record: int
    previous: bytes
    """Hash of the record before the first."""
    hash: bytes
    """Hash of the last record."""
    file_name: str
    digest: bytes
    """SHA-256 of the file."""
    time: int
    """Time of the last record."""

    def __str__(self) -> str:
        return f"records {self.first_record} to {self.last_record} of {self.stream!r}"


class _Line(Struct, frozen=True):
    """Record as one JSON line of a retired-records file."""

    stream: str
    number: int
    time: int
    command_id: str
    actor: str
    name: str
    payload: str
    previous: str
    hash: str


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(_Line)


def write_range(directory: Path, records: Sequence[Record]) -> RetiredRange:
    """Write consecutive records to a file; when it returns, they survive a crash."""
    first, last = records[0], records[-1]
    stream = re.sub(r"[^A-Za-z0-9]+", "-", last.stream)
    name = f"{stream}.{first.number:09}-{last.number:09}.{last.hash[:8].hex()}.jsonl.gz"
    path = directory / name
    try:
        body = _read_if_same(path, records)
        if body is None:
            body = _compress(records)
            _write(path, body)
            if _decompress(path.read_bytes()) != list(records):
                raise Damaged(f"{path} does not hold what was written to it: nothing is retired")
        else:
            # Its writer may have crashed before it was on disk.
            _flush(path)
        _flush(directory)
    except OSError as error:
        raise _storage_error(error, path) from error
    return RetiredRange(
        stream=last.stream,
        first_record=first.number,
        last_record=last.number,
        previous=first.previous,
        hash=last.hash,
        file_name=name,
        digest=sha256(body).digest(),
        time=last.time,
    )


def _read_if_same(path: Path, records: Sequence[Record]) -> bytes | None:
    try:
        body = path.read_bytes()
        return body if _decompress(body) == list(records) else None
    except (FileNotFoundError, Damaged):
        return None


def _write(path: Path, body: bytes) -> None:
    """Write a file under a temporary name, sync it to disk, and rename it."""
    # mkstemp makes it private to this user, like the database.
    handle, part = mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with open(handle, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(handle)
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _storage_error(error: OSError, path: Path) -> StoreError:
    reason = (error.strerror or str(error)).lower()
    error_class = DiskFull if error.errno in (errno.ENOSPC, errno.EDQUOT) else Unavailable
    return error_class(f"{path}: {reason}; nothing was removed")


def _compress(records: Sequence[Record]) -> bytes:
    lines = [_ENCODER.encode(_line(record)) for record in records]
    return gzip.compress(b"\n".join(lines) + b"\n", mtime=0)


def _line(record: Record) -> _Line:
    try:
        payload = record.payload.decode()
    except UnicodeDecodeError:
        raise InvalidError(
            f"{record.stream}, record {record.number} is no text and cannot be retired; run hoyle audit"
        ) from None
    hashes = {"previous": record.previous.hex(), "hash": record.hash.hex()}
    return _Line(**{**structs.asdict(record), **hashes, "payload": payload})


def _decompress(body: bytes) -> list[Record]:
    try:
        return [_record(line) for line in _DECODER.decode_lines(gzip.decompress(body))]
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise Damaged(f"no file of retired records: {error}") from None


def _record(line: _Line) -> Record:
    hashes = {"previous": bytes.fromhex(line.previous), "hash": bytes.fromhex(line.hash)}
    return Record(**{**structs.asdict(line), **hashes, "payload": line.payload.encode()})


class RetiredFileReader:
    """Reader of retired-record files with a small cache."""

    def __init__(self) -> None:
        self._cache: OrderedDict[bytes, list[Record]] = OrderedDict()
        self._lock = Lock()

    def read(self, retired: RetiredRange, directories: Sequence[Path]) -> list[Record]:
        """Return all records of a range, verified by digest."""
        with self._lock:
            if retired.digest in self._cache:
                self._cache.move_to_end(retired.digest)
                return self._cache[retired.digest]
        records = _load(retired, directories)
        with self._lock:
            self._cache[retired.digest] = records
            while len(self._cache) > _CACHED_FILES:
                self._cache.popitem(last=False)
        return records


def _load(retired: RetiredRange, directories: Sequence[Path]) -> list[Record]:
    """Read and verify the file of a retired range from the first directory that has it."""
    problem = f"is not in {' or '.join(map(str, directories)) or 'any directory'}"
    for directory in directories:
        path = directory / retired.file_name
        try:
            body = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            problem = f"cannot be read in {directory}: {(error.strerror or str(error)).lower()}"
            continue
        if sha256(body).digest() == retired.digest:
            return _decompress(body)
        problem = f"has been altered in {directory}"
    raise RetiredFileMissing(
        f"{retired} were retired to {retired.file_name}, which {problem}", last_record=retired.last_record
    )
