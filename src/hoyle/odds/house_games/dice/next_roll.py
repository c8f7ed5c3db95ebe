"""Next-roll outcomes: gain of a player's wagers on each total, tried on a copy of the table.

>>> from hoyle.games.dice.craps import Craps
>>> from hoyle.games.dice.posted_sign import CrapsSign
>>> table = Craps(CrapsSign(), {"ann": 100}, shooter="ann")
>>> _ = table.bet("ann", "field", 5)
>>> [total.gains for total in outcomes_by_total(table, "ann")][:3], mean(outcomes_by_total(table, "ann"))
([[10], [5], [5, 5]], Fraction(-5, 18))
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.game_state import DiceState

FACES: Final = range(1, 7)


class Throw(NamedTuple):
    """Throw of two dice, the larger face first, with the gain it brings."""

    one: int
    other: int
    gain: int
    """Total gain of the player's wagers."""

    @property
    def ways(self) -> int:
        """Number of the 36 rolls that make the total."""
        return 1 if self.one == self.other else 2


class RollOutcome(NamedTuple):
    """Outcome of one total of the next roll; its throws may differ, as a hop names two faces."""

    total: int
    throws: list[Throw]
    """Throws that make the total, a pair last."""

    @property
    def ways(self) -> int:
        """Number of the 36 rolls that make the total."""
        return sum(throw.ways for throw in self.throws)

    @property
    def gains(self) -> list[int]:
        """Gain in chips of each throw with this total."""
        return [throw.gain for throw in self.throws]


class UnavailableWager(NamedTuple):
    """Wager that a player cannot make now, with the reason and the clause."""

    kind: str
    number: int
    said: str
    clause: str


def copy_game(game: DiceGame) -> DiceGame:
    """Return an independent copy of the game."""
    state = DiceState()
    state.restore(game.state.to_dict())
    return game.with_state(state)


def outcomes_by_total(game: DiceGame, owner: str) -> list[RollOutcome]:
    """Compute the change of a player's stack and wagers together, for every throw by total."""
    return [
        RollOutcome(
            total,
            [
                Throw(larger, total - larger, _gain(game, owner, larger, total - larger))
                for larger in reversed(FACES)
                if 1 <= total - larger <= larger
            ],
        )
        for total in range(2, 13)
    ]


def mean(totals: list[RollOutcome]) -> Fraction:
    """Return the expected gain of the next roll."""
    total_gain = sum(throw.gain * throw.ways for outcome in totals for throw in outcome.throws)
    return Fraction(total_gain, len(FACES) ** 2)


def refused_wagers(game: DiceGame, owner: str) -> list[UnavailableWager]:
    """List the wagers that the table would refuse a player now at the minimum amount, with the reason."""
    refused: list[UnavailableWager] = []
    for spot in game.layout.spots():
        if spot.page.supports or spot.page.family == "hop":
            continue
        minimum = -(-spot.minimum // spot.step) * spot.step
        try:
            copy_game(game).make_wager(
                owner, spot.kind, minimum, number=spot.number, on="", combo=(0, 0), coupon=False
            )
        except IllegalError as error:
            refused.append(UnavailableWager(spot.kind, spot.number, str(error), error.clause))
        except HoyleError as error:
            refused.append(UnavailableWager(spot.kind, spot.number, str(error), ""))
    return refused


def _gain(game: DiceGame, owner: str, first_die: int, second_die: int) -> int:
    clone = copy_game(game)
    worth_before = _worth(clone.state, owner)
    clone.set_dice(first_die, second_die)
    return _worth(clone.state, owner) - worth_before


def _worth(state: DiceState, owner: str) -> int:
    return state.stacks.get(owner, 0) + sum(wager.amount for wager in state.live if wager.owner == owner)
