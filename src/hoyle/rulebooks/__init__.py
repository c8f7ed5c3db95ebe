"""Rulebooks as data: each book's answers for each game, with the clause behind every answer.

>>> oneida = poker_book("oneida")
>>> oneida.page("omaha-hilo8").odd.tied_low
Answer(value='card', clause='oneida XI.K.10(b)(iii)', interpretation='AMB-09')

`poker_book` returns a book's answers, `clause_catalogue` the text behind every citation, `house_conventions` the
house's practice where no book has a rule, `clause_interpretations` the meaning given to a doubtful clause.
"""

from __future__ import annotations

from typing import Final

from hoyle.rulebooks.book_types.poker import Answer, GamePage, PokerBook
from hoyle.rulebooks.registry import BOOKS, poker_book

__all__ = ["BOOKS", "VERSION", "Answer", "GamePage", "PokerBook", "poker_book"]

VERSION: Final = "2026.5"
"""Version of the rules as implemented here; a table's log records the version it was played under."""
