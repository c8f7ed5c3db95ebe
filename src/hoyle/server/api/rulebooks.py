"""HTTP API of the rulebooks: covers, contents, search, clauses and readings."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from hoyle.core.errors import InvalidError
from hoyle.judge.rulebook_comparison.comparison import SITUATIONS, compare
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_interpretations import Interpretation, find_interpretation, interpretations
from hoyle.rulebooks.clause_types import HOUSE, Clause
from hoyle.server.api.endpoint import fill, worker_endpoint
from hoyle.server.api.services import RULEBOOK_POOL

MAX_FOUND: Final = 100
"""Maximum clauses that one search lists."""
MAX_ALIKE: Final = 6
"""Maximum counterparts of a clause in other books."""

SearchTerms = Annotated[str, Meta(max_length=200, description="search terms")]


class SearchQuery(Struct, frozen=True, kw_only=True):
    """Query for a search of clauses."""

    words: SearchTerms = ""
    book: Annotated[str, Meta(max_length=40, description="one book only")] = ""


class TitlePage(Struct, frozen=True, kw_only=True):
    """Title page of a rulebook."""

    id: str
    title: str
    edition: str
    summary: str
    games: list[str]


class RulebookSummary(TitlePage, frozen=True, kw_only=True):
    """Summary of a rulebook, with the number of its clauses."""

    clauses: int


class RulebooksResponse(Struct, frozen=True, kw_only=True):
    books: list[RulebookSummary]


class InterpretationSummary(Struct, frozen=True, kw_only=True):
    """Interpretation of an ambiguous clause, in brief."""

    id: str
    decision: str


class ShortClause(Struct, frozen=True, kw_only=True):
    """Clause in brief."""

    book: str
    id: str
    citation: str
    title: str
    summary: str


class ClauseDetails(ShortClause, frozen=True, kw_only=True):
    """Clause with its kind, its games and the source of its text."""

    kind: str
    games: list[str]
    source: str


class ClauseResponse(ClauseDetails, frozen=True, kw_only=True):
    """HTTP response with a clause and its interpretations."""

    readings: list[InterpretationSummary]


class SearchResponse(Struct, frozen=True, kw_only=True):
    """HTTP response to a search: the matching clauses."""

    found: int
    """Number of matches, which may exceed the clauses returned."""
    clauses: list[ClauseResponse]


class ClauseInterpretation(Struct, frozen=True, kw_only=True):
    """Interpretation of an ambiguous clause, with its reason."""

    id: str
    subject: str
    title: str
    decision: str
    weight: int
    why: str
    problem: str
    alternative: str
    clauses: list[str]


class InterpretationsResponse(Struct, frozen=True, kw_only=True):
    readings: list[ClauseInterpretation]


class Titled(Struct, frozen=True, kw_only=True):
    id: str
    title: str


class ClausePageResponse(ClauseDetails, frozen=True, kw_only=True):
    """HTTP response with a clause, its neighbours and counterparts in other books."""

    filled_from: str
    why_physical: str
    readings: list[ClauseInterpretation]
    section: Titled | None
    before: ShortClause | None
    after: ShortClause | None
    others: list[ShortClause]
    """Corresponding clauses of other books."""
    decides: list[Titled]
    """Situations that it decides."""


class ListedClause(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    kind: str


class SectionContents(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    clauses: list[ListedClause]


class ContentsResponse(TitlePage, frozen=True, kw_only=True):
    """HTTP response with the table of contents of a rulebook."""

    sections: list[SectionContents]


@worker_endpoint("GET", "/api/books", "All rulebooks", pool=RULEBOOK_POOL)
def books() -> RulebooksResponse:
    return RulebooksResponse(
        books=[
            fill(RulebookSummary, info, clauses=len(clause_catalogue.clauses(info.id)))
            for info in clause_catalogue.BOOKS
        ]
    )


@worker_endpoint("GET", "/api/books/search", "Search clauses", pool=RULEBOOK_POOL)
def search(query: SearchQuery) -> SearchResponse:
    if not query.words.strip():
        raise InvalidError("words '': expected search terms, such as ?words=odd+chip")
    matches = clause_catalogue.search(query.words, query.book or None)
    return SearchResponse(found=len(matches), clauses=[_clause_with_readings(match) for match in matches[:MAX_FOUND]])


@worker_endpoint("GET", "/api/books/{book}/{clause:path}", "One clause", pool=RULEBOOK_POOL)
def clause(book: str, clause: str) -> ClauseResponse:
    return _clause_with_readings(clause_catalogue.clause(book, clause))


def _clause_with_readings(clause: Clause) -> ClauseResponse:
    ids = clause.readings if clause.book != HOUSE else ()
    readings = [InterpretationSummary(id=id_, decision=find_interpretation(id_).decision) for id_ in ids]
    return fill(ClauseResponse, clause, readings=readings)


@worker_endpoint("GET", "/api/contents/{book}", "Table of contents of a book", pool=RULEBOOK_POOL)
def contents(book: str) -> ContentsResponse:
    info = clause_catalogue.book_info(book)
    sections = [
        fill(SectionContents, section, clauses=[fill(ListedClause, listed) for listed in section.clauses])
        for section in clause_catalogue.sections(clause_catalogue.clauses(info.id))
    ]
    return fill(ContentsResponse, info, sections=sections)


@worker_endpoint("GET", "/api/clauses/{book}/{clause:path}", "Clause with its context", pool=RULEBOOK_POOL)
def clause_page(book: str, clause: str) -> ClausePageResponse:
    """Return a clause with its readings, neighbours, counterparts, and the situations that it decides."""
    current = clause_catalogue.clause(book, clause)
    details = {reading.id: reading for reading in interpretations()}
    readings = [_interpretation(details[id_]) for id_ in current.readings if id_ in details]
    if current.book == HOUSE:
        return fill(
            ClausePageResponse, current, readings=readings, section=None, before=None, after=None, others=[], decides=[]
        )
    book_clauses = clause_catalogue.clauses(current.book)
    index = book_clauses.index(current)
    return fill(
        ClausePageResponse,
        current,
        readings=readings,
        section=fill(Titled, clause_catalogue.sections([current])[0]),
        before=fill(ShortClause, book_clauses[index - 1]) if index else None,
        after=fill(ShortClause, book_clauses[index + 1]) if index + 1 < len(book_clauses) else None,
        others=[fill(ShortClause, counterpart) for counterpart in _counterparts(current)],
        decides=[
            fill(Titled, situation) for situation in SITUATIONS if current.citation in _deciding_clauses(situation.id)
        ],
    )


def _counterparts(clause: Clause) -> list[Clause]:
    """Clauses of other books on the same point: side by side in a comparison, or with the same title."""
    matches: list[Clause] = []
    for situation in SITUATIONS:
        for row in compare(situation.id).rows:
            cited = [cell.clauses[0] for cell in row.cells.values() if cell.clauses and cell.speaks]
            if clause.citation in cited:
                matches += map(clause_catalogue.resolve_citation, cited)
    matches += [candidate for candidate in clause_catalogue.clauses() if candidate.title == clause.title]
    return [candidate for candidate in dict.fromkeys(matches) if candidate.book != clause.book][:MAX_ALIKE]


@cache
def _deciding_clauses(situation: str) -> frozenset[str]:
    return frozenset(compare(situation).clauses)


@worker_endpoint("GET", "/api/readings", "Readings of ambiguous clauses", pool=RULEBOOK_POOL)
def readings() -> InterpretationsResponse:
    return InterpretationsResponse(readings=[_interpretation(reading) for reading in interpretations()])


def _interpretation(interpretation: Interpretation) -> ClauseInterpretation:
    return fill(ClauseInterpretation, interpretation, clauses=_clauses_with_reading(interpretation.id))


@cache
def _clauses_with_reading(reading: str) -> list[str]:
    return [clause.citation for clause in clause_catalogue.clauses() if reading in clause.readings]
