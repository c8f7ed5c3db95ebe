"""Come and Don't Come: a line bet of one's own, made while a point is on."""

from __future__ import annotations

from hoyle.dice.layout import illegal
from hoyle.dice.spot import BettingSpot
from hoyle.dice.state import DiceState
from hoyle.dice.wager_names import wager_name


def check_time(state: DiceState, spot: BettingSpot) -> None:
    """Never for a come-out roll."""
    if not state.point:
        raise illegal(
            spot.page.made, f"{wager_name(spot.kind)} is made while a point is on, not on a come-out"
        )
