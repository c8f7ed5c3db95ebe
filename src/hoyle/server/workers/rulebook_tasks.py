"""Worker tasks for the rulebook pages: situations, clauses, readings and showdown divisions as data.

Functions of plain data, which run in a worker process.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.hands import TWO_PLUS_THREE
from hoyle.history.narration.english_phrases import count_phrase
from hoyle.judge.case_context import RULEBOOKS
from hoyle.judge.poker.settle_page import settle
from hoyle.judge.rulebook_comparison.comparison import (
    BOOKS,
    SITUATIONS,
    Situation,
    SituationComparison,
    compare,
    search_situations,
)
from hoyle.odds.house_games import game_report
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.showdown_rules import GAMES
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.clause_interpretations import Interpretation, find_interpretation, interpretations
from hoyle.rulebooks.clause_types import HOUSE, Clause

COVERS: Final = {
    "oneida": "2024, in force",
    "nj-19-47": "1999 print",
    "nj-13-69f": "Big Omaha only",
    "ca-omaha": "undated template",
    "room-2012": "room procedures",
}
"""Subtitle of a book's column."""
MAX_FOUND: Final = 100
"""Maximum clauses that one search lists."""
MAX_NEAR: Final = 5
MAX_ALIKE: Final = 6


def search(terms: str, book: str | None) -> dict[str, Any]:
    """Search clauses, in one book or in all."""
    matches = clause_catalogue.search(terms, book)
    return {"found": len(matches), "clauses": [_clause_with_readings(match) for match in matches[:MAX_FOUND]]}


def clause(book: str, id_: str) -> dict[str, Any]:
    """Return one clause with its readings."""
    return _clause_with_readings(clause_catalogue.clause(book, id_))


def _clause_with_readings(clause: Clause) -> dict[str, Any]:
    return {
        "book": clause.book,
        "id": clause.id,
        "citation": clause.citation,
        "title": clause.title,
        "summary": clause.summary,
        "kind": clause.kind,
        "games": list(clause.games),
        "source": clause.source,
        "readings": [
            {"id": id_, "decision": find_interpretation(id_).decision}
            for id_ in clause.readings
            if clause.book != HOUSE
        ],
    }


def situations(terms: str) -> dict[str, Any]:
    """Situations that match the words, related ones, and the number of matching clauses."""
    matches = search_situations(terms) if terms.strip() else list(SITUATIONS)
    clauses = len(clause_catalogue.search(terms)) if terms.strip() else len(clause_catalogue.clauses())
    near = [
        candidate
        for candidate in SITUATIONS
        if matches and candidate.group == matches[0].group and candidate not in matches[:MAX_NEAR]
    ]
    return {
        "situations": [_situation(match) for match in matches],
        "near": [_situation(candidate) for candidate in near[:MAX_NEAR]] if terms.strip() else [],
        "clauses": clauses,
    }


def _situation(situation: Situation) -> dict[str, Any]:
    compared = compare(situation.id)
    return {
        "id": situation.id,
        "title": situation.title,
        "where": situation.where,
        "group": situation.group,
        "clauses": len(compared.clauses),
        "speaking": len(compared.speaking),
    }


def comparison(id: str) -> dict[str, Any]:
    """Compare all books on one situation."""
    compared = compare(id)
    return {
        **_situation(compared.situation),
        "settle": compared.situation.settle,
        "books": [{"id": book, "cover": COVERS[book]} for book in BOOKS],
        "rows": [
            {
                "question": row.question,
                "differs": bool(row.differs),
                "cells": [
                    {
                        "book": book,
                        "words": cell.words,
                        "clause": cell.clauses[0] if cell.clauses else "",
                        "clauses": cell.clauses,
                        "readings": cell.readings,
                        "silent": cell.silent,
                        "absent": cell.absent,
                        "borrowed": cell.borrowed(book),
                        "differs": book in row.differs,
                    }
                    for book, cell in row.cells.items()
                ],
            }
            for row in compared.rows
        ],
        "notes": compared.notes,
        "silent": [book for book in BOOKS if book not in compared.speaking],
        "text": _as_text(compared),
    }


def _as_text(compared: SituationComparison) -> str:
    """Format a comparison as text to copy."""
    lines = [compared.situation.title]
    for row in compared.rows:
        lines += ["", row.question]
        for book, cell in row.cells.items():
            cited = f" [{'; '.join(cell.clauses)}]" if cell.clauses else ""
            lines.append(f"  {book}: {cell.words}{cited}")
    return "\n".join(lines)


def division(case: dict[str, Any]) -> dict[str, Any]:
    """Settle a showdown: divide its pots by the book."""
    return settle(case)


def settled_games() -> dict[str, Any]:
    """Books and games whose showdowns can be settled, with the cards of each game."""
    return {"books": [_settled_book(book) for book in BOOKS if book in RULEBOOKS]}


def _settled_book(book: str) -> dict[str, Any]:
    pages = rulebook(book).games
    return {
        "id": book,
        "cover": COVERS[book],
        "games": [
            {
                "game": game,
                "title": VARIANTS[game].short_name,
                "hole": VARIANTS[game].hole_cards,
                "board": VARIANTS[game].board_cards,
                "button": VARIANTS[game].button,
                "seats": page.max_seats.value,
                "build": _hand_building(VARIANTS[game]),
                "build_clause": page.build,
                "high": bool(page.high),
                "low": bool(page.low),
            }
            for game, page in pages.items()
        ],
    }


def _hand_building(variant: Variant) -> str:
    """Rule by which a hand is built, in a few words."""
    if variant.building == TWO_PLUS_THREE:
        return "two from the hand, three from the board"
    if variant.board_cards:
        return "the best of hand and board"
    return f"the best of {count_phrase(variant.hole_cards, 'card')}" if variant.hole_cards > 5 else "all five cards"


# Clauses in context


def contents(book: str) -> dict[str, Any]:
    """Return the title page and table of contents of a book."""
    info = clause_catalogue.book_info(book)
    return {
        **info._asdict(),
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "clauses": [
                    {"id": clause.id, "title": clause.title, "kind": clause.kind} for clause in section.clauses
                ],
            }
            for section in clause_catalogue.sections(clause_catalogue.clauses(info.id))
        ],
    }


def clause_page(book: str, id: str) -> dict[str, Any]:
    """Clause with its readings, its neighbours, counterparts in other books, and situations it decides."""
    current = clause_catalogue.clause(book, id)
    if current.book == HOUSE:
        return {**_clause_detail(current), "section": None, "before": None, "after": None, "others": [], "decides": []}
    section = clause_catalogue.sections([current])[0]
    book_clauses = clause_catalogue.clauses(current.book)
    index = book_clauses.index(current)
    return {
        **_clause_detail(current),
        "section": {"id": section.id, "title": section.title},
        "before": _clause_summary(book_clauses[index - 1]) if index else None,
        "after": _clause_summary(book_clauses[index + 1]) if index + 1 < len(book_clauses) else None,
        "others": [_clause_summary(counterpart) for counterpart in _counterparts(current)],
        "decides": [
            {"id": situation.id, "title": situation.title}
            for situation in SITUATIONS
            if current.citation in _deciding_clauses(situation.id)
        ],
    }


def _clause_detail(clause: Clause) -> dict[str, Any]:
    readings = {reading.id: reading for reading in interpretations()}
    return {
        "book": clause.book,
        "id": clause.id,
        "citation": clause.citation,
        "title": clause.title,
        "summary": clause.summary,
        "kind": clause.kind,
        "games": list(clause.games),
        "source": clause.source,
        "filled_from": clause.filled_from,
        "why_physical": clause.why_physical,
        "readings": [_interpretation_detail(readings[id]) for id in clause.readings if id in readings],
    }


def _clause_summary(clause: Clause) -> dict[str, Any]:
    return {
        "book": clause.book,
        "id": clause.id,
        "citation": clause.citation,
        "title": clause.title,
        "summary": clause.summary,
    }


def _counterparts(clause: Clause) -> list[Clause]:
    """Clauses of other books on the same point: side by side in a comparison, or with the same title."""
    matches: list[Clause] = []
    for situation in SITUATIONS:
        for row in compare(situation.id).rows:
            cells = row.cells
            if clause.citation in [cell.clauses[0] for cell in cells.values() if cell.clauses and cell.speaks]:
                matches += [
                    clause_catalogue.resolve_citation(cell.clauses[0])
                    for cell in cells.values()
                    if cell.clauses and cell.speaks
                ]
    matches += [candidate for candidate in clause_catalogue.clauses() if candidate.title == clause.title]
    return [candidate for candidate in dict.fromkeys(matches) if candidate.book != clause.book][:MAX_ALIKE]


@cache
def _deciding_clauses(situation: str) -> frozenset[str]:
    return frozenset(compare(situation).clauses)


def all_readings() -> dict[str, Any]:
    """Return all interpretations of ambiguous clauses."""
    return {"readings": [_interpretation_detail(interpretation) for interpretation in interpretations()]}


def _interpretation_detail(interpretation: Interpretation) -> dict[str, Any]:
    return {
        "id": interpretation.id,
        "subject": interpretation.subject,
        "title": interpretation.title,
        "decision": interpretation.decision,
        "weight": interpretation.weight,
        "why": interpretation.why,
        "problem": interpretation.problem,
        "alternative": interpretation.alternative,
        "clauses": _clauses_with_reading(interpretation.id),
    }


@cache
def _clauses_with_reading(reading: str) -> list[str]:
    return [clause.citation for clause in clause_catalogue.clauses() if reading in clause.readings]


# Odds


def odds_games() -> dict[str, Any]:
    """List the poker games and house games that the odds support."""
    return {
        "poker": [
            {
                "game": game.name,
                "title": game.short_name,
                "hole": game.holes,
                "board": game.board,
                "split": game.low is not None,
                "draws": game.draws,
            }
            for game in GAMES.values()
        ],
        "house": [*ANALYSES, *wager_edges.BY_GAME],
    }


def banked_game(game: str) -> dict[str, Any]:
    """House edges and full strategy of a house game."""
    return {"game": game, **game_report.report(game)}
