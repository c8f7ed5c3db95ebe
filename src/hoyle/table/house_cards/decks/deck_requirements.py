"""Deck requirements of a house card table: its decks, the opening procedure and the book's numbers."""

from __future__ import annotations

from hoyle.table.deck_inventory import IN_PLAY, RESTING, DeckSummary, InspectionStep, TableDecks, deck_rules
from hoyle.table.house_cards.decks.deck_handlers import VERIFY, remaining_opening_steps
from hoyle.table.house_cards.table_base import HouseCardTableBase


def deck_summaries(table: HouseCardTableBase) -> list[DeckSummary]:
    """Return every deck at a table."""
    return [
        DeckSummary(name=deck.name, use=RESTING if index else IN_PLAY, back=deck.back)
        for index, deck in enumerate(table.state.rack.decks)
    ]


def deck_requirements(table: HouseCardTableBase) -> TableDecks:
    """Return the book's requirements on the decks, with the steps done so far."""
    page, deal, deck = table.page.decks, table.deal_page, table.state.rack.in_play
    remaining = {step for step, _ in (page.opening if deck is None else remaining_opening_steps(table, deck))}
    steps = [
        InspectionStep(
            step=step,
            clause=clause,
            completed=step not in remaining,
            by=list(page.verified_by.value) if step == VERIFY else [],
        )
        for step, clause in page.opening
    ]
    rules = [("cards", page.cards), ("change", deal.change), ("count-rounds", deal.count), ("cut", page.least_cut)]
    return TableDecks(
        shuffler=bool(table.sign.shuffler), rounds=table.state.number, steps=steps, rules=deck_rules(rules)
    )
