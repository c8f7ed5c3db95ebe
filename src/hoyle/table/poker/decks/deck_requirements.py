"""Deck requirements of a poker table: its decks, the opening procedure and the book's numbers."""

from __future__ import annotations

from hoyle.table.deck_inventory import GONE, IN_PLAY, RESTING, DeckSummary, InspectionStep, TableDecks, deck_rules
from hoyle.table.poker.decks.dealer_procedures import opening_steps, remaining_opening_steps
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
    procedures, shuffler = table.book.procedures, table.sign.shuffler
    rules = [("cards", procedures.deck), ("change", procedures.rotation_hours)]
    if not shuffler:
        rules.append(("count-minutes", procedures.stub_count_minutes))
    rules += [("cut", procedures.cut), ("inspectors", procedures.inspected_by)]
    return TableDecks(shuffler=shuffler, rounds=table.state.number, steps=_steps(table), rules=deck_rules(rules))


def _steps(table: PokerTableBase) -> list[InspectionStep]:
    procedures = table.book.procedures
    remaining = {step for step, _ in remaining_opening_steps(table)}
    return [
        InspectionStep(
            step=step,
            clause=clause,
            completed=step not in remaining,
            by=list(procedures.opening_by[step].value) if step in procedures.opening_by else [],
        )
        for step, clause in opening_steps(table)
    ]
