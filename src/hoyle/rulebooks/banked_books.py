"""Which books have the house card games.

>>> banked_book("oneida").page("four-card-poker").pay.tie
Answer(value='player', clause='oneida FCP.J.10', reading='AMB-F3')
>>> book_having("mississippi-stud")
'oneida'
"""

from __future__ import annotations

from typing import Final

from hoyle.errors import InvalidError
from hoyle.rulebooks import oneida_banked
from hoyle.rulebooks.banked_book import BankedBook

BOOKS: Final[dict[str, BankedBook]] = {book.id: book for book in (oneida_banked.BOOK,)}
"""By id; where no book is named, the first that has the game is meant."""


def banked_book(id: str) -> BankedBook:
    """The rulebook of that id."""
    found = BOOKS.get(id)
    if found is None:
        raise InvalidError(f"no rulebook {id!r} has house card games: {', '.join(BOOKS)}")
    return found


def book_having(game: str) -> str:
    """The id of the first book with that game."""
    for id, book in BOOKS.items():
        if game in book.games:
            return id
    have = dict.fromkeys(game for book in BOOKS.values() for game in book.games)
    raise InvalidError(f"unknown house game {game!r}: {', '.join(have)}")
