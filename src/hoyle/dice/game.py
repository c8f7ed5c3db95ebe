"""What all games of dice share: players with their chips, the log, and the count that must balance."""

from __future__ import annotations

from hoyle.dice.events.base import Event
from hoyle.dice.events.wagers import Opened
from hoyle.dice.hop_bets import spot_number
from hoyle.dice.layout import Layout, forbidden
from hoyle.dice.spot import Spot
from hoyle.dice.state import LIVE, State, Wager
from hoyle.errors import ChipsLost, IllegalError, InvalidError


class DiceGame:
    """Wagers lie on the layout, events are applied and logged."""

    def __init__(self, state: State, layout: Layout, *, min_chip: int, keep_log: bool) -> None:
        self.state = state
        self.layout = layout
        self.log: list[Event] = []
        self.keep_log = keep_log
        self.min_chip = min_chip
        for wager in state.live:
            self.spot_of(wager)

    def open(self, stacks: dict[str, int], clause: str) -> None:
        """The first players, clockwise, the first at the left of boxperson or dealer (AMB-C24)."""
        for player, chips in stacks.items():
            if chips < 0:
                raise InvalidError(f"{player} cannot hold {chips} chips")
        self.emit(Opened(dict(stacks), clause))

    def emit(self, event: Event) -> None:
        """Apply an event and log it; no chip appears or vanishes."""
        event.apply(self.state)
        if not self.state.balanced():
            raise ChipsLost(f"chips do not add up after {event!r}")
        if self.keep_log:
            self.log.append(event)

    def spot_of(self, wager: Wager) -> Spot:
        """The figures of a wager on the layout."""
        if wager.spot is None:
            spots = self.layout.kinds[wager.kind]
            number = 0 if 0 in spots else wager.number
            if wager.faces:
                number = spot_number(int(wager.faces[0]), int(wager.faces[2]))
            wager.spot = spots[number]
        return wager.spot

    def standing(self, id: str) -> Wager:
        """The wager of that name on the layout."""
        wager = self.state.wagers.get(id)
        if wager is None or wager.result != LIVE:
            raise InvalidError(f"no wager {id!r} stands on the layout")
        return wager

    def new_id(self, id: str) -> str:
        """A name for the next wager: the one given, unless it is taken."""
        wagers = self.state.wagers
        if id:
            if id in wagers and wagers[id].result == LIVE:
                raise InvalidError(f"wager {id!r} stands already")
            return id
        count = self.state.made + 1
        while f"w{count}" in wagers:
            count += 1
        return f"w{count}"

    def seat_of(self, player: str) -> int:
        return self.state.seats.get(player, 0) if self.state.seats else 0

    def check_holds(self, owner: str, chips: int) -> None:
        if chips > self.state.stacks[owner]:
            raise InvalidError(f"{owner} holds {self.state.stacks[owner]} chips, {chips} are needed")


def unpayable(spot: Spot, amount: int, clause: str) -> IllegalError:
    """The refusal of an amount that cannot be paid exactly."""
    legal = f"a multiple of {spot.step}"
    return forbidden(clause, f"{amount} on {spot.kind} cannot be paid: {legal}", legal=legal)


def check_limits(kind: str, amount: int, least: int, most: int) -> None:
    """Refuse what is outside the posted limits; 0 stands for no maximum."""
    if amount < least or (most and amount > most):
        posted = f"{least} to {most}" if most else f"{least} or more"
        raise forbidden(
            "house table-limits", f"{kind} of {amount} is outside the posted limits of {posted}", legal=posted
        )
