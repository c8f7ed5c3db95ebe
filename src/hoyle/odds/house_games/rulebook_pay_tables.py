"""Pay tables that the house-game analyses use, taken from the rulebook."""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.rulebooks.book_types.pay_table import PayTable
from hoyle.rulebooks.house_card_registry import first_book_with, house_card_book


def page(game: str) -> HouseCardPage:
    """Return the rules of a house card game from the first rulebook that has it."""
    return house_card_book(first_book_with(game)).page(game)


ANTE_BONUS: Final[PayTable] = page("three-card-poker").pay.bonus["standard"]
PAIR_PLUS: Final[dict[str, PayTable]] = dict(page("three-card-poker").pay.side)
"""Pay tables that a house may choose from."""
AUTOMATIC_BONUS: Final[PayTable] = page("four-card-poker").pay.bonus["standard"]
ACES_UP: Final[PayTable] = page("four-card-poker").pay.side["standard"]
STUD: Final[PayTable] = page("mississippi-stud").pay.main["standard"]
"""Pay table of every Mississippi Stud wager; a hand on no line loses."""
QUEEN: Final = page("three-card-poker").pay.qualifier.value
"""Lowest top card with which the dealer of Three Card Poker qualifies."""
