"""View types: structs of tables, steps, clocks and requests as they are sent to one person."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.room.live_table.table_settings import TableSettings
from hoyle.room.views.narration import Sentence
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.pending_decisions import Choice

View = Annotated[Any, Meta(extra={"shapes": tuple(kind.VIEW for kind in TABLE_KINDS.values())})]
"""View of a table, by its kind."""
Choices = Annotated[tuple[Choice, ...], Meta(extra={"shapes": (Choice,), "words": "list of "})]
PlainSettings = Annotated[dict[str, Any], Meta(extra={"shapes": (TableSettings,)})]


class EventView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Event as a person may read it."""

    name: str
    """Name of the event; Events lists them."""
    fields: dict[str, Any]
    """Fields by name; cards as texts, ``??`` where you may not see them."""
    number: int = 0
    """Number at the table; 0 for events of the room."""


class PendingDecisionView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Pending decision of a table; its choices go only to the person who has them."""

    decision: str
    """Kind of decision: ``action``, ``draw``, ``wagers``, ``ready``..."""
    seat: int = 0
    """0: no seat."""
    person: str = ""
    """Player, or role of the staff (``dealer``), for whom the table waits."""
    clause: str = ""
    optional: bool = False
    """Whether play goes on without an answer."""
    choices: Choices = ()
    """Your choices, or, where no person is named, those of every player."""


class ClockView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Turn clock, by the room's time; while wagers are made, the dealer's."""

    person: str
    started_at: int
    expires_at: int
    """Time at which the time bank is used up too."""
    bank_starts_at: int
    """Time from which on the time bank is used."""
    paused_at: int = 0
    """Time at which it was paused, because the player called the floor."""
    resumes_at: int = 0
    """Time at which it resumes if the floor has not ruled by then."""


class ShortStack(Struct, frozen=True, kw_only=True, gc=False):
    """Seat that gets no cards, because a hand needs more chips than its stack."""

    seat: int
    chips_needed: int
    clause: str


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Step of a table: one command and its events."""

    record: int
    """Number of the record in the table's stream."""
    actor: str
    """Person or role that gave the command."""
    command: str
    """Name of the command."""
    events: tuple[EventView, ...]
    role: str = ""
    """Role in which a person ruled: ``floor`` or ``manager``; `actor` is that person then."""
    narration: tuple[Sentence, ...] = ()
    """The dealer's sentences."""
    begins_round: bool = False
    """Whether a round begins with it, and the narration starts over."""


class TableUpdate(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Update of a table: the steps since the last update, and its public state now."""

    table_id: int
    record: int
    """Number of the last record in its stream."""
    version: int
    """Number of the table's last event."""
    steps: tuple[StepView, ...]
    public_view: View
    """Public view, by the kind of table: a client shows it and computes nothing. Your own cards are face down
    in it, and `seat` and `person` are empty; your seat is the one with your name in `seats`."""
    pending: tuple[PendingDecisionView, ...]
    clock: ClockView | None = None
    next_deal_at: int = 0
    """Time of the next hand of poker, by the room's clock; 0 during one."""
    short_stacks: tuple[ShortStack, ...] = ()
    own_cards: dict[str, list[str]] | None = None
    """Your own cards, by seat or spot; left out where nothing has changed for you alone."""
    commitment: str | None = None
    """Published hash of the next secret; left out where it is unchanged."""


class SeatRequest(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Request to the host of a home game."""

    request_id: int
    """Number of the request, for `approve-seat-request` and `deny-seat-request`."""
    player: str
    kind: str
    """``sit`` or ``top-up``."""
    seat: int
    chips: int
    problem: str = ""
    """Reason why it cannot be granted now; the fields after it are present only with it."""
    clause: str = ""
    suggested_seat: int | None = None
    """Seat that could be granted instead; 0: none."""
    suggested_chips: int | None = None
    """Chips that could be granted instead; 0: none."""


class DeniedSeatRequest(Struct, frozen=True, kw_only=True, gc=False):
    """Request that the host has declined."""

    kind: str
    """``sit`` or ``top-up``."""
    suggested_seat: int
    """Seat offered instead; 0: none."""
    suggested_chips: int
    """Chips offered instead; 0: none."""


class ProposedRuling(Struct, frozen=True, kw_only=True, gc=False):
    """Ruling at a home game that waits for the players' consent."""

    ruling_id: int
    """Number of the ruling, for `consent`."""
    proposed_by: str
    """Person who proposed it."""
    command: dict[str, Any]
    """Command of the ruling."""
    affected: tuple[str, ...]
    """Players from whom it takes a hand or chips: if all of them agree it is carried out."""
    voters: tuple[str, ...]
    """Players who may answer: if more than half of them agree it is carried out."""
    votes: dict[str, bool]
    """Answers by player: whether they agree."""


class TableSnapshot(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Snapshot of a whole table."""

    table_id: int
    title: str
    kind: str
    """``poker``, ``house-cards`` or ``dice``: the type of `view` and `public_view`."""
    game: str
    book: str
    """Rulebook of the table."""
    record: int
    """Number of the last record in its stream, from which to `watch` after a lost connection."""
    version: int
    """Number of the table's last event; the `expected_version` of a command."""
    view: View
    """The table as you see it, by its kind."""
    pending: tuple[PendingDecisionView, ...]
    """Pending decisions, with your choices."""
    narration: tuple[Sentence, ...]
    """The dealer's sentences since the round began."""
    sign_lines: tuple[str, ...]
    """The posted sign as lines of text, each with its clause."""
    sign: dict[str, Any]
    """The posted sign as data."""
    settings: PlainSettings
    """Table settings of the room, beside the sign."""
    seats: int = 0
    """Number of seats, taken or not."""
    cards_per_hand: int = 0
    """Number of cards in a hand of poker once all are dealt."""
    buy_in: tuple[int, int] = (0, 0)
    """Least and most chips of a buy-in."""
    host: str = ""
    """Host of the home game."""
    invite_code: str = ""
    """For the host: the last part of the invite link."""
    paused: bool = False
    """Whether no further round is dealt until play is resumed."""
    stopped: bool = False
    """Whether a defect stopped the table, and its round waits for the floor."""
    closing: bool = False
    """Whether the table closes after this round."""
    bots: tuple[str, ...] = ()
    """Names of the bots."""
    commitment: str = ""
    """Published hash of the next secret."""
    seat_requests: tuple[SeatRequest, ...] = ()
    """For the host: all open requests; for others: their own."""
    denied_request: DeniedSeatRequest | None = None
    """Your request that the host has declined, with the seat and chips offered instead."""
    guests: tuple[str, ...] = ()
    """For the host: the people who have joined by the link."""
    ruling: ProposedRuling | None = None
    """At a home game: the ruling that waits for consent."""
    vouched: dict[str, str] = {}
    """Second accounts at the table, and the members who vouch for them."""
    clock: ClockView | None = None
    next_deal_at: int = 0
    """Time of the next hand of poker, by the room's clock; 0 during one."""
    short_stacks: tuple[ShortStack, ...] = ()
    own_cards: dict[str, list[str]] | None = None
    """Your own cards, by seat or spot, where you have any."""
