"""Dice rulebook types: wagers, pay lines and citations of a craps or mini-dice book.

A dice engine never asks which book it plays by. Wagers are pages (`DiceWagerPage`), each of a family that the
engine can settle; odds are pay lines; everything else is an `Answer` or a citation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from hoyle.rulebooks.book_types.poker import Answer

POINTS: Final = (4, 5, 6, 8, 9, 10)
"""Totals that can become a point."""

LINE: Final = "line"
COME: Final = "come"
ODDS: Final = "odds"
NUMBER: Final = "number"
HARDWAY: Final = "hardway"
ONE_ROLL: Final = "one-roll"
HOP: Final = "hop"

FAMILIES: Final = (LINE, COME, ODDS, NUMBER, HARDWAY, ONE_ROLL, HOP)
"""Families of wagers by what decides them, in order: the come-out and the table's point; the same from the
wager's own first roll; the flat bet it supports; its number or a seven; its pair, or a seven or the number
without a pair; the next total; the next two faces."""


@dataclass(frozen=True, slots=True)
class PayLine:
    """Pay line of a dice rulebook: its odds, and whether a house may pay more."""

    odds: Fraction
    """Won for each chip staked."""
    clause: str
    exact: bool = False
    """Whether a house must pay exactly this; if false, it may pay more."""


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a dice wager on the next total: the units staked, and the pay line of each winning total."""

    units: int
    wins: Mapping[int, str]
    """Pay line by total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotPage:
    """Page of a rulebook on one spot of the dice layout."""

    name: str
    """Name of the spot: ``place-6``."""
    won: str
    """Clause on paying it."""
    lost: str
    line: str = ""
    """Its pay line; empty if the parts have their own."""
    parts: tuple[Part, ...] = ()
    """For a wager on the next total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Division of a dice wager without a spot of its own into other wagers, in units."""

    kinds: tuple[tuple[str, int], ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWagerPage:
    """Page of a rulebook on one dice wager."""

    kind: str
    """Name of the wager in bets and cases: ``dont_pass``."""
    family: str
    made: str
    """Clause on making it, also cited when it is refused at that time."""
    spots: Mapping[int, SpotPage]
    """Spots by the number that the player names, 0 for none; for a hop 2 is a pair, 1 two different faces."""
    right: bool = True
    """Whether it bets with the shooter; if false, with the seven."""
    first: str = ""
    """Clause that decides a flat bet on its first roll."""
    barred: str = ""
    """Clause that returns a flat bet on the barred number."""
    locked: str = ""
    """Clause by which a flat bet with a point may not be taken down or reduced; empty: it may."""
    removal: str = ""
    """Clause on taking it down or reducing it, if not the one for all wagers."""
    not_restored: str = ""
    """Clause by which, once taken down or reduced, it may not be restored or increased."""
    supports: str = ""
    """For odds, the kind of the flat bet."""
    limit: str = ""
    """Clause on the most that odds may be."""
    offered: Answer[bool] | None = None
    """For an optional wager, whether it is offered by default."""
    off: str = ""
    """Clause by which it is off on a come-out unless called on; empty: always on."""
    called_on: str = ""
    """Clause on calling it on."""
    off_returned: str = ""
    """Clause by which it is returned, being off, when its flat bet is decided."""
    commission: Answer[Fraction] | None = None
    """Maximum commission in percent; None: no commission."""
    commission_on_win: bool = False
    """Whether commission is charged on the possible win rather than on the stake."""
    split: Split | None = None
    """Wagers that replace it if the layout has no spot for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceBook:
    """Rulebook of one dice game: the fields common to all dice games."""

    id: str
    game: str
    lines: Mapping[str, PayLine]
    """Every pay line by name: ``place-6``."""
    wagers: Mapping[str, DiceWagerPage]
    opened: str
    """Clause on making wagers, cited when a table opens."""
    pays: str
    """Clause on the minimum odds."""
    uniform: str
    """Clause by which a house may pay more, if it does so at all its tables."""
    unpayable: str
    """Clause by which an amount that cannot be paid exactly is refused."""
    no_other_wager: str
    closed: str
    """Clause by which a late wager is refused."""
    removal: str
    """Clause on taking a wager down or reducing it."""
    raising: str
    seats: Answer[int]
    """Maximum players at a table; 0: the book does not say."""
    rolled: str
    """Clause on reading the dice and calling the total."""
    no_rolls: Mapping[str, NoRoll]
    harmless: Mapping[str, tuple[str, str]]
    """Events that are no reason to call a throw or shake off: clause and wording."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {self.game}: {len(self.wagers)} wagers>"

    @property
    def has_line(self) -> bool:
        """Whether the game has line bets, decided by the come-out and its point."""
        return any(page.family == LINE for page in self.wagers.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRoll:
    """Reason why a throw does not count, with its clause and who may call it."""

    clause: str
    called: bool = True
    """Whether it must be called; if false, the throw is void without a call."""
    by: str = ""
    """The only role that may call it, if not the caller whom the house appoints."""
    early: str = ""
    """Clause by which the call should come before the dice come to rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShooterCitations:
    """Citations of a craps rulebook on choosing and changing the shooter."""

    first_offer: str
    first_accepted: str
    offer: str
    accepted: str
    line_bet: str
    """The shooter needs a line bet before a come-out."""
    kept: str
    """After a roll the shooter keeps or passes the dice."""
    seven: str
    """After a losing seven the dice must be passed."""
    ordered: Answer[str]
    """Role that may order the dice passed."""
    declines_line: str
    settle_only: str
    """Without any line bet, the dice are thrown only to decide Come and Don't Come."""
    marker: str
    resumed: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CrapsBook(DiceBook):
    """Rulebook of craps."""

    coupons: Answer[tuple[str, ...]]
    """Wagers that take a match play coupon."""
    cash: Answer[str]
    """Role that confirms a spoken bet with cash."""
    late: Answer[tuple[str, ...]]
    """Roles that may confirm a wager made after the release, so that it counts."""
    on_marker: Answer[str]
    """Role that marks a wager as working on the come-out after a player calls it on."""
    sits_out: str
    """Clause on wagers that are off on a come-out unless called on."""
    always_on: str
    """Clause on wagers that work on every roll."""
    not_off: str
    """Clause by which a wager may not be turned off while a point is on."""
    odds_fall: str
    """Clause by which odds come down with their flat bet."""
    barred: Answer[tuple[int, ...]]
    """Numbers that may be barred for Don't bets, the default first."""
    odds_multiple: Answer[tuple[int, int]]
    """Least and most multiple of the flat bet allowed as odds; cites the clause on the most."""
    least_odds: str
    """Clause on the least multiple."""
    excess: str
    """Clause by which odds may exceed a limit as far as an exact payment requires."""
    true_odds: Mapping[int, Fraction]
    """True odds of each number against a seven."""
    point_set: str
    point_made: str
    settled: str
    """Clause by which a throw is settled before the dice are returned."""
    dice_in_set: Answer[int]
    """Minimum dice offered to a shooter."""
    callers: Answer[tuple[str, ...]]
    """Roles that may be appointed to call a throw off."""
    improper: str
    """Key in `no_rolls` for any other throw that the caller finds improper."""
    disputed: str
    """Key in `no_rolls` for a throw whose faces may be ruled on instead."""
    cocked: str
    several_faces: str
    shooter: ShooterCitations


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakerCitations:
    """Citations of a mini-dice rulebook on holding and passing the shaker."""

    dealer: Answer[int]
    """Minimum shakes by the dealer, who shakes first."""
    player: Answer[int]
    dealer_for_players: Answer[int]
    kept: str
    """After a settled shake the holder keeps or passes the shaker."""
    seven: str
    ordered: Answer[str]
    """Role that may order the shaker passed."""
    offered_again: str
    """A dealer holding the shaker offers it to players who have not refused it."""
    offer: str
    no_taker: str
    """If no player accepts, the dealer takes the shaker."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MiniDiceBook(DiceBook):
    """Rulebook of mini-dice."""

    stated: Answer[tuple[str, ...]]
    """Wordings allowed for printed odds."""
    vigorish: str
    """Clause that forbids a fee on wagers."""
    settled: str
    """Losers are collected before winners are paid."""
    shaker: ShakerCitations


def one_spot(name: str, won: str, lost: str, *, line: str) -> Mapping[int, SpotPage]:
    """Build the layout spots of a dice wager that names no number: one, under 0."""
    return {0: SpotPage(name=name, won=won, lost=lost, line=line)}


def next_total(name: str, won: str, lost: str, *parts: Part) -> Mapping[int, SpotPage]:
    """Build the layout spots of a dice wager on the next total: one, under 0."""
    return {0: SpotPage(name=name, won=won, lost=lost, parts=parts)}


def on_totals(units: int, line: str, *totals: int) -> Part:
    """Build the part of a dice wager that wins on these totals at one pay line."""
    return Part(units, dict.fromkeys(totals, line))


def by_kind(*pages: DiceWagerPage) -> Mapping[str, DiceWagerPage]:
    """Index the pages on dice wagers by kind."""
    return {page.kind: page for page in pages}


PLACE_ODDS: Final[Mapping[int, Fraction]] = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
"""Odds on numbers placed to win, the same in all books; each book has its own clauses."""

FIELD: Final[Mapping[str, Fraction]] = {"field": Fraction(1), "field-2": Fraction(2), "field-12": Fraction(2)}


FIELD_PART: Final = Part(1, {**dict.fromkeys((3, 4, 9, 10, 11), "field"), 2: "field-2", 12: "field-12"})
"""The Field: one pay line for 3, 4, 9, 10 and 11, and one each for 2 and 12."""
