"""The state of a dice table: wagers on the layout, money, point, shooter. A fold over its events."""

from __future__ import annotations

from typing import Final

from hoyle.dice.kinds import LIVE

COME_OUT: Final = 0
POINT: Final = 1
SETTLE_ONLY: Final = 2
PHASES: Final = ("come-out", "point", "settle-only")

DEALER: Final = "dealer"


class Wager:
    """One wager from its making to its decision."""

    def __init__(
        self, id: str, owner: str, kind: int, amount: int, number: int, faces: int, parent: str
    ) -> None:
        self.id = id
        self.owner = owner
        self.kind = kind
        self.amount = amount
        self.number = number
        """The number it stands on; for a flat bet its point, 0 before it has one."""
        self.faces = faces
        """For a hop the two faces, larger first: 54."""
        self.parent = parent
        """For odds the flat bet they support."""
        self.commission = 0
        self.called_on = False
        self.cut = False
        """A Don't bet that was cut may not be raised again (oneida CR.E.4/2)."""
        self.paid = 0
        self.taken = 0
        self.result: int = LIVE
        self.roll = 0
        """Number of the valid roll that decided it."""


class State:
    """Everything that is true at the table."""

    def __init__(self) -> None:
        self.phase: int = COME_OUT
        self.point = 0
        self.rolls = 0
        """Valid rolls so far."""
        self.wagers: dict[str, Wager] = {}
        self.live: list[Wager] = []
        self.barred: dict[str, int] = {}
        """Who may not make a Don't Pass (1), Don't Come (2) or either (3) for now."""
        self.stacks: dict[str, int] = {}
        self.held = 0
        """Chips in all stacks together."""
        self.layout = 0
        """Chips on the layout."""
        self.bank = 0
        """What the house has won, commissions included; negative if it has paid out."""
        self.commissions = 0
        self.start_chips = 0
        self.players: list[str] = []
        """Clockwise; the first stands at the left of the boxperson or dealer."""
        self.shooter = ""
        self.last_shooter = ""
        self.must_pass = False
        """The last roll was one after which the dice or the shaker must be passed."""
        self.offering: list[str] = []
        """Players still to be asked, the next one first."""
        self.refused: list[str] = []
        self.released = False
        """The dice are on their way, or the dealer has begun to shake."""
        self.shaken = 0

    def pay_in(self, owner: str, chips: int) -> None:
        """From a stack to the layout; a negative amount goes the other way."""
        self.stacks[owner] -= chips
        self.held -= chips
        self.layout += chips

    def net(self) -> int:
        """What the players have won together."""
        return -self.bank

    def balanced(self) -> bool:
        """No chip has appeared or vanished."""
        return self.held + self.layout + self.bank == self.start_chips
