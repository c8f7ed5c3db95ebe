"""Custody events: dice or shaker offered, accepted, declined, passed; shaker shaken."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.game_state import DiceState


@dataclass(eq=False, repr=False)
class Passed(DiceEvent):
    """Event: dice or shaker passed, freely or on order, and offered to players in this order."""

    player: str
    """Player who passed them; empty when nobody held them."""
    order: list[str]
    """Players to be asked, first to last."""
    clause: str

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


@dataclass(eq=False, repr=False)
class OfferExtended(DiceEvent):
    """Event: running offer of dice or shaker extended to a player who joined."""

    player: str
    order: list[str]
    """Players still to be asked, the new one included."""
    clause: str

    def apply(self, state: DiceState) -> None:
        state.offering = list(self.order)


@dataclass(eq=False, repr=False)
class Declined(DiceEvent):
    """Event: dice or shaker declined by a player."""

    player: str
    clause: str

    def apply(self, state: DiceState) -> None:
        state.offering.remove(self.player)
        state.declined.append(self.player)
        if self.player not in state.refused:
            state.refused.append(self.player)


@dataclass(eq=False, repr=False)
class Accepted(DiceEvent):
    """Event: dice or shaker taken by a player, or by the dealer for the players."""

    player: str
    clause: str

    def apply(self, state: DiceState) -> None:
        state.shooter = self.player
        state.offering = []
        state.declined = []
        if self.player in state.refused:
            state.refused.remove(self.player)


@dataclass(eq=False, repr=False)
class Shaken(DiceEvent):
    """Event: covered shaker shaken a number of times, which closes betting."""

    who: str
    times: int
    clause: str

    def apply(self, state: DiceState) -> None:
        state.shaken += 1
        state.released = True


@dataclass(eq=False, repr=False)
class MustPass(DiceEvent):
    """Event: seven shaken by a player, who must pass the shaker."""

    clause: str

    def apply(self, state: DiceState) -> None:
        state.must_pass = True
