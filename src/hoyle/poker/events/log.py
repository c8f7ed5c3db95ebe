"""The log: every kind of event by name, and how one is applied."""

from __future__ import annotations

from typing import Final

from hoyle.errors import ChipsLost
from hoyle.fact import by_name, made
from hoyle.fact import read as read_fact
from hoyle.poker.events import betting, dealing, floor, showdown
from hoyle.poker.events.base import Event
from hoyle.poker.state import State

KINDS: Final[dict[str, type[Event]]] = by_name(
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


def rebuild(name: str, facts: dict[str, object]) -> Event:
    """The event that `facts` describe."""
    return made(KINDS, name, facts)


def read(name: str, plain: dict[str, object]) -> Event:
    """The event that was written down as `plain`."""
    return read_fact(KINDS, name, plain)


def apply(state: State, event: Event) -> None:
    """Apply one event; no chip appears or disappears."""
    event.apply(state)
    if state.total() != state.start_chips:
        raise ChipsLost(f"{state.start_chips} chips were in play, {state.total()} are after {event!r}")
