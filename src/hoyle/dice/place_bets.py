"""Place, Buy, Place to lose, Lay, and odds: a number or a seven, whichever comes first."""

from __future__ import annotations

from hoyle.dice.events.wagers import Decided
from hoyle.dice.spot import Spot
from hoyle.dice.state import LOSE, WIN, Wager


def decide(wager: Wager, spot: Spot, total: int) -> Decided | None:
    """Won or lost by the number or the seven; another total decides nothing."""
    if total != wager.number and total != 7:
        return None
    if (total == wager.number) == spot.right:
        return Decided(wager.id, WIN, spot.pays(wager.amount), 0, spot.won)
    return Decided(wager.id, LOSE, 0, wager.amount, spot.lost)
