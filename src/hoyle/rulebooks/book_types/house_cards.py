"""House-card rulebook types: answers and citations on deal, wagers, play, pay and irregularities.

The shape is that of `hoyle.rulebooks.book_types.poker`: a plain string is a citation, an `Answer` a figure
or a choice with its citation. A book is a `HouseCardBook` with a page for every game it has;
`oneida_banked` is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hoyle.core.errors import IllegalError
from hoyle.rulebooks.book_types.pay_table import PayTable
from hoyle.rulebooks.book_types.poker import Answer


@dataclass(frozen=True, slots=True)
class DeckPage:
    """Cards: how many, how they come to the table, are shuffled, cut and changed."""

    cards: Answer[int]
    """Cards in the deck."""
    two_decks: str
    """A second deck where a shuffler is in use."""
    backs: str
    alternate: str
    in_shuffler: str
    one_in_rack: str
    cover_card: str
    """No cover card with an automated shoe."""
    opening: tuple[tuple[str, str], ...]
    """Opening steps in order: (name of the step, clause)."""
    verified_by: Answer[tuple[str, ...]]
    """Whose word the step ``verify`` takes."""
    electronic: str
    """A machine may verify in their place."""
    unsuitable: str
    """An unsuitable card, or its deck, is replaced."""
    replaced_by: Answer[tuple[str, ...]]
    """Who replaces it."""
    shuffle: str
    device_cut: Answer[str]
    """Cards that a device has shuffled: ``never`` cut, or ``optional``."""
    hand_cut: str
    """Cards shuffled by hand are cut before they are dealt."""
    least_cut: Answer[int]
    deep_cut: Answer[int]
    """A cut of more than this stands and is noted."""
    cut_order: str
    recut_by: Answer[tuple[str, ...]]
    """Who may order another cut before the first card."""
    idle: str
    arrival: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """One way of dealing: shoe, hand or device."""

    option: str
    """The house may deal this way."""
    needs_shuffler: str
    """Clause by which it takes a shuffler; empty: it does not."""
    close: str
    """"No More Bets" before the first card."""
    steps: Mapping[str, str]
    """Clause on each stretch of the deal, by the names of the game's plan."""
    stub: str
    count: Answer[int]
    """Once in so many rounds the stub is counted."""
    change: Answer[int]
    """Hours after which the cards are changed."""
    hand_shuffle: str = ""
    """Clause by which cards are shuffled by hand only after the shuffler has failed; empty: at any time."""


@dataclass(frozen=True, slots=True)
class CountPage:
    """What follows from a count."""

    right: str
    misdeal: str
    """Wrong with a misdeal, and all cards there."""
    short: str
    """Wrong without a misdeal."""
    neither: str
    """A misdeal, and cards missing too."""
    machine: str
    """A shuffler that counts replaces the count."""
    machine_wrong: str


class Version(NamedTuple):
    """How a version of the game ties the side wager to the Ante."""

    clause: str
    most_side: int = 0
    """Most Antes the side wager may be; 0: as much as it likes."""
    both: bool = False
    """Both wagers are compulsory."""
    apart: int = 0
    """The larger is at most so many times the smaller; 0: no such rule."""


class AnteMultiple(NamedTuple):
    """How large a later wager is, in Antes."""

    least: int
    most: int
    whole: bool
    """Whole Antes only; else any number of chips between."""


@dataclass(frozen=True, slots=True)
class LaterWager:
    """A wager made after looking."""

    made: str
    size: Answer[AnteMultiple]


@dataclass(frozen=True, slots=True)
class HouseCardWagerPage:
    """Which wagers there are, when they are made and how large they may be."""

    seats: Answer[int]
    """Most player places."""
    spots: str
    """Each place has its spots, and they belong to one player."""
    wagers: str
    """Which wagers the game has."""
    optional: str
    """Clause that lets the house add wagers by approval; empty: the game has no others."""
    ante_limits: str
    side_limits: str
    both: str
    """Ante and side wager together."""
    one_wager: str
    """Who takes part makes a wager."""
    chips: str
    cash: str
    before_close: str
    after_close: str
    later_time: str
    """When the later wagers are made."""
    two_seats: str
    versions: str
    version: Mapping[str, Version]
    """By name; empty where the game is played one way only."""
    later: Mapping[str, LaterWager]


@dataclass(frozen=True, slots=True)
class PlayPage:
    """Decisions, and the order in which hands are shown."""

    turn: str
    play: str
    """A hand with an Ante plays on or folds."""
    stand: str
    """A hand with a side wager alone is laid down."""
    fold: str
    fold_keeps_side: Answer[bool]
    turn_up: str
    collect: str
    pick_up: str
    # Games with a dealer's hand
    hidden: str = ""
    """Nobody plays on: the dealer's hand stays down."""
    turn_up_hidden: str = ""
    reveal: str = ""
    # Games with community cards
    community: str = ""
    all_folded: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True)
class PayoutCap:
    """A maximum that one hand wins."""

    least_cents: Answer[int]
    """The maximum may not lie below this."""
    sign: str
    """It has to be posted."""
    notice: str
    """Lowering it needs notice."""


@dataclass(frozen=True, slots=True)
class PayPage:
    """How hands are compared and wagers paid."""

    outcomes: Mapping[str, str]
    """Clause on each way a wager comes out, by the names of the game's settlement."""
    main: Mapping[str, PayTable] = field(default_factory=dict)
    """Ledgers of the wagers that play against a pay table, by name; the first is the usual one."""
    side: Mapping[str, PayTable] = field(default_factory=dict)
    bonus: Mapping[str, PayTable] = field(default_factory=dict)
    tie: Answer[str] = field(default_factory=lambda: Answer("push"))
    """Equal hands: ``push`` or ``player``."""
    qualifier: Answer[int] = field(default_factory=lambda: Answer(0))
    """Lowest top card (12: a queen) with which a dealer without a pair qualifies; 0 = every hand does."""
    cap: PayoutCap | None = None


@dataclass(frozen=True, slots=True)
class HouseCardFloorPage:
    """Irregularities."""

    face_up: str
    drawn: str
    """A card drawn in error and not seen is the next card."""
    drawn_by_device: Answer[str]
    """The same from an automated shoe: ``next card`` or ``put right``."""
    number: str
    exposed: Answer[str]
    """A card of dealer or community seen too early: ``void``, or the ``supervisor`` decides."""
    shuffler_failed: str
    shoe_failed: Answer[tuple[str, ...]]
    """Ways of dealing in which a shoe that fails voids the round."""
    void: Answer[bool]
    """Whether a void round gives back what folds lost."""
    player_exposed: str = ""
    """Clause by which a player's exposed card changes nothing; empty: the book is silent."""


@dataclass(frozen=True, slots=True)
class HouseCardPage:
    """A book's pages on one house card game."""

    game: str
    decks: DeckPage
    dealing: Mapping[str, DealPage]
    """By way of dealing: ``manual``, ``hand``, ``automated``."""
    counts: CountPage
    wagers: HouseCardWagerPage
    play: PlayPage
    pay: PayPage
    floor: HouseCardFloorPage

    def __repr__(self) -> str:
        return f"<HouseCardPage {self.game}>"


@dataclass(frozen=True, slots=True)
class HouseCardBook:
    """One rulebook of house card games."""

    id: str
    title: str
    edition: str
    games: Mapping[str, HouseCardPage]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {self.edition}: {', '.join(self.games)}>"

    def page(self, game: str) -> HouseCardPage:
        """The book's page on a game."""
        found = self.games.get(game)
        if found is None:
            have = ", ".join(self.games)
            raise IllegalError(f"{self.id} has no game {game!r}; it has {have}", legal=have)
        return found
