"""Store factory: opens a store by file path or database URL and migrates it."""

from __future__ import annotations

from pathlib import Path

from hoyle.core.errors import InvalidError
from hoyle.storage.errors import Unavailable
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.sqlite_store import SqliteStore


def open_store(location: str | Path, *, reading: bool = False) -> SqlStore:
    """Open the store at a path, ``sqlite:///PATH`` or ``postgresql://...``, and migrate its schema.

    A store opened for reading is never changed, not even its schema.
    """
    text = str(location)
    scheme, separator, path = text.partition("://")
    if not separator or isinstance(location, Path):
        return SqliteStore(_path(text), reading=reading)
    if scheme == "sqlite":
        return SqliteStore(_path(path.removeprefix("/") if path.startswith("/") else ""), reading=reading)
    if scheme in ("postgresql", "postgres"):
        try:
            from hoyle.storage.postgres.postgres_store import PostgresStore
        except ImportError:
            raise Unavailable("PostgreSQL needs its driver: pip install 'hoyle[postgres]'") from None
        return PostgresStore(text, reading=reading)
    raise InvalidError(f"{scheme}://: expected a path, sqlite:///PATH or postgresql://USER@HOST/DATABASE")


def _path(text: str) -> Path:
    if not text or text == ":memory:" or "\0" in text:
        raise InvalidError(f"{text!r} is not a database file: expected a path, or sqlite:///PATH")
    return Path(text)
