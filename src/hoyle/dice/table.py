"""What all dice tables share: players with their chips, the log, and the count that must balance."""

from __future__ import annotations

from hoyle.dice import events
from hoyle.dice.events import Event
from hoyle.dice.kinds import LIVE
from hoyle.dice.state import State, Wager
from hoyle.errors import IllegalError, InvalidError


class DiceTable:
    """Players come and go, events are applied and logged."""

    def __init__(self, stacks: dict[str, int], clause: str, *, keep_log: bool) -> None:
        """`stacks` names the players clockwise, the first at the left of boxperson or dealer."""
        self.state = State()
        self.log: list[Event] = []
        self.keep_log = keep_log
        self._made = 0
        for player, chips in stacks.items():
            if chips < 0:
                raise InvalidError(f"{player} cannot hold {chips} chips")
        self.emit(events.Opened(dict(stacks), clause))

    def join(self, player: str, chips: int) -> None:
        """Come to the table, or bring more chips; a newcomer stands last, clockwise."""
        if chips < 1:
            raise InvalidError(f"{chips} chips cannot be brought to the table")
        self.emit(events.Joined(player, chips, "house seats"))

    def leave(self, player: str) -> None:
        """Go away with one's chips; wagers on the layout must be decided or taken down first."""
        if player not in self.state.stacks:
            raise InvalidError(f"nobody called {player!r} plays here")
        for wager in self.state.live:
            if wager.owner == player:
                raise IllegalError(
                    f"{player} has {wager.id} on the layout (house seats)", clause="house seats"
                )
        if player == self.state.shooter:
            raise IllegalError(
                f"{player} holds the dice: pass them first (house seats)", clause="house seats"
            )
        self.emit(events.Left(player, "house seats"))

    def emit(self, event: Event) -> None:
        """Apply an event and log it; no chip appears or vanishes."""
        event.apply(self.state)
        assert self.state.balanced(), event
        if self.keep_log:
            self.log.append(event)

    def _live(self, id: str) -> Wager:
        wager = self.state.wagers.get(id)
        if wager is None or wager.result != LIVE:
            raise InvalidError(f"no wager {id!r} stands on the layout")
        return wager

    def _new_id(self, id: str) -> str:
        self._made += 1
        id = id or f"w{self._made}"
        if id in self.state.wagers and self.state.wagers[id].result == LIVE:
            raise InvalidError(f"wager {id!r} stands already")
        return id
