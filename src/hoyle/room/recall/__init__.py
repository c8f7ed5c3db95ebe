"""The hand history of the room: anybody's past hands, found, replayed and exported as he may know them."""

from hoyle.room.recall.exporting import as_data, as_history, as_phh, as_pokerstars, as_transcript
from hoyle.room.recall.replaying import (
    ReplayedHand,
    ReplayEvent,
    Sentence,
    replay_as_spectator,
    replay_hand,
    replay_hands,
)
from hoyle.room.recall.searching import Cursor, HandFilter, HandSummary, Page, find_hand, search
from hoyle.room.recall.waypoints import ReplayCache

__all__ = [
    "Cursor",
    "HandFilter",
    "HandSummary",
    "Page",
    "ReplayCache",
    "ReplayEvent",
    "ReplayedHand",
    "Sentence",
    "as_data",
    "as_history",
    "as_phh",
    "as_pokerstars",
    "as_transcript",
    "find_hand",
    "replay_as_spectator",
    "replay_hand",
    "replay_hands",
    "search",
]  # fmt: skip
