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
    """Return the flat bet that odds of this kind would support, or raise."""
    flat = state.wagers.get(on)
    if flat is None or flat.result != LIVE or flat.kind != needs or flat.owner != owner or not flat.number:
        raise illegal(clause, f"{wager_name(kind)} need a {wager_name(needs)} bet that has its point")
    return flat


def standing(state: DiceState, flat: DiceWager) -> list[DiceWager]:
    """List the odds that stand behind a flat bet."""
    return [wager for wager in state.live if wager.parent == flat.id]


def limit(sign: CrapsSign, spot: BettingSpot, flat: int) -> int:
    """Maximum of all odds behind a flat bet of this amount.

    The posted multiple and the posted maximum apply, the latter not below the book's least multiple. The
    excess that an exact payment needs may be added where the house takes it (AMB-C16).
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
    """Raise if the odds behind a flat bet would exceed their limit."""
    total = sum(odds.amount for odds in standing(state, flat)) + more
    most = limit(sign, spot, flat.amount)
    if total > most:
        raise illegal(
            spot.page.limit, f"odds of {total} behind {flat.amount} on {flat.number}: at most {most}"
        )


def cut_to_limit(sign: CrapsSign, state: DiceState, flat: DiceWager, to: int) -> list[DiceEvent]:
    """Events that cut odds to the limit of a flat bet that is cut, the latest odds first."""
    cuts: list[DiceEvent] = []
    behind = standing(state, flat)
    total = sum(odds.amount for odds in behind)
    for wager in reversed(behind):
        most = limit(sign, sign.layout.spot(wager.kind, flat.number), to)
        if total <= most:
            break
        if total - wager.amount >= most:
            cuts.append(Removed(wager.id, wager.seat, wager.amount, sign.book.odds_fall))
            total -= wager.amount
        else:
            left = wager.amount - total + most
            cuts.append(Changed(wager.id, wager.seat, left, most - total, 0, sign.book.odds_fall))
            total = most
    return cuts
