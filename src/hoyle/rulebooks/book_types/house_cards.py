"""House-card rulebook types: answers and citations on deal, wagers, play, pay and irregularities.

As in `hoyle.rulebooks.book_types.poker`, a plain string is a citation and an `Answer` a figure or a choice
with its citation. A book is a `HouseCardBook` with a page for every game; `oneida_house_cards` is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hoyle.core.errors import IllegalError
from hoyle.rulebooks.book_types.pay_table import PayTable
from hoyle.rulebooks.book_types.poker import Answer


@dataclass(frozen=True, slots=True)
class DeckPage:
    """Page of a rulebook on the decks of a house card game: inspection, shuffle, cut, replacement."""

    cards: Answer[int]
    """Cards in the deck."""
    two_decks: str
    """A second deck is used with a shuffler."""
    backs: str
    alternate: str
    in_shuffler: str
    one_in_rack: str
    cover_card: str
    """No cover card with an automated shoe."""
    opening: tuple[tuple[str, str], ...]
    """Opening steps in order: (name of the step, clause)."""
    verified_by: Answer[tuple[str, ...]]
    """Roles that carry out the opening step ``verify``."""
    electronic: str
    """A machine may verify instead."""
    unsuitable: str
    """An unsuitable card, or its deck, is replaced."""
    replaced_by: Answer[tuple[str, ...]]
    """Roles that replace it."""
    shuffle: str
    device_cut: Answer[str]
    """Cut after a shuffle by a device: ``never`` or ``optional``."""
    hand_cut: str
    """Cards shuffled by hand are cut before they are dealt."""
    least_cut: Answer[int]
    deep_cut: Answer[int]
    """A deeper cut than this stands and is recorded."""
    cut_order: str
    recut_by: Answer[tuple[str, ...]]
    """Roles that may order another cut before the first card."""
    idle: str
    arrival: str


@dataclass(frozen=True, slots=True)
class DealPage:
    """Page of a rulebook on one way of dealing a house card game: shoe, hand or device."""

    option: str
    """The house may deal this way."""
    needs_shuffler: str
    """Clause by which it requires a shuffler; empty: it does not."""
    close: str
    """"No More Bets" before the first card."""
    steps: Mapping[str, str]
    """Clause on each step of the deal, by its name in the game's deal plan."""
    stub: str
    count: Answer[int]
    """The stub is counted once in this many rounds."""
    change: Answer[int]
    """Hours after which the cards are changed."""
    hand_shuffle: str = ""
    """Clause that allows a hand shuffle only after the shuffler fails; empty: always allowed."""


@dataclass(frozen=True, slots=True)
class CountPage:
    """Page of a rulebook on the results of a stub count."""

    right: str
    misdeal: str
    """Count wrong after a misdeal, no card missing."""
    short: str
    """Count wrong without a misdeal."""
    neither: str
    """Count wrong after a misdeal, with cards missing too."""
    machine: str
    """A shuffler that counts replaces the count."""
    machine_wrong: str


class Version(NamedTuple):
    """Version of a house card game: limits on the side wager relative to the Ante."""

    clause: str
    most_side: int = 0
    """Maximum side wager in Antes; 0: no limit."""
    both: bool = False
    """Both wagers are compulsory."""
    apart: int = 0
    """Maximum ratio of the larger wager to the smaller; 0: no such rule."""


class AnteMultiple(NamedTuple):
    """Size limits of a wager after the Ante, in multiples of the Ante."""

    least: int
    most: int
    whole: bool
    """Whether only whole Antes are allowed; if false, any number of chips in between."""


@dataclass(frozen=True, slots=True)
class LaterWager:
    """Later wager of a house card game, made after the player has seen cards: its clause and size."""

    made: str
    size: Answer[AnteMultiple]


@dataclass(frozen=True, slots=True)
class HouseCardWagerPage:
    """Page of a rulebook on the wagers of a house card game: kinds, timing and limits."""

    seats: Answer[int]
    """Maximum player places."""
    spots: str
    """Each place has its spots, and they belong to one player."""
    wagers: str
    """Clause that lists the wagers of the game."""
    optional: str
    """Clause that lets the house add wagers by approval; empty: the game has no others."""
    ante_limits: str
    side_limits: str
    both: str
    """Ante and side wager together."""
    one_wager: str
    """Every participant makes a wager."""
    chips: str
    cash: str
    before_close: str
    after_close: str
    later_time: str
    """Time at which the later wagers are made."""
    two_seats: str
    versions: str
    version: Mapping[str, Version]
    """Versions by name; empty if the game has only one."""
    later: Mapping[str, LaterWager]


@dataclass(frozen=True, slots=True)
class PlayPage:
    """Page of a rulebook on the decisions of players and the order in which hands are shown."""

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
    """If no player plays on, the dealer's hand stays face down."""
    turn_up_hidden: str = ""
    reveal: str = ""
    # Games with community cards
    community: str = ""
    all_folded: str = ""
    order: str = ""


@dataclass(frozen=True, slots=True)
class PayoutCap:
    """Rules of a house card game on the maximum payout of one hand."""

    least_cents: Answer[int]
    """Lowest maximum that a house may set."""
    sign: str
    """The maximum must be posted."""
    notice: str
    """Lowering it needs notice."""


@dataclass(frozen=True, slots=True)
class PayPage:
    """Page of a rulebook on comparing hands and paying wagers in a house card game."""

    outcomes: Mapping[str, str]
    """Clause on each outcome of a wager, by its name in the game's settlement."""
    main: Mapping[str, PayTable] = field(default_factory=dict)
    """Pay tables of the wagers that play against one, by name; the first is the default."""
    side: Mapping[str, PayTable] = field(default_factory=dict)
    bonus: Mapping[str, PayTable] = field(default_factory=dict)
    tie: Answer[str] = field(default_factory=lambda: Answer("push"))
    """Equal hands: ``push`` or ``player``."""
    qualifier: Answer[int] = field(default_factory=lambda: Answer(0))
    """Lowest top card (12: a queen) with which a dealer without a pair qualifies; 0: every hand does."""
    cap: PayoutCap | None = None


@dataclass(frozen=True, slots=True)
class HouseCardFloorPage:
    """Page of a rulebook on irregularities in a house card game."""

    face_up: str
    drawn: str
    """A card drawn in error and not seen is the next card."""
    drawn_by_device: Answer[str]
    """The same from an automated shoe: ``next card`` or ``put right``."""
    number: str
    exposed: Answer[str]
    """A dealer or community card exposed early: ``void``, or the ``supervisor`` decides."""
    shuffler_failed: str
    shoe_failed: Answer[tuple[str, ...]]
    """Ways of dealing in which a failed shoe voids the round."""
    void: Answer[bool]
    """Whether a void round returns wagers lost by folding."""
    player_exposed: str = ""
    """Clause by which a player's exposed card changes nothing; empty: the book is silent."""


@dataclass(frozen=True, slots=True)
class HouseCardPage:
    """Pages of a rulebook on one house card game."""

    game: str
    decks: DeckPage
    dealing: Mapping[str, DealPage]
    """Pages by way of dealing: ``manual``, ``hand``, ``automated``."""
    counts: CountPage
    wagers: HouseCardWagerPage
    play: PlayPage
    pay: PayPage
    floor: HouseCardFloorPage

    def __repr__(self) -> str:
        return f"<HouseCardPage {self.game}>"


@dataclass(frozen=True, slots=True)
class HouseCardBook:
    """Rulebook of house card games."""

    id: str
    title: str
    edition: str
    games: Mapping[str, HouseCardPage]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {self.edition}: {', '.join(self.games)}>"

    def page(self, game: str) -> HouseCardPage:
        """Return the rulebook's page on a house card game."""
        page = self.games.get(game)
        if page is None:
            games = ", ".join(self.games)
            raise IllegalError(f"{self.id} has no game {game!r}; it has {games}", legal=games)
        return page
