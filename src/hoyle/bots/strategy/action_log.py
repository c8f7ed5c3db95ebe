"""Action log of a round: public bets, draws and dead cards, street by street."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from hoyle.core.cards import UNKNOWN
from hoyle.games.poker import events as poker
from hoyle.games.poker.variants import Variant

CHECK: Final = 0
CALL: Final = 1
BET: Final = 2
"""A bet, a raise or a completion."""


class LoggedAction(NamedTuple):
    """Action of one poker player, with its street and its size."""

    street: int
    kind: int
    level: int
    """Bets and raises made on this street before it, without blinds and forced bets."""
    size: float
    """Chips as a fraction of the pot before the action."""


class ActionLog:
    """Actions, draws and dead cards of a poker round so far, built from its events."""

    def __init__(self, variant: Variant, events: Iterable[Any], *, must_open: bool = False) -> None:
        """Build the log from events; `must_open`: by the book the first to act on a later street must bet."""
        self.actions: dict[int, list[LoggedAction]] = {}
        self.draws: dict[int, list[int]] = {}
        """Numbers of cards drawn, by seat."""
        self.bets: dict[int, int] = {}
        """Number of bets and raises by street, without blinds and forced bets."""
        self.gone: set[int] = set()
        """Known cards that are out of play: face-up cards of folded hands, and the player's own discards."""
        self.street = 0
        self._must_open = must_open
        self._indices = {street.name: index for index, street in enumerate(variant.streets)}
        self._face_up: dict[int, list[int]] = {}
        self._pot = 0
        self._level = 0
        for event in events:
            self._apply(event)

    def actions_of(self, seat: int) -> list[LoggedAction]:
        """Return the logged actions of a seat."""
        return self.actions.get(seat, [])

    def _apply(self, event: Any) -> None:
        """Update the log with an event of the round; those of players go to `_apply_action`."""
        if isinstance(event, poker.Opened):
            self.actions = {seat: [] for seat in event.seats}
            self.draws = {seat: [] for seat in event.seats}
            self.bets, self.gone, self._face_up = {}, set(), {}
            self.street = self._pot = self._level = 0
        elif isinstance(event, poker.Posted):
            self._pot += event.chips
        elif isinstance(event, (poker.Dealt, poker.BoardDealt, poker.DrawBegins)):
            self.street = self._indices.get(event.street, self.street)
            self._level = 0
            if isinstance(event, poker.Dealt):
                for seat, card, is_up in zip(event.seats, event.cards, event.ups, strict=True):
                    if is_up and card != UNKNOWN:
                        self._face_up.setdefault(seat, []).append(card)
        elif isinstance(event, poker.Gathered):
            self._level = 0
        elif isinstance(event, poker.Returned):
            self._pot -= event.chips
        elif isinstance(event, poker.Reshuffled):
            if "discards" in event.what:
                self.gone = set()
        elif isinstance(event, poker.Discarded):
            self.draws.setdefault(event.seat, []).append(len(event.cards))
            self.gone.update(card for card in event.cards if card != UNKNOWN)
        else:
            self._apply_action(event)

    def _apply_action(self, event: Any) -> None:
        """Log a player's action, and count the dead face-up cards of a fold."""
        if isinstance(event, poker.Folded):
            self.gone.update(self._face_up.pop(event.seat, []))
        elif isinstance(event, poker.Checked):
            self._log(event.seat, CHECK, 0)
        elif isinstance(event, poker.Called):
            self._log(event.seat, CALL, event.chips)
        elif isinstance(event, poker.Bet):
            if event.forced:
                self._pot += event.chips
                return
            if event.opening and self._must_open and self.street:
                # A mandatory opening bet counts for the pot, but says nothing about the hand.
                self._pot += event.chips
            else:
                self._log(event.seat, BET, event.chips)
            self._level += 1
            self.bets[self.street] = self._level

    def _log(self, seat: int, kind: int, chips: int) -> None:
        size = chips / max(self._pot, 1)
        self.actions.setdefault(seat, []).append(LoggedAction(self.street, kind, self._level, size))
        self._pot += chips
