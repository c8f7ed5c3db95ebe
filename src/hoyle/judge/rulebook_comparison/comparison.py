"""Comparison of rulebooks by situation: what every book says about the same irregularity.

>>> from hoyle.judge.rulebook_comparison.comparison import compare, search_situations
>>> search_situations("a hole card was exposed")[0].title
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

from hoyle.judge.rulebook_comparison.house_game_situations import SITUATIONS as HOUSE_GAMES
from hoyle.judge.rulebook_comparison.poker_situations import SITUATIONS as POKER
from hoyle.judge.rulebook_comparison.questions import BookAnswer, Situation
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_catalogue import unknown_name_error
from hoyle.rulebooks.clause_search.full_text import Document, Index, rank_documents, read

__all__ = [
    "BOOKS",
    "SITUATIONS",
    "BookAnswer",
    "ComparisonRow",
    "Situation",
    "SituationComparison",
    "compare",
    "search_situations",
    "situation",
]

BOOKS: Final = ("oneida", "nj-19-47", "nj-13-69f", "ca-omaha", "room-2012")
"""The columns, always in this order."""

SITUATIONS: Final[tuple[Situation, ...]] = (*POKER, *HOUSE_GAMES)


class ComparisonRow(NamedTuple):
    """One question under every book."""

    question: str
    cells: dict[str, BookAnswer]
    differs: tuple[str, ...]
    """Books that part from the majority, or stand alone."""


class SituationComparison(NamedTuple):
    """A situation under every book."""

    situation: Situation
    rows: tuple[ComparisonRow, ...]

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
    raise unknown_name_error("situation", id, [each.id for each in SITUATIONS])


@cache
def compare(id: str) -> SituationComparison:
    """What every book says."""
    found = situation(id)
    rows: list[ComparisonRow] = []
    for row in found.rows:
        cells = {book: row.answer_of(book, found.games) for book in BOOKS}
        rows.append(ComparisonRow(row.question, cells, _differing(cells)))
    return SituationComparison(found, tuple(rows))


def search_situations(words: str) -> list[Situation]:
    """Situations that fit the words, best first."""
    return rank_documents(words, SITUATIONS, _searched, _library())


def corrected_query(words: str) -> str:
    """The words with what no situation knows put right; empty where there is nothing to mend."""
    return _library().meant(words)


@cache
def _library() -> Index:
    return Index(map(_searched, SITUATIONS))


@cache
def _searched(each: Situation) -> Document:
    """Title and questions, the words people use for it, and the titles of the clauses behind it."""
    titles = [clause_catalogue.resolve_citation(clause).title for clause in compare(each.id).clauses]
    questions = [row.question for row in each.rows if row.question != WHO_DECIDES]
    return read(f"{each.title} {each.words}", " ".join((*questions, *titles)))


def _differing(cells: dict[str, BookAnswer]) -> tuple[str, ...]:
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
