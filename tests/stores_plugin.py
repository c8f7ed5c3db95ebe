"""Both stores, for every test that asks for a place to keep a room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.private_postgres import NotInstalled, PrivatePostgres


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
