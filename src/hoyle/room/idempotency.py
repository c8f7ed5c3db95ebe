"""Idempotency: cache of answers by person and command id, and a tracker of clients that may retry."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from hoyle.room.messages import CommandAnswer

MAX_CACHED_ANSWERS: Final = 10_000
"""Size of the cache; older answers to commands that took effect are in the store."""


class AnswerCache:
    """Bounded cache of the last answers, by person and command id."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], CommandAnswer] = OrderedDict()

    def get(self, person: str, id_: str) -> CommandAnswer | None:
        """Return the answer that a command got before, or None."""
        return self._answers.get((person, id_))

    def forget(self, person: str, id_: str) -> None:
        """Remove the answer of a command that was rolled back."""
        self._answers.pop((person, id_), None)

    def keep(self, person: str, answer: CommandAnswer) -> None:
        """Keep an answer, to be repeated if the command arrives again."""
        if not answer.idempotency_key:
            return
        self._answers[person, answer.idempotency_key] = answer
        while len(self._answers) > MAX_CACHED_ANSWERS:
            self._answers.popitem(last=False)


class RetryTracker:
    """People whose commands must be looked up in the store, because they may be retries.

    A client that has just connected may retry an unanswered command, so its first commands are looked up. The
    commit catches any other duplicate at the price of its whole batch; then the person is always looked up.
    """

    def __init__(self) -> None:
        self._checked: set[str] = set()
        """People whose commands were looked up since they connected."""
        self._duplicators: set[str] = set()
        """People of whom a duplicate reached a commit; every command of theirs is looked up."""

    def must_check(self, person: str) -> bool:
        """Whether a command of this person has to be looked up."""
        return person not in self._checked

    def reconnected(self, person: str) -> None:
        """Require a look-up again, because the person has reconnected and may retry."""
        self._checked.discard(person)

    def all_reconnected(self) -> None:
        """Require a look-up for every person, because their pending answers may have been lost."""
        self._checked.clear()

    def looked_up(self, people: Iterable[str]) -> None:
        """Skip look-ups for these people from now on, except those who have sent a duplicate."""
        self._checked.update(person for person in people if person not in self._duplicators)

    def mark_duplicate(self, person: str) -> None:
        """Always look up the commands of a person, because a duplicate of theirs reached a commit."""
        self._duplicators.add(person)
        self._checked.discard(person)
