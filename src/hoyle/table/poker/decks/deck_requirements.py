"""Deck requirements of a poker table: its decks, the opening procedure and the book's numbers."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table.deck_inventory import GONE, IN_PLAY, RESTING, DeckSummary, InspectionStep, TableDecks, deck_rules
from hoyle.table.poker.decks.dealer_procedures import remaining_opening_steps
from hoyle.table.poker.table_base import PokerTableBase


def deck_summaries(table: PokerTableBase) -> list[DeckSummary]:
    """Return every deck that is or was at a table."""
    rack = table.state.rack
    return [
        *(DeckSummary(name=name, use=RESTING if index else IN_PLAY) for index, name in enumerate(rack.decks)),
        *(DeckSummary(name=name, use=GONE) for name in rack.retired),
    ]


def deck_requirements(table: PokerTableBase) -> TableDecks:
    """Return the book's requirements on the decks, with the steps done so far."""
    return TableDecks(
        shuffler=table.sign.shuffler,
        rounds=table.state.number,
        steps=list(_steps(table)),
        rules=deck_rules(_rules(table)),
    )


def _steps(table: PokerTableBase) -> Iterator[InspectionStep]:
    procedures = table.book.procedures
    remaining = {step for step, _ in remaining_opening_steps(table)}
    method = "machine" if table.sign.shuffler else "manual"
    for number, (step, clause) in enumerate(procedures.opening, start=1):
        roles = procedures.opening_by.get(step)
        is_last = number == len(procedures.opening) and method in procedures.first_deck
        yield InspectionStep(
            step=step,
            clause=procedures.first_deck[method] if is_last else clause,
            completed=step not in remaining,
            by=[] if roles is None else list(roles.value),
        )


def _rules(table: PokerTableBase) -> Iterator[tuple[str, Answer[int]]]:
    procedures = table.book.procedures
    yield "cards", procedures.deck
    yield "change", procedures.rotation_hours
    if not table.sign.shuffler:
        yield "count-minutes", procedures.stub_count_minutes
    yield "cut", procedures.cut
    yield "inspectors", procedures.inspected_by
