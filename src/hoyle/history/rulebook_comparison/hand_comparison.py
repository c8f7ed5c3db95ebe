"""Comparison of one hand under several rulebooks: same cards and actions, ruled by each.

The hand comes from a record or from the log of a poker table. The differences of each book have its clause
and that of the hand's own book. An action that a book refuses ends the hand there, because what the players
would have done instead is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import HandHistory, UnsupportedError
from hoyle.history.replay.hand_replay import ReplayResult, replay
from hoyle.history.rulebook_comparison.hand_differences import RulebookDifference, replay_under_rulebook
from hoyle.rulebooks import BOOKS
from hoyle.rulebooks import poker_book as rulebook

ALL = "all"
"""Option value for every book that has the game."""


class RulebookResult(NamedTuple):
    """Result of a recorded hand under one rulebook."""

    book: str
    replay: ReplayResult
    """As far as the book lets it be played."""
    differences: tuple[RulebookDifference, ...]

    @property
    def first(self) -> RulebookDifference | None:
        """First difference from the hand as played, or None."""
        return self.differences[0] if self.differences else None

    @property
    def refused(self) -> bool:
        """Whether this rulebook refuses an action of the recorded hand."""
        return any(difference.where == "play" for difference in self.differences)

    @property
    def stacks(self) -> list[Decimal] | None:
        return self.replay.stacks

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data for JSON."""
        stacks = self.stacks
        return {
            "book": self.book,
            "same": not self.differences,
            "refused": self.refused,
            "stacks": None if stacks is None else [f"{chips:f}" for chips in stacks],
            "first": None if self.first is None else self.first.to_dict(),
            "differences": [difference.to_dict() for difference in self.differences],
        }


class HandComparison(NamedTuple):
    """Comparison of a hand as played with its results under other books."""

    history: HandHistory
    own: ReplayResult
    ruled: tuple[RulebookResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data for JSON."""
        stacks = self.own.stacks
        return {
            "book": self.history.book,
            "game": self.history.game,
            "players": [self.history.name(player) for player in range(1, self.history.players + 1)],
            "stacks": None if stacks is None else [f"{chips:f}" for chips in stacks],
            "under": [result.to_dict() for result in self.ruled],
        }


def other_rulebooks(history: HandHistory) -> list[str]:
    """List the ids of the other rulebooks that have the game of a recorded hand."""
    return [id for id in BOOKS if id != history.book and history.game in rulebook(id).games]


def compare_rulebooks(history: HandHistory, books: Sequence[str] | None = None) -> HandComparison:
    """Replay a recorded hand under each of these rulebooks, by default every other with its game."""
    own = replay(history)
    if own.stacks is None and own.error:
        raise InvalidError(own.error)
    book_ids = other_rulebooks(history) if books is None else books
    if not book_ids:
        raise UnsupportedError(f"{history.where()}: no other book has {history.game}")
    results = []
    for id in book_ids:
        replayed = replay_under_rulebook(history, id, recorded=own)
        results.append(RulebookResult(id, replayed.replay, tuple(replayed.differences)))
    return HandComparison(history, own, tuple(results))
