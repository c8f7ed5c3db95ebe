"""Everything that can happen in a round of play. Each event carries its clause and knows how to apply itself.

A round is a fold over these: `apply` on a fresh `State`, event by event, rebuilds the round exactly. Events
speak of seat numbers; `seen_by` gives the event as one viewer may see it, unknown cards as ``??``.
"""

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
from hoyle.poker.events.log import KINDS, apply, read, rebuild
from hoyle.poker.events.showdown import (
    Awarded,
    Collected,
    Conceded,
    Ended,
    MuckDue,
    Retrieved,
    Shown,
    TakenIn,
    WinnerShows,
)

__all__ = [
    "KINDS",
    "Awarded",
    "Bet",
    "BoardDealt",
    "BoardReplaced",
    "Burned",
    "Called",
    "CardExposed",
    "CardReplaced",
    "Checked",
    "Collected",
    "Conceded",
    "Dealt",
    "Discarded",
    "Disclosed",
    "DrawBegins",
    "Drawn",
    "Ended",
    "Event",
    "FeeCollected",
    "Folded",
    "Gathered",
    "HandKilled",
    "HoleCardUp",
    "MuckDue",
    "Opened",
    "Posted",
    "RakeGivenBack",
    "Raked",
    "Refunded",
    "Reshuffled",
    "Retrieved",
    "Returned",
    "RoundDead",
    "Shown",
    "ShuffleNeeded",
    "TakenIn",
    "Turn",
    "WinnerShows",
    "apply",
    "read",
    "rebuild",
]
