"""Archive of past hands: find, replay and export them with only what the reader may know."""

from hoyle.archive.checkpoint_cache import ReplayCache
from hoyle.archive.hand_export import as_data, as_history, as_phh, as_pokerstars, as_transcript
from hoyle.archive.hand_replay import (
    ReplayedHand,
    ReplayEvent,
    ReplaySentence,
    replay_as_spectator,
    replay_hand,
    replay_hands,
)
from hoyle.archive.hand_search import Cursor, HandFilter, HandSummary, Page, find_hand, search

__all__ = [
    "Cursor",
    "HandFilter",
    "HandSummary",
    "Page",
    "ReplayCache",
    "ReplayEvent",
    "ReplaySentence",
    "ReplayedHand",
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
