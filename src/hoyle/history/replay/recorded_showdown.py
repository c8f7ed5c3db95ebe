"""Showdown of a recorded hand: shown, mucked and awarded in the order of the record."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.core.cards import UNKNOWN, card_text, cards_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.events import Conceded, HandKilled, Shown
from hoyle.games.poker.pots.side_pots import pots_of
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import MUCK, THROWN
from hoyle.history.phh.action_notation import Action
from hoyle.history.phh.reader import HandHistory


def settle_recorded_showdown(
    round_: PokerRound, history: HandHistory, shown: Mapping[int, Action], repairs: list[str]
) -> str:
    """Show, muck and award; the answer says why a pot could not be awarded, and is empty if all were.

    A hand the record leaves face down (`sm ????`) stays in until the pots are awarded, and loses to any hand
    that was shown: only a tabled hand wins. Where no hand of a pot was shown, nobody can say who won it.
    """
    state = round_.state
    hands: dict[int, list[int]] = {}
    """Cards each live player shows; empty = stays face down. Who mucks is not in it."""
    order = [seat for seat in shown if state.live[state.position_of_seat[seat]]]
    for seat in order:
        action = shown[seat]
        if action.cards is not None or action.as_dealt:
            hands[seat] = _shown(round_, history, action)
    for player, seat in enumerate(state.seats):
        if state.live[player] and seat not in shown:
            repairs.append(f"p{seat} neither shows nor mucks")
            order.append(seat)
            hands[seat] = list(state.cards[player]) if state.known(player) else []
    if not hands:
        last = max(shown[seat].number for seat in order)
        raise InvalidError(f"{history.where(last)}: every hand is mucked and nobody is left to win the pot")
    unawarded = _unranked(round_, hands)
    if unawarded:
        return unawarded
    alone = len(hands) == 1 and not any(hands.values())
    rules = round_.rules
    for seat in order:
        if hands.get(seat):
            round_.emit(Shown(seat, hands[seat], rules.c_show))
        elif not alone:
            round_.emit(Conceded(seat, rules.c_concede))
        elif seat not in hands:
            # Everybody else gave up: the last hand wins unseen.
            round_.emit(HandKilled(seat, "mucked", rules.c_concede))
    round_.resume()
    for seat in order:
        if state.awaiting == MUCK and state.hands[state.position_of_seat[seat]] == THROWN:
            round_.muck(seat)
    assert round_.over
    return ""


def _shown(round_: PokerRound, history: HandHistory, action: Action) -> list[int]:
    """The hand a player shows; empty if the record keeps a card of it face down."""
    state = round_.state
    player = state.position_of_seat[action.actor]
    held = state.cards[player]
    cards = list(held) if action.as_dealt else list(action.cards or ())
    if len(cards) != len(held):
        raise InvalidError(
            f"{history.where(action.number)}: {len(cards)} cards shown, p{action.actor} holds {len(held)}"
        )
    if UNKNOWN in cards:
        return []
    hidden = list(cards)
    for card in held:
        if card == UNKNOWN:
            continue
        if card not in hidden:
            raise InvalidError(f"{history.where(action.number)}: p{action.actor} holds {cards_text(held)}")
        hidden.remove(card)
    for card in hidden:
        if card in _seen(round_, player) or cards.count(card) > 1:
            raise InvalidError(f"{history.where(action.number)}: {card_text(card)} is elsewhere on the table")
    return cards


def _seen(round_: PokerRound, player: int) -> list[int]:
    """Known cards on the table that are not this player's."""
    state = round_.state
    found = list(state.board)
    for other, cards in enumerate(state.cards):
        if other != player:
            found += cards
    return found


def _unranked(round_: PokerRound, hands: Mapping[int, list[int]]) -> str:
    """Why some pot has no winner that the record can tell; empty if every pot has."""
    if len(hands) == 1:
        return ""
    state = round_.state
    if UNKNOWN in state.board:
        return "the board is not known: no hand can be ranked"
    for pot in pots_of(state):
        if len(pot.eligible) == 1:
            continue
        contenders = [state.seats[player] for player in pot.eligible if state.seats[player] in hands]
        if not contenders:
            return "everybody who could win a side pot has mucked"
        if not any(hands[seat] for seat in contenders):
            names = " and ".join(f"p{seat}" for seat in contenders)
            return f"the cards of {names} are not known: their hands cannot be ranked"
    return ""
