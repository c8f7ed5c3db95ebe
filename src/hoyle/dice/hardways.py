"""The hardways: a pair before the same total in another way, or a seven."""

from __future__ import annotations

from hoyle.dice.events.wagers import Decided, lost, won
from hoyle.dice.spot import BettingSpot
from hoyle.dice.state import DiceWager


def decide(wager: DiceWager, spot: BettingSpot, one: int, other: int) -> Decided | None:
    total = one + other
    if total != wager.number and total != 7:
        return None
    if one == other:
        return won(wager, spot.pays(wager.amount), 0, spot.won)
    return lost(wager, spot.lost)
