"""Clauses: the types of clauses, sections and books, their package data, and errors for unknown names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.rulebooks import dice_registry, house_card_registry

HOUSE: Final = "house"
"""Book id in citations of house conventions, where no rulebook has a rule."""


def is_house_game(game: str) -> bool:
    """Return whether a game is played against the house, with cards or dice."""
    return bool(dice_registry.dice_books_for(game)) or any(
        game in book.games for book in house_card_registry.BOOKS.values()
    )


class BookInfo(NamedTuple):
    """Summary of a rulebook: title, edition and games."""

    id: str
    title: str
    edition: str
    summary: str
    games: tuple[str, ...]


class Clause(NamedTuple):
    """Clause of a rulebook with its text and kind, or a convention of the house."""

    book: str
    id: str
    title: str
    summary: str
    kind: str
    """One of `KINDS`, or ``convention`` for a practice of the house where no book has a rule."""
    games: tuple[str, ...] = ()
    """Games it applies to; ``all`` for every poker game of the book."""
    readings: tuple[str, ...] = ()
    """Ids of the interpretations that concern it: ``AMB-12``."""
    source: str = "text"
    """``text``: the book's text survives; ``analogy``: lost, filled from a sister book; ``outside``: filled
    from a public source; ``house`` for a convention."""
    filled_from: str = ""
    """Source of the text if it is not the book's own."""
    why_physical: str = ""
    """Reason why a ``physical`` clause is manual work and not for software."""

    @property
    def citation(self) -> str:
        """Book and id, as events and refusals cite it."""
        return f"{self.book} {self.id}"

    @property
    def is_poker(self) -> bool:
        """Whether it is about poker, not about a house game."""
        return not any(is_house_game(game) for game in self.games)

    def applies_to(self, game: str) -> bool:
        """Return whether the clause applies to a game."""
        return game in self.games or ("all" in self.games and not is_house_game(game))


class Section(NamedTuple):
    """Section of a rulebook: a heading and its clauses."""

    book: str
    id: str
    title: str
    clauses: tuple[Clause, ...]


def read_rows(name: str) -> list[dict[str, Any]]:
    """Read a list of records, such as clauses, from a JSON file of the rulebook data."""
    rows: list[dict[str, Any]] = json.loads(read_data(name))
    return rows


def read_data(name: str) -> str:
    """Return the text of a file of the rulebook data."""
    return (Path(__file__).parent / "data" / name).read_text(encoding="utf-8")


def plain_name(id: str) -> str:
    """Return a clause id or name in lower case, without spaces and quotes, for comparison."""
    return re.sub(r"[\s'\"‘’“”]", "", id).lower()


def unknown_name_error(label: str, value: str, known_names: Iterable[str], *, hint: str = "") -> InvalidError:
    """Build the error for an unknown book, clause or other name, with the closest names or a hint."""
    import difflib  # slow import, needed only for errors

    names = {plain_name(name): name for name in known_names}
    normalized = plain_name(value)
    # Users omit the common prefix: 14.11(f)2i is 19:47-14.11(f)2i.
    suffix_matches = [name for name in names if normalized and name.endswith(f"-{normalized}")]
    suggestions = dict.fromkeys([*suffix_matches, *difflib.get_close_matches(normalized, names, n=3, cutoff=0.6)])
    if suggestions:
        hint = f"did you mean {' or '.join(names[name] for name in list(suggestions)[:3])}?"
    elif not hint:
        hint = f"known: {', '.join(names.values())}"
    return InvalidError(f"no such {label}: {value.strip()!r}; {hint}")
