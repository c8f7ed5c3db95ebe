"""Idempotency: cache of answers by person and command id, and a tracker of clients that may retry.

And who may send one twice.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from hoyle.room.messages import CommandAnswer

MAX_CACHED_ANSWERS: Final = 10_000
"""Answers kept; older ones are forgotten, or are in the store."""


class AnswerCache:
    """The last answers, by person and id."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], CommandAnswer] = OrderedDict()

    def get(self, person: str, id_: str) -> CommandAnswer | None:
        """What somebody was told of a command."""
        return self._answers.get((person, id_))

    def forget(self, person: str, id_: str) -> None:
        """It was never told: what it says did not happen."""
        self._answers.pop((person, id_), None)

    def keep(self, person: str, answer: CommandAnswer) -> None:
        """Give the same answer again should the command arrive a second time."""
        if not answer.id:
            return
        self._answers[person, answer.id] = answer
        while len(self._answers) > MAX_CACHED_ANSWERS:
            self._answers.popitem(last=False)


class RetryTracker:
    """Who may send again what he has sent before.

    Whoever has just come may have lost a connection before he was answered: what he sends first is looked up.
    One that sends something again all the same is found out by the commit, which costs everybody beside him
    dear: from then on all that he sends is looked up.
    """

    def __init__(self) -> None:
        self._passed: set[str] = set()
        """Whose commands are new, for they were looked up since he came."""
        self._caught: set[str] = set()

    def must_check(self, person: str) -> bool:
        """Whether what he sends has to be looked up."""
        return person not in self._passed

    def reconnected(self, person: str) -> None:
        """Somebody is connected anew."""
        self._passed.discard(person)

    def all_reconnected(self) -> None:
        """Nobody was answered who waits for an answer."""
        self._passed.clear()

    def looked_up(self, people: Iterable[str]) -> None:
        """What these have sent first is known by now."""
        self._passed.update(person for person in people if person not in self._caught)

    def mark_duplicate(self, person: str) -> None:
        """Somebody sent again what was not looked up."""
        self._caught.add(person)
        self._passed.discard(person)
