"""Come and Don't Come: a line bet of one's own, made while a point is on."""

from __future__ import annotations

from hoyle.dice.layout import forbidden
from hoyle.dice.spot import Spot
from hoyle.dice.state import State
from hoyle.dice.wager_names import wager_name


def check_time(state: State, spot: Spot) -> None:
    """Never for a come-out roll."""
    if not state.point:
        raise forbidden(
            spot.page.made, f"{wager_name(spot.kind)} is made while a point is on, not on a come-out"
        )
