"""The books by their ids, each read when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from hoyle.errors import InvalidError
from hoyle.rulebooks.book import Book
from hoyle.rulebooks.spelling import nearest

BOOKS: Final = ("nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012", "house")
"""The five rulebooks, and the house's own conventions."""


@cache
def book(id: str) -> Book:
    """The rulebook of that id.

    >>> import hoyle
    >>> hoyle.book("room-2012").title
    'Omaha (Hi Lo Split/Eight or Better) Game Procedures'
    """
    if id not in BOOKS:
        hint = nearest(id, BOOKS, cutoff=0.7) or f"the rulebooks are {', '.join(BOOKS)}"
        raise InvalidError(f"unknown rulebook {id!r}; {hint}")
    found = import_module(f"{__package__}.{id.replace('-', '_')}").BOOK
    assert isinstance(found, Book)
    assert found.id == id
    return found
