"""View types of a poker round: PokerRoundView, PokerHandView and PokerPotView, as one viewer sees them."""

from __future__ import annotations

from msgspec import Struct


class PokerHandView(Struct, frozen=True, kw_only=True):
    """View of one player's hand in a poker round."""

    seat: int
    person: str
    """Player who holds it."""
    stack: int
    """Chips not in play."""
    bet: int
    """Chips bet in this betting round."""
    contributed: int
    """Chips put in during the whole round."""
    live: bool
    """Whether it can still win."""
    all_in: bool
    hand_state: str
    """State of the hand: ``face down``, ``tabled``, ``thrown in`` or ``mucked``."""
    cards: list[str]
    """Cards in the order dealt; ``??`` where the viewer may not see them."""
    face_up: list[bool]
    """Whether each card is face up."""
    won: int
    """Chips won from pots so far."""
    returned: int
    """Chips of uncalled bets returned."""


class PokerPotView(Struct, frozen=True, kw_only=True):
    """View of one pot: its chips and the seats that can win it."""

    name: str
    chips: int
    seats: list[int]


class PokerRoundView(Struct, frozen=True, kw_only=True):
    """View of a poker round in progress, or of the last one."""

    street: str
    """Name of the street: ``preflop``, ``flop``, ``third``, ``draw``..."""
    button: int
    """Seat of the button; 0 in games without one."""
    hands: list[PokerHandView]
    board: list[str]
    """Community cards."""
    stub: int
    """Number of cards not yet dealt."""
    burns: int
    """Number of burned cards."""
    known_burns: list[str]
    """Burned cards that are publicly seen."""
    discards: int
    """Number of cards in the muck, laid down in draws, or out of play."""
    pot: int
    """All chips in play, current bets included."""
    pots: list[PokerPotView]
    """Main pot and side pots, current bets included; together they are `pot`."""
    rake: int
    """Rake taken so far."""
    jackpot: int
    """Chips taken for the jackpot."""
    fees: int
    """Seat and time fees collected."""
    bet: int
    """Current bet to match."""
    raises: int
    """Number of raises in this betting round."""
    awaiting: str
    """Input the round waits for: ``nothing``, ``action``, ``forced bet``, ``draw``, ``shuffle``, ``show``,
    ``muck``, ``street`` or ``over``."""
    turn: int
    """Seat of the player to act; 0 if no player is to act."""
    over: bool

    def hand_at_seat(self, seat: int) -> PokerHandView:
        """Return the hand at a seat."""
        return next(hand for hand in self.hands if hand.seat == seat)
