"""What the next roll would do to somebody's wagers: every throw settled on a copy of the table.

>>> from hoyle.dice.craps import Craps
>>> from hoyle.dice.sign import CrapsSign
>>> table = Craps(CrapsSign(), {"ann": 100}, shooter="ann")
>>> _ = table.bet("ann", "field", 5)
>>> [total.gains for total in outlook(table, "ann")][:3], mean(outlook(table, "ann"))
([[10], [5], [5, 5]], Fraction(-5, 18))
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from hoyle.dice.game import DiceGame
from hoyle.dice.state import State
from hoyle.errors import HoyleError, IllegalError

FACES: Final = range(1, 7)


class Total(NamedTuple):
    """One total of two dice."""

    total: int
    ways: int
    """Of 36."""
    easy: int
    """What it wins or costs in all, where the faces differ."""
    hard: int
    """The same on a pair; equal to `easy` where there is none, or no difference."""

    @property
    def gains(self) -> list[int]:
        """For each two faces that make it, the pair last."""
        pairs = self.total % 2 == 0
        easy = (self.ways - pairs) // 2
        return [*([self.easy] * easy), *([self.hard] if pairs else [])]


class Closed(NamedTuple):
    """A wager that somebody cannot make now, and why."""

    kind: str
    number: int
    said: str
    clause: str


def copied(game: DiceGame) -> DiceGame:
    """The same table once more; nothing that is done there happens here."""
    state = State()
    state.restore(game.state.plain())
    return game.taken_up(state)


def outlook(game: DiceGame, owner: str) -> list[Total]:
    """What every total of the next roll does to what somebody has, stacks and wagers together."""
    found = []
    for total in range(2, 13):
        pairs = [(one, total - one) for one in FACES if total - one in FACES]
        gains = {one == other: _gain(game, owner, one, other) for one, other in pairs if one >= other}
        easy = gains.get(False, gains.get(True, 0))
        found.append(Total(total, len(pairs), easy, gains.get(True, easy)))
    return found


def mean(totals: list[Total]) -> Fraction:
    """What the next roll wins on average."""
    won = sum(
        each.easy * (each.ways - (each.total % 2 == 0)) + each.hard * (each.total % 2 == 0) for each in totals
    )
    return Fraction(won, 36)


def closed(game: DiceGame, owner: str) -> list[Closed]:
    """Every wager that the table would refuse somebody at any amount now, with the refusal of the least."""
    found: list[Closed] = []
    for spot in game.layout.spots():
        if spot.page.supports or spot.page.family == "hop":
            continue
        least = -(-spot.minimum // spot.step) * spot.step
        try:
            copied(game).make(owner, spot.kind, least, number=spot.number, on="", combo=(0, 0), coupon=False)
        except IllegalError as error:
            found.append(Closed(spot.kind, spot.number, str(error), error.clause))
        except HoyleError as error:
            found.append(Closed(spot.kind, spot.number, str(error), ""))
    return found


def _gain(game: DiceGame, owner: str, one: int, other: int) -> int:
    copy = copied(game)
    before = _worth(copy.state, owner)
    copy.fall(one, other)
    return _worth(copy.state, owner) - before


def _worth(state: State, owner: str) -> int:
    return state.stacks.get(owner, 0) + sum(wager.amount for wager in state.live if wager.owner == owner)
