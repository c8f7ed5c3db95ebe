"""The log: every kind of event by name, and how one is applied."""

from __future__ import annotations

from typing import Final

from hoyle.errors import ChipConservationError
from hoyle.fact import build_event, registry_of
from hoyle.fact import decode_event as read_fact
from hoyle.poker.events import betting, dealing, floor, showdown
from hoyle.poker.events.base import PokerEvent
from hoyle.poker.state import RoundState

KINDS: Final[dict[str, type[PokerEvent]]] = registry_of(
    dealing.Opened,
    dealing.Posted,
    dealing.FeeCollected,
    dealing.Dealt,
    dealing.Burned,
    dealing.BoardDealt,
    dealing.Turn,
    dealing.RunOut,
    dealing.DrawBegins,
    betting.Folded,
    betting.Checked,
    betting.Called,
    betting.Bet,
    betting.Gathered,
    betting.Returned,
    betting.Raked,
    dealing.Discarded,
    dealing.Drawn,
    dealing.ShuffleNeeded,
    dealing.Reshuffled,
    showdown.Shown,
    showdown.Conceded,
    showdown.Retrieved,
    showdown.MuckDue,
    showdown.TakenIn,
    floor.HandKilled,
    floor.Disclosed,
    floor.CardExposed,
    floor.BurnDiscarded,
    floor.CardSeen,
    floor.DrawnCardOut,
    floor.CardReplaced,
    floor.BoardReplaced,
    floor.HoleCardUp,
    floor.Refunded,
    floor.BetWithdrawn,
    floor.RakeGivenBack,
    floor.RoundDead,
    showdown.Collected,
    showdown.Awarded,
    showdown.Ended,
    showdown.WinnerShows,
)


def rebuild(name: str, facts: dict[str, object]) -> PokerEvent:
    """The event that `facts` describe."""
    return build_event(KINDS, name, facts)


def read(name: str, plain: dict[str, object]) -> PokerEvent:
    """The event that was written down as `plain`."""
    return read_fact(KINDS, name, plain)


def apply(state: RoundState, event: PokerEvent) -> None:
    """Apply one event; no chip appears or disappears."""
    event.apply(state)
    if state.total() != state.start_chips:
        raise ChipConservationError(
            f"{state.start_chips} chips were in play, {state.total()} are after {event!r}"
        )
