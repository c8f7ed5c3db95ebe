"""One-roll bets: Field, Any Seven, Any Craps, Horn and others that the next total decides."""

from __future__ import annotations

from hoyle.games.dice.events.wagers import Decided, loss_decision, win_decision
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers.betting_spot import BettingSpot


def decide(wager: DiceWager, spot: BettingSpot, total: int) -> Decided:
    """Decide a one-roll bet: it wins if any part wins, and the losing parts are taken."""
    units = wager.amount // spot.unit
    paid = units * spot.paid[total]
    taken = units * spot.taken[total]
    if paid:
        return win_decision(wager, paid, taken, spot.won)
    return loss_decision(wager, spot.lost)
