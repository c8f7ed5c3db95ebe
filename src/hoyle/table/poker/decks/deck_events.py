"""Deck events of a poker table: brought, shuffled, cut, swapped, rotated, counted, spread, retired."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec import structs

from hoyle.core.cards import mask_cards
from hoyle.core.errors import InvalidError
from hoyle.table.poker.event_base import TableEvent
from hoyle.table.poker.table_state import PokerTableState


class DecksBrought(TableEvent, frozen=True, kw_only=True):
    """Event: decks were brought to the table."""

    decks: list[str]

    def apply(self, state: PokerTableState) -> None:
        state.rack.decks.extend(self.decks)


class DeckShuffled(TableEvent, frozen=True, kw_only=True):
    """Event: the deck in play was shuffled into one stack."""

    CARD_FIELDS: ClassVar[tuple[str, ...]] = ("cards",)
    deck: str
    method: str
    """``manual``, ``machine`` or ``pre-shuffled``."""
    cards: list[int]

    def apply(self, state: PokerTableState) -> None:
        state.rack.ready = list(self.cards)
        state.rack.cuts = 0
        state.rack.preshuffled = self.method == "pre-shuffled"

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, cards=mask_cards(self.cards))


class DeckCut(TableEvent, frozen=True, kw_only=True):
    """Event: the deck was cut; a packet laid on the cover card, the rest put over it."""

    count: int
    end: str
    """End that the packet came from: ``top`` or ``bottom``."""
    ordered_by: str = ""
    """Supervisor who ordered a recut; empty for the regular cut."""
    why: str = ""

    def order(self, cards: list[int]) -> list[int]:
        """Return the deck after the cut. A packet from the bottom ends up at the bottom: the order stays."""
        return cards[self.count :] + cards[: self.count] if self.end == "top" else list(cards)

    def apply(self, state: PokerTableState) -> None:
        state.rack.ready = self.order(state.rack.ready)
        state.rack.cuts += 1


class ShufflerFailed(TableEvent, frozen=True, kw_only=True):
    """Event: the shuffling machine failed; its deck must be shuffled again."""

    how: str
    deck: str = ""
    """Deck in the machine: while a round is played, the one that is not in play."""

    def apply(self, state: PokerTableState) -> None:
        state.rack.ready = []
        state.rack.cuts = 0


class DecksSwapped(TableEvent, frozen=True, kw_only=True):
    """Event: the decks were swapped; the idle one came into play."""

    deck: str

    def apply(self, state: PokerTableState) -> None:
        decks = state.rack.decks
        decks.append(decks.pop(0))
        if decks[0] != self.deck:
            raise InvalidError(f"deck {decks[0]!r} is next, not {self.deck!r}")


class DeckRetired(TableEvent, frozen=True, kw_only=True):
    """Event: a deck left the table for good."""

    deck: str
    why: str

    def apply(self, state: PokerTableState) -> None:
        rack = state.rack
        if rack.decks and rack.decks[0] == self.deck:
            rack.ready = []
        rack.decks.remove(self.deck)
        rack.retired.append(self.deck)


class DecksRotated(TableEvent, frozen=True, kw_only=True):
    """Event: all opened decks were rotated."""

    minute: int
    decks: list[str]

    def apply(self, state: PokerTableState) -> None:
        state.rotated_at = self.minute
        state.rack.decks = list(self.decks)
        state.rack.ready = []


class StubCounted(TableEvent, frozen=True, kw_only=True):
    """Event: stub or deck was counted."""

    minute: int
    counted: int
    expected: int

    def apply(self, state: PokerTableState) -> None:
        state.counted_at = self.minute


class OpeningStepDone(TableEvent, frozen=True, kw_only=True):
    """Event: a step of the opening procedure was done."""

    step: str
    by: str = ""

    def apply(self, state: PokerTableState) -> None:
        state.opening.append(self.step)
        state.spread = ""


class TableIdle(TableEvent, frozen=True, kw_only=True):
    """Event: the table went idle; both decks lie spread, and some opening steps must be done again."""

    spread: str
    """``up`` or ``down``."""
    undone: list[str]

    def apply(self, state: PokerTableState) -> None:
        state.spread = self.spread
        if state.opened:
            # Only the first time: until a round is dealt, the button that was drawn for stays.
            state.break_up()
        state.opened = False
        state.opening = [step for step in state.opening if step not in self.undone]
        state.rack.ready = []


EVENTS: Final[tuple[Any, ...]] = (
    DecksBrought, DeckShuffled, DeckCut, ShufflerFailed, DecksSwapped, DeckRetired, DecksRotated, StubCounted,
    OpeningStepDone, TableIdle,
)  # fmt: skip
