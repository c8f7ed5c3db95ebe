"""Bot turn: what a poker bot gets for one decision: its choices, its view and the round so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.core.cards import parse_cards
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import RoundView
from hoyle.table.command_base import Command
from hoyle.table.pending_decisions import Bounds, PendingDecision
from hoyle.table.poker import command_parser
from hoyle.table.poker.table import PokerTable


class BotTurn:
    """What the player to act is offered, and what he may look at; he need not look."""

    def __init__(self, table: PokerTable, wait: PendingDecision, told: Sequence[Any] = ()) -> None:
        """`told` are the entries of the round so far; he is shown them as he may see them."""
        self.wait = wait
        self._table = table
        self._entries = told
        self._seen: RoundView | None = None
        self._told: list[Any] | None = None

    @property
    def seat(self) -> int:
        return self.wait.seat

    @property
    def view(self) -> RoundView:
        """The round as this person sees it."""
        if self._seen is None:
            self._seen = self._table.view(self.wait.person).round
            assert self._seen is not None, "nobody is awaited between rounds"
        return self._seen

    @property
    def events(self) -> list[Any]:
        """The round so far, entry by entry, as this person may know it."""
        if self._told is None:
            person = self.wait.person
            self._told = [entry.seen_by(person) for entry in self._entries]
        return self._told

    @property
    def rules(self) -> Rules:
        return self._table.rules

    @property
    def hand(self) -> list[int]:
        """His own cards."""
        return parse_cards("".join(self.view.hand_at_seat(self.seat).cards))

    @property
    def board(self) -> list[int]:
        return parse_cards("".join(self.view.board))

    def rivals(self) -> list[list[int]]:
        """For every opponent still in, the cards that lie face up before him."""
        found: list[list[int]] = []
        for other in self.view.hands:
            if other.live and other.seat != self.seat:
                shown = [card for card, up in zip(other.cards, other.up, strict=True) if up]
                found.append(parse_cards("".join(shown)))
        return found

    def can(self, do: str) -> bool:
        """Whether a command may be given now."""
        return self.wait.find_choice(do) is not None

    def wager(self) -> Bounds | None:
        """The bets or raises open to him."""
        choice = self.wait.find_choice("bet")
        return None if choice is None else choice.bounds[0]

    def say(self, text: str) -> Command:
        """The command of what a player would say: ``call``, ``raise to 12``, ``draw Kh 2c``."""
        return command_parser.parse_command(self._table, self.seat, text)

    def load(self) -> BotTurn:
        """Look now at all there is: what decides elsewhere, in a worker, then needs the table no more."""
        _ = self.view, self.events
        return self
