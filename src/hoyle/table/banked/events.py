"""What happens at a house card table outside a round. Each event carries its clause and applies itself."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec import structs

from hoyle.banked import irregularities
from hoyle.banked.events import Event as RoundEvent
from hoyle.banked.sign import Sign
from hoyle.banked.state import State
from hoyle.cards import UNKNOWN
from hoyle.table.banked.state import BankedState, Deck
from hoyle.table.entry import TableEntry


class BankedEvent(TableEntry, frozen=True, kw_only=True):
    """Base of these events. By itself a record: it changes nothing but the log."""

    NAME: ClassVar[str] = "house-event"

    def apply(self, state: BankedState) -> None:
        """Change the state as this event says."""


Entry = BankedEvent | RoundEvent
"""What a table's log is made of."""


def apply(state: BankedState, entry: Entry) -> None:
    """Apply one entry; no chip appears or disappears."""
    if isinstance(entry, BankedEvent):
        entry.apply(state)
    else:
        assert state.round is not None, f"{entry!r} before any round"
        entry.apply(state.round)
    assert sum(state.accounts().values()) == 0, f"chips not conserved by {entry!r}: {state.accounts()}"


class TableOpened(BankedEvent, frozen=True, kw_only=True):
    """The table opens under its sign."""

    NAME: ClassVar[str] = "table-opened"
    sign: Sign

    def apply(self, state: BankedState) -> None:
        state.sign = self.sign


class Seated(BankedEvent, frozen=True, kw_only=True):
    """A player takes a seat with chips, or adds to them."""

    NAME: ClassVar[str] = "seated"
    seat: int
    player: str
    chips: int

    def apply(self, state: BankedState) -> None:
        state.names[self.seat] = self.player
        state.stacks[self.seat] = state.stacks.get(self.seat, 0) + self.chips
        state.cashier -= self.chips


class Left(BankedEvent, frozen=True, kw_only=True):
    """A player leaves with his chips."""

    NAME: ClassVar[str] = "left"
    seat: int

    def apply(self, state: BankedState) -> None:
        state.cashier += state.stacks.pop(self.seat)
        del state.names[self.seat]


class TimeTold(BankedEvent, frozen=True, kw_only=True):
    """The time of day reaches the table, in minutes."""

    NAME: ClassVar[str] = "time-told"
    minute: int

    def apply(self, state: BankedState) -> None:
        state.minute = self.minute


class DeckBrought(BankedEvent, frozen=True, kw_only=True):
    """A sealed deck comes to the table and is opened."""

    NAME: ClassVar[str] = "deck-brought"
    deck: str
    back: str

    def apply(self, state: BankedState) -> None:
        state.decks.append(Deck(self.deck, self.back, state.minute))


class OpeningStep(BankedEvent, frozen=True, kw_only=True):
    """A deck is inspected, verified, spread or washed."""

    NAME: ClassVar[str] = "opening-step"
    deck: str
    step: str
    by: str

    def apply(self, state: BankedState) -> None:
        next(each for each in state.decks if each.name == self.deck).steps.append(self.step)


class DeckRetired(BankedEvent, frozen=True, kw_only=True):
    """A deck leaves the table."""

    NAME: ClassVar[str] = "deck-retired"
    deck: str

    def apply(self, state: BankedState) -> None:
        if state.decks[0].name == self.deck:
            state.ready = []
            state.cuts = 0
        state.decks = [each for each in state.decks if each.name != self.deck]
        state.retired.append(self.deck)


class DeckShuffled(BankedEvent, frozen=True, kw_only=True):
    """The deck in play is one shuffled stack."""

    NAME: ClassVar[str] = "deck-shuffled"
    deck: str
    method: str
    cards: list[int]

    def apply(self, state: BankedState) -> None:
        state.ready = list(self.cards)
        state.cuts = 0
        state.idle = False

    def seen_by(self, person: str) -> Self:
        return structs.replace(self, cards=[UNKNOWN] * len(self.cards))


class DeckCut(BankedEvent, frozen=True, kw_only=True):
    """Cards are taken off the top and the rest is put over them."""

    NAME: ClassVar[str] = "deck-cut"
    count: int
    ordered_by: str = ""

    def apply(self, state: BankedState) -> None:
        state.ready = state.ready[self.count :] + state.ready[: self.count]
        state.cuts += 1
        if state.round is not None:
            state.round.deck = list(state.ready)


class RoundBegan(BankedEvent, frozen=True, kw_only=True):
    """Wagers may be made; the round's own events follow."""

    NAME: ClassVar[str] = "round-began"
    number: int
    deck: str

    def apply(self, state: BankedState) -> None:
        state.rounds = self.number
        state.round = State()


class RoundClosed(BankedEvent, frozen=True, kw_only=True):
    """Chips are back in the stacks, cards in the discard rack; a second deck takes the place of the first."""

    NAME: ClassVar[str] = "round-closed"
    swapped: bool

    def apply(self, state: BankedState) -> None:
        round_ = state.round
        assert round_ is not None
        state.stacks.update(round_.stacks)
        state.bank += round_.bank
        state.round = None
        state.ready = []
        state.cuts = 0
        state.uncounted += 1
        if self.swapped:
            state.decks.reverse()


class StubCounted(BankedEvent, frozen=True, kw_only=True):
    """The stub and the dealt cards were counted."""

    NAME: ClassVar[str] = "stub-counted"
    found: int

    def apply(self, state: BankedState) -> None:
        state.uncounted = 0


class Idle(BankedEvent, frozen=True, kw_only=True):
    """Nobody plays: the cards rest where the book has them rest."""

    NAME: ClassVar[str] = "idle"
    where: str

    def apply(self, state: BankedState) -> None:
        state.idle = True
        state.ready = []
        state.cuts = 0


class Recorded(BankedEvent, frozen=True, kw_only=True):
    """A procedure was followed."""

    NAME: ClassVar[str] = "recorded"
    what: str
    detail: str = ""


class FloorRuled(BankedEvent, frozen=True, kw_only=True):
    """The floor has ruled on an irregularity."""

    NAME: ClassVar[str] = "floor-ruled"
    trigger: str
    ruling: str
    by: str = ""

    def apply(self, state: BankedState) -> None:
        if self.ruling in (irregularities.SHUFFLE_AGAIN, irregularities.ALL_VOID):
            state.ready = []
            state.cuts = 0
        elif self.ruling == irregularities.CUT_AGAIN:
            state.cuts = 0
