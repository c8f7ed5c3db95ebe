"""Hands shown or given up, pots awarded, the round over."""

from __future__ import annotations

from hoyle.money import Transfer, seat_account
from hoyle.poker.division import SHARES
from hoyle.poker.events.base import Event
from hoyle.poker.events.moves import leave_turn
from hoyle.poker.state import FACE_DOWN, OVER, TABLED, THROWN, State


class Shown(Event):
    """A hand is tabled: all its cards face up."""

    SHAPE = ("seat", "cards", "clause")
    NAME = "shown"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.cards[player] = list(self.cards)
        state.ups[player] = [True] * len(self.cards)
        state.hands[player] = TABLED
        leave_turn(state, player)


class Conceded(Event):
    """A hand is thrown in unseen at the showdown; not dead yet where the book lets it be retrieved."""

    SHAPE = ("seat", "clause")
    NAME = "conceded"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.hands[player] = THROWN
        leave_turn(state, player)


class Retrieved(Event):
    """A hand thrown in at the showdown is taken back while it can still be told apart."""

    SHAPE = ("seat", "clause")
    NAME = "retrieved"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: State) -> None:
        state.hands[state.where[self.seat]] = FACE_DOWN


class Collected(Event):
    """The dealer takes in the losing hands, before he pushes the pot and takes in the winning ones."""

    SHAPE = ("seats", "clause")
    NAME = "collected"

    def __init__(self, seats: list[int], clause: str) -> None:
        self.seats = seats
        self.clause = clause

    def apply(self, state: State) -> None:
        return


class Awarded(Event):
    """Chips of one share of one pot for one winner."""

    SHAPE = ("pot", "share", "seat", "chips", "odd", "value", "cards", "clause", "odd_clause")
    NAME = "awarded"

    def __init__(
        self,
        pot: int,
        share: int,
        seat: int,
        chips: int,
        odd: int,
        value: int,
        cards: list[int],
        clause: str,
        odd_clause: str,
    ) -> None:
        self.pot = pot
        self.share = share
        self.seat = seat
        self.chips = chips
        self.odd = odd
        """How many of `chips` could not be divided and came here by the odd-chip rule."""
        self.value = value
        """What the hand is worth; 0 if it was not shown."""
        self.cards = cards
        """Cards that make the winning hand, where they had to be told apart; else empty."""
        self.clause = clause
        self.odd_clause = odd_clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.stacks[player] += self.chips
        state.won[player] += self.chips
        state.pot -= self.chips
        state.winners.append(player)
        state.shares.append(SHARES[self.share])

    def transfers(self) -> list[Transfer]:
        return [Transfer("pot", seat_account(self.seat), self.chips)]


class Ended(Event):
    """The round of play is over."""

    SHAPE = ("clause",)
    NAME = "ended"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: State) -> None:
        state.end_clause = self.clause
        state.actor = -1
        state.awaiting = OVER


class WinnerShows(Event):
    """A winner whom nobody called shows his hand although he need not."""

    SHAPE = ("seat", "cards", "clause")
    NAME = "winner-shows"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: State) -> None:
        player = state.where[self.seat]
        state.ups[player] = [True] * len(self.cards)
        state.hands[player] = TABLED
