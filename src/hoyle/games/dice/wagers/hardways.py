"""Hardway bets: a pair before the same total rolled any other way, or a seven."""

from __future__ import annotations

from hoyle.games.dice.events.wagers import Decided, lost, won
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers.betting_spot import BettingSpot


def decide(wager: DiceWager, spot: BettingSpot, one: int, other: int) -> Decided | None:
    total = one + other
    if total != wager.number and total != 7:
        return None
    if one == other:
        return won(wager, spot.pays(wager.amount), 0, spot.won)
    return lost(wager, spot.lost)
