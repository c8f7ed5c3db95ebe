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
    """Legal wager of a dice game: it would be accepted at any multiple of `step` from `least` to `most`."""

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


def _hop_faces(number: int) -> list[str]:
    pairs = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    return [faces(high, low) for high, low in pairs if spot_number(high, low) == number]


_HOP_FACES: Final = {number: _hop_faces(number) for number in (MIXED, PAIR)}
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
            minimum, maximum, step = amounts
            if spot.family == HOP:
                legal += [
                    LegalWager(kind, minimum, maximum, step, spot.made, faces=pair) for pair in _HOP_FACES[number]
                ]
            else:
                legal.append(LegalWager(kind, minimum, maximum, step, spot.made, number=number))
                legal += [
                    LegalWager(kind, minimum, maximum, step, spot.made, number=point)
                    for point in game.put_bet_numbers(spot)
                ]
    return legal


def _legal_below_maximum(game: DiceGame, owner: str, spot: BettingSpot) -> list[LegalWager]:
    """List the legal wagers on a spot with a posted maximum, towards which the player's bets there count."""
    legal: list[LegalWager] = []
    if spot.family == HOP:
        places = [(0, pair) for pair in _HOP_FACES[spot.number]]
    else:
        places = [(spot.number, ""), *((point, "") for point in game.put_bet_numbers(spot))]
    for number, pair in places:
        amounts = _amounts_within_limits(game, owner, spot, number, pair)
        if amounts is not None:
            legal.append(LegalWager(spot.kind, *amounts, spot.made, number=number, faces=pair))
    return legal


def _amounts_within_limits(
    game: DiceGame, owner: str, spot: BettingSpot, number: int, pair: str = ""
) -> AmountRange | None:
    """Return the amounts that may still be bet on a spot within its limits."""
    maximum = spot.maximum
    if maximum:
        stake_number = game.state.point if spot.family == LINE else number
        maximum -= game.other_stakes_on_spot(owner, spot, stake_number, pair)
        if maximum < 1:
            return None
    return _amounts(game, owner, spot, least=spot.minimum, most=maximum)


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
    """Return the amounts that a wager may be raised to; None if it may not be raised."""
    state, spot = game.state, game.spot_of(wager)
    if state.released or state.settle_only or game.may_not_be_raised(wager, spot):
        return None
    if spot.flat and wager.number and not game.may_raise_with_point(spot):
        return None
    maximum = spot.maximum
    minimum = max(spot.minimum, wager.amount + 1)
    if maximum:
        maximum = max(
            maximum - game.other_stakes_on_spot(wager.owner, spot, wager.number, wager.faces, except_id=wager.id), 1
        )
    if spot.family == ODDS:
        flat = state.wagers[wager.parent]
        other_odds = sum(odds.amount for odds in odds_bets.standing(state, flat)) - wager.amount
        minimum = wager.amount + 1
        maximum = max(game.odds_limit(spot, flat.amount) - other_odds, 1)
    return _amounts(game, wager.owner, spot, least=minimum, most=maximum, wager=wager)


def cuts(game: DiceGame, wager: DiceWager) -> AmountRange | None:
    """Return the amounts that a wager may be cut to; None if it may not be cut."""
    if not may_come_down(game, wager):
        return None
    spot = game.spot_of(wager)
    step = spot.step
    minimum = 1 if spot.family == ODDS else spot.minimum
    lowest = -(-minimum // step) * step
    highest = (wager.amount - 1) // step * step
    if spot.family != ODDS and spot.maximum:
        highest = min(highest, spot.maximum // step * step)
    return AmountRange(lowest, highest, step) if lowest <= highest else None


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
        odds_behind = sum(odds.amount for odds in odds_bets.standing(game.state, flat))
        odds_left = game.odds_limit(spot, flat.amount) - odds_behind
        amounts = _amounts(game, owner, spot, least=1, most=odds_left) if odds_left > 0 else None
        if amounts is not None:
            legal.append(LegalWager(spot.kind, *amounts, spot.made, on=flat.id))
    return legal


def _amounts(
    game: DiceGame, owner: str, spot: BettingSpot, *, least: int, most: int, wager: DiceWager | None = None
) -> AmountRange | None:
    """Return the multiples of the step within bounds that the owner can pay for, commission included."""
    step = spot.step
    lowest = -(-max(least, 1) // step)
    staked = wager.amount if wager is not None else 0
    paid = game.fee_paid(owner, spot) if wager is None else wager.commission + wager.fee_kept
    stack = game.state.stacks[owner]
    highest = (stack + staked) // step
    if most:
        highest = min(highest, most // step)
    if spot.charged and _cost(game, spot, highest * step, staked, paid) > stack:
        # Binary search for the highest affordable amount. An amount that is affordable for sure is the stack
        # less the commission on `highest`, since a smaller amount has no larger commission.
        affordable = max((stack + staked - spot.fee(highest * step, game.min_chip)) // step, 0)
        upper = highest
        while affordable < upper:
            middle = (affordable + upper + 1) // 2
            if _cost(game, spot, middle * step, staked, paid) <= stack:
                affordable = middle
            else:
                upper = middle - 1
        highest = affordable
    return AmountRange(lowest * step, highest * step, step) if lowest <= highest else None


def _cost(game: DiceGame, spot: BettingSpot, amount: int, staked: int, paid: int) -> int:
    """Return the chips that a wager of this amount costs beyond the stake and commission already paid."""
    return amount - staked + max(0, spot.fee(amount, game.min_chip) - paid)
