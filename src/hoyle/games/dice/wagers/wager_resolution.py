"""Wager resolution: whether a roll wins, loses, moves or returns each dice wager."""

from __future__ import annotations

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.wagers import return_decision
from hoyle.games.dice.game_state import RETURNED, DiceWager
from hoyle.games.dice.wagers import hardways, hop_bets, line_bets, one_roll_bets, place_bets
from hoyle.games.dice.wagers.betting_spot import HARDWAY, HOP, ONE_ROLL, BettingSpot


def resolve(wager: DiceWager, spot: BettingSpot, first_die: int, second_die: int, *, barred: int) -> DiceEvent | None:
    """Build the event by which a roll decides or moves a wager that is on; None if it does neither."""
    family = spot.family
    if spot.flat:
        return line_bets.decide_flat(wager, spot, first_die + second_die, barred)
    if family == ONE_ROLL:
        return one_roll_bets.decide(wager, spot, first_die + second_die)
    if family == HARDWAY:
        return hardways.decide(wager, spot, first_die, second_die)
    if family == HOP:
        return hop_bets.decide(wager, spot, first_die, second_die)
    return place_bets.decide(wager, spot, first_die + second_die)


def resolve_off(wager: DiceWager, spot: BettingSpot, total: int) -> DiceEvent | None:
    """Build the event for a wager that is off: odds go back when their flat bet is decided; else None."""
    if spot.off_returned and (total == wager.number or total == 7):
        return return_decision(wager, RETURNED, spot.off_returned)
    return None
