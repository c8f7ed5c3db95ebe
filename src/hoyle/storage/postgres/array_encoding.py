"""Array encoding for PostgreSQL: binary column arrays, faster than the driver's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Any, Final

from psycopg import Connection
from psycopg.adapt import Buffer, Dumper
from psycopg.pq import Format

_HEAD: Final = Struct(">iiIii")
"""Dimensions, null flag, element type, number of elements, lower bound."""
_LENGTH: Final = Struct(">i")
_BIGINT: Final = Struct(">iq")


class _Text(bytes):
    """Bytes of an encoded PostgreSQL text[] array."""


class _Bigint(bytes):
    """Bytes of an encoded PostgreSQL bigint[] array."""


class _Bytea(bytes):
    """Bytes of an encoded PostgreSQL bytea[] array."""


class _RawDumper(Dumper):
    """Dumper of values that are encoded already."""

    format = Format.BINARY

    def dump(self, obj: bytes) -> Buffer:
        return obj


class _TextDumper(_RawDumper):
    oid = 1009


class _BigintDumper(_RawDumper):
    oid = 1016


class _ByteaDumper(_RawDumper):
    oid = 1001


def register(connection: Connection[Any]) -> None:
    """Register the dumpers of these arrays with a connection."""
    for kind, dumper in ((_Text, _TextDumper), (_Bigint, _BigintDumper), (_Bytea, _ByteaDumper)):
        connection.adapters.register_dumper(kind, dumper)


def array(kind: str, values: Iterable[Any]) -> bytes:
    """Encode an array of ``text``, ``bigint`` or ``bytea`` for a placeholder ``%b``."""
    if kind == "bigint":
        parts = [_BIGINT.pack(8, value) for value in values]
        return _Bigint(_HEAD.pack(1, 0, 20, len(parts), 1) + b"".join(parts))
    if kind == "text":
        texts = [value.encode() for value in values]
        return _Text(_HEAD.pack(1, 0, 25, len(texts), 1) + _length_prefixed(texts))
    blobs = list(values)
    return _Bytea(_HEAD.pack(1, 0, 17, len(blobs), 1) + _length_prefixed(blobs))


def arrays(kinds: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> list[bytes]:
    """Encode table rows as one PostgreSQL array for each column."""
    columns = zip(*rows, strict=True) if rows else [()] * len(kinds)
    return [array(kind, column) for kind, column in zip(kinds, columns, strict=True)]


def _length_prefixed(parts: list[bytes]) -> bytes:
    length = _LENGTH.pack
    return b"".join([piece for part in parts for piece in (length(len(part)), part)])
