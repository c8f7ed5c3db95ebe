"""What is told of past hands over HTTP: lists, replays, links."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.archive.hand_as_seen_by import Sentence
from hoyle.archive.player_cards import PlayerCards
from hoyle.history.hand_descriptions import HandDescription
from hoyle.history.pot_breakdown import PotBreakdown


class HandRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of one's hands in the list."""

    hand: str
    """How it is asked for: ``7/120``."""
    table: int
    round: int
    game: str
    kind: str
    """``poker``, ``house-cards`` or ``dice``."""
    book: str
    ended: int
    pot: int
    net: int
    result: str
    people: tuple[str, ...]
    held: PlayerCards
    best: bool = False
    """Whether nothing better was held on this page."""
    disputed: bool = False


class HandsBody(Struct, frozen=True, kw_only=True):
    """A page of hands, the latest first."""

    hands: tuple[HandRow, ...]
    next: str = ""
    """Goes with the next request as `after`; empty where there are no more."""


class StepEntry(Struct, frozen=True, kw_only=True):
    """One entry as the reader may know it."""

    name: str
    facts: dict[str, Any]


class ReplayStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event of a hand: what happened, what the dealer said, and the table right after it."""

    number: int
    """From 1."""
    time: int
    by: str
    did: str
    entries: tuple[StepEntry, ...]
    calls: tuple[Sentence, ...] = ()
    mark: str = ""
    """What begins here: a street, ``showdown``, a phase; empty where nothing does."""
    view: Any = None
    """The table after it; left out where it is as it was after the step before."""
    readings: tuple[HandDescription, ...] | None = None
    """What the hands make that the reader sees; left out where it is as before."""


class ShareBody(Struct, frozen=True, kw_only=True):
    """A link that its player has given out."""

    code: str
    player: str
    table: int
    first: int
    whole: bool


class ReplayBody(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A past hand, event by event, as one person may know it."""

    hand: str
    person: str
    """Who looks back; empty where it is told as an onlooker saw it."""
    table: int
    round: int
    game: str
    book: str
    rules: str
    kind: str
    stakes: str
    began: int
    ended: int
    pot: int
    people: tuple[str, ...]
    seat: int
    net: int
    result: str
    sign: tuple[str, ...]
    steps: tuple[ReplayStep, ...]
    division: PotBreakdown | None = None
    """Of poker: the pots as they were divided, share by share."""
    holds: int = 0
    """Cards that a hand of poker has once all are dealt."""
    books: tuple[str, ...] = ()
    """Others that have the game."""
    forms: tuple[str, ...] = ()
    """In which it can be exported."""
    cut_clause: str = ""
    """By which the deck was cut."""
    shared_by: str = ""
    """Who gave out the link by which it is read."""


class NewShareBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much of a hand a link shows: as one knew it, or as an onlooker saw it."""

    whole: bool = False


class UnshareBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A link that is taken back."""

    code: Annotated[str, Meta(min_length=24, max_length=24)]


class SharesBody(Struct, frozen=True, kw_only=True):
    """The links that one has given out."""

    shares: tuple[ShareBody, ...]
