"""Narration of a log: the dealer's call for every event, with the clause it rests on."""

from hoyle.history.narration.announcement import Announcement, Narrator
from hoyle.history.narration.narrator import TableNarrator
from hoyle.history.narration.narrator_factory import narrate, narrator, table_narrator

__all__ = ["Announcement", "Narrator", "TableNarrator", "narrate", "narrator", "table_narrator"]
