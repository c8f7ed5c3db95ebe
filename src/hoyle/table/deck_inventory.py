"""Deck inventory: the decks of a table, the procedures before a deal, and the book's numbers on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from hoyle.rulebooks.book_types.poker import Answer

IN_PLAY: Final = "in play"
RESTING: Final = "resting"
GONE: Final = "gone"


class DeckSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Summary of a deck at a table: its name, use and back."""

    name: str
    use: str
    """``in play``, ``resting`` or ``gone``: retired for good."""
    back: str = ""
    """Colour of its backs, if the house has recorded it."""


class InspectionStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Step of the procedure before a deck is dealt from."""

    step: str
    clause: str
    completed: bool = False
    by: list[str] = []
    """Roles that must confirm it; empty: any staff member on duty."""


class DeckRule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Numeric requirement of a rulebook on the decks."""

    what: str
    """``cards``, ``change``, ``count-minutes``, ``count-rounds``, ``cut`` or ``inspectors``."""
    value: int
    clause: str


class TableDecks(Struct, frozen=True, kw_only=True):
    """Deck procedures of a table: shuffler, inspection steps and rules."""

    shuffler: bool
    """Whether a machine shuffles."""
    rounds: int
    """Rounds dealt so far."""
    steps: list[InspectionStep]
    rules: list[DeckRule]


def deck_rules(answers: Iterable[tuple[str, Answer[int]]]) -> list[DeckRule]:
    """Return the requirements that the book has a clause for."""
    return [
        DeckRule(what=kind, value=answer.value, clause=answer.clause)
        for kind, answer in answers
        if answer.value and answer.clause
    ]
