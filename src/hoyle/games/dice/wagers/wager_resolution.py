"""Wager resolution: whether a roll wins, loses, moves or returns each dice wager."""

from __future__ import annotations

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.wagers import Decided, Moved, loss_decision, return_decision, win_decision
from hoyle.games.dice.game_state import PUSH, RETURNED, DiceWager
from hoyle.games.dice.wagers.betting_spot import HARDWAY, HOP, ONE_ROLL, BettingSpot
from hoyle.games.dice.wagers.hop_bets import faces


def resolve(wager: DiceWager, spot: BettingSpot, first_die: int, second_die: int, *, barred: int) -> DiceEvent | None:
    """Build the event by which a roll decides or moves a wager that is on; None if it does neither."""
    total = first_die + second_die
    family = spot.family
    if spot.flat:
        return _resolve_flat_bet(wager, spot, total, barred)
    if family == ONE_ROLL:
        return _resolve_one_roll_bet(wager, spot, total)
    if family == HARDWAY:
        return _resolve_hardway(wager, spot, first_die, second_die)
    if family == HOP:
        won = faces(first_die, second_die) == wager.faces
        return win_decision(wager, spot.pays(wager.amount), 0, spot.won) if won else loss_decision(wager, spot.lost)
    return _resolve_number_bet(wager, spot, total)


def resolve_off(wager: DiceWager, spot: BettingSpot, total: int) -> DiceEvent | None:
    """Build the event for a wager that is off: odds go back when their flat bet is decided; else None."""
    if spot.off_returned and (total == wager.number or total == 7):
        return return_decision(wager, RETURNED, spot.off_returned)
    return None


def _resolve_flat_bet(wager: DiceWager, spot: BettingSpot, total: int, barred: int) -> DiceEvent | None:
    """Resolve a line or Come bet: by its first roll, or by the number to which that roll moved it."""
    if wager.number:
        return _resolve_number_bet(wager, spot, total)
    if 4 <= total <= 10 and total != 7:
        return Moved(wager.id, total, spot.first)
    if not spot.right and total == barred:
        return return_decision(wager, PUSH, spot.barred)
    if (total == 7 or total == 11) == spot.right:
        return win_decision(wager, spot.pays(wager.amount), 0, spot.first)
    return loss_decision(wager, spot.first)


def _resolve_number_bet(wager: DiceWager, spot: BettingSpot, total: int) -> Decided | None:
    """Resolve a bet on a number or a seven, whichever comes first: Place, Buy, Place to lose, Lay, odds."""
    if total != wager.number and total != 7:
        return None
    if (total == wager.number) == spot.right:
        return win_decision(wager, spot.pays(wager.amount), 0, spot.won)
    return loss_decision(wager, spot.lost)


def _resolve_one_roll_bet(wager: DiceWager, spot: BettingSpot, total: int) -> Decided:
    """Resolve a bet on the next total: it wins if any part wins, and the losing parts are taken."""
    units = wager.amount // spot.unit
    paid = units * spot.paid[total]
    taken = units * spot.taken[total]
    return win_decision(wager, paid, taken, spot.won) if paid else loss_decision(wager, spot.lost)


def _resolve_hardway(wager: DiceWager, spot: BettingSpot, first_die: int, second_die: int) -> Decided | None:
    """Resolve a bet on a pair before the same total rolled any other way, or a seven."""
    total = first_die + second_die
    if total != wager.number and total != 7:
        return None
    if first_die == second_die:
        return win_decision(wager, spot.pays(wager.amount), 0, spot.won)
    return loss_decision(wager, spot.lost)
