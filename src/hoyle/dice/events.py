"""Everything that happens at a dice table. Each event carries its clause and applies itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.dice.kinds import DONT_COME, DONT_PASS, LIVE, PASS, REMOVED, RESULTS
from hoyle.dice.state import COME_OUT, POINT, SETTLE_ONLY, State, Wager
from hoyle.fact import Fact, by_name, made


class Event(Fact):
    """Base of all events. Dice hide nothing: every viewer sees every event."""

    def apply(self, state: State) -> None:
        """Change the state as this event says."""
        raise NotImplementedError(self.name)


class Opened(Event):
    """A table opens with these players, clockwise, and their chips."""

    SHAPE = ("stacks", "clause")
    NAME = "opened"

    def __init__(self, stacks: dict[str, int], clause: str) -> None:
        self.stacks = stacks
        self.clause = clause

    def apply(self, state: State) -> None:
        state.players = list(self.stacks)
        state.stacks = dict(self.stacks)
        state.held = state.start_chips = sum(self.stacks.values())


class Joined(Event):
    """A player comes with chips, or brings more."""

    SHAPE = ("player", "chips", "clause")
    NAME = "joined"

    def __init__(self, player: str, chips: int, clause: str) -> None:
        self.player = player
        self.chips = chips
        self.clause = clause

    def apply(self, state: State) -> None:
        if self.player not in state.stacks:
            state.players.append(self.player)
        state.stacks[self.player] = state.stacks.get(self.player, 0) + self.chips
        state.held += self.chips
        state.start_chips += self.chips


class Left(Event):
    """A player goes away with his chips."""

    SHAPE = ("player", "clause")
    NAME = "left"

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        self.clause = clause

    def apply(self, state: State) -> None:
        chips = state.stacks.pop(self.player)
        state.players.remove(self.player)
        state.held -= chips
        state.start_chips -= chips
        if self.player in state.offering:
            state.offering.remove(self.player)
        if self.player in state.refused:
            state.refused.remove(self.player)


class Bet(Event):
    """A wager is made. The commission goes to the bank at once and does not come back."""

    SHAPE = ("id", "owner", "kind", "amount", "number", "faces", "parent", "commission", "tender", "clause")
    NAME = "bet"

    def __init__(
        self,
        id: str,
        owner: str,
        kind: int,
        amount: int,
        number: int,
        faces: int,
        parent: str,
        commission: int,
        tender: str,
        clause: str,
    ) -> None:
        self.id = id
        self.owner = owner
        self.kind = kind
        self.amount = amount
        self.number = number
        self.faces = faces
        self.parent = parent
        self.commission = commission
        self.tender = tender
        self.clause = clause

    def apply(self, state: State) -> None:
        wager = Wager(self.id, self.owner, self.kind, self.amount, self.number, self.faces, self.parent)
        state.wagers[self.id] = wager
        state.live.append(wager)
        state.pay_in(self.owner, self.amount)
        _charge(state, wager, self.commission)
        if self.kind <= DONT_PASS and state.phase == SETTLE_ONLY:
            state.phase = COME_OUT


def _charge(state: State, wager: Wager, chips: int) -> None:
    wager.commission += chips
    state.stacks[wager.owner] -= chips
    state.held -= chips
    state.bank += chips
    state.commissions += chips


class Changed(Event):
    """A wager is raised or cut to another amount."""

    SHAPE = ("id", "amount", "commission", "clause")
    NAME = "changed"

    def __init__(self, id: str, amount: int, commission: int, clause: str) -> None:
        self.id = id
        self.amount = amount
        self.commission = commission
        """What the raise costs on top of the commission already paid."""
        self.clause = clause

    def apply(self, state: State) -> None:
        wager = state.wagers[self.id]
        if self.amount < wager.amount:
            bar(state, wager)
            wager.cut = wager.kind == DONT_PASS or wager.kind == DONT_COME
        state.pay_in(wager.owner, self.amount - wager.amount)
        wager.amount = self.amount
        _charge(state, wager, self.commission)


class Removed(Event):
    """A wager is taken down undecided."""

    SHAPE = ("id", "clause")
    NAME = "removed"

    def __init__(self, id: str, clause: str) -> None:
        self.id = id
        self.clause = clause

    def apply(self, state: State) -> None:
        wager = state.wagers[self.id]
        bar(state, wager)
        state.pay_in(wager.owner, -wager.amount)
        wager.result = REMOVED
        state.live.remove(wager)


def bar(state: State, wager: Wager) -> None:
    """Keep a Don't bet from being put back for this roll (oneida CR.E.4/2, AMB-C32)."""
    if wager.kind == DONT_PASS:
        state.barred[wager.owner] = state.barred.get(wager.owner, 0) | 1
    elif wager.kind == DONT_COME and not wager.number:
        state.barred[wager.owner] = state.barred.get(wager.owner, 0) | 2


class CalledOn(Event):
    """A wager that is off on the come-out is called on, or off again."""

    SHAPE = ("id", "on", "clause")
    NAME = "called-on"

    def __init__(self, id: str, on: bool, clause: str) -> None:
        self.id = id
        self.on = on
        self.clause = clause

    def apply(self, state: State) -> None:
        state.wagers[self.id].called_on = self.on


class Released(Event):
    """The dice have left the hand, or the dealer has begun to shake: betting is closed."""

    NAME = "released"

    def apply(self, state: State) -> None:
        state.released = True


class Rolled(Event):
    """A valid roll is called."""

    SHAPE = ("one", "other", "clause")
    NAME = "rolled"

    def __init__(self, one: int, other: int, clause: str) -> None:
        self.one = one
        self.other = other
        self.clause = clause

    def apply(self, state: State) -> None:
        state.rolls += 1
        state.released = False
        state.shaken = 0
        state.must_pass = False


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


class Decided(Event):
    """A wager is won, lost, pushed or returned by a roll."""

    SHAPE = ("id", "result", "paid", "taken", "clause")
    NAME = "decided"

    def __init__(self, id: str, result: int, paid: int, taken: int, clause: str) -> None:
        self.id = id
        self.result = result
        self.paid = paid
        self.taken = taken
        self.clause = clause

    def apply(self, state: State) -> None:
        wager = state.wagers[self.id]
        assert wager.result == LIVE, (self.id, RESULTS[wager.result])
        back = wager.amount - self.taken
        assert back >= 0, (self.id, wager.amount, self.taken)
        state.stacks[wager.owner] += back + self.paid
        state.held += back + self.paid
        state.layout -= wager.amount
        state.bank += self.taken - self.paid
        wager.result = self.result
        wager.paid = self.paid
        wager.taken = self.taken
        wager.roll = state.rolls
        state.live.remove(wager)


class Moved(Event):
    """A Come or Don't Come bet goes to its number."""

    SHAPE = ("id", "number", "clause")
    NAME = "moved"

    def __init__(self, id: str, number: int, clause: str) -> None:
        self.id = id
        self.number = number
        self.clause = clause

    def apply(self, state: State) -> None:
        state.wagers[self.id].number = self.number


class PointSet(Event):
    """The come-out sets a point: line bets stand on it, and calls of "On" end (AMB-C29)."""

    SHAPE = ("point", "clause")
    NAME = "point-set"

    def __init__(self, point: int, clause: str) -> None:
        self.point = point
        self.clause = clause

    def apply(self, state: State) -> None:
        state.phase = POINT
        state.point = self.point
        for wager in state.live:
            wager.called_on = False
            if wager.kind == PASS or wager.kind == DONT_PASS:
                wager.number = self.point


class PointMade(Event):
    """The point is repeated: the next roll is a come-out by the same shooter."""

    NAME = "point-made"

    def apply(self, state: State) -> None:
        state.phase = COME_OUT
        state.point = 0


class SevenOut(Event):
    """A losing seven: the shooter must pass the dice."""

    NAME = "seven-out"

    def apply(self, state: State) -> None:
        state.phase = COME_OUT
        state.point = 0
        state.must_pass = True


class BarsLifted(Event):
    """Don't bets that were taken down may be made again."""

    SHAPE = ("which", "clause")
    NAME = "bars-lifted"

    def __init__(self, which: int, clause: str) -> None:
        self.which = which
        self.clause = clause

    def apply(self, state: State) -> None:
        state.barred = {
            owner: bits & ~self.which for owner, bits in state.barred.items() if bits & ~self.which
        }


class LineDeclined(Event):
    """Nobody bets the line: the old shooter throws only to decide Come and Don't Come bets."""

    NAME = "line-declined"

    def apply(self, state: State) -> None:
        state.phase = SETTLE_ONLY
        state.shooter = state.shooter or state.last_shooter
        state.offering = []


class PlayResumed(Event):
    """Those bets are decided: the next roll is a come-out again."""

    NAME = "play-resumed"

    def apply(self, state: State) -> None:
        state.phase = COME_OUT


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


class Passed(Event):
    """The holder gives up dice or shaker, freely or on order; they go round from his left."""

    SHAPE = ("order", "clause")
    NAME = "passed"

    def __init__(self, order: list[str], clause: str) -> None:
        self.order = order
        self.clause = clause

    def apply(self, state: State) -> None:
        if state.shooter:
            state.last_shooter = state.shooter
        state.shooter = ""
        state.must_pass = False
        state.offering = list(self.order)


class Declined(Event):
    """A player will not take dice or shaker."""

    SHAPE = ("player", "clause")
    NAME = "declined"

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        self.clause = clause

    def apply(self, state: State) -> None:
        state.offering.remove(self.player)
        if self.player not in state.refused:
            state.refused.append(self.player)


class Accepted(Event):
    """A player, or the dealer for the players, takes dice or shaker."""

    SHAPE = ("player", "clause")
    NAME = "accepted"

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        self.clause = clause

    def apply(self, state: State) -> None:
        state.shooter = self.player
        state.offering = []
        if self.player in state.refused:
            state.refused.remove(self.player)


class Shaken(Event):
    """The covered shaker is shaken a number of times."""

    SHAPE = ("who", "times", "clause")
    NAME = "shaken"

    def __init__(self, who: str, times: int, clause: str) -> None:
        self.who = who
        self.times = times
        self.clause = clause

    def apply(self, state: State) -> None:
        state.shaken += 1
        state.released = True


class MustPass(Event):
    """A player shook a seven and must pass the shaker."""

    NAME = "must-pass"

    def apply(self, state: State) -> None:
        state.must_pass = True


_EVENTS: Final[dict[str, type[Event]]] = by_name(
    *(Opened, Joined, Left, Bet, Changed, Removed, CalledOn, Released, Rolled, NoRoll, Decided, Moved),
    *(PointSet, Noted, PointMade, SevenOut, BarsLifted, LineDeclined, PlayResumed, MarkerMoved, Passed),
    *(Declined, Accepted, Shaken, MustPass),
)


def rebuild(name: str, facts: dict[str, object]) -> Event:
    """The event of that name with those facts, as `Event.facts` gave them."""
    return made(_EVENTS, name, facts)


def replay(log: Iterable[Event]) -> State:
    """The state after these events."""
    state = State()
    for event in log:
        event.apply(state)
        assert state.balanced(), event
    return state
