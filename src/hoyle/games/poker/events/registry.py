"""Registry of poker events by name, and their application to the state of a round."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import ChipConservationError
from hoyle.core.events import registry_of
from hoyle.games.poker.events import betting, deal, floor_rulings, showdown
from hoyle.games.poker.events.base import PokerEvent
from hoyle.games.poker.round_state import RoundState

KINDS: Final[dict[str, type[PokerEvent]]] = registry_of(
    deal.Opened,
    deal.Posted,
    deal.FeeCollected,
    deal.Dealt,
    deal.Burned,
    deal.BoardDealt,
    deal.Turn,
    deal.RunOut,
    deal.DrawBegins,
    betting.Folded,
    betting.Checked,
    betting.Called,
    betting.Bet,
    betting.Gathered,
    betting.Returned,
    betting.Raked,
    deal.Discarded,
    deal.Drawn,
    deal.ShuffleNeeded,
    deal.Reshuffled,
    showdown.Shown,
    showdown.Conceded,
    showdown.Retrieved,
    showdown.MuckDue,
    showdown.HandMucked,
    floor_rulings.HandKilled,
    floor_rulings.Disclosed,
    floor_rulings.CardExposed,
    floor_rulings.BurnDiscarded,
    floor_rulings.CardSeen,
    floor_rulings.DrawnCardDiscarded,
    floor_rulings.CardReplaced,
    floor_rulings.BoardReplaced,
    floor_rulings.HoleCardUp,
    floor_rulings.Refunded,
    floor_rulings.BetWithdrawn,
    floor_rulings.RakeReturned,
    floor_rulings.RoundVoided,
    showdown.Collected,
    showdown.Awarded,
    showdown.RoundEnded,
    showdown.WinnerShows,
)


def apply(state: RoundState, event: PokerEvent) -> None:
    """Apply one poker event and check that chips are conserved."""
    event.apply(state)
    if state.total() != state.start_chips:
        raise ChipConservationError(f"{state.start_chips} chips were in play, {state.total()} are after {event!r}")
