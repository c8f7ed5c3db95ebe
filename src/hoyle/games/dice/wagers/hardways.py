"""Hardway bets: a pair before the same total rolled any other way, or a seven."""

from __future__ import annotations

from hoyle.games.dice.events.wagers import Decided, loss_decision, win_decision
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers.betting_spot import BettingSpot


def decide(wager: DiceWager, spot: BettingSpot, first_die: int, second_die: int) -> Decided | None:
    total = first_die + second_die
    if total != wager.number and total != 7:
        return None
    if first_die == second_die:
        return win_decision(wager, spot.pays(wager.amount), 0, spot.won)
    return loss_decision(wager, spot.lost)
