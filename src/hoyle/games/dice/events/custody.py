"""Custody events: dice or shaker offered, accepted, declined, passed; shaker shaken."""

from __future__ import annotations

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.game_state import DiceState


class Passed(DiceEvent):
    """Event: dice or shaker passed, freely or on order, and offered to players in this order."""

    SHAPE = ("player", "order", "clause")
    NAME = "passed"

    def __init__(self, player: str, order: list[str], clause: str) -> None:
        self.player = player
        """Player who passed them; empty when nobody held them."""
        self.order = order
        """Players to be asked, first to last."""
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.declined = []
        if self.player:
            state.last_shooter = state.just_passed = self.player
            state.place = state.seats.get(self.player, 0)
            if self.player not in self.order:  # then the offer is not extended to them
                state.declined.append(self.player)
        state.shooter = ""
        state.must_pass = False
        state.offering = list(self.order)


class OfferExtended(DiceEvent):
    """Event: running offer of dice or shaker extended to a player who joined."""

    SHAPE = ("player", "order", "clause")
    NAME = "offer-extended"

    def __init__(self, player: str, order: list[str], clause: str) -> None:
        self.player = player
        self.order = order
        """Players still to be asked, the new one included."""
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.offering = list(self.order)


class Declined(DiceEvent):
    """Event: dice or shaker declined by a player."""

    SHAPE = ("player", "clause")
    NAME = "declined"

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.offering.remove(self.player)
        state.declined.append(self.player)
        if self.player not in state.refused:
            state.refused.append(self.player)


class Accepted(DiceEvent):
    """Event: dice or shaker taken by a player, or by the dealer for the players."""

    SHAPE = ("player", "clause")
    NAME = "accepted"

    def __init__(self, player: str, clause: str) -> None:
        self.player = player
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.shooter = self.player
        state.offering = []
        state.declined = []
        if self.player in state.refused:
            state.refused.remove(self.player)


class Shaken(DiceEvent):
    """Event: covered shaker shaken a number of times, which closes betting."""

    SHAPE = ("who", "times", "clause")
    NAME = "shaken"

    def __init__(self, who: str, times: int, clause: str) -> None:
        self.who = who
        self.times = times
        self.clause = clause

    def apply(self, state: DiceState) -> None:
        state.shaken += 1
        state.released = True


class MustPass(DiceEvent):
    """Event: seven shaken by a player, who must pass the shaker."""

    NAME = "must-pass"

    def apply(self, state: DiceState) -> None:
        state.must_pass = True
