"""Worker tasks for the rulebook pages: situations, clauses, readings and showdown divisions as data.

Functions of plain data, so that the process that reckons can be asked for them.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.hands import TWO_PLUS_THREE
from hoyle.history.narration.english import count_phrase
from hoyle.judge.case_context import RULEBOOKS
from hoyle.judge.poker.showdown_settlement import settle
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
from hoyle.rulebooks.clause_catalogue import HOUSE, Clause
from hoyle.rulebooks.clause_interpretations import Interpretation, interpretations, reading
from hoyle.table.presets.game_catalogue import NAMES

COVERS: Final = {
    "oneida": "2024, in force",
    "nj-19-47": "1999 print",
    "nj-13-69f": "Big Omaha only",
    "ca-omaha": "undated template",
    "room-2012": "room procedures",
}
"""What stands under a book's name at the head of its column."""
MAX_FOUND: Final = 100
"""Clauses that one search lists."""
MAX_NEAR: Final = 5
MAX_ALIKE: Final = 6


def search(words: str, book: str | None) -> dict[str, Any]:
    """Clauses by words, in one book or in all."""
    found = clause_catalogue.search(words, book)
    return {"found": len(found), "clauses": [_plain(each) for each in found[:MAX_FOUND]]}


def clause(book: str, id_: str) -> dict[str, Any]:
    """One clause with the readings it rests on."""
    return _plain(clause_catalogue.clause(book, id_))


def _plain(each: Clause) -> dict[str, Any]:
    """A clause with the readings it rests on."""
    return {
        "book": each.book,
        "id": each.id,
        "citation": each.citation,
        "title": each.title,
        "summary": each.summary,
        "kind": each.kind,
        "games": list(each.games),
        "source": each.source,
        "readings": [
            {"id": id_, "decision": reading(id_).decision} for id_ in each.readings if each.book != HOUSE
        ],
    }


def situations(words: str) -> dict[str, Any]:
    """Situations that fit the words, those near the first of them, and how many clauses have the words."""
    found = search_situations(words) if words.strip() else list(SITUATIONS)
    clauses = len(clause_catalogue.search(words)) if words.strip() else len(clause_catalogue.clauses())
    near = [
        each for each in SITUATIONS if found and each.group == found[0].group and each not in found[:MAX_NEAR]
    ]
    return {
        "situations": [_listed(each) for each in found],
        "near": [_listed(each) for each in near[:MAX_NEAR]] if words.strip() else [],
        "clauses": clauses,
    }


def _listed(each: Situation) -> dict[str, Any]:
    there = compare(each.id)
    return {
        "id": each.id,
        "title": each.title,
        "where": each.where,
        "group": each.group,
        "clauses": len(there.clauses),
        "speaking": len(there.speaking),
    }


def comparison(id: str) -> dict[str, Any]:
    """One situation under every book."""
    there = compare(id)
    return {
        **_listed(there.situation),
        "settle": there.situation.settle,
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
            for row in there.rows
        ],
        "notes": there.notes,
        "silent": [book for book in BOOKS if book not in there.speaking],
        "text": _as_text(there),
    }


def _as_text(there: SituationComparison) -> str:
    """The comparison as text to copy."""
    lines = [there.situation.title]
    for row in there.rows:
        lines += ["", row.question]
        for book, cell in row.cells.items():
            cited = f" [{'; '.join(cell.clauses)}]" if cell.clauses else ""
            lines.append(f"  {book}: {cell.words}{cited}")
    return "\n".join(lines)


def division(case: dict[str, Any]) -> dict[str, Any]:
    """A showdown that somebody has laid out."""
    return settle(case)


def settled_games() -> dict[str, Any]:
    """What can be settled: books, their games, and how many cards each has."""
    return {"books": [_settled_book(book) for book in BOOKS if book in RULEBOOKS]}


def _settled_book(book: str) -> dict[str, Any]:
    pages = rulebook(book).games
    return {
        "id": book,
        "cover": COVERS[book],
        "games": [
            {
                "game": game,
                "title": _title(game, VARIANTS[game].title),
                "hole": VARIANTS[game].hole_cards,
                "board": VARIANTS[game].board_cards,
                "button": VARIANTS[game].button,
                "seats": page.max_seats.value,
                "build": _built(VARIANTS[game]),
                "build_clause": page.build,
                "high": bool(page.high),
                "low": bool(page.low),
            }
            for game, page in pages.items()
        ],
    }


def _title(game: str, plain: str) -> str:
    """A game as people call it; one that no lobby lists by its plain title."""
    known = NAMES.get(game)
    return plain if known is None else known.name


def _built(variant: Variant) -> str:
    """How a hand is made, in a few words."""
    if variant.building == TWO_PLUS_THREE:
        return "two from the hand, three from the board"
    if variant.board_cards:
        return "the best of hand and board"
    return (
        f"the best of {count_phrase(variant.hole_cards, 'card')}"
        if variant.hole_cards > 5
        else "all five cards"
    )


# Clauses and what is near them


def contents(book: str) -> dict[str, Any]:
    """A book's cover and its clauses under their headings."""
    info = clause_catalogue.book_info(book)
    return {
        **info._asdict(),
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "clauses": [
                    {"id": each.id, "title": each.title, "kind": each.kind} for each in section.clauses
                ],
            }
            for section in clause_catalogue.sections(clause_catalogue.clauses(info.id))
        ],
    }


def clause_page(book: str, id: str) -> dict[str, Any]:
    """A clause with its readings, its neighbours, how other books say it, and where it decides."""
    each = clause_catalogue.clause(book, id)
    if each.book == clause_catalogue.HOUSE:
        return {**_clause(each), "section": None, "before": None, "after": None, "others": [], "decides": []}
    section = clause_catalogue.sections([each])[0]
    own = clause_catalogue.clauses(each.book)
    at = own.index(each)
    return {
        **_clause(each),
        "section": {"id": section.id, "title": section.title},
        "before": _short(own[at - 1]) if at else None,
        "after": _short(own[at + 1]) if at + 1 < len(own) else None,
        "others": [_short(other) for other in _elsewhere(each)],
        "decides": [
            {"id": there.id, "title": there.title}
            for there in SITUATIONS
            if each.citation in _deciding(there.id)
        ],
    }


def _clause(each: Clause) -> dict[str, Any]:
    known = {reading.id: reading for reading in interpretations()}
    return {
        "book": each.book,
        "id": each.id,
        "citation": each.citation,
        "title": each.title,
        "summary": each.summary,
        "kind": each.kind,
        "games": list(each.games),
        "source": each.source,
        "filled_from": each.filled_from,
        "why_physical": each.why_physical,
        "readings": [_reading(known[id]) for id in each.readings if id in known],
    }


def _short(each: Clause) -> dict[str, Any]:
    return {
        "book": each.book,
        "id": each.id,
        "citation": each.citation,
        "title": each.title,
        "summary": each.summary,
    }


def _elsewhere(each: Clause) -> list[Clause]:
    """The same point in other books: where a situation sets them side by side, and by the same title."""
    found: list[Clause] = []
    for there in SITUATIONS:
        for row in compare(there.id).rows:
            cells = row.cells
            if each.citation in [cell.clauses[0] for cell in cells.values() if cell.clauses and cell.speaks]:
                found += [
                    clause_catalogue.resolve_citation(cell.clauses[0])
                    for cell in cells.values()
                    if cell.clauses and cell.speaks
                ]
    found += [other for other in clause_catalogue.clauses() if other.title == each.title]
    return [other for other in dict.fromkeys(found) if other.book != each.book][:MAX_ALIKE]


@cache
def _deciding(situation: str) -> frozenset[str]:
    return frozenset(compare(situation).clauses)


def all_readings() -> dict[str, Any]:
    """How doubtful places are read."""
    return {"readings": [_reading(each) for each in interpretations()]}


def _reading(each: Interpretation) -> dict[str, Any]:
    return {
        "id": each.id,
        "subject": each.subject,
        "title": each.title,
        "decision": each.decision,
        "weight": each.weight,
        "why": each.why,
        "problem": each.problem,
        "alternative": each.alternative,
        "clauses": _touched(each.id),
    }


@cache
def _touched(reading: str) -> list[str]:
    return [each.citation for each in clause_catalogue.clauses() if reading in each.readings]


# Odds


def odds_games() -> dict[str, Any]:
    """Games whose equities can be asked for, and the house games with their wagers."""
    return {
        "poker": [
            {
                "game": each.name,
                "title": _title(each.name, each.title),
                "hole": each.holes,
                "board": each.board,
                "split": each.low is not None,
                "draws": each.draws,
            }
            for each in GAMES.values()
        ],
        "house": [*ANALYSES, *wager_edges.BY_GAME],
    }


def banked_game(game: str) -> dict[str, Any]:
    """What the wagers of a house game cost, and its whole strategy."""
    return {"game": game, **game_report.report(game)}
