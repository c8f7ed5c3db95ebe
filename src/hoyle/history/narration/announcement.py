"""One sentence of the dealer's, and who speaks it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Announcement(NamedTuple):
    """One sentence of the dealer's."""

    text: str
    clause: str
    """Full citation, book first: ``oneida XI.K.4``; empty where no clause speaks."""
    entry: Any
    """What it is about, as the listener may see it."""
    beside: str | None = None
    """What is left of it where the table is in sight under heads for its streets: no cards that lie there, no
    sum of the pot; empty where nothing is left, None where it is said as it is."""


class Narrator:
    """Tells a log as it grows: give it each entry once, in order."""

    def narrate(self, entry: Any) -> list[Announcement]:
        """What is said now; some calls wait for the entry that completes them."""
        raise NotImplementedError

    def flush(self) -> list[Announcement]:
        """What is left to say when nothing follows."""
        return []
