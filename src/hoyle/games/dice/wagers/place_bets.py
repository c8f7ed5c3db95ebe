"""Place, Buy, Place to lose, Lay and odds bets: a number or a seven, whichever comes first."""

from __future__ import annotations

from hoyle.games.dice.events.wagers import Decided, loss_decision, win_decision
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers.betting_spot import BettingSpot


def decide(wager: DiceWager, spot: BettingSpot, total: int) -> Decided | None:
    """Decide a bet by its number or a seven; None for any other total."""
    if total != wager.number and total != 7:
        return None
    if (total == wager.number) == spot.right:
        return win_decision(wager, spot.pays(wager.amount), 0, spot.won)
    return loss_decision(wager, spot.lost)
