"""Buy-in ledger of a home game: who bought in or cashed out for how much, when, approved by whom.

Chips in play count as they were before the round began, so that the settlement always balances.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from hoyle.room.home_games.settlement import PlayerResult

BUY_IN: Final = "buy-in"
TOP_UP: Final = "top-up"
CASH_OUT: Final = "cash-out"

THE_HOUSE: Final = "the house"
"""Name in the settlement for rake, fees and winnings of the bank."""


class ChipMovement(NamedTuple):
    """Buy-in, top-up or cash-out of one player."""

    time: int
    person: str
    what: str
    """``buy-in``, ``top-up`` or ``cash-out``."""
    chips: int
    round: int
    """Number of the current or last round."""
    approved_by: str = ""
    """Person who approved it; empty where no approval was needed."""


class BuyInLedger(Struct):
    """Buy-in ledger of one home game: movements, and stacks when nothing was last at stake."""

    moves: list[ChipMovement] = []
    before: dict[str, int] = {}
    """Stacks of the players when nothing was last at stake."""
    house: int = 0
    """Chips of the house at that time."""
    granted: dict[str, str] = {}
    """Approvals of top-ups that wait for the end of the round: approver by player."""

    def add_movement(self, move: ChipMovement) -> None:
        """Record a buy-in, top-up or cash-out of a home-game player."""
        if move.what == TOP_UP:
            move = move._replace(approved_by=self.granted.pop(move.person, ""))
        self.moves.append(move)
        change = -move.chips if move.what == CASH_OUT else move.chips
        self.before[move.person] = self.before.get(move.person, 0) + change

    def add_approval(self, person: str, by: str, time: int) -> None:
        """Record who approved chips that were just brought, or will be when the round is over."""
        for index, move in enumerate(self.moves):
            if move.person == person and move.time == time and move.what != CASH_OUT and not move.approved_by:
                self.moves[index] = move._replace(approved_by=by)
                return
        self.granted[person] = by

    def set_stacks(self, stacks: Mapping[str, int], house: int) -> None:
        """Record the players' stacks and the chips of the house while nothing is at stake."""
        self.before = dict(stacks)
        self.house = house

    def buy_ins(self, person: str) -> list[int]:
        """Return the amounts of a person's buy-in and top-ups, in order."""
        return [move.chips for move in self.moves if move.person == person and move.what != CASH_OUT]

    def cashed_out(self, person: str) -> int:
        """Return the chips that a person has cashed out."""
        return sum(move.chips for move in self.moves if move.person == person and move.what == CASH_OUT)

    def results(self) -> list[PlayerResult]:
        """Return what each player bought in and took out; current stacks count as cashed out."""
        people = sorted({move.person for move in self.moves})
        results = [
            PlayerResult(person, sum(self.buy_ins(person)), self.cashed_out(person) + self.before.get(person, 0))
            for person in people
        ]
        # Rake and losses to the bank are owed to whoever acts as the house of this game.
        return [*results, PlayerResult(THE_HOUSE, 0, self.house)] if self.house else results
