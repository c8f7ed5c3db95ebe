"""Somebody who has the database and not the program."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any


def tamper(place: str, statement: str = "", *, sqlite: str = "", postgres: str = "") -> list[tuple[Any, ...]]:
    """Say something to the database behind a store's back, in the words of both engines or of each."""
    if place.startswith("postgresql"):
        import psycopg

        with psycopg.connect(place, autocommit=True) as connection:
            done = connection.execute(postgres or statement)
            return done.fetchall() if done.description else []
    with closing(sqlite3.connect(place.removeprefix("sqlite:///"), isolation_level=None)) as file:
        return file.execute(sqlite or statement).fetchall()
