"""Situation of one decision: visible cards, opponents left, their actions and the price of a call."""

from __future__ import annotations

import random
from typing import Final

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.strategy.action_log import ActionLog, LoggedAction
from hoyle.bots.strategy.card_layout import CardLayout, Stub, mask_of
from hoyle.bots.strategy.starting_hands import StartingHands, starting
from hoyle.core.cards import UNKNOWN_TEXT, parse_card
from hoyle.games.poker.resolved_rules import NO_LIMIT, POT_LIMIT
from hoyle.games.poker.view_types import PokerHandView

_NEUTRAL: Final = 0.5


class Opponent:
    """Opponent who is still in: visible cards, actions and draws."""

    def __init__(self, hand: PokerHandView, log: ActionLog) -> None:
        self.seat = hand.seat
        self.shown = [parse_card(card) for card in hand.cards if card != UNKNOWN_TEXT]
        """Face-up cards in the order dealt."""
        self.hidden = len(hand.cards) - len(self.shown)
        self.all_in = hand.all_in
        self.actions: list[LoggedAction] = log.of(hand.seat)
        self.draws: list[int] = log.draws.get(hand.seat, [])


class BotSituation:
    """Everything that a decision depends on, all of it visible to the player who decides."""

    def __init__(self, turn: BotTurn, rng: random.Random) -> None:
        view = turn.view
        self.turn = turn
        self.view = view
        self.start: StartingHands = starting(turn.rules)
        self.layout: CardLayout = self.start.layout
        self.log = ActionLog(turn.rules.variant, turn.events, must_open=turn.rules.must_open)
        names = [street.name for street in self.layout.streets]
        self.street = names.index(view.street) if view.street in names else 0
        self.hand = turn.hand
        self.board = turn.board
        self.me = view.hand_at_seat(turn.seat)
        self.opponents = [
            Opponent(hand, self.log) for hand in view.hands if hand.live and hand.seat != turn.seat
        ]
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
        """Chips that a call, or the forced bet, adds."""
        for name in ("call", "bring-in"):
            choice = self.turn.decision.find_choice(name)
            if choice is not None:
                return choice.cost
        return 0

    def price(self) -> float:
        """Pot odds of a call: its cost divided by the pot it can win, which a short stack limits."""
        owed = self.owed()
        if not owed:
            return 0.0
        reach = self.me.contributed + owed
        matched = sum(min(hand.contributed, reach) for hand in self.view.hands if hand.seat != self.me.seat)
        return owed / max(matched + reach, 1)

    def position(self) -> float:
        """Position from 0 (first to act on later streets) to 1 (last); neutral in stud."""
        if not self.view.button or not self.opponents:
            return _NEUTRAL
        seats = sorted(hand.seat for hand in self.view.hands)
        most = max(seats)

        def after_button(seat: int) -> int:
            return (seat - self.view.button - 1) % (most + 1)

        own = after_button(self.me.seat)
        return sum(1 for opponent in self.opponents if after_button(opponent.seat) < own) / len(
            self.opponents
        )

    def level(self) -> int:
        """Number of bets and raises on this street, without blinds and forced bets."""
        return max(self.log.bets.get(self.street, 0), self.view.raises)
