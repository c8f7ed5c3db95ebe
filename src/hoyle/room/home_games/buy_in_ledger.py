"""Buy-in ledger of a home game: who bought in or cashed out for how much, when, approved by whom.

Chips in play count as they lay before the round began, so that the settling up always comes out even.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from hoyle.room.home_games.settlement import PlayerResult

BUY_IN: Final = "buy-in"
TOP_UP: Final = "top-up"
CASH_OUT: Final = "cash-out"

THE_HOUSE: Final = "the house"
"""In the settling up: rake, fees, and what the bank has won."""


class ChipMovement(NamedTuple):
    """Chips that came to the table, or left it."""

    time: int
    person: str
    what: str
    """``buy-in``, ``top-up`` or ``cash-out``."""
    chips: int
    round: int
    """After which round of play."""
    leave: str = ""
    """By whose leave; empty where nobody had to be asked."""


class BuyInLedger:
    """Everything that one evening is settled by."""

    def __init__(self) -> None:
        self.moves: list[ChipMovement] = []
        self.before: dict[str, int] = {}
        """What everybody had when nothing was staked last."""
        self.house = 0
        """What the house had then."""
        self.granted: dict[str, str] = {}
        """Who has leave to bring chips when the round is over, and by whom."""

    def move(self, move: ChipMovement) -> None:
        """Chips have come or gone."""
        if move.what == TOP_UP:
            move = move._replace(leave=self.granted.pop(move.person, ""))
        self.moves.append(move)
        taken = -move.chips if move.what == CASH_OUT else move.chips
        self.before[move.person] = self.before.get(move.person, 0) + taken

    def grant(self, person: str, by: str, time: int) -> None:
        """Somebody has leave to bring chips: he just did, or will when the round is over."""
        for at, move in enumerate(self.moves):
            if move.person == person and move.time == time and move.what != CASH_OUT and not move.leave:
                self.moves[at] = move._replace(leave=by)
                return
        self.granted[person] = by

    def count(self, there: Mapping[str, int], house: int) -> None:
        """Nothing is staked: what everybody has before him, and the house."""
        self.before = dict(there)
        self.house = house

    def brought(self, person: str) -> list[int]:
        """Buy-in and top-ups, in their order."""
        return [move.chips for move in self.moves if move.person == person and move.what != CASH_OUT]

    def took(self, person: str) -> int:
        """What somebody has carried off."""
        return sum(move.chips for move in self.moves if move.person == person and move.what == CASH_OUT)

    def lines(self) -> list[PlayerResult]:
        """Everybody's evening: what he has before him counts as taken."""
        people = sorted({move.person for move in self.moves})
        found = [
            PlayerResult(person, sum(self.brought(person)), self.took(person) + self.before.get(person, 0))
            for person in people
        ]
        # What was raked, or lost to the bank, is owed to the house of this evening: whoever gave it.
        return [*found, PlayerResult(THE_HOUSE, 0, self.house)] if self.house else found

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))

    def restore(self, data: Mapping[str, Any]) -> None:
        self.moves = [ChipMovement(*row) for row in data["moves"]]
        self.before = dict(data["before"])
        self.house = data["house"]
        self.granted = dict(data["granted"])
