"""Rulebooks as data: each book's answers for each game, with the clause behind every answer.

>>> oneida = poker_book("oneida")
>>> oneida.page("omaha-hilo8").odd.tied_low
Answer(value='card', clause='oneida XI.K.10(b)(iii)', interpretation='AMB-09')

`poker_book` returns a book's answers, and the catalogue (`clause`, `clauses`, `search`) the text behind every
citation. `convention` returns the house's practice where no book has a rule, `find_interpretation` that of
a doubtful clause. Catalogue, conventions and interpretations are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from hoyle.rulebooks.book_types.poker import (
    Answer,
    FloorCitations,
    GamePage,
    Kill,
    OddChips,
    PokerBook,
    Procedures,
    Revenue,
    ShowdownCitations,
    StreetCitations,
    WagerCitations,
)
from hoyle.rulebooks.registry import BOOKS, poker_book

if TYPE_CHECKING:
    from hoyle.rulebooks.clause_catalogue import Clause, clause, clauses, resolve_citation, search
    from hoyle.rulebooks.clause_interpretations import Interpretation, find_interpretation
    from hoyle.rulebooks.house_conventions import convention

__all__ = [
    "BOOKS",
    "VERSION",
    "Answer",
    "Clause",
    "FloorCitations",
    "GamePage",
    "Interpretation",
    "Kill",
    "OddChips",
    "PokerBook",
    "Procedures",
    "Revenue",
    "ShowdownCitations",
    "StreetCitations",
    "WagerCitations",
    "clause",
    "clauses",
    "convention",
    "find_interpretation",
    "poker_book",
    "resolve_citation",
    "search",
]

VERSION: Final = "2026.5"
"""Version of the rules as implemented here; a table's log records the version it was played under."""

_MODULES: Final = {
    **dict.fromkeys(("Clause", "clause", "clauses", "resolve_citation", "search"), "clause_catalogue"),
    "convention": "house_conventions",
    **dict.fromkeys(("Interpretation", "find_interpretation"), "clause_interpretations"),
}


if not TYPE_CHECKING:  # a type checker sees the imports above, and refuses other names

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
