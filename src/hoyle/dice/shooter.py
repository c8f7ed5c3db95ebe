"""Who throws at a craps table: dice offered, taken, kept, given up.

Functions look at the state and answer with the events that follow; what is not lawful they refuse.
"""

from __future__ import annotations

from hoyle.dice.events.base import Event
from hoyle.dice.events.custody import Accepted, Declined, Passed
from hoyle.dice.layout import forbidden
from hoyle.dice.spot import LINE
from hoyle.dice.state import UNSEEN, State
from hoyle.errors import InvalidError
from hoyle.rulebooks.dice_book import ShooterCites


def offering_order(players: list[str], previous: str = "") -> list[str]:
    """Players in the order they are asked: from the first place, or from the last holder's left.

    The last holder himself is not among them.

    >>> offering_order(["ann", "bob", "cid", "dan"], "cid")
    ['dan', 'ann', 'bob']
    """
    if previous not in players:
        return list(players)
    at = players.index(previous)
    return players[at + 1 :] + players[:at]


def offer(state: State, cites: ShooterCites) -> list[Event]:
    """The dice go round when nobody holds them and nobody is being asked."""
    if state.shooter or state.offering or not state.players:
        return []
    order = offering_order(state.players, state.last_shooter)
    if state.last_shooter in state.players:
        order.append(state.last_shooter)
    return [Passed("", order, cites.offer if state.last_shooter else cites.first_offer)]


def answer(state: State, cites: ShooterCites, player: str, *, accept: bool) -> Event:
    """The player asked takes the dice or declines."""
    if not state.offering or state.offering[0] != player:
        asked = state.offering[0] if state.offering else "nobody"
        raise forbidden(cites.offer, f"the dice are offered to {asked}, not to {player}")
    later = bool(state.last_shooter)
    if accept:
        return Accepted(player, cites.accepted if later else cites.first_accepted)
    return Declined(player, cites.offer if later else cites.first_offer)


def pass_dice(
    state: State, cites: ShooterCites, *, ordered: bool, declines_line: bool, come_bets: bool
) -> Event:
    """The shooter gives up the dice: freely, after a losing seven, on order, or declining the line.

    They come back to him if nobody else takes them, but not when he has just declined the line: then he may
    only throw for the Come bets that stand.
    """
    if not state.shooter:
        raise InvalidError("nobody holds the dice")
    if state.released:
        raise forbidden(cites.kept, f"{state.shooter} has thrown: the dice are passed after a roll")
    clause = cites.seven if state.must_pass else cites.kept
    order = offering_order(state.players, state.shooter)
    if ordered:
        clause = cites.ordered.clause
    elif declines_line and not state.point and come_bets:
        return Passed(state.shooter, order, cites.declines_line)
    if state.shooter in state.players:
        order.append(state.shooter)
    return Passed(state.shooter, order, clause)


def check_may_throw(state: State, cites: ShooterCites) -> None:
    """Somebody has taken the dice, needs not pass them, and has a line bet on a come-out."""
    shooter = state.shooter
    if shooter == UNSEEN:
        return
    if not shooter:
        clause = cites.accepted if state.last_shooter else cites.first_accepted
        raise forbidden(clause, "nobody has accepted the dice")
    if state.must_pass:
        raise forbidden(cites.seven, f"{shooter} threw a losing seven and must pass the dice")
    if state.point or state.settle_only:
        return
    for wager in state.live:
        if wager.spot is not None and wager.spot.family == LINE and wager.owner == shooter:
            return
    raise forbidden(cites.line_bet, f"{shooter} needs a Pass or Don't Pass bet before throwing")
