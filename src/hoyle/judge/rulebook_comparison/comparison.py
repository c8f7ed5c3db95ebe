"""Comparison of rulebooks by situation: every book's answers to the same questions.

>>> from hoyle.judge.rulebook_comparison.comparison import compare, search_situations
>>> search_situations("a hole card was exposed")[0].title
'A hole card turns up during the deal'
>>> row = compare("exposed-hole").rows[1]
>>> row.question, row.cells["oneida"].clauses
('A later card, by the dealer’s error', ['oneida XI.P.14(b)', 'oneida XI.P.14'])

Every answer is the engine's own ruling, a book's answer, or a division of a pot.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, NamedTuple

import msgspec

from hoyle.judge.rulebook_comparison.questions import BookAnswer, Situation, SupervisorQuestion
from hoyle.judge.ruling import read_judge_data
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_search.full_text import Document, Index, build_document, rank_documents
from hoyle.rulebooks.clause_types import unknown_name_error

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
"""Columns of the comparison, in this order."""
WHO_DECIDES: Final = SupervisorQuestion().question

SITUATIONS: Final = msgspec.convert(read_judge_data("situations.json"), tuple[Situation, ...])


class ComparisonRow(NamedTuple):
    """One question with the answer of every rulebook."""

    question: str
    cells: dict[str, BookAnswer]
    differs: tuple[str, ...]
    """Books that differ from the majority, or from all others."""


class SituationComparison(NamedTuple):
    """A situation at the table with the answers of every rulebook."""

    situation: Situation
    rows: tuple[ComparisonRow, ...]

    @property
    def clauses(self) -> list[str]:
        """Clauses that the compared rulebooks' answers cite, without repetition."""
        clauses = [
            clause for row in self.rows for cell in row.cells.values() if not cell.silent for clause in cell.clauses
        ]
        return list(dict.fromkeys(clauses))

    @property
    def speaking(self) -> list[str]:
        """Rulebooks that answer any question besides the one about who decides."""
        return [
            book for book in BOOKS if any(row.cells[book].speaks for row in self.rows if row.question != WHO_DECIDES)
        ]

    @property
    def notes(self) -> list[str]:
        """Two clauses to read first: those of rulebooks that differ from the others."""
        clauses = [row.cells[book].clauses[0] for row in self.rows for book in row.differs if row.cells[book].clauses]
        return list(dict.fromkeys(clauses or self.clauses))[:2]


def situation(id: str) -> Situation:
    """Return the situation of the rulebook comparison with that id."""
    for candidate in SITUATIONS:
        if candidate.id == id.strip().lower():
            return candidate
    raise unknown_name_error("situation", id, [candidate.id for candidate in SITUATIONS])


@cache
def compare(id: str) -> SituationComparison:
    """Compare the answers of all rulebooks to the questions of a situation."""
    subject = situation(id)
    rows: list[ComparisonRow] = []
    for row in subject.rows:
        cells = {book: row.answer_of(book, subject.games) for book in BOOKS}
        rows.append(ComparisonRow(row.question, cells, _differing_books(cells)))
    return SituationComparison(subject, tuple(rows))


def search_situations(query: str) -> list[Situation]:
    """Search the situations of the rulebook comparison; best match first."""
    return rank_documents(query, SITUATIONS, _document, _index())


def corrected_query(query: str) -> str:
    """Correct the misspelled words of a search query; empty if there is nothing to correct."""
    return _index().correct_spelling(query)


@cache
def _index() -> Index:
    return Index(map(_document, SITUATIONS))


@cache
def _document(subject: Situation) -> Document:
    """Search document of a situation: title, synonyms, questions, and titles of its clauses."""
    titles = [clause_catalogue.resolve_citation(clause).title for clause in compare(subject.id).clauses]
    questions = [row.question for row in subject.rows if row.question != WHO_DECIDES]
    return build_document(f"{subject.title} {subject.synonyms}", " ".join((*questions, *titles)))


def _differing_books(cells: dict[str, BookAnswer]) -> tuple[str, ...]:
    """Books that differ from the most common answer; if there is none, books that differ from all others."""
    answers = {book: cell.words if cell.speaks else "" for book, cell in cells.items() if not cell.absent}
    if len(answers) < 2:
        return ()
    count_by_answer = Counter(answers.values())
    most = max(count_by_answer.values())
    common = [answer for answer, count in count_by_answer.items() if count == most]
    if len(common) == 1:
        return tuple(book for book, answer in answers.items() if answer and answer != common[0])
    unique = tuple(book for book, answer in answers.items() if answer and count_by_answer[answer] == 1)
    return unique if most > 1 or len(unique) == 1 else ()
