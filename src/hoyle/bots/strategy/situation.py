"""Situation of a poker bot's decision: visible cards, opponents left, their actions, price of a call."""

from __future__ import annotations

import random
from typing import Final

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.strategy.action_log import ActionLog, LoggedAction
from hoyle.bots.strategy.card_layout import CardLayout, Stub, mask_of
from hoyle.bots.strategy.starting_hands import StartingHands, starting_hands_of
from hoyle.core.cards import UNKNOWN_TEXT, parse_card
from hoyle.games.poker.resolved_rules import NO_LIMIT, POT_LIMIT
from hoyle.games.poker.view_types import PokerHandView

_MIDDLE_POSITION: Final = 0.5


class Opponent:
    """Opponent who is still in the hand: visible cards, actions and draws."""

    def __init__(self, hand: PokerHandView, log: ActionLog) -> None:
        self.seat = hand.seat
        self.shown = [parse_card(card) for card in hand.cards if card != UNKNOWN_TEXT]
        """Face-up cards in the order dealt."""
        self.hidden = len(hand.cards) - len(self.shown)
        self.all_in = hand.all_in
        self.actions: list[LoggedAction] = log.actions_of(hand.seat)
        self.draws: list[int] = log.draws.get(hand.seat, [])


class BotSituation:
    """Everything that a poker bot's decision depends on, all of it visible to its player."""

    def __init__(self, turn: BotTurn, rng: random.Random) -> None:
        view = turn.view
        self.turn = turn
        self.view = view
        self.start: StartingHands = starting_hands_of(turn.rules)
        self.layout: CardLayout = self.start.layout
        self.log = ActionLog(turn.rules.variant, turn.events, must_open=turn.rules.must_open)
        names = [street.name for street in self.layout.streets]
        self.street = names.index(view.street) if view.street in names else 0
        self.hand = turn.hand
        self.board = turn.board
        self.me = view.hand_at_seat(turn.seat)
        self.opponents = [Opponent(hand, self.log) for hand in view.hands if hand.live and hand.seat != turn.seat]
        visible = [*self.hand, *self.board, *self.log.gone]
        visible += [card for opponent in self.opponents for card in opponent.shown]
        visible += [parse_card(card) for card in view.known_burns if card != UNKNOWN_TEXT]
        self.gone = mask_of(visible)
        self.stub = Stub(self.gone, rng)
        self.can_fold = not any(opponent.all_in for opponent in self.opponents)
        """Whether a bet could win the pot at once."""
        self.big_bet = turn.rules.stakes.structure in (POT_LIMIT, NO_LIMIT)

    @property
    def first_street(self) -> bool:
        return self.street == 0

    @property
    def last_street(self) -> bool:
        return self.street == len(self.layout.streets) - 1

    def owed(self) -> int:
        """Return the chips that a call, or the forced bet, adds."""
        for name in ("call", "bring-in"):
            choice = self.turn.decision.find_choice(name)
            if choice is not None:
                return choice.cost
        return 0

    def price(self) -> float:
        """Return the pot odds of a call: its cost divided by the pot that the stack can win."""
        owed = self.owed()
        if not owed:
            return 0.0
        own_total = self.me.contributed + owed
        others = [hand for hand in self.view.hands if hand.seat != self.me.seat]
        winnable = sum(min(hand.contributed, own_total) for hand in others)
        return owed / max(winnable + own_total, 1)

    def position(self) -> float:
        """Return the position from 0 (first to act on later streets) to 1 (last); 0.5 in stud."""
        if not self.view.button or not self.opponents:
            return _MIDDLE_POSITION
        highest_seat = max(hand.seat for hand in self.view.hands)

        def seats_after_button(seat: int) -> int:
            return (seat - self.view.button - 1) % (highest_seat + 1)

        own_place = seats_after_button(self.me.seat)
        earlier = [opponent for opponent in self.opponents if seats_after_button(opponent.seat) < own_place]
        return len(earlier) / len(self.opponents)

    def level(self) -> int:
        """Return the number of bets and raises on this street, without blinds and forced bets."""
        return max(self.log.bets.get(self.street, 0), self.view.raises)
