"""Events of a house-card round, from first wager to settlement; each applies itself.

`replay` folds a log into a state; `seen_by` hides what a person may not see: hands of others, the dealer's
hole cards, community cards still down and the rest of the deck. `to_dict` has cards as text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from hoyle.core.cards import UNKNOWN, mask_cards
from hoyle.core.errors import ChipConservationError
from hoyle.core.events import CARDS, FLAGS, Event, registry_of
from hoyle.core.money import Transfer, seat_account
from hoyle.games.house_cards.game_definition import COMMUNITY, DEALER, DEALER_UP, DISCARD
from hoyle.games.house_cards.round_state import (
    CLOSED,
    DECIDING,
    OVER,
    SETTLING,
    VOID,
    BettingPosition,
    HouseCardRoundState,
)

LAYOUT: Final = "layout"
BANK: Final = "bank"
"""Ledger accounts: the betting spots, and the banker."""


class HouseCardEvent(Event):
    """Base of all house-card events."""

    def apply(self, state: HouseCardRoundState) -> None:
        """Apply this event to the state of the house-card round."""
        raise NotImplementedError(self.name)

    def seen_by(self, person: str) -> HouseCardEvent:
        """Return this house-card event as a person may see it; an empty name is a bystander."""
        return self


@dataclass(eq=False, repr=False)
class Opened(HouseCardEvent):
    """Event: round opened for wagers from these stacks, each a seat and its chips.

    The list is empty where the table keeps the stacks; the round then only records changes to them.
    """

    stacks: list[list[int]]
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        for seat, chips in self.stacks:
            state.stacks[seat] = chips
            state.start_chips += chips


@dataclass(eq=False, repr=False)
class DeckPlaced(HouseCardEvent):
    """Event: deck placed, shuffled and cut, from which the round is dealt."""

    cards: list[int] = field(metadata=CARDS)
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.deck = list(self.cards)

    def seen_by(self, person: str) -> HouseCardEvent:
        return DeckPlaced(mask_cards(self.cards), self.clause)


@dataclass(eq=False, repr=False)
class Wagered(HouseCardEvent):
    """Event: chips wagered on a spot."""

    seat: int
    """Betting position."""
    paying_seat: int
    """Seat of the player who pays."""
    owner: str
    wager: str
    chips: int
    tender: str
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places.get(self.seat)
        if position is None:
            position = BettingPosition(self.seat, self.paying_seat, self.owner)
            state.places[self.seat] = position
        state.stacks[self.paying_seat] = state.stacks.get(self.paying_seat, 0) - self.chips
        position.wagers[self.wager] = position.wagers.get(self.wager, 0) + self.chips
        position.made[self.wager] = position.wagers[self.wager]
        if state.phase == DECIDING:
            position.decided = state.stage

    def transfers(self) -> list[Transfer]:
        return [Transfer(seat_account(self.paying_seat), LAYOUT, self.chips)]


@dataclass(eq=False, repr=False)
class Withdrawn(HouseCardEvent):
    """Event: wager withdrawn before betting closes."""

    seat: int
    paying_seat: int
    wager: str
    chips: int
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places[self.seat]
        state.stacks[self.paying_seat] += self.chips
        del position.wagers[self.wager]
        del position.made[self.wager]
        if not position.wagers:
            del state.places[self.seat]

    def transfers(self) -> list[Transfer]:
        return [Transfer(LAYOUT, seat_account(self.paying_seat), self.chips)]


@dataclass(eq=False, repr=False)
class NoMoreBets(HouseCardEvent):
    """Event: betting closed; the dealer says "No More Bets"."""

    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.phase = CLOSED


AREAS: Final[dict[int, str]] = {DEALER: "dealer", DEALER_UP: "dealer up", COMMUNITY: "community", DISCARD: "rack"}
"""Names of the destinations of cards that go to no seat."""


@dataclass(eq=False, repr=False)
class Dealt(HouseCardEvent):
    """Event: cards dealt in this order, each to a seat, or to an area of the dealer's."""

    seats: list[int]
    """Betting position of each card; 0 where it goes to an area."""
    holders: list[str]
    """Person who holds each card, since the seat may change hands; empty for an area."""
    areas: list[str]
    """Area of each card: ``dealer``, ``dealer up``, ``community`` or ``rack``; empty for a seat."""
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        for i in range(len(self.seats)):
            seat = self.seats[i]
            card = self.cards[i]
            if seat > 0:
                state.places[seat].cards.append(card)
                continue
            area = self.areas[i]
            if area == "community":
                state.community.append(card)
            elif area == "rack":
                state.discards.append(card)
            else:
                state.dealer.append(card)
                if area == "dealer up":
                    state.dealer_up.append(card)
        state.dealt += len(self.cards)
        state.phase = DECIDING

    def seen_by(self, person: str) -> HouseCardEvent:
        visible: list[int] = []
        for i in range(len(self.cards)):
            is_own = person != "" and self.holders[i] == person
            visible.append(self.cards[i] if is_own or self.areas[i] == "dealer up" else UNKNOWN)
        return Dealt(self.seats, self.holders, self.areas, visible, self.clause)


@dataclass(eq=False, repr=False)
class DealStopped(HouseCardEvent):
    """Event: deal interrupted; it goes on from there or the round is void."""

    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.phase = CLOSED


@dataclass(eq=False, repr=False)
class StubDiscarded(HouseCardEvent):
    """Event: stub placed in the discard rack unseen."""

    count: int
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.discards += state.deck[state.dealt : state.dealt + self.count]
        state.rested = True


@dataclass(eq=False, repr=False)
class Stood(HouseCardEvent):
    """Event: hand with a side wager alone laid down."""

    seat: int
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places[self.seat]
        position.stood = True
        position.decided = state.stage


@dataclass(eq=False, repr=False)
class Folded(HouseCardEvent):
    """Event: hand folded; wagers go to the tray, cards to the rack. `kept` names a wager that stays."""

    seat: int
    chips: int
    kept: str
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places[self.seat]
        for wager in [wager for wager in position.wagers if not self.kept or wager != self.kept]:
            position.gains[wager] = -position.wagers.pop(wager)
            position.clauses[wager] = self.clause
        state.bank += self.chips
        position.folded = True
        position.decided = state.stage
        if not self.kept:
            state.discards += position.cards

    def transfers(self) -> list[Transfer]:
        return [Transfer(LAYOUT, BANK, self.chips)]


@dataclass(eq=False, repr=False)
class CommunityTurned(HouseCardEvent):
    """Event: next community card turned up; the next stage begins."""

    cards: list[int] = field(metadata=CARDS)
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        # A viewer's replay has an unknown card here until now.
        state.community[state.turned] = self.cards[0]
        state.turned += 1
        state.stage += 1


@dataclass(eq=False, repr=False)
class CommunityDiscarded(HouseCardEvent):
    """Event: community cards still down put in the rack unseen, after everybody has folded."""

    count: int
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.discards += state.community


@dataclass(eq=False, repr=False)
class DealerRevealed(HouseCardEvent):
    """Event: dealer's hand turned up and announced."""

    cards: list[int] = field(metadata=CARDS)
    hand: str
    qualifies: bool = field(metadata=FLAGS)
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.dealer_shown = True
        state.dealer = list(self.cards)
        state.dealer_up = list(self.cards)
        state.dealer_name = self.hand
        state.dealer_qualifies = self.qualifies
        state.phase = SETTLING


@dataclass(eq=False, repr=False)
class DealerHidden(HouseCardEvent):
    """Event: dealer's hand left down, since nobody made a Play wager."""

    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.phase = SETTLING


@dataclass(eq=False, repr=False)
class SettlementBegan(HouseCardEvent):
    """Event: settlement begun after the last community card, from the dealer's right."""

    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.phase = SETTLING


@dataclass(eq=False, repr=False)
class HandTurned(HouseCardEvent):
    """Event: hand of a seat turned up and named."""

    seat: int
    cards: list[int] = field(metadata=CARDS)
    hand: str
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places[self.seat]
        position.shown = self.hand
        position.cards = list(self.cards)
        state.order.append(self.seat)


@dataclass(eq=False, repr=False)
class Settled(HouseCardEvent):
    """Event: wager paid, taken or pushed. A bonus has no stake."""

    seat: int
    paying_seat: int
    wager: str
    stake: int
    gain: int
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places[self.seat]
        stake = position.wagers.pop(self.wager, 0)
        if stake != self.stake or self.gain < -stake:
            raise ChipConservationError(f"{self.wager} of {stake} cannot be settled as {self.stake} with {self.gain}")
        state.stacks[self.paying_seat] += stake + self.gain
        state.bank -= self.gain
        position.gains[self.wager] = self.gain
        position.clauses[self.wager] = self.clause

    def transfers(self) -> list[Transfer]:
        seat = seat_account(self.paying_seat)
        transfers: list[Transfer] = []
        if self.stake + min(self.gain, 0):
            transfers.append(Transfer(LAYOUT, seat, self.stake + min(self.gain, 0)))
        if self.gain < 0:
            transfers.append(Transfer(LAYOUT, BANK, -self.gain))
        elif self.gain:
            transfers.append(Transfer(BANK, seat, self.gain))
        return transfers


@dataclass(eq=False, repr=False)
class Collected(HouseCardEvent):
    """Event: settled hand collected into the rack, in an order from which it can be rebuilt."""

    seat: int
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.discards += state.places[self.seat].cards


@dataclass(eq=False, repr=False)
class Voided(HouseCardEvent):
    """Event: round declared void; wagers not yet settled go back."""

    reason: str
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.phase = VOID
        # A hand only turned up is not settled: its wagers go back.
        state.order = state.settled()


@dataclass(eq=False, repr=False)
class Returned(HouseCardEvent):
    """Event: wager of a void round returned to its seat; `lost` if a fold had already lost it."""

    seat: int
    paying_seat: int
    wager: str
    chips: int
    lost: bool = field(metadata=FLAGS)
    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        position = state.places[self.seat]
        if self.lost:
            state.bank -= self.chips
        else:
            stake = position.wagers.pop(self.wager)
            if stake != self.chips:
                raise ChipConservationError(f"{self.wager} of {stake} cannot go back as {self.chips}")
        state.stacks[self.paying_seat] += self.chips
        position.gains[self.wager] = 0
        position.clauses[self.wager] = self.clause

    def transfers(self) -> list[Transfer]:
        return [Transfer(BANK if self.lost else LAYOUT, seat_account(self.paying_seat), self.chips)]


@dataclass(eq=False, repr=False)
class RoundEnded(HouseCardEvent):
    """Event: round over; every wager is settled."""

    clause: str

    def apply(self, state: HouseCardRoundState) -> None:
        state.phase = OVER


KINDS: Final[dict[str, type[HouseCardEvent]]] = registry_of(
    *(
        Opened,
        DeckPlaced,
        Wagered,
        Withdrawn,
        NoMoreBets,
        Dealt,
        DealStopped,
        StubDiscarded,
        Stood,
        Folded,
        CommunityTurned,
    ),
    *(CommunityDiscarded, DealerRevealed, DealerHidden, SettlementBegan, HandTurned, Settled),
    *(Collected, Voided, Returned, RoundEnded),
)
"""House-card events by name."""


def replay(log: Iterable[HouseCardEvent]) -> HouseCardRoundState:
    """Rebuild the state of a round from its events, checking that chips are conserved."""
    state = HouseCardRoundState()
    for event in log:
        apply(state, event)
    return state


def apply(state: HouseCardRoundState, event: HouseCardEvent) -> None:
    """Apply one house-card event and check that chips are conserved."""
    event.apply(state)
    if state.chips() != state.start_chips:
        raise ChipConservationError(f"{state.chips()} chips after {event!r}, {state.start_chips} before")
