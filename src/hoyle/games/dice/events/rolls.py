"""Roll events: dice released, roll called, no-roll, point set or made, seven-out."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.core.errors import ChipConservationError
from hoyle.core.money import Transfer, seat_account
from hoyle.games.dice.events.base import BANK, LAYOUT, DiceEvent, transfer
from hoyle.games.dice.game_state import UNSEEN, DiceState


@dataclass(init=False, eq=False, repr=False)
class Released(DiceEvent):
    """Event: dice released from the hand, which closes betting."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.released = True
        state.before = None


@dataclass(init=False, eq=False, repr=False)
class Called(DiceEvent):
    """Event: faces of a throw called, or ruled on instead; nothing is settled yet."""

    one: int
    other: int
    clause: str

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


@dataclass(init=False, eq=False, repr=False)
class Disputed(DiceEvent):
    """Event: faces of a throw disputed; the throw waits for a ruling."""

    player: str
    """Player who disputes; empty where it does not matter."""
    clause: str

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.disputed = True


@dataclass(init=False, eq=False, repr=False)
class Upheld(DiceEvent):
    """Event: called faces upheld by a ruling; the settlement stands."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.disputed = False


@dataclass(init=False, eq=False, repr=False)
class ThrowVoided(DiceEvent):
    """Event: settled throw taken back, with everything done on the layout since."""

    one: int
    other: int
    point: int
    """Point before the throw, which is on again; 0 if none was."""
    owners: list[str]
    """Players whose chips move."""
    seats: list[int]
    stacks: list[int]
    """Change of each owner's stack."""
    stakes: list[int]
    """Change of each owner's chips on the layout."""
    clause: str

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
        self.owners = owners
        self.seats = seats
        self.stacks = stacks
        self.stakes = stakes
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        """Restore the state before the throw, with betting open again."""
        before = state.before
        if before is None or throw_voided_event(state, self.clause) != self:
            raise ChipConservationError(f"no throw is taken back by {self!r}")
        state.copy_from(before)
        state.before = None
        state.released = False
        _remove_absent_shooter(state)

    def transfers(self) -> list[Transfer]:
        transfers: list[Transfer] = []
        for seat, stack, stake in zip(self.seats, self.stacks, self.stakes, strict=True):
            account = seat_account(seat)
            transfers += transfer(BANK, account, stack + stake) + transfer(account, LAYOUT, stake)
        return transfers


def _remove_absent_shooter(state: DiceState) -> None:
    """Take the dice from a shooter who has left or sits out; they are offered on from that seat."""
    if state.shooter == UNSEEN or state.shooter in state.players:
        return
    if state.shooter:
        state.last_shooter = state.shooter
        state.place = state.seats.get(state.shooter, 0)
    state.shooter = ""


def throw_voided_event(state: DiceState, clause: str) -> ThrowVoided:
    """Build the event that takes back the last throw and restores everybody's chips."""
    before = state.before
    assert before is not None
    owners: list[str] = []
    stacks: list[int] = []
    stakes: list[int] = []
    for owner, chips in state.stacks.items():
        stack = before.stacks[owner] - chips
        stake = _chips_on_layout(before, owner) - _chips_on_layout(state, owner)
        if stack or stake:
            owners.append(owner)
            stacks.append(stack)
            stakes.append(stake)
    seats = [state.seats.get(owner, 0) for owner in owners]
    return ThrowVoided(state.one, state.other, before.point, owners, seats, stacks, stakes, clause)


def _chips_on_layout(state: DiceState, owner: str) -> int:
    return sum(wager.amount for wager in state.live if wager.owner == owner)


@dataclass(init=False, eq=False, repr=False)
class Rolled(DiceEvent):
    """Event: valid roll. Wagers decided before it are dropped from the state."""

    one: int
    other: int
    clause: str

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
                if state.wagers.get(wager.id) is wager:  # its id may have been reused
                    del state.wagers[wager.id]
            state.done.clear()


@dataclass(init=False, eq=False, repr=False)
class NoRoll(DiceEvent):
    """Event: void throw or shake; it decides nothing and every wager stands."""

    reason: str
    clause: str

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


@dataclass(init=False, eq=False, repr=False)
class PointSet(DiceEvent):
    """Event: point set by the come-out; calls of "On" end (AMB-C29)."""

    point: int
    clause: str

    def __init__(self, point: int, clause: str) -> None:
        self.point = point
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.point = self.point
        for wager in state.live:
            wager.on_requested = False
            wager.called_on = False


def _end_point(state: DiceState) -> None:
    """End the point; wagers turned off during it follow the come-out rules again."""
    state.point = 0
    for wager in state.live:
        wager.called_off = False


@dataclass(init=False, eq=False, repr=False)
class PointMade(DiceEvent):
    """Event: point made; the next roll is a come-out by the same shooter."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        _end_point(state)


@dataclass(init=False, eq=False, repr=False)
class SevenOut(DiceEvent):
    """Event: seven-out; the shooter must pass the dice."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        _end_point(state)
        state.must_pass = True


@dataclass(init=False, eq=False, repr=False)
class BarsLifted(DiceEvent):
    """Event: bar on Don't bets of these kinds lifted; they may be made again."""

    kinds: list[str]
    clause: str

    def __init__(self, kinds: list[str], clause: str) -> None:
        self.kinds = kinds
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        remaining: dict[str, list[str]] = {}
        for owner, barred in state.barred.items():
            kinds_left = [kind for kind in barred if kind not in self.kinds]
            if kinds_left:
                remaining[owner] = kinds_left
        state.barred = remaining


@dataclass(init=False, eq=False, repr=False)
class LineDeclined(DiceEvent):
    """Event: line declined by everybody; the shooter throws only to decide Come and Don't Come bets."""

    shooter: str
    clause: str

    def __init__(self, shooter: str, clause: str) -> None:
        self.shooter = shooter
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.settle_only = True
        state.shooter = self.shooter
        state.offering = []
        state.declined = []


@dataclass(init=False, eq=False, repr=False)
class PlayResumed(DiceEvent):
    """Event: normal play resumed after the line was declined; the next roll is a come-out."""

    clause: str

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.settle_only = False


@dataclass(init=False, eq=False, repr=False)
class Noted(DiceEvent):
    """Event: remark for the log that changes nothing."""

    what: str
    clause: str

    def __init__(self, what: str, clause: str) -> None:
        self.what = what
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        """Change nothing: a remark is only logged."""


@dataclass(init=False, eq=False, repr=False)
class MarkerMoved(DiceEvent):
    """Event: puck moved to a number, or to Off."""

    at: str
    clause: str

    def __init__(self, at: str, clause: str) -> None:
        self.at = at
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        """Change nothing: the puck only shows the point."""
