"""Comparison of one hand under several rulebooks: same cards and actions, ruled by each.

From a recorded hand, or from the log of a poker table. Each book says what it would have had otherwise, with
its clause and the one by which the hand was played. An action that a book refuses ends the hand there: what
people would have done instead nobody knows.
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
"""Every book that has the game."""


class RulebookResult(NamedTuple):
    """The hand by one book."""

    book: str
    replay: ReplayResult
    """As far as the book lets it be played."""
    differences: tuple[RulebookDifference, ...]

    @property
    def first(self) -> RulebookDifference | None:
        """What is otherwise before anything else is."""
        return self.differences[0] if self.differences else None

    @property
    def refused(self) -> bool:
        """Whether the book does not let it be played to its end."""
        return any(each.where == "play" for each in self.differences)

    @property
    def stacks(self) -> list[Decimal] | None:
        return self.replay.stacks

    def to_dict(self) -> dict[str, Any]:
        """As data that a file can hold."""
        stacks = self.stacks
        return {
            "book": self.book,
            "same": not self.differences,
            "refused": self.refused,
            "stacks": None if stacks is None else [f"{chips:f}" for chips in stacks],
            "first": None if self.first is None else self.first.to_dict(),
            "differences": [each.to_dict() for each in self.differences],
        }


class HandComparison(NamedTuple):
    """A hand as it was played, and by other books."""

    history: HandHistory
    own: ReplayResult
    ruled: tuple[RulebookResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """As data that a file can hold."""
        stacks = self.own.stacks
        return {
            "book": self.history.book,
            "game": self.history.game,
            "players": [self.history.name(player) for player in range(1, self.history.players + 1)],
            "stacks": None if stacks is None else [f"{chips:f}" for chips in stacks],
            "under": [each.to_dict() for each in self.ruled],
        }


def other_rulebooks(history: HandHistory) -> list[str]:
    """The books that have the game of a hand, but for its own."""
    return [id for id in BOOKS if id != history.book and history.game in rulebook(id).games]


def compare_rulebooks(history: HandHistory, books: Sequence[str] | None = None) -> HandComparison:
    """The hand by each of these books; without any named, by every other that has the game."""
    own = replay(history)
    if own.stacks is None and own.error:
        raise InvalidError(own.error)
    wanted = other_rulebooks(history) if books is None else books
    if not wanted:
        raise UnsupportedError(f"{history.where()}: no other book has {history.game}")
    found = []
    for id in wanted:
        audited = replay_under_rulebook(history, id, recorded=own)
        found.append(RulebookResult(id, audited.replay, tuple(audited.differences)))
    return HandComparison(history, own, tuple(found))
