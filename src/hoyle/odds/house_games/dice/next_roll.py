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
    """Two faces, the larger first, regardless of the order of the dice."""

    one: int
    other: int
    gain: int
    """Total gain of the player's wagers."""

    @property
    def ways(self) -> int:
        """Number of the 36 rolls."""
        return 1 if self.one == self.other else 2


class RollOutcome(NamedTuple):
    """Outcome of one total. Its throws may differ: a hop names two faces, a hardway needs a pair."""

    total: int
    throws: list[Throw]
    """Throws that make the total, a pair last."""

    @property
    def ways(self) -> int:
        """Number of the 36 rolls."""
        return sum(throw.ways for throw in self.throws)

    @property
    def gains(self) -> list[int]:
        """Gain of each throw."""
        return [throw.gain for throw in self.throws]


class UnavailableWager(NamedTuple):
    """Wager that a player cannot make now, with the refusal."""

    kind: str
    number: int
    message: str
    clause: str


def copied(game: DiceGame) -> DiceGame:
    """Return an independent copy of the table."""
    state = DiceState()
    state.restore(game.state.to_dict())
    return game.with_state(state)


def outcomes_by_total(game: DiceGame, owner: str) -> list[RollOutcome]:
    """Change of a player's stack and wagers together, for every throw by total."""
    return [
        RollOutcome(
            total,
            [
                Throw(one, total - one, _gain(game, owner, one, total - one))
                for one in reversed(FACES)
                if 1 <= total - one <= one
            ],
        )
        for total in range(2, 13)
    ]


def mean(totals: list[RollOutcome]) -> Fraction:
    """Expected gain of the next roll."""
    won = sum(throw.gain * throw.ways for each in totals for throw in each.throws)
    return Fraction(won, len(FACES) ** 2)


def closed(game: DiceGame, owner: str) -> list[UnavailableWager]:
    """Wagers that the table would refuse a player now at the minimum amount, with the refusal."""
    found: list[UnavailableWager] = []
    for spot in game.layout.spots():
        if spot.page.supports or spot.page.family == "hop":
            continue
        least = -(-spot.minimum // spot.step) * spot.step
        try:
            copied(game).make_wager(
                owner, spot.kind, least, number=spot.number, on="", combo=(0, 0), coupon=False
            )
        except IllegalError as error:
            found.append(UnavailableWager(spot.kind, spot.number, str(error), error.clause))
        except HoyleError as error:
            found.append(UnavailableWager(spot.kind, spot.number, str(error), ""))
    return found


def _gain(game: DiceGame, owner: str, one: int, other: int) -> int:
    copy = copied(game)
    before = _worth(copy.state, owner)
    copy.set_dice(one, other)
    return _worth(copy.state, owner) - before


def _worth(state: DiceState, owner: str) -> int:
    return state.stacks.get(owner, 0) + sum(wager.amount for wager in state.live if wager.owner == owner)
