"""Legal wagers: what a player may bet, raise, cut or take down now, with minimum, maximum, step.

The conditions mirror those under which the games accept a wager.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.game_state import DiceWager
from hoyle.games.dice.wagers import odds_bets
from hoyle.games.dice.wagers.betting_spot import HOP, LINE, ODDS, BettingSpot
from hoyle.games.dice.wagers.hop_bets import MIXED, PAIR, faces, spot_number


class LegalWager(NamedTuple):
    """Wager that would be accepted, at any multiple of `step` from `least` to `most`."""

    kind: str
    least: int
    most: int
    step: int
    clause: str
    number: int = 0
    faces: str = ""
    on: str = ""
    """Id of the flat bet that odds would support."""


class AmountRange(NamedTuple):
    """Legal amounts of a wager: multiples of `step` from `least` to `most`."""

    least: int
    most: int
    step: int


def _hops(number: int) -> list[str]:
    pairs = [(one, other) for one in range(1, 7) for other in range(1, one + 1)]
    return [faces(one, other) for one, other in pairs if spot_number(one, other) == number]


_HOPS: Final = {number: _hops(number) for number in (MIXED, PAIR)}
"""Faces of each hop spot."""


def bets(game: DiceGame, owner: str) -> list[LegalWager]:
    """List every wager that a player may make now."""
    state = game.state
    if state.released:
        return []
    legal: list[LegalWager] = []
    for kind, spots in game.layout.kinds.items():
        for number, spot in spots.items():
            if not game.accepts_wager_now(owner, spot):
                continue
            if spot.family == ODDS:
                legal += _legal_odds(game, owner, spot)
                continue
            if spot.maximum:
                legal += _legal_below_maximum(game, owner, spot)
                continue
            amounts = _amounts(game, owner, spot, least=spot.minimum, most=0)
            if amounts is None:
                continue
            least, most, step = amounts
            if spot.family == HOP:
                legal += [
                    LegalWager(kind, least, most, step, spot.made, faces=pair) for pair in _HOPS[number]
                ]
            else:
                legal.append(LegalWager(kind, least, most, step, spot.made, number=number))
                legal += [
                    LegalWager(kind, least, most, step, spot.made, number=point)
                    for point in game.put_on(spot)
                ]
    return legal


def _legal_below_maximum(game: DiceGame, owner: str, spot: BettingSpot) -> list[LegalWager]:
    """Legal wagers on a spot with a posted maximum, towards which the player's bets there count."""
    legal: list[LegalWager] = []
    if spot.family == HOP:
        places = [(0, pair) for pair in _HOPS[spot.number]]
    else:
        places = [(spot.number, ""), *((point, "") for point in game.put_on(spot))]
    for number, pair in places:
        amounts = _amounts_within_limits(game, owner, spot, number, pair)
        if amounts is not None:
            legal.append(LegalWager(spot.kind, *amounts, spot.made, number=number, faces=pair))
    return legal


def _amounts_within_limits(
    game: DiceGame, owner: str, spot: BettingSpot, number: int, pair: str = ""
) -> AmountRange | None:
    """Amounts that may still be bet on a spot within its limits."""
    most = spot.maximum
    if most:
        place = game.state.point if spot.family == LINE else number
        most -= game.other_stakes_on_spot(owner, spot, place, pair)
        if most < 1:
            return None
    return _amounts(game, owner, spot, least=spot.minimum, most=most)


def line_bets(game: DiceGame, owner: str) -> list[LegalWager]:
    """List the legal line bets, of which a shooter needs one."""
    legal: list[LegalWager] = []
    if not game.state.released:
        for kind, spot in game.layout.plain.items():
            if spot.family == LINE and game.accepts_wager_now(owner, spot):
                amounts = _amounts_within_limits(game, owner, spot, 0)
                if amounts is not None:
                    legal.append(LegalWager(kind, *amounts, spot.made))
    return legal


def raises(game: DiceGame, wager: DiceWager) -> AmountRange | None:
    """Amounts that a wager may be raised to; None if it may not be raised."""
    state, spot = game.state, game.spot_of(wager)
    if state.released or state.settle_only or game.stays_down(wager, spot):
        return None
    if spot.flat and wager.number and not game.raised_with_point(spot):
        return None
    most = spot.maximum
    least = max(spot.minimum, wager.amount + 1)
    if most:
        most = max(
            most - game.other_stakes_on_spot(wager.owner, spot, wager.number, wager.faces, but=wager.id), 1
        )
    if spot.family == ODDS:
        flat = state.wagers[wager.parent]
        others = sum(odds.amount for odds in odds_bets.standing(state, flat)) - wager.amount
        least = wager.amount + 1
        most = max(game.odds_limit(spot, flat.amount) - others, 1)
    return _amounts(game, wager.owner, spot, least=least, most=most, has=wager)


def cuts(game: DiceGame, wager: DiceWager) -> AmountRange | None:
    """Amounts that a wager may be cut to; None if it may not be cut."""
    if not may_come_down(game, wager):
        return None
    spot = game.spot_of(wager)
    step = spot.step
    floor = 1 if spot.family == ODDS else spot.minimum
    least = -(-floor // step) * step
    most = (wager.amount - 1) // step * step
    if spot.family != ODDS and spot.maximum:
        most = min(most, spot.maximum // step * step)
    return AmountRange(least, most, step) if least <= most else None


def may_come_down(game: DiceGame, wager: DiceWager) -> bool:
    """Whether a wager may be taken down now."""
    page = game.spot_of(wager).page
    state = game.state
    if not game.removable() or state.called or (state.released and not page.removal):
        return False
    return not (page.locked and wager.number)


def may_call_on(game: DiceGame, wager: DiceWager) -> bool:
    if game.state.released or not game.spot_of(wager).page.off:
        return False
    return wager.called_off or not (wager.called_on or wager.on_requested)


def may_call_off(game: DiceGame, wager: DiceWager) -> bool:
    return not game.state.released and bool(game.off_clause(game.spot_of(wager).page))


def _legal_odds(game: DiceGame, owner: str, spot: BettingSpot) -> list[LegalWager]:
    legal: list[LegalWager] = []
    for flat in game.state.live:
        if flat.owner != owner or flat.kind != spot.page.supports or flat.number != spot.number:
            continue
        behind = sum(odds.amount for odds in odds_bets.standing(game.state, flat))
        room = game.odds_limit(spot, flat.amount) - behind
        amounts = _amounts(game, owner, spot, least=1, most=room) if room > 0 else None
        if amounts is not None:
            legal.append(LegalWager(spot.kind, *amounts, spot.made, on=flat.id))
    return legal


def _amounts(
    game: DiceGame, owner: str, spot: BettingSpot, *, least: int, most: int, has: DiceWager | None = None
) -> AmountRange | None:
    """Multiples of the step within bounds that the owner can pay for, commission included."""
    step = spot.step
    first = -(-max(least, 1) // step)
    staked = has.amount if has is not None else 0
    paid = game.fee_paid(owner, spot) if has is None else has.commission + has.fee_kept
    stack = game.state.stacks[owner]
    last = (stack + staked) // step
    if most:
        last = min(last, most // step)
    if spot.charged and _cost(game, spot, last * step, staked, paid) > stack:
        # Binary search for the highest affordable amount. An amount that is affordable for sure is the stack
        # less the commission on `last`, since a smaller amount has no larger commission.
        low = max((stack + staked - spot.fee(last * step, game.min_chip)) // step, 0)
        high = last
        while low < high:
            half = (low + high + 1) // 2
            if _cost(game, spot, half * step, staked, paid) <= stack:
                low = half
            else:
                high = half - 1
        last = low
    return AmountRange(first * step, last * step, step) if first <= last else None


def _cost(game: DiceGame, spot: BettingSpot, amount: int, staked: int, paid: int) -> int:
    """Chips that a wager of this amount costs beyond the stake and commission already paid."""
    return amount - staked + max(0, spot.fee(amount, game.min_chip) - paid)
