"""Custody of the dice at craps: who is offered them, who shoots, when they pass.

Functions read the state and return the events that follow; they raise if the rules forbid the action.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.custody import Accepted, Declined, OfferExtended, Passed
from hoyle.games.dice.game_state import UNSEEN, DiceState
from hoyle.games.dice.wagers.betting_spot import LINE
from hoyle.games.dice.wagers.layout import illegal
from hoyle.rulebooks.book_types.dice import ShooterCitations

_CIRCLE: Final = 1000
"""Modulus for seat distances: more than the seats of any table."""


def offering_order(state: DiceState, previous: str) -> list[str]:
    """List the players in the order they are asked: from the first seat, or from the last holder's left.

    The last holder is not among them. If they have left, the offer goes on from their seat.
    """
    players = state.players
    if previous in players:
        index = players.index(previous)
        return players[index + 1 :] + players[:index]
    seat = state.seats.get(previous, state.place)
    later_players = [player for player in players if state.seats.get(player, 0) > seat]
    return later_players + [player for player in players if state.seats.get(player, 0) <= seat]


def order_with(state: DiceState, player: str) -> list[str]:
    """Insert a newcomer into the order of a running offer: in turn, but before the last holder."""
    order = state.offering
    asked_seat = state.seats[order[0]]
    distance = (state.seats[player] - asked_seat) % _CIRCLE
    index = 0
    while index < len(order) and order[index] != state.last_shooter:
        if index and (state.seats[order[index]] - asked_seat) % _CIRCLE > distance:
            break
        index += 1
    return [*order[:index], player, *order[index:]]


def join(state: DiceState, cites: ShooterCitations, player: str) -> list[DiceEvent]:
    """Extend a running offer to a player who joins the game."""
    if not state.offering or player in state.offering or player in state.declined:
        return []
    clause = cites.offer if state.last_shooter else cites.first_offer
    if player == state.last_shooter:
        return [OfferExtended(player, [*state.offering, player], clause)]
    return [OfferExtended(player, order_with(state, player), clause)]


def offer(state: DiceState, cites: ShooterCitations) -> list[DiceEvent]:
    """Offer the dice when nobody holds them and nobody is being asked."""
    if state.shooter or state.offering or not state.players:
        return []
    order = offering_order(state, state.last_shooter)
    if state.last_shooter in state.players:
        order.append(state.last_shooter)
    return [Passed("", order, cites.offer if state.last_shooter else cites.first_offer)]


def answer(state: DiceState, cites: ShooterCitations, player: str, *, accept: bool) -> DiceEvent:
    """Take or decline the dice for the player asked."""
    if not state.offering or state.offering[0] != player:
        asked = state.offering[0] if state.offering else "nobody"
        raise illegal(cites.offer, f"the dice are offered to {asked}, not to {player}")
    was_passed = bool(state.last_shooter)
    if accept:
        return Accepted(player, cites.accepted if was_passed else cites.first_accepted)
    return Declined(player, cites.offer if was_passed else cites.first_offer)


def pass_dice(
    state: DiceState, cites: ShooterCitations, *, ordered: bool, declines_line: bool, come_bets: bool
) -> DiceEvent:
    """Pass the dice on: freely, after a losing seven, on order, or declining the line.

    They come back to the shooter if nobody else takes them, but not after declining the line: then the
    shooter may only throw for the Come bets that stand.
    """
    if not state.shooter:
        raise InvalidError("nobody holds the dice")
    if state.released:
        raise illegal(cites.kept, f"{state.shooter} has thrown: the dice are passed after a roll")
    clause = cites.seven if state.must_pass else cites.kept
    order = offering_order(state, state.shooter)
    if ordered:
        clause = cites.ordered.clause
    elif declines_line and not state.point and come_bets:
        return Passed(state.shooter, order, cites.declines_line)
    if state.shooter in state.players:
        order.append(state.shooter)
    return Passed(state.shooter, order, clause)


def check_may_throw(state: DiceState, cites: ShooterCitations) -> None:
    """Raise unless a shooter has the dice, need not pass them, and has a line bet on a come-out."""
    shooter = state.shooter
    if shooter == UNSEEN:
        return
    if not shooter:
        clause = cites.accepted if state.last_shooter else cites.first_accepted
        raise illegal(clause, "nobody has accepted the dice")
    if state.must_pass:
        raise illegal(cites.seven, f"{shooter} threw a losing seven and must pass the dice")
    if state.point or state.settle_only:
        return
    for wager in state.live:
        if wager.spot is not None and wager.spot.family == LINE and wager.owner == shooter:
            return
    raise illegal(cites.line_bet, f"{shooter} needs a Pass or Don't Pass bet before throwing")
