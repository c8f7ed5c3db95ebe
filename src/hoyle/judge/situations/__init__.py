"""What may happen at a table, and what every book says about it: the same questions, side by side.

>>> from hoyle.judge.situations import compare, find
>>> find("a hole card was exposed")[0].title
'A hole card turns up during the deal'
>>> row = compare("exposed-hole").rows[1]
>>> row.question, row.cells["oneida"].clauses
('A later card, by the dealer’s error', ['oneida XI.P.14(b)', 'oneida XI.P.14'])

Nothing is decided here: every answer is the engine's own ruling, a book's answer, or a division of a pot.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, NamedTuple

from hoyle.judge.situations.asking import Cell, Situation
from hoyle.judge.situations.house_games import SITUATIONS as HOUSE_GAMES
from hoyle.judge.situations.poker import SITUATIONS as POKER
from hoyle.rulebooks import catalogue
from hoyle.rulebooks.catalogue import unknown
from hoyle.rulebooks.searching import Library, Text, ranked, read

__all__ = [
    "BOOKS",
    "SITUATIONS",
    "Cell",
    "Compared",
    "ComparedRow",
    "Situation",
    "compare",
    "find",
    "situation",
]

BOOKS: Final = ("oneida", "nj-19-47", "nj-13-69f", "ca-omaha", "room-2012")
"""The columns, always in this order."""

SITUATIONS: Final[tuple[Situation, ...]] = (*POKER, *HOUSE_GAMES)


class ComparedRow(NamedTuple):
    """One question under every book."""

    question: str
    cells: dict[str, Cell]
    differs: tuple[str, ...]
    """Books that part from the majority, or stand alone."""


class Compared(NamedTuple):
    """A situation under every book."""

    situation: Situation
    rows: tuple[ComparedRow, ...]

    @property
    def clauses(self) -> list[str]:
        """Every clause that speaks, once."""
        found = [
            clause
            for row in self.rows
            for cell in row.cells.values()
            if not cell.silent
            for clause in cell.clauses
        ]
        return list(dict.fromkeys(found))

    @property
    def speaking(self) -> list[str]:
        """Books that have an answer to any question but who decides."""
        return [
            book
            for book in BOOKS
            if any(row.cells[book].speaks for row in self.rows if row.question != WHO_DECIDES)
        ]

    @property
    def notes(self) -> list[str]:
        """The clauses that are worth reading first: of the books that part from the others."""
        found = [
            row.cells[book].clauses[0] for row in self.rows for book in row.differs if row.cells[book].clauses
        ]
        return list(dict.fromkeys(found or self.clauses))[:2]


WHO_DECIDES: Final = "Who decides"


def situation(id: str) -> Situation:
    """The situation of that id."""
    for each in SITUATIONS:
        if each.id == id.strip().lower():
            return each
    raise unknown("situation", id, [each.id for each in SITUATIONS])


@cache
def compare(id: str) -> Compared:
    """What every book says."""
    found = situation(id)
    rows: list[ComparedRow] = []
    for row in found.rows:
        cells = {book: row.under(book, found.games) for book in BOOKS}
        rows.append(ComparedRow(row.question, cells, _differing(cells)))
    return Compared(found, tuple(rows))


def find(words: str) -> list[Situation]:
    """Situations that fit the words, best first."""
    return ranked(words, SITUATIONS, _searched, _library())


def meant(words: str) -> str:
    """The words with what no situation knows put right; empty where there is nothing to mend."""
    return _library().meant(words)


@cache
def _library() -> Library:
    return Library(map(_searched, SITUATIONS))


@cache
def _searched(each: Situation) -> Text:
    """Title and questions, the words people use for it, and the titles of the clauses behind it."""
    titles = [catalogue.cited(clause).title for clause in compare(each.id).clauses]
    questions = [row.question for row in each.rows if row.question != WHO_DECIDES]
    return read(f"{each.title} {each.words}", " ".join((*questions, *titles)))


def _differing(cells: dict[str, Cell]) -> tuple[str, ...]:
    """Who speaks otherwise than most do; if no answer is commoner than another, who stands alone."""
    answers = {book: cell.words if cell.speaks else "" for book, cell in cells.items() if not cell.absent}
    if len(answers) < 2:
        return ()
    counted = Counter(answers.values())
    most = max(counted.values())
    common = [words for words, count in counted.items() if count == most]
    if len(common) == 1:
        return tuple(book for book, words in answers.items() if words and words != common[0])
    alone = tuple(book for book, words in answers.items() if words and counted[words] == 1)
    return alone if most > 1 or len(alone) == 1 else ()
