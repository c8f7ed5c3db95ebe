"""Come and Don't Come: a line bet of one's own, made while a point is on."""

from __future__ import annotations

from hoyle.games.dice.game_state import DiceState
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name


def check_time(state: DiceState, spot: BettingSpot) -> None:
    """Never for a come-out roll."""
    if not state.point:
        raise illegal(
            spot.page.made, f"{wager_name(spot.kind)} is made while a point is on, not on a come-out"
        )
