"""Registry of dice events by name, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.core.errors import ChipConservationError
from hoyle.core.events import registry_of
from hoyle.games.dice.events import custody, rolls, wagers
from hoyle.games.dice.events.base import DiceEvent
from hoyle.games.dice.game_state import DiceState

EVENTS: Final[dict[str, type[DiceEvent]]] = registry_of(
    *(wagers.Opened, wagers.CashChanged, wagers.Bet, wagers.Changed, wagers.Removed, wagers.Barred),
    *(wagers.OnRequested, wagers.CalledOn, wagers.CalledOff, wagers.Moved, wagers.Decided),
    *(rolls.Released, rolls.Called, rolls.Disputed, rolls.Upheld, rolls.ThrowVoided),
    *(rolls.Rolled, rolls.NoRoll, rolls.PointSet, rolls.PointMade, rolls.SevenOut),
    *(rolls.BarsLifted, rolls.LineDeclined, rolls.PlayResumed, rolls.Noted, rolls.MarkerMoved),
    *(custody.Passed, custody.OfferExtended, custody.Declined, custody.Accepted),
    *(custody.Shaken, custody.MustPass),
)


def replay(log: Iterable[DiceEvent], *, can_void_throws: bool = False) -> DiceState:
    """Rebuild the state of a game from its events; `can_void_throws` if the game can take a throw back."""
    state = DiceState()
    state.keeps_before = can_void_throws
    for event in log:
        apply(state, event)
    return state


def apply(state: DiceState, event: DiceEvent) -> None:
    """Apply one dice event and check that chips are conserved."""
    event.apply(state)
    if not state.balanced():
        raise ChipConservationError(f"chips do not add up after {event!r}")
