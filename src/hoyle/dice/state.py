"""The state of a dice table: wagers, money, point, who holds the dice. A fold over its events."""

from __future__ import annotations

from typing import Any, Final

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
        self, id: str, owner: str, seat: int, kind: str, amount: int, number: int, faces: str, parent: str
    ) -> None:
        self.id = id
        self.owner = owner
        self.seat = seat
        """Where its owner has his chips; 0 where places have no numbers."""
        self.kind = kind
        self.amount = amount
        self.number = number
        """The number it stands on; for a flat bet its point, 0 before it has one."""
        self.faces = faces
        """For a hop the two faces, larger first: ``5-4``."""
        self.parent = parent
        """For odds the flat bet they support."""
        self.commission = 0
        """What was charged on it."""
        self.fee_kept = 0
        """Commission that the same wager paid before it was left up, less what this one left to the next."""
        self.called_on = False
        """Whether it works on the come-out though such wagers are off."""
        self.called_off = False
        """Whether it is off while this point is on."""
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

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "id": self.id,
            "owner": self.owner,
            "seat": self.seat,
            "kind": self.kind,
            "amount": self.amount,
            "number": self.number,
            "faces": self.faces,
            "parent": self.parent,
            "commission": self.commission,
            "fee_kept": self.fee_kept,
            "called_on": self.called_on,
            "called_off": self.called_off,
            "cut": self.cut,
            "paid": self.paid,
            "taken": self.taken,
            "result": self.result,
            "roll": self.roll,
        }


def restored_wager(data: dict[str, Any]) -> Wager:
    """The wager that `Wager.plain` wrote down."""
    wager = Wager(
        data["id"],
        data["owner"],
        data["seat"],
        data["kind"],
        data["amount"],
        data["number"],
        data["faces"],
        data["parent"],
    )
    wager.commission = data["commission"]
    wager.fee_kept = data.get("fee_kept", 0)
    wager.called_on = data["called_on"]
    wager.called_off = data.get("called_off", False)
    wager.cut = data["cut"]
    wager.paid = data["paid"]
    wager.taken = data["taken"]
    wager.result = data["result"]
    wager.roll = data["roll"]
    return wager


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
        """What the banker has won, commissions included; negative if it has paid out."""
        self.commissions = 0
        self.start_chips = 0
        self.players: list[str] = []
        """Who takes part, clockwise; the first stands at the left of the boxperson or dealer."""
        self.seats: dict[str, int] = {}
        """Where people have their chips, if places have numbers."""
        self.one = 0
        self.other = 0
        """The faces of the last valid roll; 0 before the first."""
        self.shooter = ""
        """Who holds the dice or the shaker."""
        self.last_shooter = ""
        """Who gave them up last, wherever he is now."""
        self.place = 0
        """The seat from which they are offered on, whoever sits there; 0 at the start of play."""
        self.just_passed = ""
        """Who gave them up since the last roll."""
        self.must_pass = False
        """The last roll was one after which the dice or the shaker must be passed."""
        self.offering: list[str] = []
        """Players still to be asked, the next one first."""
        self.declined: list[str] = []
        """Who is not asked any more before they change hands."""
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

    def balanced(self) -> bool:
        """No chip has appeared or vanished."""
        return self.held + self.layout + self.bank == self.start_chips

    def arrange(self, players: list[str]) -> None:
        """These take part now, clockwise. Where nobody does, play begins anew with whoever comes."""
        if not players:
            self.last_shooter = ""
            self.place = 0
        if self.just_passed not in self.seats:
            self.just_passed = ""
        self.players = list(players)
        self.offering = [player for player in self.offering if player in players]

    def plain(self) -> dict[str, Any]:
        """The whole state as plain data."""
        return {
            "point": self.point,
            "settle_only": self.settle_only,
            "rolls": self.rolls,
            "made": self.made,
            "live": [wager.plain() for wager in self.live],
            "done": [wager.plain() for wager in self.done],
            "barred": {player: list(kinds) for player, kinds in self.barred.items()},
            "stacks": dict(self.stacks),
            "held": self.held,
            "layout": self.layout,
            "bank": self.bank,
            "commissions": self.commissions,
            "start_chips": self.start_chips,
            "players": list(self.players),
            "seats": dict(self.seats),
            "dice": [self.one, self.other],
            "shooter": self.shooter,
            "last_shooter": self.last_shooter,
            "place": self.place,
            "just_passed": self.just_passed,
            "must_pass": self.must_pass,
            "offering": list(self.offering),
            "declined": list(self.declined),
            "refused": list(self.refused),
            "released": self.released,
            "shaken": self.shaken,
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Take over what `plain` wrote, in a state that is new."""
        self.point = data["point"]
        self.settle_only = data["settle_only"]
        self.rolls = data["rolls"]
        self.made = data["made"]
        self.live = [restored_wager(each) for each in data["live"]]
        self.done = [restored_wager(each) for each in data["done"]]
        self.wagers = {wager.id: wager for wager in self.done}
        self.wagers.update({wager.id: wager for wager in self.live})
        self.barred = {player: list(kinds) for player, kinds in data["barred"].items()}
        self.stacks = dict(data["stacks"])
        self.held = data["held"]
        self.layout = data["layout"]
        self.bank = data["bank"]
        self.commissions = data["commissions"]
        self.start_chips = data["start_chips"]
        self.players = list(data["players"])
        self.seats = dict(data["seats"])
        self.one = data["dice"][0]
        self.other = data["dice"][1]
        self.shooter = data["shooter"]
        self.last_shooter = data["last_shooter"]
        self.place = data.get("place", self.seats.get(self.last_shooter, 0))
        self.just_passed = data["just_passed"]
        self.must_pass = data["must_pass"]
        self.offering = list(data["offering"])
        self.declined = list(data.get("declined", []))
        self.refused = list(data["refused"])
        self.released = data["released"]
        self.shaken = data["shaken"]
