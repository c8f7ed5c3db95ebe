"""Input of a poker bot's decision: its choices, its view and the round so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.core.cards import parse_cards
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.table.command_base import Command
from hoyle.table.pending_decisions import Bounds, PendingDecision
from hoyle.table.poker import command_parser
from hoyle.table.poker.table import PokerTable


class BotTurn:
    """Choices, view and events of the player to act; view and events are computed on demand."""

    def __init__(self, table: PokerTable, decision: PendingDecision, events: Sequence[Any] = ()) -> None:
        """`events` are those of the round, unfiltered; the property hides what the player may not see."""
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
        """Round as the player sees it."""
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
        """Cards of the player."""
        return parse_cards("".join(self.view.hand_at_seat(self.seat).cards))

    @property
    def board(self) -> list[int]:
        return parse_cards("".join(self.view.board))

    def opponents(self) -> list[list[int]]:
        """Face-up cards of every opponent still in."""
        face_up: list[list[int]] = []
        for other in self.view.hands:
            if other.live and other.seat != self.seat:
                shown = [card for card, up in zip(other.cards, other.face_up, strict=True) if up]
                face_up.append(parse_cards("".join(shown)))
        return face_up

    def can(self, do: str) -> bool:
        """Whether a command is legal now."""
        return self.decision.find_choice(do) is not None

    def wager(self) -> Bounds | None:
        """Bounds of a legal bet or raise; None if there is none."""
        choice = self.decision.find_choice("bet")
        return None if choice is None else choice.bounds[0]

    def say(self, text: str) -> Command:
        """Parse a spoken action to a command: ``call``, ``raise to 12``, ``draw Kh 2c``."""
        return command_parser.parse_command(self._table, self.seat, text)

    def load(self) -> BotTurn:
        """Compute view and events now, so that a worker process can decide without the table."""
        _ = self.view, self.events
        return self
