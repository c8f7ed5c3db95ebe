"""Preview of a floor ruling: what a report would lead to, before or without carrying it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.core.validation import abbreviate

RULING_EVENTS: Final = {"ruled": "result", "wager-ruled": "result", "house-ruled": "decision", "floor-ruled": "ruling"}
"""Events that record a ruling, and the field with its text."""

NO_RULING: Final = "nothing to rule on"
"""Answer of the floor to a count that is right."""


class RulingPreview(NamedTuple):
    """Preview of a floor ruling that has not been carried out."""

    result: str
    """Text of the ruling."""
    clauses: list[str]
    """Clauses, most decisive first."""
    reading: str = ""
    void: bool = False
    """Whether no hand counts and all wagers go back."""
    deck: str = ""
    """Consequence for the deck: ``remove``, ``reshuffle``, ``recut``...; empty if none."""
    card: str = ""
    """Consequence for the card in question."""
    hand: str = ""
    """Consequence for the hand in question."""
    entries: Sequence[Any] = ()
    """Events that would follow, where no card is hidden: at dice."""


class PublicHand(NamedTuple):
    """Hand in a round as the public sees it."""

    person: str
    seat: int
    cards: list[str]
    live: bool


class HypotheticalReport(NamedTuple):
    """Report that a book rules on and a table does not carry out, since it cannot happen there."""

    do: str
    """Name of the report."""
    description: str
    fields: tuple[tuple[str, str], ...]
    """Facts that the book needs, each with its kind: ``number`` or ``flag``."""
    rule: Callable[[Mapping[str, Any]], RulingPreview]
    """Returns the ruling on these facts, or raises `HouseRulingRequired`."""
    is_offered: bool
    """Whether the game has such cards; the book has no ruling where it has not."""


def preview_of_trial(entries: Sequence[Any]) -> RulingPreview:
    """Return the ruling among the events of a command that was tried on a copy of the table."""
    return first_ruling(entries) or RulingPreview(NO_RULING, [entry.clause for entry in entries[:1]])


def no_report_error(command: object) -> InvalidError:
    """Return the refusal to preview a command on which the floor does not rule."""
    name = getattr(command, "name", "") or abbreviate(command)
    return InvalidError(f"{name} is no report that the floor rules on")


def first_ruling(entries: Sequence[Any]) -> RulingPreview | None:
    """Return the first ruling among the events of a command; None if there is none."""
    for entry in entries:
        if entry.name in RULING_EVENTS:
            names = [event.name for event in entries]
            clauses = [entry.clause, *getattr(entry, "clauses", ())]
            return RulingPreview(
                getattr(entry, RULING_EVENTS[entry.name]),
                list(dict.fromkeys(clause for clause in clauses if clause)),
                getattr(entry, "reading", ""),
                void="round-voided" in names or "voided" in names,
                deck="remove" if "deck-retired" in names else "",
            )
    return None
