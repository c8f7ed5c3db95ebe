"""Input of a poker bot's decision: its choices, its view and the round so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from hoyle.core.cards import parse_cards
from hoyle.core.errors import HoyleError
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.table.command_base import Command
from hoyle.table.log.event_log import event_from_dict
from hoyle.table.pending_decisions import Bounds, PendingDecision
from hoyle.table.poker import command_parser
from hoyle.table.poker.events import EVENTS
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.table import PokerTable


class BotTurn:
    """Choices, view and events of the player to act; view and events are computed on demand."""

    def __init__(self, table: PokerTable, decision: PendingDecision, events: Sequence[Any] = ()) -> None:
        """Take the `events` of the round unfiltered; the property hides what the player may not see."""
        self.decision = decision
        self._table = table
        self._all_events = events
        self._view: PokerRoundView | None = None
        self._events: list[Any] | None = None

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def view(self) -> PokerRoundView:
        """Round as the bot's player sees it."""
        if self._view is None:
            self._view = self._table.view(self.decision.person).round
            assert self._view is not None, "no player acts between rounds"
        return self._view

    @property
    def events(self) -> list[Any]:
        """Events of the round so far, as the player may see them."""
        if self._events is None:
            person = self.decision.person
            self._events = [event.seen_by(person) for event in self._all_events]
        return self._events

    @property
    def rules(self) -> Rules:
        return self._table.rules

    @property
    def hand(self) -> list[int]:
        """Cards of the player who is to act."""
        return parse_cards("".join(self.view.hand_at_seat(self.seat).cards))

    @property
    def board(self) -> list[int]:
        return parse_cards("".join(self.view.board))

    def opponents(self) -> list[list[int]]:
        """Return the face-up cards of every opponent still in the hand."""
        visible_hands: list[list[int]] = []
        for hand in self.view.hands:
            if hand.live and hand.seat != self.seat:
                visible = [card for card, is_up in zip(hand.cards, hand.face_up, strict=True) if is_up]
                visible_hands.append(parse_cards("".join(visible)))
        return visible_hands

    def can(self, do: str) -> bool:
        """Whether a command is legal for the bot now."""
        return self.decision.find_choice(do) is not None

    def wager(self) -> Bounds | None:
        """Return the bounds of a legal bet or raise; None if there is none."""
        choice = self.decision.find_choice("bet")
        return None if choice is None else choice.bounds[0]

    def say(self, text: str) -> Command:
        """Parse a spoken action to a command: ``call``, ``raise to 12``, ``draw Kh 2c``."""
        return command_parser.parse_command(self._table, self.seat, text)

    def load(self) -> BotTurn:
        """Compute the bot's view and events now, so that a worker process can decide without the table."""
        _ = self.view, self.events
        return self


class RemoteTable:
    """Poker table as a bot knows it that plays over a connection: its sign and the events of the round."""

    def __init__(self, sign: Mapping[str, Any]) -> None:
        self._sign = PostedSign.read(sign)
        self._events: list[Any] = []

    def rules(self, players: int, small: int, big: int) -> Rules:
        """Return the rules of a round of so many players at these limits."""
        return self._sign.rules(players, small, big)

    def hear(self, name: str, fields: Mapping[str, Any], number: int) -> None:
        """Add an event of the table to those of the round; unknown ones are left out."""
        if name == "round-began":
            self._events = []
        with suppress(HoyleError):
            self._events.append(event_from_dict(EVENTS, {"name": name, "fields": fields}, number))

    def turn(self, decision: PendingDecision, view: PokerRoundView, limits: tuple[int, int]) -> BotTurn:
        """Return the turn of the player to act, as they see the round."""
        return _RemoteTurn(decision, view, self._events, self.rules(len(view.hands), *limits))


class _RemoteTurn(BotTurn):
    """Turn of a bot at a remote table."""

    def __init__(self, decision: PendingDecision, view: PokerRoundView, events: list[Any], rules: Rules) -> None:
        self.decision = decision
        self._view = view
        self._events = events
        self._rules = rules

    @property
    def rules(self) -> Rules:
        return self._rules
