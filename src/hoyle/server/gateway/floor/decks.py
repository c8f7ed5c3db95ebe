"""Decks of a table as the floor sees them: their use, procedures and requirements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from hoyle.rulebooks.book_types.poker import Answer
from hoyle.table.house_cards.decks.deck_handlers import VERIFY
from hoyle.table.house_cards.decks.deck_handlers import remaining_opening_steps as banked_left
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.poker.decks.dealer_procedures import remaining_opening_steps
from hoyle.table.poker.table import PokerTable

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
    """Roles that must confirm it; empty: anybody on duty."""


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


def decks(table: Any) -> list[DeckSummary]:
    """Return every deck that is or was at a table; none at dice."""
    if isinstance(table, PokerTable) and table.is_open:
        rack = table.state.rack
        return [
            *(
                DeckSummary(name=name, use=RESTING if index else IN_PLAY)
                for index, name in enumerate(rack.decks)
            ),
            *(DeckSummary(name=name, use=GONE) for name in rack.retired),
        ]
    if isinstance(table, HouseCardTable) and table.is_open:
        return [
            DeckSummary(name=deck.name, use=RESTING if index else IN_PLAY, back=deck.back)
            for index, deck in enumerate(table.state.rack.decks)
        ]
    return []


def deck_requirements(table: Any) -> TableDecks | None:
    """Return the book's requirements on the decks, with the steps done so far."""
    if isinstance(table, PokerTable) and table.is_open:
        return TableDecks(
            shuffler=table.sign.shuffler,
            rounds=table.state.number,
            steps=list(_poker_steps(table)),
            rules=_cited_rules(_poker_rules(table)),
        )
    if isinstance(table, HouseCardTable) and table.is_open:
        return TableDecks(
            shuffler=table.sign.shuffler,
            rounds=table.state.number,
            steps=list(_house_steps(table)),
            rules=_cited_rules(_house_rules(table)),
        )
    return None


def _cited_rules(answers: Iterator[tuple[str, Answer[int]]]) -> list[DeckRule]:
    """Keep the requirements that the book has a clause for."""
    return [
        DeckRule(what=kind, value=answer.value, clause=answer.clause)
        for kind, answer in answers
        if answer.value and answer.clause
    ]


def _poker_steps(table: PokerTable) -> Iterator[InspectionStep]:
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


def _poker_rules(table: PokerTable) -> Iterator[tuple[str, Answer[int]]]:
    procedures = table.book.procedures
    yield "cards", procedures.deck
    yield "change", procedures.rotation_hours
    if not table.sign.shuffler:
        yield "count-minutes", procedures.stub_count_minutes
    yield "cut", procedures.cut
    yield "inspectors", procedures.inspected_by


def _house_steps(table: HouseCardTable) -> Iterator[InspectionStep]:
    page, deck = table.page.decks, table.state.rack.in_play
    remaining = {step for step, _ in (page.opening if deck is None else banked_left(table, deck))}
    for step, clause in page.opening:
        roles = list(page.verified_by.value) if step == VERIFY else []
        yield InspectionStep(step=step, clause=clause, completed=step not in remaining, by=roles)


def _house_rules(table: HouseCardTable) -> Iterator[tuple[str, Answer[int]]]:
    page, deal = table.page.decks, table.deal_page
    yield "cards", page.cards
    yield "change", deal.change
    yield "count-rounds", deal.count
    yield "cut", page.least_cut
