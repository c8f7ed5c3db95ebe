"""What the floor does to a round: hands killed, cards replaced, chips given back, rounds declared dead."""

from __future__ import annotations

from hoyle.cards import UNKNOWN
from hoyle.money import Transfer, seat_account
from hoyle.poker.events.base import Event
from hoyle.poker.events.moves import draw_done, kill_hand, next_turn, withdraw_wagers
from hoyle.poker.state import ACTION, DRAW, NOTHING, OVER, State


def place_of(cards: list[int], card: int) -> int:
    """Where a card lies. Whoever could not see it until now finds one that he did not know."""
    return cards.index(card) if card in cards else cards.index(UNKNOWN)


class HandKilled(Event):
    """A hand is dead: fouled, abandoned, collected, or mucked by the dealer."""

    SHAPE = ("seat", "why", "clause")
    NAME = "hand-killed"

    def __init__(self, seat: int, why: str, clause: str) -> None:
        self.seat = seat
        self.why = why
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        kill_hand(state, player)
        if state.actor != player:
            if state.awaiting == ACTION and state.next_to_act(state.actor) < 0:
                state.actor = -1
                state.awaiting = NOTHING
        elif state.awaiting == ACTION:
            next_turn(state, player)
        else:
            if state.awaiting == DRAW:
                state.muck.extend(state.laid)
                state.laid = []
                state.owed = 0
                draw_done(state, player)
            state.actor = -1
            state.awaiting = NOTHING


class Disclosed(Event):
    """The house asks to see a discarded hand; it stays discarded."""

    SHAPE = ("seat", "cards", "clause")
    CARDS = ("cards",)
    NAME = "disclosed"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.disclosed[player] = True
        if state.cards[player]:
            state.cards[player] = list(self.cards)
        else:
            state.folded[player] = list(self.cards)


class CardExposed(Event):
    """A card is seen that should not have been, or is found face up, and leaves play."""

    SHAPE = ("card", "source", "clause")
    CARDS = ("card",)
    NAME = "card-exposed"

    def __init__(self, card: int, source: str, clause: str) -> None:
        self.card = card
        self.source = source
        """``boxed`` (found face up in the deck) or ``off table``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        at = state.dealt + place_of(state.deck[state.dealt :], self.card)
        del state.deck[at]
        _discard_found(state, self.card, self.source)

    def seen_by(self, person: str) -> Event:
        # What falls off the table is examined by the dealer alone.
        return self if self.source == "boxed" else CardExposed(UNKNOWN, self.source, self.clause)


def _discard_found(state: State, card: int, why: str) -> None:
    state.muck.append(card)
    if why == "boxed":
        state.boxed += 1


class CardReplaced(Event):
    """A player's card that cannot be played is changed for the top card of the deck."""

    SHAPE = ("seat", "holder", "old", "new", "becomes", "up", "clause")
    CARDS = ("old", "new")
    NAME = "card-replaced"

    def __init__(
        self, seat: int, holder: str, old: int, new: int, becomes: str, up: bool, clause: str
    ) -> None:
        self.seat = seat
        self.holder = holder
        self.old = old
        self.new = new
        self.becomes = becomes
        """The old card: ``burn`` (known to all), ``discard``, or ``boxed`` (discarded, found face up)."""
        self.up = up
        """It is an up-card, and so is the new one."""
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        hand = state.cards[player]
        hand[place_of(hand, self.old)] = self.new
        state.dealt += 1
        if self.becomes == "burn":
            state.burns.append(self.old)
            state.known_burns.append(self.old)
        else:
            _discard_found(state, self.old, self.becomes)

    def seen_by(self, person: str) -> Event:
        if self.up or person == self.holder:
            return self
        old = UNKNOWN if self.becomes == "discard" else self.old
        return CardReplaced(
            self.seat, self.holder, old, UNKNOWN, self.becomes, up=self.up, clause=self.clause
        )


class BoardReplaced(Event):
    """A board card that cannot be played is changed for the top card of the deck."""

    SHAPE = ("old", "new", "becomes", "clause")
    CARDS = ("old", "new")
    NAME = "board-replaced"

    def __init__(self, old: int, new: int, becomes: str, clause: str) -> None:
        self.old = old
        self.new = new
        self.becomes = becomes
        """``discard`` or ``boxed``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        state.board[state.board.index(self.old)] = self.new
        state.dealt += 1
        _discard_found(state, self.old, self.becomes)


class HoleCardUp(Event):
    """Stud: a hole card was dealt face up; it is the up-card now and the third card comes down."""

    SHAPE = ("seat", "card", "clause")
    CARDS = ("card",)
    NAME = "hole-card-up"

    def __init__(self, seat: int, card: int, clause: str) -> None:
        self.seat = seat
        self.card = card
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        hand = state.cards[player]
        ups = state.ups[player]
        exposed = place_of(hand, self.card)
        hand[exposed] = self.card
        ups[exposed] = True
        # The third card counts as down; the exposed one stands in for it as the up-card.
        for at in range(len(hand)):
            if at != exposed:
                ups[at] = False


class Refunded(Event):
    """Chips go back from the pot to the player who put them in."""

    SHAPE = ("seat", "chips", "clause")
    NAME = "refunded"

    def __init__(self, seat: int, chips: int, clause: str) -> None:
        self.seat = seat
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.stacks[player] += self.chips
        state.pot -= self.chips
        state.put_in[player] -= self.chips
        if state.put_in[player] < 0:
            state.dead += state.put_in[player]
            state.dead_in[player] += state.put_in[player]
            state.put_in[player] = 0
        if state.bets[player] > state.put_in[player]:
            state.bets[player] = state.put_in[player]
            withdraw_wagers(state)

    def transfers(self) -> list[Transfer]:
        return [Transfer("pot", seat_account(self.seat), self.chips)]


class RakeGivenBack(Event):
    """A dead round has no pot to rake: what was set aside goes back to it."""

    SHAPE = ("rake", "jackpot", "fees", "clause")
    NAME = "rake-given-back"

    def __init__(self, rake: int, jackpot: int, fees: int, clause: str) -> None:
        self.rake = rake
        self.jackpot = jackpot
        self.fees = fees
        self.clause = clause

    def apply(self, state: State) -> None:
        state.rake -= self.rake
        state.jackpot -= self.jackpot
        state.fees -= self.fees
        state.pot += self.rake + self.jackpot + self.fees
        state.taken = []
        state.taken_at = []
        state.raked_levels = 0

    def transfers(self) -> list[Transfer]:
        taken = (("rake", self.rake), ("jackpot", self.jackpot), ("fees", self.fees))
        return [Transfer(account, "pot", chips) for account, chips in taken if chips]


class RoundDead(Event):
    """The round ends without a winner: a misdeal, or a dead round. Everybody's chips are back."""

    SHAPE = ("why", "misdeal", "deck", "clause")
    NAME = "round-dead"

    def __init__(self, why: str, misdeal: bool, deck: str, clause: str) -> None:
        self.why = why
        self.misdeal = misdeal
        """The cards go back and the same round is dealt again."""
        self.deck = deck
        """What becomes of the deck: ``stays``, ``remove`` or ``replace``."""
        self.clause = clause

    def apply(self, state: State) -> None:
        state.dead_round = True
        state.dead_why = self.why
        state.dead_deck = self.deck
        state.end_clause = self.clause
        state.actor = -1
        state.awaiting = OVER
