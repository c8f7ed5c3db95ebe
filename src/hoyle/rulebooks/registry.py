"""Poker rulebook registry: books by id, imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Final, ParamSpec, Protocol, TypeVar, cast

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import suggest_name
from hoyle.rulebooks.book_types.poker import PokerBook

_MODULES: Final = {
    "nj-19-47": "nj_19_47_poker",
    "nj-13-69f": "nj_13_69f_big_omaha",
    "oneida": "oneida_poker",
    "ca-omaha": "california_omaha",
    "room-2012": "room_2012_omaha",
    "house": "house_rules_poker",
}
"""Module of each poker book in `hoyle.rulebooks.books`, imported on first use."""
BOOKS: Final = list(_MODULES)
"""Ids of the five rulebooks, of the house rules, and of every registered book."""
REGISTERED: Final[dict[str, PokerBook]] = {}
"""Books from outside the package, by id: see `hoyle.extension_registration`."""

P = ParamSpec("P")
R = TypeVar("R", covariant=True)


class CachedFunction(Protocol[P, R]):
    """Type of a cached function, with the types of its parameters."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def cache_clear(self) -> None:
        """Forget all cached results of the function."""


def typed_cache(function: Callable[P, R]) -> CachedFunction[P, R]:
    """Cache a function as `functools.cache` does, but keep the types of its parameters."""
    return cast("CachedFunction[P, R]", cache(function))


@typed_cache
def poker_book(id: str) -> PokerBook:
    """Return the poker rulebook with an id such as ``oneida``.

    >>> import hoyle
    >>> hoyle.poker_book("room-2012").title
    'Omaha (Hi Lo Split/Eight or Better) Game Procedures'
    """
    if id in REGISTERED:
        return REGISTERED[id]
    if id not in BOOKS:
        hint = suggest_name(id, BOOKS, cutoff=0.7) or f"the rulebooks are {', '.join(BOOKS)}"
        raise InvalidError(f"unknown rulebook {id!r}; {hint}")
    book = import_module(f"hoyle.rulebooks.books.{_MODULES[id]}").BOOK
    assert isinstance(book, PokerBook)
    assert book.id == id
    return book
