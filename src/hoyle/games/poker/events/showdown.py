"""Showdown events: hands shown, conceded or mucked, pots awarded, round ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.core.events import CARDS
from hoyle.core.money import Transfer, seat_account
from hoyle.games.poker.events.base import PokerEvent
from hoyle.games.poker.events.state_changes import end_show_turn, muck_hand
from hoyle.games.poker.round_state import FACE_DOWN, MUCK, NOTHING, OVER, TABLED, THROWN, RoundState


@dataclass(init=False, eq=False, repr=False)
class Shown(PokerEvent):
    """Event: hand tabled; all its cards face up."""

    seat: int
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.cards[player] = list(self.cards)
        state.ups[player] = [True] * len(self.cards)
        state.hands[player] = TABLED
        end_show_turn(state, player)


@dataclass(init=False, eq=False, repr=False)
class Conceded(PokerEvent):
    """Event: hand thrown in unseen at the showdown; not dead yet where the book lets it be retrieved."""

    seat: int
    clause: str

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.hands[player] = THROWN
        end_show_turn(state, player)


@dataclass(eq=False, repr=False)
class Retrieved(PokerEvent):
    """Event: hand thrown in at the showdown retrieved while it can still be identified."""

    seat: int
    clause: str

    def apply(self, state: RoundState) -> None:
        state.hands[state.position_of_seat[self.seat]] = FACE_DOWN
        if state.awaiting == MUCK:
            state.awaiting = NOTHING


@dataclass(eq=False, repr=False)
class MuckDue(PokerEvent):
    """Event: mucking due; the award waits until the dealer mucks the hands thrown in."""

    seats: list[int]
    clause: str

    def apply(self, state: RoundState) -> None:
        state.actor = -1
        state.awaiting = MUCK
        state.turn_clause = self.clause


@dataclass(eq=False, repr=False)
class HandMucked(PokerEvent):
    """Event: hand thrown in at the showdown mucked by the dealer: it cannot be retrieved any more.

    Its owner still wins a pot that nobody else can win.
    """

    seat: int
    clause: str

    def apply(self, state: RoundState) -> None:
        muck_hand(state, state.position_of_seat[self.seat])
        if state.awaiting == MUCK and THROWN not in state.hands:
            state.awaiting = NOTHING


@dataclass(init=False, eq=False, repr=False)
class Collected(PokerEvent):
    """Event: losing hands taken in by the dealer before the pot is pushed."""

    seats: list[int]
    clause: str

    def __init__(self, seats: list[int], clause: str) -> None:
        self.seats = seats
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        return


@dataclass(init=False, eq=False, repr=False)
class Awarded(PokerEvent):
    """Event: award of one share of one pot to one winner, with the reason."""

    pot: int
    """Number of the pot; 0 is the main pot."""
    pots: int
    """Number of pots in all."""
    share: str
    """Share: ``high``, ``low`` or ``odd``, the one chip of a pot that joins neither half."""
    seat: int
    chips: int
    value: int
    """Value of the hand for this share; 0 if it was not shown."""
    words: str
    """Name of the hand as a dealer announces it: ``aces full of kings``."""
    cards: list[int] = field(metadata=CARDS)
    """Cards that make the hand, in the order in which they would decide an odd chip."""
    reason: str
    """Reason: ``last player`` (no other hand is left), ``unopposed`` (nobody else can win this pot),
    ``best hand``, ``no low`` (none qualifies, high wins all), ``board plays`` or ``does not halve``."""
    contest: list[int]
    """Seats with a hand for this share, the winner's included."""
    tied: list[int]
    """Seats that tied for it; empty if one hand was best."""
    odd: int
    """Odd chips among `chips`, allocated by the odd-chip rule."""
    odd_by: str
    """Criterion of that rule: ``card``, ``clockwise from the button``, ``from the dealer's left`` or
    ``joins the high half``; empty if there were no odd chips."""
    order: list[int]
    """Seats in order of priority for the odd chips of this share; empty if it has none."""
    hands: list[list[int]] = field(metadata=CARDS)
    """Cards of each of their hands in the order they are compared, where cards decide."""
    rival: int
    """Seat next in priority, where odd chips went by card."""
    decided: list[int] = field(metadata=CARDS)
    """First cards in which the two hands differ, this one's before the rival's."""
    clause: str
    odd_clause: str
    joined_clause: str
    """Clause that adds the odd chip of the pot to this half before it is shared; empty if none joined."""

    def __init__(
        self,
        *,
        pot: int,
        pots: int,
        share: str,
        seat: int,
        chips: int,
        value: int,
        reason: str,
        contest: list[int],
        clause: str,
        words: str = "",
        cards: list[int] | None = None,
        tied: list[int] | None = None,
        odd: int = 0,
        odd_by: str = "",
        order: list[int] | None = None,
        hands: list[list[int]] | None = None,
        rival: int = 0,
        decided: list[int] | None = None,
        odd_clause: str = "",
        joined_clause: str = "",
    ) -> None:
        self.pot = pot
        self.pots = pots
        self.share = share
        self.seat = seat
        self.chips = chips
        self.value = value
        self.words = words
        self.cards = cards or []
        self.reason = reason
        self.contest = contest
        self.tied = tied or []
        self.odd = odd
        self.odd_by = odd_by
        self.order = order or []
        self.hands = hands or []
        self.rival = rival
        self.decided = decided or []
        self.clause = clause
        self.odd_clause = odd_clause
        self.joined_clause = joined_clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.stacks[player] += self.chips
        state.won[player] += self.chips
        state.pot -= self.chips
        state.winners.append(player)
        state.shares.append(self.share)

    def transfers(self) -> list[Transfer]:
        return [Transfer("pot", seat_account(self.seat), self.chips)]


@dataclass(init=False, eq=False, repr=False)
class RoundEnded(PokerEvent):
    """Event: round of poker ended."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.end_clause = self.clause
        state.actor = -1
        state.awaiting = OVER


@dataclass(eq=False, repr=False)
class WinnerShows(PokerEvent):
    """Event: hand shown voluntarily by a winner whom nobody called."""

    seat: int
    cards: list[int] = field(metadata=CARDS)
    clause: str

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.cards[player] = list(self.cards)
        state.ups[player] = [True] * len(self.cards)
        state.hands[player] = TABLED
