"""Announcement of the dealer, and the interface of narrators."""

from __future__ import annotations

from typing import Any, NamedTuple


class Announcement(NamedTuple):
    """Sentence that the dealer says about an event of a table, with its clause."""

    text: str
    clause: str
    """Full citation, book first: ``oneida XI.K.4``; empty if no clause applies."""
    entry: Any
    """The event it is about, as the viewer may see it."""
    beside: str | None = None
    """Shorter text for a page that shows the table under headings for its streets: without the cards on the
    table and the size of the pot. Empty to leave it out, None to use `text`."""


class Narrator:
    """Interface of narrators, which turn the events of a growing log into the dealer's announcements."""

    def narrate(self, entry: Any) -> list[Announcement]:
        """Return the dealer's announcements due after an event; some wait for the next event."""
        raise NotImplementedError

    def flush(self) -> list[Announcement]:
        """Return the dealer's announcements that still wait, when no event follows."""
        return []
