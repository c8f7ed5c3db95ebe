"""The state of a dice table: wagers, money, point, who holds the dice. A fold over its events."""

from __future__ import annotations

from typing import Final

from hoyle.dice.spot import Spot

COME_OUT: Final = "come-out"
POINT: Final = "point"
SETTLE_ONLY: Final = "settle-only"

DEALER: Final = "dealer"
"""Who holds the shaker when no player will."""
UNSEEN: Final = "unseen shooter"
"""Somebody who throws and bets elsewhere: his line bet is taken as made. For cases and counts of one
player's wagers; no table has one."""

WIN: Final = "win"
LOSE: Final = "lose"
PUSH: Final = "push"
RETURNED: Final = "returned"
REMOVED: Final = "removed"
LIVE: Final = ""


class Wager:
    """One wager from its making to its decision."""

    def __init__(
        self, id: str, owner: str, kind: str, amount: int, number: int, faces: str, parent: str
    ) -> None:
        self.id = id
        self.owner = owner
        self.kind = kind
        self.amount = amount
        self.number = number
        """The number it stands on; for a flat bet its point, 0 before it has one."""
        self.faces = faces
        """For a hop the two faces, larger first: ``5-4``."""
        self.parent = parent
        """For odds the flat bet they support."""
        self.commission = 0
        self.called_on = False
        self.cut = False
        """Whether it was ever cut."""
        self.paid = 0
        self.taken = 0
        self.result: str = LIVE
        """``win``, ``lose``, ``push``, ``returned`` or ``removed``; empty while it stands."""
        self.roll = 0
        """Number of the valid roll that decided it."""
        self.spot: Spot | None = None
        """Its figures, looked up by the game when first needed; no part of the state."""


class State:
    """Everything that is true at the table."""

    def __init__(self) -> None:
        self.point = 0
        self.settle_only = False
        """Nobody bets the line: throws decide Come and Don't Come bets alone."""
        self.rolls = 0
        """Valid rolls so far."""
        self.made = 0
        """Wagers made so far."""
        self.wagers: dict[str, Wager] = {}
        """Those that stand, and those decided or taken down since the roll before the last."""
        self.live: list[Wager] = []
        self.done: list[Wager] = []
        """Decided or taken down, to be forgotten at the next roll."""
        self.barred: dict[str, list[str]] = {}
        """Who may not make which Don't bets for now."""
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
        """Who holds the dice or the shaker."""
        self.last_shooter = ""
        self.just_passed = ""
        """Who gave them up since the last roll."""
        self.must_pass = False
        """The last roll was one after which the dice or the shaker must be passed."""
        self.offering: list[str] = []
        """Players still to be asked, the next one first."""
        self.refused: list[str] = []
        """Who would not take the shaker."""
        self.released = False
        """The dice are on their way, or the dealer has begun to shake."""
        self.shaken = 0
        """Shakes of this roll: the dealer's, then the holder's."""

    @property
    def phase(self) -> str:
        if self.point:
            return POINT
        return SETTLE_ONLY if self.settle_only else COME_OUT

    def net(self) -> int:
        """What the players have won together."""
        return -self.bank

    def balanced(self) -> bool:
        """No chip has appeared or vanished."""
        return self.held + self.layout + self.bank == self.start_chips
