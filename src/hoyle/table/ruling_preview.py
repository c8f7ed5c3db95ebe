"""Preview of a floor ruling: what a report would lead to, before it is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

RULING_EVENTS: Final = {
    "ruled": "result",
    "wager-ruled": "result",
    "house-ruled": "decision",
    "floor-ruled": "ruling",
}
"""Entries by which somebody rules, and where each has its words."""

NO_RULING: Final = "nothing to rule on"
"""What the floor says to a count that is right."""


class RulingPreview(NamedTuple):
    """A ruling that nobody has carried out yet."""

    result: str
    """It in words."""
    clauses: list[str]
    """Most decisive first."""
    reading: str = ""
    void: bool = False
    """No hand counts: what was put in goes back."""
    deck: str = ""
    """What becomes of the deck: ``remove``, ``reshuffle``, ``recut``...; empty if nothing does."""
    card: str = ""
    """What becomes of the card in question."""
    hand: str = ""
    """What becomes of the hand in question."""
    entries: Sequence[Any] = ()
    """What would be written, where nothing lies face down: at the dice."""


def first_ruling(entries: Sequence[Any]) -> RulingPreview | None:
    """The first ruling among the entries that a command causes; None where it causes none."""
    for entry in entries:
        if entry.name in RULING_EVENTS:
            names = [each.name for each in entries]
            clauses = [entry.clause, *getattr(entry, "clauses", ())]
            return RulingPreview(
                getattr(entry, RULING_EVENTS[entry.name]),
                list(dict.fromkeys(clause for clause in clauses if clause)),
                getattr(entry, "reading", ""),
                void="round-dead" in names or "voided" in names,
                deck="remove" if "deck-retired" in names else "",
            )
    return None
