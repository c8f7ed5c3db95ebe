"""The books by their ids, each read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final, ParamSpec, Protocol, TypeVar, cast

from hoyle.errors import InvalidError
from hoyle.rulebooks.book import PokerBook
from hoyle.rulebooks.spelling import suggest_name

BOOKS: Final = ["nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012", "house"]
"""The five rulebooks, the house's own conventions, and whatever was registered."""
REGISTERED: Final[dict[str, PokerBook]] = {}
"""Books from outside the package by id: see `hoyle.registry`."""

P = ParamSpec("P")
R = TypeVar("R", covariant=True)


class Remembered(Protocol[P, R]):
    """A function that remembers its answers, called with the arguments that it has."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def cache_clear(self) -> None:
        """Forget them."""


def remembered(function: Callable[P, R]) -> Remembered[P, R]:
    """`functools.cache`, which forgets what arguments a function takes, with its types."""
    return cast("Remembered[P, R]", cache(function))


@remembered
def poker_book(id: str) -> PokerBook:
    """The rulebook of that id.

    >>> import hoyle
    >>> hoyle.poker_book("room-2012").title
    'Omaha (Hi Lo Split/Eight or Better) Game Procedures'
    """
    if id in REGISTERED:
        return REGISTERED[id]
    if id not in BOOKS:
        hint = suggest_name(id, BOOKS, cutoff=0.7) or f"the rulebooks are {', '.join(BOOKS)}"
        raise InvalidError(f"unknown rulebook {id!r}; {hint}")
    read = import_module(f"{__package__}.{id.replace('-', '_')}").BOOK
    assert isinstance(read, PokerBook)
    assert read.id == id
    return read
