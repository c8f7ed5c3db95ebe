"""What to do when the deck cannot give every player a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

DEAL: Final = "deal normally"
COMMON: Final = "burn, common card"
SHUFFLE_COMMON: Final = "shuffle burns, burn, common card"
SCRAMBLE_FINISH: Final = "scramble stub and burns, finish"
COMMUNITY: Final = "burn, community card"
SCRAMBLE_COMMUNITY: Final = "scramble stub and burns, burn, community card"


def last_street_procedure(style: str, extra: int, players: int, stub: int, burns: int) -> str:
    """How the last street of stud is dealt, in the words of the vocabulary.

    `style` is the book's answer: ``count`` tests the stub, then stub and burns together, against the players
    left and `extra` cards more; any other style turns a common card as soon as burn and cards do not suffice.
    """
    need = players + extra
    if stub >= need:
        return DEAL
    if style == "count":
        if stub + burns >= need:
            return SCRAMBLE_FINISH
        return COMMUNITY if stub > 2 else SCRAMBLE_COMMUNITY
    return COMMON if stub > 1 else SHUFFLE_COMMON


class DrawService:
    """How one draw is served."""

    def __init__(self, seat: int, from_stub: int, from_pile: int, pile: int) -> None:
        self.seat = seat
        self.from_stub = from_stub
        self.from_pile = from_pile
        """Cards from a pile reshuffled for this very draw; later draws take the rest of it as the stub."""
        self.pile = pile
        """Size of the pile at that reshuffle; 0 if there was none."""

    def __repr__(self) -> str:
        return f"DrawService({self.seat}, {self.from_stub}, {self.from_pile}, {self.pile})"


def serve_draws(stub: int, folded_cards: int, draws: Sequence[tuple[int, int]]) -> list[DrawService]:
    """Serve draws (seat, cards) in order from a stub of so many cards, the burn already out.

    The stub is dealt out first. Then the discards and folded hands are reshuffled, without the cards of
    players still to draw and without the drawer's own discards, which join only if the pile is too small
    without them; burns stay out and there is no new burn (AMB-32).
    """
    muck = folded_cards
    served: list[DrawService] = []
    for seat, wanted in draws:
        from_stub = min(wanted, stub)
        stub -= from_stub
        owed = wanted - from_stub
        own = wanted
        pile = 0
        if owed:
            pile = muck
            if pile < owed:
                pile += own
                own = 0
            muck = 0
            stub = pile - owed
        muck += own
        served.append(DrawService(seat, from_stub, owed, pile))
    return served
