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
    RunOut,
    ShuffleNeeded,
    Turn,
)
from hoyle.poker.events.floor import (
    BoardReplaced,
    BurnDiscarded,
    CardExposed,
    CardReplaced,
    CardSeen,
    Disclosed,
    DrawnCardOut,
    HandKilled,
    HoleCardUp,
    RakeGivenBack,
    Refunded,
    RoundDead,
)
from hoyle.poker.events.log import KINDS, apply, read, rebuild
from hoyle.poker.events.showdown import Awarded, Collected, Conceded, Ended, Retrieved, Shown, WinnerShows

__all__ = [
    "KINDS",
    "Awarded",
    "Bet",
    "BoardDealt",
    "BoardReplaced",
    "BurnDiscarded",
    "Burned",
    "Called",
    "CardExposed",
    "CardReplaced",
    "CardSeen",
    "Checked",
    "Collected",
    "Conceded",
    "Dealt",
    "Discarded",
    "Disclosed",
    "DrawBegins",
    "Drawn",
    "DrawnCardOut",
    "Ended",
    "Event",
    "FeeCollected",
    "Folded",
    "Gathered",
    "HandKilled",
    "HoleCardUp",
    "Opened",
    "Posted",
    "RakeGivenBack",
    "Raked",
    "Refunded",
    "Reshuffled",
    "Retrieved",
    "Returned",
    "RoundDead",
    "RunOut",
    "Shown",
    "ShuffleNeeded",
    "Turn",
    "WinnerShows",
    "apply",
    "read",
    "rebuild",
]
