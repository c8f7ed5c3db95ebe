"""Events as plain data, and the way back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.dice.events import custody, rolls, wagers
from hoyle.dice.events.base import Event
from hoyle.dice.state import State
from hoyle.errors import ChipsLost
from hoyle.fact import by_name, made

EVENTS: Final[dict[str, type[Event]]] = by_name(
    *(wagers.Opened, wagers.CashChanged, wagers.Bet, wagers.Changed, wagers.Removed, wagers.Barred),
    *(wagers.OnRequested, wagers.CalledOn, wagers.CalledOff, wagers.Moved, wagers.Decided),
    *(rolls.Released, rolls.Called, rolls.Disputed, rolls.Upheld, rolls.ThrowVoided),
    *(rolls.Rolled, rolls.NoRoll, rolls.PointSet, rolls.PointMade, rolls.SevenOut),
    *(rolls.BarsLifted, rolls.LineDeclined, rolls.PlayResumed, rolls.Noted, rolls.MarkerMoved),
    *(custody.Passed, custody.OfferExtended, custody.Declined, custody.Accepted),
    *(custody.Shaken, custody.MustPass),
)


def rebuild(name: str, facts: dict[str, object]) -> Event:
    """The event of that name with those facts, as `Event.facts` gave them."""
    return made(EVENTS, name, facts)


def replay(log: Iterable[Event], *, ruled_on: bool = False) -> State:
    """The state after these events; `ruled_on` where a throw may be taken back."""
    state = State()
    state.keeps_before = ruled_on
    for event in log:
        apply(state, event)
    return state


def apply(state: State, event: Event) -> None:
    """Apply one event; no chip appears or vanishes."""
    event.apply(state)
    if not state.balanced():
        raise ChipsLost(f"chips do not add up after {event!r}")
