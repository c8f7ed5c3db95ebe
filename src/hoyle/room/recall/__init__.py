"""The hand history of the room: anybody's past hands, found, replayed and exported as he may know them."""

from hoyle.room.recall.exporting import as_data, as_history, as_phh, as_pokerstars, as_transcript
from hoyle.room.recall.replaying import Moment, Recalled, Said, look_on, recall, recall_many
from hoyle.room.recall.searching import Cursor, Page, Past, Wanted, find_hand, search
from hoyle.room.recall.waypoints import Waypoints

__all__ = [
    "Cursor", "Moment", "Page", "Past", "Recalled", "Said", "Wanted", "Waypoints", "as_data", "as_history",
    "as_phh", "as_pokerstars", "as_transcript", "find_hand", "look_on", "recall", "recall_many", "search",
]  # fmt: skip
