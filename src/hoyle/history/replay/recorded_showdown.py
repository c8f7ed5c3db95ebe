"""Showdown of a recorded hand: show, muck and award in the order of the record."""

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
    round_: PokerRound, history: HandHistory, show_actions: Mapping[int, Action], repairs: list[str]
) -> str:
    """Settle the showdown of a recorded hand; return why a pot could not be awarded, empty if all were.

    A hand that the record leaves face down (`sm ????`) stays in until the pots are awarded, and loses to any
    hand that was shown: only a tabled hand wins. If no hand of a pot was shown, its winner is unknown.
    """
    state = round_.state
    hands: dict[int, list[int]] = {}
    """Cards that each live player shows; empty if they stay face down. Mucked hands are left out."""
    order = [seat for seat in show_actions if state.live[state.position_of_seat[seat]]]
    for seat in order:
        action = show_actions[seat]
        if action.cards is not None or action.as_dealt:
            hands[seat] = _cards_shown(round_, history, action)
    for player, seat in enumerate(state.seats):
        if state.live[player] and seat not in show_actions:
            repairs.append(f"p{seat} neither shows nor mucks")
            order.append(seat)
            hands[seat] = list(state.cards[player]) if state.known(player) else []
    if not hands:
        last = max(show_actions[seat].number for seat in order)
        raise InvalidError(f"{history.where(last)}: every hand is mucked and nobody is left to win the pot")
    reason = _unknown_winner(round_, hands)
    if reason:
        return reason
    wins_unseen = len(hands) == 1 and not any(hands.values())
    rules = round_.rules
    for seat in order:
        if hands.get(seat):
            round_.emit(Shown(seat, hands[seat], rules.c_show))
        elif not wins_unseen:
            round_.emit(Conceded(seat, rules.c_concede))
        elif seat not in hands:
            # All other players gave up, so the last hand wins unseen.
            round_.emit(HandKilled(seat, "mucked", rules.c_concede))
    round_.resume()
    for seat in order:
        if state.awaiting == MUCK and state.hands[state.position_of_seat[seat]] == THROWN:
            round_.muck(seat)
    assert round_.over
    return ""


def _cards_shown(round_: PokerRound, history: HandHistory, action: Action) -> list[int]:
    """Return the hand that a player shows; empty if the record keeps a card of it face down."""
    state = round_.state
    player = state.position_of_seat[action.actor]
    hand = state.cards[player]
    cards = list(hand) if action.as_dealt else list(action.cards or ())
    if len(cards) != len(hand):
        raise InvalidError(
            f"{history.where(action.number)}: {len(cards)} cards shown, p{action.actor} holds {len(hand)}"
        )
    if UNKNOWN in cards:
        return []
    unrecorded = list(cards)
    for card in hand:
        if card == UNKNOWN:
            continue
        if card not in unrecorded:
            raise InvalidError(f"{history.where(action.number)}: p{action.actor} holds {cards_text(hand)}")
        unrecorded.remove(card)
    for card in unrecorded:
        if card in _cards_elsewhere(round_, player) or cards.count(card) > 1:
            raise InvalidError(f"{history.where(action.number)}: {card_text(card)} is elsewhere on the table")
    return cards


def _cards_elsewhere(round_: PokerRound, player: int) -> list[int]:
    state = round_.state
    cards_elsewhere = list(state.board)
    for position, cards in enumerate(state.cards):
        if position != player:
            cards_elsewhere += cards
    return cards_elsewhere


def _unknown_winner(round_: PokerRound, hands: Mapping[int, list[int]]) -> str:
    """Return the reason why the winner of some pot is unknown; empty if all are known."""
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
