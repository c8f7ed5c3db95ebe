"""Everything that happens in a round of a house game. Each event carries its clause and applies itself.

`replay` folds a log into the same state; `seen_by` hides what a seat may not see: other hands, the dealer's
hole cards, community cards still down and the rest of the deck.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.banked.game import COMMUNITY, DEALER_UP, DISCARD
from hoyle.banked.state import CLOSED, DECIDING, OVER, SETTLING, VOID, Place, State
from hoyle.cards import UNKNOWN
from hoyle.fact import Fact, by_name, made


class Event(Fact):
    """Base of all events."""

    def apply(self, state: State) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)

    def seen_by(self, viewer: int) -> Event:
        """This event as a seat may see it; 0 sits nowhere."""
        return self


class Opened(Event):
    """A round begins with these stacks at the seats and this deck, shuffled and cut."""

    SHAPE = ("stacks", "deck", "clause")
    NAME = "opened"

    def __init__(self, stacks: dict[int, int], deck: list[int], clause: str) -> None:
        self.stacks = stacks
        self.deck = deck
        self.clause = clause

    def apply(self, state: State) -> None:
        state.stacks = dict(self.stacks)
        state.deck = list(self.deck)
        state.start_chips = sum(self.stacks.values())

    def seen_by(self, viewer: int) -> Event:
        return Opened(self.stacks, [UNKNOWN] * len(self.deck), self.clause)


class Wagered(Event):
    """Chips go on a spot."""

    SHAPE = ("seat", "owner", "wager", "chips", "tender", "clause")
    NAME = "wagered"

    def __init__(self, seat: int, owner: str, wager: str, chips: int, tender: str, clause: str) -> None:
        self.seat = seat
        self.owner = owner
        self.wager = wager
        self.chips = chips
        self.tender = tender
        self.clause = clause

    def apply(self, state: State) -> None:
        place = state.places.get(self.seat)
        if place is None:
            place = state.places[self.seat] = Place(self.seat, self.owner)
        state.stacks[self.seat] -= self.chips
        place.wagers[self.wager] = place.wagers.get(self.wager, 0) + self.chips
        place.made[self.wager] = place.wagers[self.wager]
        if state.phase == DECIDING:
            place.decided = state.stage


class Withdrawn(Event):
    """A wager is taken back before betting closes."""

    SHAPE = ("seat", "wager", "chips", "clause")
    NAME = "withdrawn"

    def __init__(self, seat: int, wager: str, chips: int, clause: str) -> None:
        self.seat = seat
        self.wager = wager
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        place = state.places[self.seat]
        state.stacks[self.seat] += self.chips
        del place.wagers[self.wager]
        del place.made[self.wager]
        if not place.wagers:
            del state.places[self.seat]


class Closed(Event):
    """The dealer says "No More Bets"."""

    NAME = "no-more-bets"

    def apply(self, state: State) -> None:
        state.phase = CLOSED


class Dealt(Event):
    """Cards leave the deck: to seats, the dealer (-1 down, -2 up), the community area (-3), the rack (-4)."""

    SHAPE = ("places", "cards", "clause")
    NAME = "dealt"

    def __init__(self, places: list[int], cards: list[int], clause: str) -> None:
        self.places = places
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        for at in range(len(self.places)):
            to = self.places[at]
            card = self.cards[at]
            if to > 0:
                state.places[to].cards.append(card)
            elif to == COMMUNITY:
                state.community.append(card)
            elif to == DISCARD:
                state.discards.append(card)
            else:
                state.dealer.append(card)
                if to == DEALER_UP:
                    state.dealer_up.append(card)
        state.dealt += len(self.cards)
        state.phase = DECIDING

    def seen_by(self, viewer: int) -> Event:
        seen = [
            card if to == DEALER_UP or to == viewer > 0 else UNKNOWN
            for to, card in zip(self.places, self.cards, strict=True)
        ]
        return Dealt(self.places, seen, self.clause)


class StubRested(Event):
    """The rest of the deck goes to the discard rack unseen."""

    SHAPE = ("count", "clause")
    NAME = "stub-rested"

    def __init__(self, count: int, clause: str) -> None:
        self.count = count
        self.clause = clause

    def apply(self, state: State) -> None:
        state.discards += state.deck[state.dealt : state.dealt + self.count]


class Stood(Event):
    """A seat with a side wager alone lays its hand down."""

    SHAPE = ("seat", "clause")
    NAME = "stood"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        place = state.places[self.seat]
        place.stood = True
        place.decided = state.stage


class Folded(Event):
    """A seat gives up: wagers go to the tray, cards to the rack. `kept` names a wager that survives."""

    SHAPE = ("seat", "chips", "kept", "clause")
    NAME = "folded"

    def __init__(self, seat: int, chips: int, kept: str, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.kept = kept
        self.clause = clause

    def apply(self, state: State) -> None:
        place = state.places[self.seat]
        for wager in [wager for wager in place.wagers if wager != self.kept]:
            place.gains[wager] = -place.wagers.pop(wager)
        state.bank += self.chips
        place.folded = True
        place.decided = state.stage
        if not self.kept:
            state.discards += place.cards


class CommunityTurned(Event):
    """The next community card is shown, and the next stage begins."""

    SHAPE = ("card", "clause")
    NAME = "community-turned"

    def __init__(self, card: int, clause: str) -> None:
        self.card = card
        self.clause = clause

    def apply(self, state: State) -> None:
        state.turned += 1
        state.stage += 1


class CommunityDiscarded(Event):
    """Everybody has folded: community cards still down go to the rack unseen."""

    SHAPE = ("count", "clause")
    NAME = "community-discarded"

    def __init__(self, count: int, clause: str) -> None:
        self.count = count
        self.clause = clause

    def apply(self, state: State) -> None:
        state.discards += state.community


class DealerRevealed(Event):
    """The dealer turns his cards up and announces his hand."""

    SHAPE = ("cards", "hand", "qualifies", "clause")
    NAME = "dealer-revealed"

    def __init__(self, cards: list[int], hand: str, qualifies: bool, clause: str) -> None:
        self.cards = cards
        self.hand = hand
        self.qualifies = qualifies
        self.clause = clause

    def apply(self, state: State) -> None:
        state.dealer_shown = True
        state.dealer_up = list(self.cards)
        state.dealer_name = self.hand
        state.dealer_qualifies = self.qualifies
        state.phase = SETTLING


class DealerHidden(Event):
    """Nobody made a Play wager: the dealer's hand stays down."""

    NAME = "dealer-hidden"

    def apply(self, state: State) -> None:
        state.phase = SETTLING


class SettlementBegan(Event):
    """The last community card is up; hands are settled from the dealer's right."""

    NAME = "settlement-began"

    def apply(self, state: State) -> None:
        state.phase = SETTLING


class HandTurned(Event):
    """A seat's hand is turned up and named."""

    SHAPE = ("seat", "cards", "hand", "clause")
    NAME = "hand-turned"

    def __init__(self, seat: int, cards: list[int], hand: str, clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.hand = hand
        self.clause = clause

    def apply(self, state: State) -> None:
        state.places[self.seat].shown = self.hand
        state.order.append(self.seat)


class Settled(Event):
    """One wager is paid, taken or pushed. A bonus has no stake of its own."""

    SHAPE = ("seat", "wager", "stake", "gain", "clause")
    NAME = "settled"

    def __init__(self, seat: int, wager: str, stake: int, gain: int, clause: str) -> None:
        self.seat = seat
        self.wager = wager
        self.stake = stake
        self.gain = gain
        self.clause = clause

    def apply(self, state: State) -> None:
        place = state.places[self.seat]
        stake = place.wagers.pop(self.wager, 0)
        assert stake == self.stake, (self.wager, stake, self.stake)
        assert self.gain >= -stake, (self.wager, self.gain)
        state.stacks[self.seat] += stake + self.gain
        state.bank -= self.gain
        place.gains[self.wager] = self.gain


class Collected(Event):
    """A settled hand goes to the rack, in an order from which it can be rebuilt."""

    SHAPE = ("seat", "clause")
    NAME = "collected"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        state.discards += state.places[self.seat].cards


class Voided(Event):
    """The round is void: what is not settled goes back."""

    SHAPE = ("reason", "clause")
    NAME = "voided"

    def __init__(self, reason: str, clause: str) -> None:
        self.reason = reason
        self.clause = clause

    def apply(self, state: State) -> None:
        state.phase = VOID


class Returned(Event):
    """A wager of a void round goes back to its seat; `lost` when a fold had already taken it."""

    SHAPE = ("seat", "wager", "chips", "lost", "clause")
    NAME = "returned"

    def __init__(self, seat: int, wager: str, chips: int, lost: bool, clause: str) -> None:
        self.seat = seat
        self.wager = wager
        self.chips = chips
        self.lost = lost
        self.clause = clause

    def apply(self, state: State) -> None:
        place = state.places[self.seat]
        if self.lost:
            state.bank -= self.chips
        else:
            stake = place.wagers.pop(self.wager)
            assert stake == self.chips, (self.wager, stake, self.chips)
        state.stacks[self.seat] += self.chips
        place.gains[self.wager] = 0


class RoundOver(Event):
    """Everything is settled."""

    NAME = "round-over"

    def apply(self, state: State) -> None:
        state.phase = OVER


class Ruled(Event):
    """The floor has ruled on an irregularity that leaves the round in play."""

    SHAPE = ("trigger", "ruling", "clause")
    NAME = "ruled"

    def __init__(self, trigger: str, ruling: str, clause: str) -> None:
        self.trigger = trigger
        self.ruling = ruling
        self.clause = clause

    def apply(self, state: State) -> None:
        """Nothing changes hands."""


_EVENTS: Final[dict[str, type[Event]]] = by_name(
    *(Opened, Wagered, Withdrawn, Closed, Dealt, StubRested, Stood, Folded, CommunityTurned),
    *(CommunityDiscarded, DealerRevealed, DealerHidden, SettlementBegan, HandTurned, Settled),
    *(Collected, Voided, Returned, RoundOver, Ruled),
)


def rebuild(name: str, facts: dict[str, object]) -> Event:
    """The event of that name with those facts, as `Event.facts` gave them."""
    return made(_EVENTS, name, facts)


def replay(log: Iterable[Event]) -> State:
    """The state after these events."""
    state = State()
    for event in log:
        event.apply(state)
        assert state.chips() == state.start_chips, event
    return state
