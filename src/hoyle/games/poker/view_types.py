"""View types of a poker round: RoundView, HandView and PotView, as one viewer sees them."""

from __future__ import annotations

from msgspec import Struct


class HandView(Struct, frozen=True, kw_only=True):
    """One player's part in a round."""

    seat: int
    person: str
    """Who holds it."""
    stack: int
    """Chips that are not in play."""
    bet: int
    """Chips bet in this betting round."""
    put_in: int
    """Chips put in during the whole round."""
    live: bool
    """It can still win."""
    all_in: bool
    hand: str
    """Where the hand stands: ``face down``, ``tabled``, ``thrown in`` or ``mucked``."""
    cards: list[str]
    """In their order; ``??`` where you may not see them."""
    up: list[bool]
    """Which of the cards lie face up."""
    won: int
    """Out of pots, so far."""
    returned: int
    """What nobody matched."""


class PotView(Struct, frozen=True, kw_only=True):
    """A pot as it lies, and who can win it."""

    name: str
    chips: int
    seats: list[int]


class RoundView(Struct, frozen=True, kw_only=True):
    """The round being played, or the one played last."""

    street: str
    """``preflop``, ``flop``, ``third``, ``draw``..."""
    button: int
    """The seat that has it."""
    hands: list[HandView]
    board: list[str]
    """Cards in the middle."""
    stub: int
    """Cards that have not been dealt."""
    burns: int
    """Cards burned."""
    known_burns: list[str]
    """Those of them that everybody has seen."""
    discards: int
    """Cards in the muck, laid down in draws, or out of play."""
    pot: int
    """All chips in play, the bets before the players too."""
    pots: list[PotView]
    """As they lie, bets on their way included; together they are `pot`."""
    rake: int
    """Taken out so far."""
    jackpot: int
    """Taken out for the jackpot."""
    fees: int
    """Collected for seats or time."""
    bet: int
    """The bet that must be answered."""
    raises: int
    """Raises made in this betting round."""
    awaiting: str
    """``nothing``, ``action``, ``forced bet``, ``draw``, ``shuffle``, ``show``, ``muck``, ``street`` or
    ``over``."""
    turn: int
    """Seat of the player it waits for; 0 if it waits for nobody."""
    over: bool

    def hand_at_seat(self, seat: int) -> HandView:
        """What lies before a seat."""
        return next(hand for hand in self.hands if hand.seat == seat)
