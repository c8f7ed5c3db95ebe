"""Tampering with a database behind the program's back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any


def tamper(place: str, statement: str = "", *, sqlite: str = "", postgres: str = "") -> list[tuple[Any, ...]]:
    """Execute a statement on the database directly, one for both engines or one for each."""
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, autocommit=True) as connection:
            done = connection.execute(postgres or statement)
            return done.fetchall() if done.description else []
    with closing(sqlite3.connect(place.removeprefix("sqlite:///"), isolation_level=None)) as file:
        return file.execute(sqlite or statement).fetchall()
