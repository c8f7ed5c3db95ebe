"""Dice rulebook registry: books by game and id. Add a book here."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.rulebooks.book_types.dice import CrapsBook, DiceBook, MiniDiceBook
from hoyle.rulebooks.books import nj_19_47_mini_dice, oneida_craps

CRAPS: Final[dict[str, CrapsBook]] = {"oneida": oneida_craps.BOOK}
MINI_DICE: Final[dict[str, MiniDiceBook]] = {"nj-19-47": nj_19_47_mini_dice.BOOK}


def craps_book(id: str = "") -> CrapsBook:
    """Return the craps rulebook of an id; without an id, the first one."""
    id = id or next(iter(CRAPS))
    if id not in CRAPS:
        raise InvalidError(f"no book {id!r} for craps: {', '.join(CRAPS)}")
    return CRAPS[id]


def mini_dice_book(id: str = "") -> MiniDiceBook:
    """Return the mini-dice rulebook of an id; without an id, the first one."""
    id = id or next(iter(MINI_DICE))
    if id not in MINI_DICE:
        raise InvalidError(f"no book {id!r} for mini-dice: {', '.join(MINI_DICE)}")
    return MINI_DICE[id]


def dice_books_for(game: str) -> dict[str, DiceBook]:
    """Return every rulebook that has a dice game, by id; the default first."""
    return {book.id: book for book in all_books() if book.game == game}


def all_books() -> list[DiceBook]:
    """Return the rulebooks of every dice game."""
    return [*CRAPS.values(), *MINI_DICE.values()]
