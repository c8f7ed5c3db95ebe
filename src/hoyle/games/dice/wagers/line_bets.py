"""Pass and Don't Pass bets: made before a come-out, decided by it or by the point it sets."""

from __future__ import annotations

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.wagers import Moved, loss_decision, return_decision, win_decision
from hoyle.games.dice.game_state import PUSH, DiceState, DiceWager
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name


def check_time(state: DiceState, spot: BettingSpot, *, put_bets: bool) -> None:
    """Raise while a point is on, unless the house takes put bets on the right side (AMB-C28)."""
    if state.point and not (put_bets and spot.right):
        rule = f"{wager_name(spot.kind)} is made before a come-out"
        raise illegal(spot.page.made, f"{rule}: the point is {state.point}")


def decide_flat(wager: DiceWager, spot: BettingSpot, total: int, barred: int) -> DiceEvent | None:
    """Build the event of a line or Come bet for this roll; None if the roll does not decide it."""
    if wager.number:
        if total != wager.number and total != 7:
            return None
        if (total == wager.number) == spot.right:
            return win_decision(wager, spot.pays(wager.amount), 0, spot.won)
        return loss_decision(wager, spot.lost)
    if 4 <= total <= 10 and total != 7:
        return Moved(wager.id, total, spot.first)
    if not spot.right and total == barred:
        return return_decision(wager, PUSH, spot.barred)
    if (total == 7 or total == 11) == spot.right:
        return win_decision(wager, spot.pays(wager.amount), 0, spot.first)
    return loss_decision(wager, spot.first)
