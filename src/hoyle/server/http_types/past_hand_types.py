"""Past-hand answers of the HTTP API: lists, replays, links."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.archive.hand_replay import Sentence
from hoyle.archive.player_hand import PlayerHand
from hoyle.history.hand_descriptions import HandDescription
from hoyle.history.pot_breakdown import PotBreakdown
from hoyle.server.gateway.http_call_handlers import HandLink


class HandRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Row in a person's list of past hands."""

    hand: str
    """Id of the hand: ``7/120``."""
    table_id: int
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
    held: PlayerHand
    best: bool = False
    """Whether it is the best hand on this page."""
    disputed: bool = False


class PastHandsResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with a page of past hands, the latest first."""

    hands: tuple[HandRow, ...]
    next: str = ""
    """Cursor for the next request's `after`; empty on the last page."""


class PastEvent(Struct, frozen=True, kw_only=True):
    """Event of a past hand, as the reader may know it."""

    name: str
    fields: dict[str, Any]


class ReplayStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Step of a replay: the events, the dealer's announcements, and the table after it."""

    number: int
    """From 1."""
    time: int
    actor: str
    command: str
    events: tuple[PastEvent, ...]
    narration: tuple[Sentence, ...] = ()
    mark: str = ""
    """Street, ``showdown`` or phase that begins here; empty if none does."""
    view: Any = None
    """Table after the step; left out if unchanged."""
    hand_values: tuple[HandDescription, ...] | None = None
    """Values of the visible hands; left out if unchanged."""


class ReplayResponse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Replay of a past hand, as one person may know it."""

    hand: str
    person: str
    """Reader; empty for a spectator's view."""
    table_id: int
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
    pot_breakdown: PotBreakdown | None = None
    """Poker only: breakdown of the pots, share by share."""
    cards_per_hand: int = 0
    """Poker only: cards of a complete hand."""
    books: tuple[str, ...] = ()
    """Other books that have the game."""
    forms: tuple[str, ...] = ()
    """Formats in which it can be exported."""
    cut_clause: str = ""
    """Clause by which the deck was cut."""
    shared_by: str = ""
    """Player who shared the link; empty if it was not opened by a link."""


class ShareHandRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scope of a link: the hand as its player knew it, or a spectator's view."""

    whole: bool = False


class UnshareHandRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """HTTP request to revoke the link to a shared hand."""

    code: Annotated[str, Meta(min_length=24, max_length=24)]


class HandLinksResponse(Struct, frozen=True, kw_only=True):
    """Links to past hands that the caller has shared."""

    shares: tuple[HandLink, ...]
