"""What the books answer over HTTP: covers, clauses, readings, and situations side by side."""

from __future__ import annotations

from msgspec import Struct


class CoverBody(Struct, frozen=True, kw_only=True):
    """A book's cover."""

    id: str
    title: str
    edition: str
    summary: str
    games: list[str]
    clauses: int


class BooksBody(Struct, frozen=True, kw_only=True):
    books: list[CoverBody]


class DecidedReading(Struct, frozen=True, kw_only=True):
    """How a doubtful place is read."""

    id: str
    decision: str


class ClauseBody(Struct, frozen=True, kw_only=True):
    """A clause with the readings it rests on."""

    book: str
    id: str
    citation: str
    title: str
    summary: str
    kind: str
    games: list[str]
    source: str
    readings: list[DecidedReading]


class FoundBody(Struct, frozen=True, kw_only=True):
    """Clauses by words."""

    found: int
    """How many there are, more than are given perhaps."""
    clauses: list[ClauseBody]


class ReadPlace(Struct, frozen=True, kw_only=True):
    """How a doubtful place is read, and why."""

    id: str
    subject: str
    title: str
    decision: str
    weight: int
    why: str
    problem: str
    alternative: str
    clauses: list[str]


class ReadingsBody(Struct, frozen=True, kw_only=True):
    readings: list[ReadPlace]


class Titled(Struct, frozen=True, kw_only=True):
    id: str
    title: str


class ShortClause(Struct, frozen=True, kw_only=True):
    book: str
    id: str
    citation: str
    title: str
    summary: str


class ClausePage(Struct, frozen=True, kw_only=True):
    """A clause and what is near it."""

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
    readings: list[ReadPlace]
    section: Titled | None
    before: ShortClause | None
    after: ShortClause | None
    others: list[ShortClause]
    """How other books say it."""
    decides: list[Titled]
    """Situations that it decides."""


class ListedClause(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    kind: str


class SectionBody(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    clauses: list[ListedClause]


class ContentsBody(Struct, frozen=True, kw_only=True):
    """A book's clauses under their headings."""

    id: str
    title: str
    edition: str
    summary: str
    games: list[str]
    sections: list[SectionBody]


class SituationBody(Struct, frozen=True, kw_only=True):
    """Something that happens at tables."""

    id: str
    title: str
    where: str
    group: str
    clauses: int
    speaking: int
    """Books that say anything about it."""


class SituationsBody(Struct, frozen=True, kw_only=True):
    """Situations that fit some words."""

    situations: list[SituationBody]
    near: list[SituationBody]
    clauses: int
    """That have the words."""


class CellBody(Struct, frozen=True, kw_only=True):
    """One book's answer to a question."""

    book: str
    words: str
    clause: str
    clauses: list[str]
    readings: list[str]
    silent: bool
    absent: bool
    """It does not have the game."""
    borrowed: bool
    """It rests on another book's clause."""
    differs: bool


class RowBody(Struct, frozen=True, kw_only=True):
    question: str
    differs: bool
    cells: list[CellBody]


class CoveredBook(Struct, frozen=True, kw_only=True):
    id: str
    cover: str


class ComparisonBody(SituationBody, frozen=True, kw_only=True):
    """A situation under every book."""

    settle: bool
    """It can be laid out and settled."""
    books: list[CoveredBook]
    rows: list[RowBody]
    notes: list[str]
    silent: list[str]
    text: str


class SettledGame(Struct, frozen=True, kw_only=True):
    """A game whose showdowns can be settled."""

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


class SettledGamesBody(Struct, frozen=True, kw_only=True):
    books: list[SettledBook]
