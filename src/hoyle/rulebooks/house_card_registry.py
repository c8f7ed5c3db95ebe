"""House-card rulebook registry: books by id, and the first book that has a game.

>>> house_card_book("oneida").page("four-card-poker").pay.tie
Answer(value='player', clause='oneida FCP.J.10', interpretation='AMB-F3')
>>> first_book_with("mississippi-stud")
'oneida'
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.rulebooks.book_types.house_cards import HouseCardBook
from hoyle.rulebooks.books import oneida_house_cards

BOOKS: Final[dict[str, HouseCardBook]] = {book.id: book for book in (oneida_house_cards.BOOK,)}
"""Books by id; where no book is named, the first that has the game applies."""


def house_card_book(id: str) -> HouseCardBook:
    """Return the house-card rulebook of that id."""
    found = BOOKS.get(id)
    if found is None:
        raise InvalidError(f"no rulebook {id!r} has house card games: {', '.join(BOOKS)}")
    return found


def first_book_with(game: str) -> str:
    """Return the id of the first book that has a game."""
    for id, book in BOOKS.items():
        if game in book.games:
            return id
    have = dict.fromkeys(game for book in BOOKS.values() for game in book.games)
    raise InvalidError(f"unknown house game {game!r}: {', '.join(have)}")
