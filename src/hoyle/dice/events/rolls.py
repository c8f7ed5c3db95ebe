"""What a throw does to point and phase, and throws that do nothing."""

from __future__ import annotations

from hoyle.dice.events.base import Event
from hoyle.dice.state import State


class Released(Event):
    """The dice have left the hand: betting is closed."""

    NAME = "released"

    def apply(self, state: State) -> None:
        state.released = True


class Rolled(Event):
    """A valid roll is called. What was decided before it is forgotten."""

    SHAPE = ("one", "other", "clause")
    NAME = "rolled"

    def __init__(self, one: int, other: int, clause: str) -> None:
        self.one = one
        self.other = other
        self.clause = clause

    def apply(self, state: State) -> None:
        state.rolls += 1
        state.one = self.one
        state.other = self.other
        state.released = False
        state.shaken = 0
        state.must_pass = False
        state.just_passed = ""
        if state.done:
            for wager in state.done:
                if state.wagers.get(wager.id) is wager:  # its name may be another's by now
                    del state.wagers[wager.id]
            state.done.clear()


class NoRoll(Event):
    """A throw that decides nothing; every wager stands."""

    SHAPE = ("reason", "clause")
    NAME = "no-roll"

    def __init__(self, reason: str, clause: str) -> None:
        self.reason = reason
        self.clause = clause

    def apply(self, state: State) -> None:
        state.released = False
        state.shaken = 0


class PointSet(Event):
    """The come-out sets a point, and calls of "On" end (AMB-C29)."""

    SHAPE = ("point", "clause")
    NAME = "point-set"

    def __init__(self, point: int, clause: str) -> None:
        self.point = point
        self.clause = clause

    def apply(self, state: State) -> None:
        state.point = self.point
        for wager in state.live:
            wager.called_on = False


def _end_point(state: State) -> None:
    """No point is on, and what was turned off during it goes by the rules of the come-out."""
    state.point = 0
    for wager in state.live:
        wager.called_off = False


class PointMade(Event):
    """The point is repeated: the next roll is a come-out by the same shooter."""

    NAME = "point-made"

    def apply(self, state: State) -> None:
        _end_point(state)


class SevenOut(Event):
    """A losing seven: the shooter must pass the dice."""

    NAME = "seven-out"

    def apply(self, state: State) -> None:
        _end_point(state)
        state.must_pass = True


class BarsLifted(Event):
    """Bets of these kinds that were taken down may be made again."""

    SHAPE = ("kinds", "clause")
    NAME = "bars-lifted"

    def __init__(self, kinds: list[str], clause: str) -> None:
        self.kinds = kinds
        self.clause = clause

    def apply(self, state: State) -> None:
        left: dict[str, list[str]] = {}
        for owner, barred in state.barred.items():
            still = [kind for kind in barred if kind not in self.kinds]
            if still:
                left[owner] = still
        state.barred = left


class LineDeclined(Event):
    """Nobody bets the line: this shooter throws only to decide Come and Don't Come bets."""

    SHAPE = ("shooter", "clause")
    NAME = "line-declined"

    def __init__(self, shooter: str, clause: str) -> None:
        self.shooter = shooter
        self.clause = clause

    def apply(self, state: State) -> None:
        state.settle_only = True
        state.shooter = self.shooter
        state.offering = []
        state.declined = []


class PlayResumed(Event):
    """Those bets are decided, or somebody bets the line: the next roll is a come-out again."""

    NAME = "play-resumed"

    def apply(self, state: State) -> None:
        state.settle_only = False


class Noted(Event):
    """Something worth keeping that changes nothing."""

    SHAPE = ("what", "clause")
    NAME = "noted"

    def __init__(self, what: str, clause: str) -> None:
        self.what = what
        self.clause = clause

    def apply(self, state: State) -> None:
        """Only the log knows."""


class MarkerMoved(Event):
    """The puck lies at a number, or Off."""

    SHAPE = ("at", "clause")
    NAME = "marker-moved"

    def __init__(self, at: str, clause: str) -> None:
        self.at = at
        self.clause = clause

    def apply(self, state: State) -> None:
        """Only a sign for the players."""
