"""Custody of the shaker at mini-dice: offered, accepted, passed, or held by the dealer.

Functions read the state and return the events that follow; they raise if the rules forbid the action.
"""

from __future__ import annotations

from hoyle.core.errors import InvalidError
from hoyle.games.dice.dice_custody import offering_order, order_with
from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.events.custody import Accepted, Declined, OfferExtended, Passed, Shaken
from hoyle.games.dice.game_state import DEALER, DiceState
from hoyle.games.dice.wagers.layout import illegal
from hoyle.rulebooks.book_types.dice import ShakerCitations


def offer_candidates(state: DiceState) -> list[str]:
    """List the players to whom the dealer offers the shaker (AMB-D5): not the one who just passed it."""
    return [player for player in state.players if player not in state.refused and player != state.just_passed]


def offer(state: DiceState, cites: ShakerCitations, *, may_return: bool) -> list[DiceEvent]:
    """Offer the shaker when nobody holds it, or when the dealer does and a player has not refused."""
    if state.offering or state.shaken > 1:
        return []
    if state.shooter == DEALER:
        candidates = offer_candidates(state)
        return [Passed("", candidates, cites.offered_again)] if candidates else []
    if state.shooter:
        return []
    order = _offer_order(state, state.last_shooter, may_return=may_return)
    clause = cites.offer if state.last_shooter else cites.dealer.clause
    return [Passed("", order, clause) if order else accept(cites, DEALER)]


def answer(state: DiceState, cites: ShakerCitations, player: str, *, accepts: bool) -> list[DiceEvent]:
    """Take or decline the shaker for the player asked; when all decline, the dealer takes it."""
    if not state.offering or state.offering[0] != player:
        asked = state.offering[0] if state.offering else "nobody"
        raise illegal(cites.offer, f"the shaker is offered to {asked}, not to {player}")
    if accepts:
        return [accept(cites, player)]
    events: list[DiceEvent] = [Declined(player, cites.offer)]
    return events if len(state.offering) > 1 else [*events, accept(cites, DEALER)]


def join(state: DiceState, cites: ShakerCitations, player: str, *, may_return: bool) -> list[DiceEvent]:
    """Extend a running offer to a player who joins the game, unless they have refused."""
    if not state.offering or player in state.offering or player in state.declined:
        return []
    if player in state.refused or (player == state.just_passed and not may_return):
        return []
    order = order_with(state, player) if player != state.last_shooter else [*state.offering, player]
    return [OfferExtended(player, order, cites.offer)]


def ask(state: DiceState, cites: ShakerCitations, player: str) -> DiceEvent:
    """Give the shaker that the dealer holds to a player who asks for it."""
    if player not in state.players:
        raise InvalidError(f"nobody called {player!r} plays here")
    if state.shooter != DEALER or state.shaken > 1:
        raise illegal(cites.offered_again, f"{player} cannot have the shaker: the dealer does not hold it")
    return Accepted(player, cites.offered_again)


def pass_on(state: DiceState, cites: ShakerCitations, *, ordered: bool, may_return: bool) -> list[DiceEvent]:
    """Pass the shaker on: freely, after a seven, or on the floorperson's order.

    Freely only once a shake is settled, on order also before the holder shakes; a lone player's goes to the
    dealer.
    """
    if not state.shooter or state.shooter == DEALER:
        raise InvalidError("no player holds the shaker")
    if state.shaken > 1 or (state.released and not ordered):
        raise illegal(cites.kept, f"{state.shooter} passes the shaker once the shake is settled")
    clause = cites.kept
    if ordered:
        clause = cites.ordered.clause
    elif state.must_pass:
        clause = cites.seven
    order = _offer_order(state, state.shooter, may_return=may_return)
    events: list[DiceEvent] = [Passed(state.shooter, order, clause)]
    return events if order else [*events, accept(cites, DEALER)]


def accept(cites: ShakerCitations, player: str) -> DiceEvent:
    return Accepted(player, cites.no_taker if player == DEALER else cites.offer)


def dealer_shakes(state: DiceState, cites: ShakerCitations, times: int) -> DiceEvent:
    """Have the dealer shake the covered shaker first, which closes betting."""
    if state.must_pass:
        raise illegal(cites.seven, f"{state.shooter} shook a seven and must pass the shaker")
    if state.shaken:
        raise illegal(cites.dealer.clause, "the dealer has shaken already: the holder shakes next")
    _check_times(times, cites.dealer.value, cites.dealer.clause)
    return Shaken(DEALER, times, cites.dealer.clause)


def holder_shakes(state: DiceState, cites: ShakerCitations, times: int) -> DiceEvent:
    """Have the holder shake the shaker after the dealer."""
    if state.shaken != 1:
        raise illegal(cites.dealer.clause, "the holder shakes once, after the dealer")
    if not state.shooter:
        raise illegal(cites.dealer.clause, "nobody has accepted the shaker yet")
    if state.shooter == DEALER:
        for player in offer_candidates(state):
            raise illegal(cites.offered_again, f"the shaker is offered to {player} first")
    min_times = cites.dealer_for_players if state.shooter == DEALER else cites.player
    _check_times(times, min_times.value, min_times.clause)
    return Shaken(state.shooter, times, min_times.clause)


def _check_times(times: int, minimum: int, clause: str) -> None:
    if times < minimum:
        raise illegal(clause, f"{times} shakes: at least {minimum}")


def _offer_order(state: DiceState, previous: str, *, may_return: bool) -> list[str]:
    """List the players to ask after a pass; the last holder only where the house allows it (AMB-D6)."""
    order = offering_order(state, previous)
    if may_return and previous in state.players:
        order.append(previous)
    return order
