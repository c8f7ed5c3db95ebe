"""House card registry: the rulebooks that have house card games, by id.

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
"""Rulebooks by id; the first one that has a game is its default."""


def house_card_book(id: str) -> HouseCardBook:
    """Return the rulebook of house card games with an id such as ``oneida``."""
    book = BOOKS.get(id)
    if book is None:
        raise InvalidError(f"no rulebook {id!r} has house card games: {', '.join(BOOKS)}")
    return book


def first_book_with(game: str) -> str:
    """Return the id of the first rulebook that has a house card game."""
    for id, book in BOOKS.items():
        if game in book.games:
            return id
    games = dict.fromkeys(game for book in BOOKS.values() for game in book.games)
    raise InvalidError(f"unknown house game {game!r}: {', '.join(games)}")
