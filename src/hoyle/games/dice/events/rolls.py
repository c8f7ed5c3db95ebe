"""Roll events: dice released, roll called, no-roll, point set or made, seven-out."""

from __future__ import annotations

from hoyle.core.errors import ChipConservationError
from hoyle.core.money import Transfer, seat_account
from hoyle.games.dice.events.base import BANK, LAYOUT, DiceEvent, moved
from hoyle.games.dice.game_state import UNSEEN, DiceState


class Released(DiceEvent):
    """The dice have left the hand: betting is closed."""

    NAME = "released"

    def apply(self, state: DiceState) -> None:
        state.released = True
        state.before = None


class Called(DiceEvent):
    """The faces of a throw are called, or ruled on instead; nothing is settled yet."""

    SHAPE = ("one", "other", "clause")
    NAME = "called"

    def __init__(self, one: int, other: int, clause: str) -> None:
        self.one = one
        self.other = other
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.called = [self.one, self.other]
        state.called_by = self.clause
        state.released = True
        state.disputed = False
        state.before = None


class Disputed(DiceEvent):
    """Somebody disputes which faces are up: nothing more is done with the throw before that is ruled on."""

    SHAPE = ("player", "clause")
    NAME = "disputed"

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        """Who does; empty where it does not matter."""
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.disputed = True


class Upheld(DiceEvent):
    """The faces were called as they lie: what was settled stays settled."""

    NAME = "upheld"

    def apply(self, state: DiceState) -> None:
        state.disputed = False


class ThrowVoided(DiceEvent):
    """A throw that was settled is taken back, with everything that was done on the layout since."""

    SHAPE = ("one", "other", "point", "owners", "seats", "stacks", "stakes", "clause")
    NAME = "throw-voided"

    def __init__(
        self,
        one: int,
        other: int,
        point: int,
        owners: list[str],
        seats: list[int],
        stacks: list[int],
        stakes: list[int],
        clause: str,
    ) -> None:
        self.one = one
        self.other = other
        self.point = point
        """The point before it, which is on again; 0 if none was."""
        self.owners = owners
        """Whose chips move."""
        self.seats = seats
        self.stacks = stacks
        """By how much each stack grows; below zero what it loses."""
        self.stakes = stakes
        """By how much the wagers of each grow on the layout."""
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        before = state.before
        if before is None or taken_back(state, self.clause) != self:
            raise ChipConservationError(f"no throw is taken back by {self!r}")
        state.take(before)
        state.before = None
        state.released = False
        if state.shooter != UNSEEN and state.shooter not in state.players:
            # He has gone or sits out since: the dice are offered on from his place.
            if state.shooter:
                state.last_shooter = state.shooter
                state.place = state.seats.get(state.shooter, 0)
            state.shooter = ""

    def transfers(self) -> list[Transfer]:
        found: list[Transfer] = []
        for seat, stack, stake in zip(self.seats, self.stacks, self.stakes, strict=True):
            account = seat_account(seat)
            found += moved(BANK, account, stack + stake) + moved(account, LAYOUT, stake)
        return found


def taken_back(state: DiceState, clause: str) -> ThrowVoided:
    """The event by which the last throw is taken back: everybody has what he had before it."""
    before = state.before
    assert before is not None
    owners: list[str] = []
    stacks: list[int] = []
    stakes: list[int] = []
    for owner, chips in state.stacks.items():
        stack = before.stacks[owner] - chips
        stake = _staked(before, owner) - _staked(state, owner)
        if stack or stake:
            owners.append(owner)
            stacks.append(stack)
            stakes.append(stake)
    seats = [state.seats.get(owner, 0) for owner in owners]
    return ThrowVoided(state.one, state.other, before.point, owners, seats, stacks, stakes, clause)


def _staked(state: DiceState, owner: str) -> int:
    return sum(wager.amount for wager in state.live if wager.owner == owner)


class Rolled(DiceEvent):
    """A valid roll is called. What was decided before it is forgotten."""

    SHAPE = ("one", "other", "clause")
    NAME = "rolled"

    def __init__(self, one: int, other: int, clause: str) -> None:
        self.one = one
        self.other = other
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.before = state.copied() if state.keeps_before else None
        state.rolls += 1
        state.one = self.one
        state.other = self.other
        state.released = False
        state.shaken = 0
        state.must_pass = False
        state.just_passed = ""
        state.called = []
        state.called_by = ""
        state.disputed = False
        if state.done:
            for wager in state.done:
                if state.wagers.get(wager.id) is wager:  # its name may be another's by now
                    del state.wagers[wager.id]
            state.done.clear()


class NoRoll(DiceEvent):
    """A throw that decides nothing; every wager stands."""

    SHAPE = ("reason", "clause")
    NAME = "no-roll"

    def __init__(self, reason: str, clause: str) -> None:
        self.reason = reason
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.released = False
        state.shaken = 0
        state.called = []
        state.called_by = ""
        state.disputed = False
        state.before = None


class PointSet(DiceEvent):
    """The come-out sets a point, and calls of "On" end (AMB-C29)."""

    SHAPE = ("point", "clause")
    NAME = "point-set"

    def __init__(self, point: int, clause: str) -> None:
        self.point = point
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.point = self.point
        for wager in state.live:
            wager.on_requested = False
            wager.called_on = False


def _end_point(state: DiceState) -> None:
    """No point is on, and what was turned off during it goes by the rules of the come-out."""
    state.point = 0
    for wager in state.live:
        wager.called_off = False


class PointMade(DiceEvent):
    """The point is repeated: the next roll is a come-out by the same shooter."""

    NAME = "point-made"

    def apply(self, state: DiceState) -> None:
        _end_point(state)


class SevenOut(DiceEvent):
    """A losing seven: the shooter must pass the dice."""

    NAME = "seven-out"

    def apply(self, state: DiceState) -> None:
        _end_point(state)
        state.must_pass = True


class BarsLifted(DiceEvent):
    """Bets of these kinds that were taken down may be made again."""

    SHAPE = ("kinds", "clause")
    NAME = "bars-lifted"

    def __init__(self, kinds: list[str], clause: str) -> None:
        self.kinds = kinds
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        left: dict[str, list[str]] = {}
        for owner, barred in state.barred.items():
            still = [kind for kind in barred if kind not in self.kinds]
            if still:
                left[owner] = still
        state.barred = left


class LineDeclined(DiceEvent):
    """Nobody bets the line: this shooter throws only to decide Come and Don't Come bets."""

    SHAPE = ("shooter", "clause")
    NAME = "line-declined"

    def __init__(self, shooter: str, clause: str) -> None:
        self.shooter = shooter
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.settle_only = True
        state.shooter = self.shooter
        state.offering = []
        state.declined = []


class PlayResumed(DiceEvent):
    """Those bets are decided, or somebody bets the line: the next roll is a come-out again."""

    NAME = "play-resumed"

    def apply(self, state: DiceState) -> None:
        state.settle_only = False


class Noted(DiceEvent):
    """Something worth keeping that changes nothing."""

    SHAPE = ("what", "clause")
    NAME = "noted"

    def __init__(self, what: str, clause: str) -> None:
        self.what = what
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        """Only the log knows."""


class MarkerMoved(DiceEvent):
    """The puck lies at a number, or Off."""

    SHAPE = ("at", "clause")
    NAME = "marker-moved"

    def __init__(self, at: str, clause: str) -> None:
        self.at = at
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        """Only a sign for the players."""
