"""Rulebook answers of the HTTP API: covers, clauses, readings and comparisons."""

from __future__ import annotations

from msgspec import Struct


class RulebookSummary(Struct, frozen=True, kw_only=True):
    """Summary of a rulebook, as on its title page."""

    id: str
    title: str
    edition: str
    summary: str
    games: list[str]
    clauses: int


class RulebooksResponse(Struct, frozen=True, kw_only=True):
    books: list[RulebookSummary]


class InterpretationSummary(Struct, frozen=True, kw_only=True):
    """Interpretation of an ambiguous clause, in brief."""

    id: str
    decision: str


class ClauseResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with a clause and its interpretations."""

    book: str
    id: str
    citation: str
    title: str
    summary: str
    kind: str
    games: list[str]
    source: str
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


class ShortClause(Struct, frozen=True, kw_only=True):
    book: str
    id: str
    citation: str
    title: str
    summary: str


class ClausePageResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with a clause, its neighbours and counterparts in other books."""

    book: str
    id: str
    citation: str
    title: str
    summary: str
    kind: str
    games: list[str]
    source: str
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


class ContentsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the table of contents of a rulebook."""

    id: str
    title: str
    edition: str
    summary: str
    games: list[str]
    sections: list[SectionContents]


class SituationSummary(Struct, frozen=True, kw_only=True):
    """Summary of a situation at a table on which rulebooks are compared."""

    id: str
    title: str
    where: str
    group: str
    clauses: int
    speaking: int
    """Number of books that rule on it."""


class SituationsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response to a search: the matching situations."""

    situations: list[SituationSummary]
    near: list[SituationSummary]
    clauses: int
    """Number of clauses that match the search terms."""


class RulebookAnswer(Struct, frozen=True, kw_only=True):
    """Answer of one rulebook to a question about a situation."""

    book: str
    words: str
    clause: str
    clauses: list[str]
    readings: list[str]
    silent: bool
    absent: bool
    """Whether the book lacks the game."""
    borrowed: bool
    """Whether it rests on another book's clause."""
    differs: bool


class SituationComparisonRow(Struct, frozen=True, kw_only=True):
    question: str
    differs: bool
    cells: list[RulebookAnswer]


class CoveredBook(Struct, frozen=True, kw_only=True):
    id: str
    cover: str


class ComparisonResponse(SituationSummary, frozen=True, kw_only=True):
    """HTTP response with the comparison of all rulebooks on a situation."""

    settle: bool
    """Whether the settle page can settle it."""
    books: list[CoveredBook]
    rows: list[SituationComparisonRow]
    notes: list[str]
    silent: list[str]
    text: str


class SettledGame(Struct, frozen=True, kw_only=True):
    """Game whose showdowns can be settled."""

    game: str
    title: str
    hole: int
    board: int
    button: bool
    seats: int
    build: str
    build_clause: str
    high: bool
    low: bool


class SettledBook(Struct, frozen=True, kw_only=True):
    id: str
    cover: str
    games: list[SettledGame]


class SettleGamesResponse(Struct, frozen=True, kw_only=True):
    books: list[SettledBook]
