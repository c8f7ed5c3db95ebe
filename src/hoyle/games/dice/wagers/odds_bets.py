"""Odds bets behind a flat bet: which bet they support, their limit, and cuts to it."""

from __future__ import annotations

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.wagers import Changed, Removed
from hoyle.games.dice.game_state import LIVE, DiceState, DiceWager
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.layout import illegal
from hoyle.games.dice.wagers.wager_names import wager_name


def flat_of(state: DiceState, kind: str, needs: str, clause: str, owner: str, on: str) -> DiceWager:
    """The flat bet that odds of this kind are to support."""
    flat = state.wagers.get(on)
    if flat is None or flat.result != LIVE or flat.kind != needs or flat.owner != owner or not flat.number:
        raise illegal(clause, f"{wager_name(kind)} need a {wager_name(needs)} bet that has its point")
    return flat


def standing(state: DiceState, flat: DiceWager) -> list[DiceWager]:
    """The odds that stand behind a flat bet."""
    return [wager for wager in state.live if wager.parent == flat.id]


def limit(sign: CrapsSign, spot: BettingSpot, flat: int) -> int:
    """The most that may stand as odds behind a flat bet of this amount.

    The posted multiple binds, and a posted maximum for odds, but nothing below the book's least multiple.
    What an exact payment needs may be added where the house takes it (AMB-C16).
    """
    multiple = sign.multiples[spot.number]
    # Taken odds are a multiple of the flat bet, laid odds win one: their own odds turn that into a stake.
    most, of = (
        (multiple * flat, 1) if spot.right else (multiple * flat * spot.odds_denominator, spot.odds_numerator)
    )
    if sign.odds_maximum:
        most = max(most * sign.least_multiple // multiple, min(most, sign.odds_maximum * of))
    whole = most // (of * spot.step)
    if sign.take_excess and whole * spot.step * of < most:
        whole += 1
    return whole * spot.step


def check_limit(sign: CrapsSign, state: DiceState, spot: BettingSpot, flat: DiceWager, more: int) -> None:
    total = sum(each.amount for each in standing(state, flat)) + more
    most = limit(sign, spot, flat.amount)
    if total > most:
        raise illegal(
            spot.page.limit, f"odds of {total} behind {flat.amount} on {flat.number}: at most {most}"
        )


def cut_to_limit(sign: CrapsSign, state: DiceState, flat: DiceWager, to: int) -> list[DiceEvent]:
    """Odds above the limit of a flat bet that is cut come back, the latest first."""
    found: list[DiceEvent] = []
    behind = standing(state, flat)
    total = sum(each.amount for each in behind)
    for wager in reversed(behind):
        most = limit(sign, sign.layout.spot(wager.kind, flat.number), to)
        if total <= most:
            break
        if total - wager.amount >= most:
            found.append(Removed(wager.id, wager.seat, wager.amount, sign.book.odds_fall))
            total -= wager.amount
        else:
            left = wager.amount - total + most
            found.append(Changed(wager.id, wager.seat, left, most - total, 0, sign.book.odds_fall))
            total = most
    return found
