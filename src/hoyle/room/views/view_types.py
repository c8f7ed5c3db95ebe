"""View types: structs of tables, steps, clocks and requests as they are sent to one person."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from hoyle.room.live_table.table_settings import TableSettings
from hoyle.room.views.narration import Sentence
from hoyle.table.dice.view_types import DiceTableView
from hoyle.table.house_cards.view import HouseCardTableView
from hoyle.table.pending_decisions import Choice
from hoyle.table.poker.view_types import PokerTableView

View = Annotated[Any, Meta(extra={"shapes": (PokerTableView, HouseCardTableView, DiceTableView)})]
"""View of a table, by its kind."""
Choices = Annotated[tuple[dict[str, Any], ...], Meta(extra={"shapes": (Choice,), "words": "list of "})]
PlainTerms = Annotated[dict[str, Any], Meta(extra={"shapes": (TableSettings,)})]


class EventView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Event as a person may read it."""

    name: str
    """Name of the event; Entries lists them."""
    facts: dict[str, Any]
    """Fields by name; cards as texts, ``??`` where you may not see them."""
    number: int = 0
    """Number at the table; 0 for events of the room."""


class PendingView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Pending decision of a table; its choices go only to the person who has them."""

    kind: str
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
    since: int
    """Time at which it was started."""
    until: int
    """Time at which the time bank is used up too."""
    free: int
    """Time from which on the time bank is used."""
    held: int = 0
    """Time at which it was paused, because the player called the floor."""
    resumes: int = 0
    """Time at which it resumes if the floor has not ruled by then."""


class ShortStackView(Struct, frozen=True, kw_only=True, gc=False):
    """Seat that gets no cards, because a hand needs more chips than its stack."""

    seat: int
    needs: int
    clause: str


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Step of a table: one command and its events."""

    record: int
    """Number of the record in the table's stream."""
    by: str
    """Person or role that gave the command."""
    did: str
    """Name of the command."""
    entries: tuple[EventView, ...]
    role: str = ""
    """Role in which a person ruled: ``floor`` or ``manager``; `by` is that person then."""
    calls: tuple[Sentence, ...] = ()
    """The dealer's sentences."""
    begins: bool = False
    """Whether a round begins with it, and the dealer's sentences start over."""


class TableUpdate(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Update of a table: the steps since the last update, and its public state now."""

    table: int
    record: int
    """Number of the last record in its stream."""
    last: int
    """Number of the table's last entry."""
    steps: tuple[StepView, ...]
    felt: View
    """Public view, by the kind of table: a client shows it and computes nothing. Your own cards are face down
    in it, and `seat` and `person` are empty; your seat is the one with your name in `seats`."""
    waits: tuple[PendingView, ...]
    clock: ClockView | None = None
    deals: int = 0
    """Time of the next hand of poker, by the room's clock; 0 during one."""
    short: tuple[ShortStackView, ...] = ()
    mine: dict[str, list[str]] | None = None
    """Your own cards, by seat or spot; left out where nothing has changed for you alone."""
    commitment: str | None = None
    """Published hash of the next secret; left out where it is unchanged."""


class HostRequestView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Request to the host of a home game."""

    ask: int
    """Number of the request, for `approve-seat-request` and `deny-seat-request`."""
    player: str
    what: str
    """``sit`` or ``top-up``."""
    seat: int
    chips: int
    against: str = ""
    """Reason why it cannot be granted now; the fields after it are present only with it."""
    clause: str = ""
    other_seat: int | None = None
    """Seat that could be granted instead; 0: none."""
    other_chips: int | None = None
    """Chips that could be granted instead; 0: none."""


class DeclinedRequestView(Struct, frozen=True, kw_only=True, gc=False):
    """Request that the host has declined."""

    what: str
    """``sit`` or ``top-up``."""
    seat: int
    """Seat offered instead; 0: none."""
    chips: int
    """Chips offered instead; 0: none."""


class RulingPicture(Struct, frozen=True, kw_only=True, gc=False):
    """Ruling at a home game that waits for the players' consent."""

    ruling: int
    """Number of the ruling, for `consent`."""
    by: str
    """Person who proposed it."""
    command: dict[str, Any]
    """Command of the ruling."""
    affected: tuple[str, ...]
    """Players from whom it takes a hand or chips: if all of them agree it is carried out."""
    asked: tuple[str, ...]
    """Players who may answer: if more than half of them agree it is carried out."""
    votes: dict[str, bool]
    """Answers by player: whether they agree."""


class TableView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Snapshot of a whole table."""

    table: int
    title: str
    kind: str
    """``poker``, ``house-cards`` or ``dice``: the type of `view` and `felt`."""
    game: str
    book: str
    """Rulebook of the table."""
    record: int
    """Number of the last record in its stream, from which to `watch` after a lost connection."""
    last: int
    """Number of the table's last entry, which a command `expects`."""
    view: View
    """The table as you see it, by its kind."""
    waits: tuple[PendingView, ...]
    """Pending decisions, with your choices."""
    calls: tuple[Sentence, ...]
    """The dealer's sentences since the round began."""
    sign: tuple[str, ...]
    """Lines of the posted sign, each with its clause."""
    posted: dict[str, Any]
    """The posted sign as data."""
    terms: PlainTerms
    """Table settings of the room, beside the sign."""
    seats: int = 0
    """Number of seats, taken or not."""
    holds: int = 0
    """Number of cards in a hand of poker once all are dealt."""
    buy_in: tuple[int, int] = (0, 0)
    """Least and most chips of a buy-in."""
    host: str = ""
    """Host of the home game."""
    code: str = ""
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
    asked: tuple[HostRequestView, ...] = ()
    """For the host: all open requests; for others: their own."""
    answered: DeclinedRequestView | None = None
    """Your request that the host has declined, with the seat and chips offered instead."""
    guests: tuple[str, ...] = ()
    """For the host: the people who have joined by the link."""
    ruling: RulingPicture | None = None
    """At a home game: the ruling that waits for consent."""
    vouched: dict[str, str] = {}
    """Second accounts at the table, and the members who vouch for them."""
    clock: ClockView | None = None
    deals: int = 0
    """Time of the next hand of poker, by the room's clock; 0 during one."""
    short: tuple[ShortStackView, ...] = ()
    mine: dict[str, list[str]] | None = None
    """Your own cards, by seat or spot, where you have any."""
