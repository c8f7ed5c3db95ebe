"""The dealer's calls: every entry of a log as a sentence, with the clause it rests on."""

from hoyle.history.calls.call import Announcement, Narrator
from hoyle.history.calls.company import TableNarrator
from hoyle.history.calls.narrating import narrate, narrator, table_narrator

__all__ = ["Announcement", "Narrator", "TableNarrator", "narrate", "narrator", "table_narrator"]
