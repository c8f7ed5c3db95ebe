"""The shape of a round as a person sees it. Cards are spelled ``Ah``, unknown ones ``??``."""

from __future__ import annotations

from msgspec import Struct


class HandView(Struct, frozen=True, kw_only=True):
    """One player's part in a round."""

    seat: int
    person: str
    stack: int
    bet: int
    put_in: int
    live: bool
    all_in: bool
    hand: str
    """Where the hand stands: ``face down``, ``tabled``, ``thrown in`` or ``mucked``."""
    cards: list[str]
    up: list[bool]
    won: int
    returned: int


class PotView(Struct, frozen=True, kw_only=True):
    """A pot as it lies, and who can win it."""

    name: str
    chips: int
    seats: list[int]


class RoundView(Struct, frozen=True, kw_only=True):
    """The round being played, or the one played last."""

    street: str
    button: int
    hands: list[HandView]
    board: list[str]
    stub: int
    burns: int
    known_burns: list[str]
    discards: int
    pot: int
    pots: list[PotView]
    rake: int
    jackpot: int
    fees: int
    bet: int
    """The bet that must be answered."""
    raises: int
    """Raises made in this betting round."""
    awaiting: str
    turn: int
    """Seat of the player it waits for; 0 if it waits for nobody."""
    over: bool

    def hand_of(self, seat: int) -> HandView:
        """What lies before a seat."""
        return next(hand for hand in self.hands if hand.seat == seat)
