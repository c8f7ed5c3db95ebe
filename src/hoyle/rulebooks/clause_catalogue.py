"""Clause catalogue: text, title and section of every clause of the rulebooks, by citation.

>>> clause("oneida", "xi.k.10(b)(i)").title
'Odd chip to high hand'
>>> clause("oneida XI.K.10(b)(i)").citation
'oneida XI.K.10(b)(i)'

A citation such as ``house betting`` names a convention of the house instead, and is resolved to that. The
texts are package data, read on first use.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.rulebooks import dice_registry, house_card_registry, registry
from hoyle.rulebooks.book_types.house_cards import HouseCardBook
from hoyle.rulebooks.book_types.poker import PokerBook
from hoyle.rulebooks.clause_search.full_text import THESAURUS, Document, Index, build_document, rank_documents
from hoyle.rulebooks.clause_types import (
    HOUSE,
    BookInfo,
    Clause,
    Section,
    plain_name,
    read_data,
    read_rows,
    unknown_name_error,
)
from hoyle.rulebooks.house_conventions import convention, conventions

KINDS: Final = ("rule", "sign", "floor", "record", "definition", "physical")
"""Kinds of clauses by what they require of software, most demanding first."""

NOT_FOR_SOFTWARE: Final = ("definition", "physical")
"""Kinds with nothing to execute: they define words or describe manual work."""

HEADINGS: Final = frozenset(("oneida XI.F.5", "room-2012 OVER(4)"))
"""Clauses that only refer to their parts: upheld when all of these are."""

_SEARCH: Final = "try hoyle rules --search"


def _games_of(book: str) -> tuple[str, ...]:
    house_cards = house_card_registry.BOOKS.get(book)
    dice = [other.game for other in dice_registry.all_books() if other.id == book]
    return (*registry.poker_book(book).games, *(house_cards.games if house_cards else ()), *dice)


BOOKS: Final = tuple(BookInfo(**row, games=_games_of(row["id"])) for row in read_rows("books.json"))
"""Rulebooks that have clauses, in the order of the catalogue."""

GAMES: Final = tuple(dict.fromkeys(game for book in BOOKS for game in book.games))
"""Games of all books, without duplicates."""


def book_info(book: str) -> BookInfo:
    """Return title, edition and games of a rulebook by its id; case does not matter."""
    id = book.strip().lower()
    for info in book_infos():
        if info.id == id:
            return info
    raise unknown_name_error("rulebook", book, [info.id for info in book_infos()])


def book_infos() -> list[BookInfo]:
    """List title, edition and games of every rulebook, registered ones without clauses included."""
    infos = {info.id: info for info in BOOKS}
    registered: list[PokerBook | HouseCardBook] = [*registry.REGISTERED.values(), *house_card_registry.BOOKS.values()]
    for book in registered:
        if book.id not in infos:
            infos[book.id] = BookInfo(book.id, book.title, book.edition, "", tuple(book.games))
    return list(infos.values())


def clause(book: str, id: str = "") -> Clause:
    """Return a rulebook clause by book and id, or by citation; spacing, case and quotes do not matter.

    >>> clause("house", "betting").title
    'Betting rounds'
    """
    if not id.strip():
        return resolve_citation(book)
    if _is_house(book):
        return convention(id)
    info = book_info(book)
    match = _catalogue().by_book.get(info.id, {}).get(plain_name(id))
    if match is None:
        raise unknown_name_error(f"clause of {info.id}", id, [item.id for item in clauses(info.id)], hint=_SEARCH)
    return match


def resolve_citation(citation: str) -> Clause:
    """Return the clause of a citation: ``oneida XI.K.4``, or ``XI.K.4``, since no two books share an id.

    >>> resolve_citation("xi.k.4").citation
    'oneida XI.K.4'
    """
    book_id, _, clause_id = citation.strip().partition(" ")
    if clause_id.strip() and (_is_house(book_id) or any(info.id == book_id.lower() for info in BOOKS)):
        return clause(book_id, clause_id)
    match = _catalogue().by_id.get(plain_name(citation))
    if match is None:
        names = [item.citation for item in clauses()] + [item.id for item in clauses()]
        raise unknown_name_error("clause", citation, names, hint=_SEARCH)
    return match


def clauses(book: str | None = None, kind: str | None = None, game: str | None = None) -> tuple[Clause, ...]:
    """List the rulebook clauses of a book, kind and game, each optional, in the order of the books.

    >>> len(clauses()), len(clauses("ca-omaha", kind="rule"))
    (1287, 45)
    """
    if kind is not None and kind not in KINDS:
        raise unknown_name_error("kind of clause", kind, KINDS)
    if game is not None and game not in GAMES:
        raise unknown_name_error("game", game, GAMES)
    candidates = _catalogue().of_book[book_info(book).id] if book is not None else _catalogue().clauses
    return tuple(
        clause
        for clause in candidates
        if (kind is None or clause.kind == kind) and (game is None or clause.applies_to(game))
    )


def search(text: str, book: str | None = None) -> tuple[Clause, ...]:
    """Search the rulebook clauses for a query, best first; see `hoyle.rulebooks.clause_search.full_text`.

    The book ``house`` searches the conventions of the house.

    >>> [item.id for item in search("waiting list", book="oneida")]
    ['XI.S.1']
    >>> search("dealer exposes a hole card", book="oneida")[0].title
    "Exposed hole card: hold'em, Omaha"
    """
    if not text.split():
        raise InvalidError("nothing to search for: give at least one word")
    items = conventions() if book is not None and _is_house(book) else clauses(book)
    exact = next((item for item in items if plain_name(text) == plain_name(item.id)), None)
    matches = rank_documents(text, items, _document_of, _index())
    if exact is not None:
        return (exact, *(item for item in matches if item is not exact))
    return tuple(matches)


def sections(items: Iterable[Clause]) -> tuple[Section, ...]:
    """Group clauses under the headings of their books, in the order given."""
    grouped: dict[tuple[str, str], list[Clause]] = {}
    for item in items:
        grouped.setdefault((item.book, _section_of(item)), []).append(item)
    titles = _section_titles()
    return tuple(Section(book, id, titles[book][id], tuple(rows)) for (book, id), rows in grouped.items())


class _Catalogue(NamedTuple):
    """Clauses of all rulebooks, with indexes by book and by plain id."""

    clauses: tuple[Clause, ...]
    of_book: dict[str, tuple[Clause, ...]]
    by_book: dict[str, dict[str, Clause]]
    """Clauses by book, then by plain id."""
    by_id: dict[str, Clause]


@cache
def _catalogue() -> _Catalogue:
    all_clauses = tuple(
        Clause(
            book=row.pop("rulebook"),
            games=tuple(row.pop("games")),
            readings=tuple(row.pop("readings")),
            filled_from=row.pop("from", ""),
            **row,
        )
        for row in read_rows("clauses.json")
    )
    of_book = {info.id: tuple(item for item in all_clauses if item.book == info.id) for info in BOOKS}
    by_book = {book: {plain_name(item.id): item for item in book_clauses} for book, book_clauses in of_book.items()}
    by_id = {plain_name(item.id): item for item in all_clauses}
    assert len(by_id) == len(all_clauses), "two books share a clause id"
    return _Catalogue(all_clauses, of_book, by_book, by_id)


@cache
def _section_titles() -> dict[str, dict[str, str]]:
    titles: dict[str, dict[str, str]] = json.loads(read_data("sections.json"))
    return titles


def _section_of(item: Clause) -> str:
    """Return the section id of a clause, the longest that its id begins with: 14.13A before 14.13."""
    return max((id for id in _section_titles()[item.book] if item.id.startswith(id)), key=len)


def correct_query(text: str) -> str:
    """Correct the spelling of a clause search; empty if there is nothing to correct.

    >>> correct_query("odd chp")
    'odd chip'
    """
    return _index().correct_spelling(text)


def _document_of(item: Clause) -> Document:
    context = " ".join(THESAURUS["games"].get(game, game) for game in item.games)
    return _document(item.title, item.summary, item.citation, context)


@cache
def _index() -> Index:
    return Index(map(_document_of, clauses()))


_document = cache(build_document)


def _is_house(book: str) -> bool:
    return book.strip().lower() == HOUSE
