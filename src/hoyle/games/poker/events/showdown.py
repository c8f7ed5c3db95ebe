"""Showdown events: hands shown, conceded or mucked, pots awarded, round ended."""

from __future__ import annotations

from hoyle.core.money import Transfer, seat_account
from hoyle.games.poker.events.base import PokerEvent
from hoyle.games.poker.events.state_changes import end_show_turn, muck_hand
from hoyle.games.poker.round_state import FACE_DOWN, MUCK, NOTHING, OVER, TABLED, THROWN, RoundState


class Shown(PokerEvent):
    """Event: hand tabled; all its cards face up."""

    SHAPE = ("seat", "cards", "clause")
    CARD_FIELDS = ("cards",)
    NAME = "shown"

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


class Conceded(PokerEvent):
    """Event: hand thrown in unseen at the showdown; not dead yet where the book lets it be retrieved."""

    SHAPE = ("seat", "clause")
    NAME = "conceded"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.hands[player] = THROWN
        end_show_turn(state, player)


class Retrieved(PokerEvent):
    """Event: hand thrown in at the showdown retrieved while it can still be identified."""

    SHAPE = ("seat", "clause")
    NAME = "retrieved"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.hands[state.position_of_seat[self.seat]] = FACE_DOWN
        if state.awaiting == MUCK:
            state.awaiting = NOTHING


class MuckDue(PokerEvent):
    """Event: mucking due; the award waits until the dealer mucks the hands thrown in."""

    SHAPE = ("seats", "clause")
    NAME = "muck-due"

    def __init__(self, seats: list[int], clause: str) -> None:
        self.seats = seats
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.actor = -1
        state.awaiting = MUCK
        state.turn_clause = self.clause


class HandMucked(PokerEvent):
    """Event: hand thrown in at the showdown mucked by the dealer: it cannot be retrieved any more.

    Its owner still wins a pot that nobody else can win.
    """

    SHAPE = ("seat", "clause")
    NAME = "hand-mucked"

    def __init__(self, seat: int, clause: str) -> None:
        self.seat = seat
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        muck_hand(state, state.position_of_seat[self.seat])
        if state.awaiting == MUCK and THROWN not in state.hands:
            state.awaiting = NOTHING


class Collected(PokerEvent):
    """Event: losing hands taken in by the dealer before the pot is pushed."""

    SHAPE = ("seats", "clause")
    NAME = "collected"

    def __init__(self, seats: list[int], clause: str) -> None:
        self.seats = seats
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        return


class Awarded(PokerEvent):
    """Event: award of one share of one pot to one winner, with the reason."""

    SHAPE = (
        "pot",
        "pots",
        "share",
        "seat",
        "chips",
        "value",
        "words",
        "cards",
        "reason",
        "contest",
        "tied",
        "odd",
        "odd_by",
        "order",
        "hands",
        "rival",
        "decided",
        "clause",
        "odd_clause",
        "joined_clause",
    )
    CARD_FIELDS = ("cards", "hands", "decided")
    NAME = "awarded"

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
        """Number of the pot; 0 is the main pot."""
        self.pots = pots
        """Number of pots in all."""
        self.share = share
        """Share: ``high``, ``low`` or ``odd``, the one chip of a pot that joins neither half."""
        self.seat = seat
        self.chips = chips
        self.value = value
        """Value of the hand for this share; 0 if it was not shown."""
        self.words = words
        """Name of the hand as a dealer announces it: ``aces full of kings``."""
        self.cards: list[int] = cards or []
        """Cards that make the hand, in the order in which they would decide an odd chip."""
        self.reason = reason
        """Reason: ``last player`` (no other hand is left), ``unopposed`` (nobody else can win this pot),
        ``best hand``, ``no low`` (none qualifies, high wins all), ``board plays`` or ``does not halve``."""
        self.contest = contest
        """Seats with a hand for this share, the winner's included."""
        self.tied: list[int] = tied or []
        """Seats that tied for it; empty if one hand was best."""
        self.odd = odd
        """Odd chips among `chips`, allocated by the odd-chip rule."""
        self.odd_by = odd_by
        """Criterion of that rule: ``card``, ``clockwise from the button``, ``from the dealer's left`` or
        ``joins the high half``; empty if there were no odd chips."""
        self.order: list[int] = order or []
        """Seats in order of priority for the odd chips of this share; empty if it has none."""
        self.hands: list[list[int]] = hands or []
        """Cards of each of their hands in the order they are compared, where cards decide."""
        self.rival = rival
        """Seat next in priority, where odd chips went by card."""
        self.decided: list[int] = decided or []
        """First cards in which the two hands differ, this one's before the rival's."""
        self.clause = clause
        self.odd_clause = odd_clause
        self.joined_clause = joined_clause
        """Clause that adds the odd chip of the pot to this half before it is shared; empty if none joined."""

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.stacks[player] += self.chips
        state.won[player] += self.chips
        state.pot -= self.chips
        state.winners.append(player)
        state.shares.append(self.share)

    def transfers(self) -> list[Transfer]:
        return [Transfer("pot", seat_account(self.seat), self.chips)]


class RoundEnded(PokerEvent):
    """Event: round of poker ended."""

    SHAPE = ("clause",)
    NAME = "round-ended"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        state.end_clause = self.clause
        state.actor = -1
        state.awaiting = OVER


class WinnerShows(PokerEvent):
    """Event: hand shown voluntarily by a winner whom nobody called."""

    SHAPE = ("seat", "cards", "clause")
    CARD_FIELDS = ("cards",)
    NAME = "winner-shows"

    def __init__(self, seat: int, cards: list[int], clause: str) -> None:
        self.seat = seat
        self.cards = cards
        self.clause = clause

    def apply(self, state: RoundState) -> None:
        player = state.position_of_seat[self.seat]
        state.cards[player] = list(self.cards)
        state.ups[player] = [True] * len(self.cards)
        state.hands[player] = TABLED
