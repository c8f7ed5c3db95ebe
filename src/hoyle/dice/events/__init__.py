"""Everything that happens at a dice table. Each event carries its clause and applies itself."""

from hoyle.dice.events.base import Event
from hoyle.dice.events.custody import Accepted, Declined, MustPass, OfferExtended, Passed, Shaken
from hoyle.dice.events.log import rebuild, replay
from hoyle.dice.events.rolls import (
    BarsLifted,
    LineDeclined,
    MarkerMoved,
    NoRoll,
    Noted,
    PlayResumed,
    PointMade,
    PointSet,
    Released,
    Rolled,
    SevenOut,
)
from hoyle.dice.events.wagers import (
    Barred,
    Bet,
    CalledOff,
    CalledOn,
    Changed,
    Decided,
    Moved,
    Opened,
    Removed,
    paid_for,
)

__all__ = [
    "Accepted",
    "Barred",
    "BarsLifted",
    "Bet",
    "CalledOff",
    "CalledOn",
    "Changed",
    "Decided",
    "Declined",
    "Event",
    "LineDeclined",
    "MarkerMoved",
    "Moved",
    "MustPass",
    "NoRoll",
    "Noted",
    "OfferExtended",
    "Opened",
    "Passed",
    "PlayResumed",
    "PointMade",
    "PointSet",
    "Released",
    "Removed",
    "Rolled",
    "SevenOut",
    "Shaken",
    "paid_for",
    "rebuild",
    "replay",
]
