"""Odds bets behind a flat bet: which bet they support, their limit, and cuts to it."""

from __future__ import annotations

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.wagers import Changed, Removed
from hoyle.games.dice.game_state import LIVE, DiceState, DiceWager
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name


def flat_of(state: DiceState, kind: str, flat_kind: str, clause: str, owner: str, on: str) -> DiceWager:
    """Return the flat bet that odds of this kind would support, or raise."""
    flat = state.wagers.get(on)
    if flat is None or flat.result != LIVE or flat.kind != flat_kind or flat.owner != owner or not flat.number:
        raise illegal(clause, f"{wager_name(kind)} need a {wager_name(flat_kind)} bet that has its point")
    return flat


def standing(state: DiceState, flat: DiceWager) -> list[DiceWager]:
    """List the odds that stand behind a flat bet."""
    return [wager for wager in state.live if wager.parent == flat.id]


def limit(sign: CrapsSign, spot: BettingSpot, flat: int) -> int:
    """Return the maximum of all odds behind a flat bet of this amount.

    The posted multiple and the posted maximum apply, the latter not below the book's least multiple. The
    excess that an exact payment needs may be added where the house takes it (AMB-C16).
    """
    multiple = sign.multiples[spot.number]
    # Taken odds are a multiple of the flat bet, laid odds win one: their own odds turn that into a stake.
    stake, divisor = (
        (multiple * flat, 1) if spot.right else (multiple * flat * spot.odds_denominator, spot.odds_numerator)
    )
    if sign.odds_maximum:
        stake = max(stake * sign.least_multiple // multiple, min(stake, sign.odds_maximum * divisor))
    steps = stake // (divisor * spot.step)
    if sign.take_excess and steps * spot.step * divisor < stake:
        steps += 1
    return steps * spot.step


def check_limit(sign: CrapsSign, state: DiceState, spot: BettingSpot, flat: DiceWager, added: int) -> None:
    """Raise if the odds behind a flat bet would exceed their limit."""
    total = sum(odds.amount for odds in standing(state, flat)) + added
    maximum = limit(sign, spot, flat.amount)
    if total > maximum:
        raise illegal(spot.page.limit, f"odds of {total} behind {flat.amount} on {flat.number}: at most {maximum}")


def cut_to_limit(sign: CrapsSign, state: DiceState, flat: DiceWager, flat_amount: int) -> list[DiceEvent]:
    """Build the events that cut odds to the limit of a flat bet that is cut, the latest odds first."""
    cuts: list[DiceEvent] = []
    odds_behind = standing(state, flat)
    total = sum(odds.amount for odds in odds_behind)
    for wager in reversed(odds_behind):
        maximum = limit(sign, sign.layout.spot(wager.kind, flat.number), flat_amount)
        if total <= maximum:
            break
        if total - wager.amount >= maximum:
            cuts.append(Removed(wager.id, wager.seat, wager.amount, sign.rulebook.odds_fall))
            total -= wager.amount
        else:
            new_amount = wager.amount - total + maximum
            cuts.append(Changed(wager.id, wager.seat, new_amount, maximum - total, 0, sign.rulebook.odds_fall))
            total = maximum
    return cuts
