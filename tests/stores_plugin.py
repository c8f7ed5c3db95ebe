"""Store fixtures: every test that asks for `place` or `store` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.private_postgres import NotInstalled, PrivatePostgres

from hoyle.storage import Store, open_store


@pytest.fixture(scope="session")
def private_postgres() -> Iterator[PrivatePostgres]:
    """A PostgreSQL for this run alone, reached by a socket and by no port."""
    pytest.importorskip("psycopg", reason="needs psycopg (pip install 'hoyle[postgres]')")
    try:
        server = PrivatePostgres()
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with server:
        yield server


@pytest.fixture
def postgres_url(private_postgres: PrivatePostgres) -> Iterator[str]:
    """Where a new room may be kept on it."""
    url = private_postgres.create()
    yield url
    private_postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new room may be kept, on each of the two stores in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'room.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def opened() -> Iterator[Callable[..., Store]]:
    """Function that opens stores; they are closed when the test is over."""
    stores: list[Store] = []

    def open_at(place: str | Path, *, reading: bool = False) -> Store:
        stores.append(open_store(place, reading=reading))
        return stores[-1]

    yield open_at
    for store in stores:
        store.close()


@pytest.fixture
def store(place: str, opened: Callable[..., Store]) -> Store:
    """A new, empty store."""
    return opened(place)
