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
"""By the kind of table."""
Choices = Annotated[tuple[dict[str, Any], ...], Meta(extra={"shapes": (Choice,), "words": "list of "})]
PlainTerms = Annotated[dict[str, Any], Meta(extra={"shapes": (TableSettings,)})]


class EventView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One entry as a person may read it."""

    name: str
    """What happened; Entries lists them."""
    facts: dict[str, Any]
    """Its fields by name; cards as texts, ``??`` where you may not see them."""
    number: int = 0
    """At the table; 0 for what happens around it."""


class PendingView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Whom the table waits for; the choices go to whoever has them."""

    kind: str
    """What is awaited: ``action``, ``draw``, ``wagers``, ``ready``..."""
    seat: int = 0
    """0: nobody's."""
    person: str = ""
    """Whom it waits for: a player, or somebody of the house (``dealer``)."""
    clause: str = ""
    optional: bool = False
    """Play goes on without an answer."""
    choices: Choices = ()
    """Yours, or, where nobody in particular is awaited, everybody's."""


class ClockView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The clock of whoever is awaited, by the room's time; while wagers are made, the dealer's."""

    person: str
    since: int
    """When it was started."""
    until: int
    """When the bank is used up too."""
    free: int
    """Until when nothing is taken from the bank."""
    held: int = 0
    """Since when it stands still: whoever is awaited has called the floor."""
    resumes: int = 0
    """When it goes on, if the floor has not ruled by then."""


class ShortStackView(Struct, frozen=True, kw_only=True, gc=False):
    """A seat that gets no cards: a hand here needs more chips than lie before it."""

    seat: int
    needs: int
    clause: str


class StepView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One command and what it caused."""

    record: int
    """Its number in the table's stream."""
    by: str
    """Who gave the command."""
    did: str
    """The command's name."""
    entries: tuple[EventView, ...]
    role: str = ""
    """In whose name a person ruled: ``floor`` or ``manager``; `by` is that person then."""
    calls: tuple[Sentence, ...] = ()
    """The dealer's words."""
    begins: bool = False
    """A round begins with it: the dealer's words are remembered anew."""


class TableUpdate(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What happened at a table since the last news, and how it stands now."""

    table: int
    record: int
    """The last of its stream."""
    last: int
    """The table's last entry."""
    steps: tuple[StepView, ...]
    felt: View
    """What everybody sees, by the kind of table: a client shows it and reckons nothing. Your own cards are
    face down in it, and `seat` and `person` are nobody's; your seat is where your name stands in `seats`."""
    waits: tuple[PendingView, ...]
    clock: ClockView | None = None
    deals: int = 0
    """When the next hand of poker comes, by the room's time; 0 while one is played."""
    short: tuple[ShortStackView, ...] = ()
    mine: dict[str, list[str]] | None = None
    """One's own cards, by the place they lie at; left out where nothing has changed for you alone."""
    commitment: str | None = None
    """The hash that is out for the next round; left out where it is as before."""


class HostRequestView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What somebody asks of the host."""

    ask: int
    """Its number, for `approve` and `deny`."""
    player: str
    what: str
    """``sit`` or ``top-up``."""
    seat: int
    chips: int
    against: str = ""
    """Why it cannot be granted as the table is; what follows is only there with it."""
    clause: str = ""
    other_seat: int | None = None
    """The seat that he could have; 0: none."""
    other_chips: int | None = None
    """The chips that he could have; 0: none."""


class DeclinedRequestView(Struct, frozen=True, kw_only=True, gc=False):
    """What the host has turned down."""

    what: str
    """``sit`` or ``top-up``."""
    seat: int
    """That one could have instead; 0: none."""
    chips: int
    """That one could have instead; 0: none."""


class RulingPicture(Struct, frozen=True, kw_only=True, gc=False):
    """A ruling at a home game that waits for the players' consent."""

    ruling: int
    """Its number, for `consent`."""
    by: str
    """Whose ruling it is."""
    command: dict[str, Any]
    """What would be ruled."""
    affected: tuple[str, ...]
    """Whom it takes a hand or chips from: if all of them agree it is carried out."""
    asked: tuple[str, ...]
    """Who may answer: if more than half of them agree it is carried out."""
    votes: dict[str, bool]
    """Who has agreed, and who has objected."""


class TableView(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A whole table as it stands."""

    table: int
    title: str
    kind: str
    """``poker``, ``house-cards`` or ``dice``: what `view` and `felt` are."""
    game: str
    book: str
    """By which it is played."""
    record: int
    """The last of its stream: what to `watch` from after a lost connection."""
    last: int
    """The table's last entry: what a command `expects`."""
    view: View
    """The table as you see it, by its kind."""
    waits: tuple[PendingView, ...]
    """Whom it waits for, and your choices."""
    calls: tuple[Sentence, ...]
    """What the dealer has said since the round began."""
    sign: tuple[str, ...]
    """As people read it, each line with its clause."""
    posted: dict[str, Any]
    """The same as data."""
    terms: PlainTerms
    """The room's own, beside the sign."""
    seats: int = 0
    """How many there are, taken or not."""
    holds: int = 0
    """Cards that a hand of poker has once all are dealt."""
    buy_in: tuple[int, int] = (0, 0)
    """Least and most chips with which a seat is taken."""
    host: str = ""
    """Whose home game it is."""
    code: str = ""
    """For the host: what the link ends in."""
    paused: bool = False
    """No further round is dealt until play goes on."""
    stopped: bool = False
    """Something went wrong here: what was being played waits for the floor."""
    closing: bool = False
    """No further round is dealt."""
    bots: tuple[str, ...] = ()
    """Who of the seated is none."""
    commitment: str = ""
    """The hash that is out for the next round."""
    asked: tuple[HostRequestView, ...] = ()
    """For the host: who waits for his word; for others what they have asked for themselves."""
    answered: DeclinedRequestView | None = None
    """To whom the host has said no: what he asked for, and the seat and the chips that he could have."""
    guests: tuple[str, ...] = ()
    """For the host: who has come by the link."""
    ruling: RulingPicture | None = None
    """At a home game: what the players are asked to agree to."""
    vouched: dict[str, str] = {}
    """Second accounts at the table, and the members who vouch for them."""
    clock: ClockView | None = None
    deals: int = 0
    """When the next hand of poker comes, by the room's time; 0 while one is played."""
    short: tuple[ShortStackView, ...] = ()
    mine: dict[str, list[str]] | None = None
    """One's own cards, by the place they lie at, where one has any."""
