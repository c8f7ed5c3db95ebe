"""Next-roll outcomes at a dice table: gain of a player's wagers on each total, tried on a copy of the game.

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
    """Throw of two dice, the larger face first, with the gain it brings a player."""

    one: int
    other: int
    gain: int
    """Total gain of the player's wagers."""

    @property
    def ways(self) -> int:
        """Number of the 36 rolls that show these faces."""
        return 1 if self.one == self.other else 2


class RollOutcome(NamedTuple):
    """Outcome of one total of the next roll; throws of one total may differ, as a hop bet names two faces."""

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
    """Dice wager that a player cannot make now, with the reason and the clause."""

    kind: str
    number: int
    message: str
    clause: str


def copy_game(game: DiceGame) -> DiceGame:
    """Return an independent copy of a dice game."""
    state = DiceState()
    state.restore(game.state.to_dict())
    return game.with_state(state)


def outcomes_by_total(game: DiceGame, owner: str) -> list[RollOutcome]:
    """Compute the gain of a player for every throw of two dice, by total: change of stack and wagers."""
    outcomes: list[RollOutcome] = []
    for total in range(2, 13):
        faces = [(larger, total - larger) for larger in reversed(FACES) if 1 <= total - larger <= larger]
        throws = [Throw(larger, smaller, _gain(game, owner, larger, smaller)) for larger, smaller in faces]
        outcomes.append(RollOutcome(total, throws))
    return outcomes


def mean(outcomes: list[RollOutcome]) -> Fraction:
    """Return the expected gain of a player on the next roll of two dice."""
    total_gain = sum(throw.gain * throw.ways for outcome in outcomes for throw in outcome.throws)
    return Fraction(total_gain, len(FACES) ** 2)


def refused_wagers(game: DiceGame, owner: str) -> list[UnavailableWager]:
    """List the dice wagers that a player cannot make now even at the minimum amount, with the reason."""
    refused: list[UnavailableWager] = []
    for spot in game.layout.spots():
        if spot.page.supports or spot.page.family == "hop":
            continue
        minimum = -(-spot.minimum // spot.step) * spot.step
        try:
            copy_game(game).make_wager(owner, spot.kind, minimum, number=spot.number, on="", combo=(0, 0), coupon=False)
        except IllegalError as error:
            refused.append(UnavailableWager(spot.kind, spot.number, str(error), error.clause))
        except HoyleError as error:
            refused.append(UnavailableWager(spot.kind, spot.number, str(error), ""))
    return refused


def _gain(game: DiceGame, owner: str, first_die: int, second_die: int) -> int:
    """Return the change of a player's chips, stack and wagers together, if the dice show these faces."""
    clone = copy_game(game)
    worth_before = _worth(clone.state, owner)
    clone.set_dice(first_die, second_die)
    return _worth(clone.state, owner) - worth_before


def _worth(state: DiceState, owner: str) -> int:
    """Return the chips of a player at a dice table: their stack and their wagers."""
    return state.stacks.get(owner, 0) + sum(wager.amount for wager in state.live if wager.owner == owner)
