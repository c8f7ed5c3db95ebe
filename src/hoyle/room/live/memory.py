"""Answers that are kept in memory, so that a command which arrives twice gets the same one again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from hoyle.room.live.answers import Answer

REMEMBERED: Final = 10_000
"""Answers kept; older ones are forgotten, or are in the store."""


class Memory:
    """The last answers, by person and id."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def get(self, person: str, id_: str) -> Answer | None:
        """What somebody was told of a command."""
        return self._answers.get((person, id_))

    def forget(self, person: str, id_: str) -> None:
        """It was never told: what it says did not happen."""
        self._answers.pop((person, id_), None)

    def keep(self, person: str, answer: Answer) -> None:
        """Give the same answer again should the command arrive a second time."""
        if not answer.id:
            return
        self._answers[person, answer.id] = answer
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
