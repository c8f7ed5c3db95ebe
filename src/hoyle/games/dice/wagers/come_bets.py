"""Come and Don't Come bets: made while a point is on, decided like line bets from the next roll."""

from __future__ import annotations

from hoyle.games.dice.game_state import DiceState
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name


def check_time(state: DiceState, spot: BettingSpot) -> None:
    """Raise on a come-out: Come bets need a point."""
    if not state.point:
        raise illegal(spot.page.made, f"{wager_name(spot.kind)} is made while a point is on, not on a come-out")
