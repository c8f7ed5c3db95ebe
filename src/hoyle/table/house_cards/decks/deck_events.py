"""Deck events of a house card table: brought, opened, shuffled, cut, counted, retired."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import structs

from hoyle.core.cards import mask_cards
from hoyle.core.errors import InvalidError
from hoyle.table.house_cards.event_base import HouseCardTableEvent
from hoyle.table.house_cards.table_state import Deck, HouseCardTableState


class DeckBrought(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a sealed deck was brought to the table and opened."""

    deck: str
    back: str
    place: int = 0
    """Its place among the decks: 1 is in play, 2 in the shuffler; 0: behind the others."""

    def apply(self, state: HouseCardTableState) -> None:
        decks = state.rack.decks
        index = self.place - 1 if self.place else len(decks)
        decks.insert(index, Deck(self.deck, self.back, max(0, state.minute)))
        state.rack.brought += 1


class OpeningStepDone(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a deck was inspected, verified, spread or washed."""

    deck: str
    step: str
    by: str

    def apply(self, state: HouseCardTableState) -> None:
        _deck_named(state, self.deck).steps.append(self.step)


class DeckRetired(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a deck left the table."""

    deck: str

    def apply(self, state: HouseCardTableState) -> None:
        rack, retired = state.rack, _deck_named(state, self.deck)
        if rack.decks[0] is retired:
            rack.clear()
        rack.decks.remove(retired)


class DeckShuffled(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the deck in play was shuffled into one stack."""

    CARD_FIELDS: ClassVar[tuple[str, ...]] = ("cards",)
    deck: str
    method: str
    """``hand`` or ``device``."""
    cards: list[int]

    def apply(self, state: HouseCardTableState) -> None:
        state.rack.clear()
        state.rack.ready = list(self.cards)
        state.rack.by_hand = self.method == "hand"
        _deck_named(state, self.deck).hand_shuffle = False

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, cards=mask_cards(self.cards))


class DeckCut(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the deck was cut: cards taken off the top, the rest put over them."""

    count: int
    ordered_by: str = ""

    def apply(self, state: HouseCardTableState) -> None:
        rack = state.rack
        rack.ready = rack.ready[self.count :] + rack.ready[: self.count]
        rack.cuts += 1
        rack.recut = False


class RecutOrdered(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: another cut was ordered: the deck is cut again before it is dealt."""

    def apply(self, state: HouseCardTableState) -> None:
        state.rack.cuts = 0
        state.rack.recut = True


class ReshuffleOrdered(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: a reshuffle was ordered: the deck in play is shuffled again before it is dealt."""

    def apply(self, state: HouseCardTableState) -> None:
        state.rack.clear()


class HandShuffleAllowed(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the shuffler has failed: the next shuffle of this deck may be by hand."""

    deck: str

    def apply(self, state: HouseCardTableState) -> None:
        _deck_named(state, self.deck).hand_shuffle = True


class StubCounted(HouseCardTableEvent, frozen=True, kw_only=True):
    """Event: the stub and the dealt cards were counted."""

    found: int

    def apply(self, state: HouseCardTableState) -> None:
        state.counted = True
        state.uncounted = 0


EVENTS: Final[tuple[Any, ...]] = (
    DeckBrought, OpeningStepDone, DeckRetired, DeckShuffled, DeckCut, RecutOrdered, ReshuffleOrdered,
    HandShuffleAllowed, StubCounted,
)  # fmt: skip


def _deck_named(state: HouseCardTableState, name: str) -> Deck:
    for deck in state.rack.decks:
        if deck.name == name:
            return deck
    raise InvalidError(f"no {name} at the table")
