"""The log: every kind of event by name, and how one is applied."""

from __future__ import annotations

from typing import Final

from hoyle.poker.events.base import Event
from hoyle.poker.events.betting import Bet, Called, Checked, Folded, Gathered, Raked, Returned
from hoyle.poker.events.dealing import (
    BoardDealt,
    Burned,
    Dealt,
    Discarded,
    DrawBegins,
    Drawn,
    FeeCollected,
    Opened,
    Posted,
    Reshuffled,
    ShuffleNeeded,
    Turn,
)
from hoyle.poker.events.floor import (
    BoardReplaced,
    CardExposed,
    CardReplaced,
    Disclosed,
    HandKilled,
    HoleCardUp,
    RakeGivenBack,
    Refunded,
    RoundDead,
)
from hoyle.poker.events.showdown import Awarded, Collected, Conceded, Ended, Retrieved, Shown
from hoyle.poker.state import State

KINDS: Final[dict[str, type[Event]]] = {
    kind.NAME: kind
    for kind in (
        Opened,
        Posted,
        FeeCollected,
        Dealt,
        Burned,
        BoardDealt,
        Turn,
        DrawBegins,
        Folded,
        Checked,
        Called,
        Bet,
        Gathered,
        Returned,
        Raked,
        Discarded,
        Drawn,
        ShuffleNeeded,
        Reshuffled,
        Shown,
        Conceded,
        Retrieved,
        HandKilled,
        Disclosed,
        CardExposed,
        CardReplaced,
        BoardReplaced,
        HoleCardUp,
        Refunded,
        RakeGivenBack,
        RoundDead,
        Collected,
        Awarded,
        Ended,
    )
}


def rebuild(name: str, facts: dict[str, object]) -> Event:
    """The event that `facts` describe."""
    return KINDS[name](**facts)  # type: ignore[arg-type]


def apply(state: State, event: Event) -> None:
    """Apply one event; no chip appears or disappears."""
    event.apply(state)
    assert state.total() == state.start_chips, f"chips not conserved by {event!r}"
