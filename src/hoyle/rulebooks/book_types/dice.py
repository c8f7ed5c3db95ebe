"""Dice rulebook types: wagers, pay lines and citations that a craps or mini-dice book gives.

An engine of dice never asks which book it plays by. Wagers come as pages (`DiceWagerPage`), each of a family
that the engine knows how to decide; odds come as pay lines; everything else is an `Answer` or a citation.
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
"""How a wager is decided: on the come-out and the table's point, the same from its own first roll, with the
flat bet it supports, by its number or a seven, by its pair before anything else, by the next total, by the
next two faces."""


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a pay table."""

    odds: Fraction
    """Won for each chip staked."""
    clause: str
    exact: bool = False
    """Neither more nor less; otherwise a house may pay more."""


@dataclass(frozen=True, slots=True)
class Part:
    """A share of a wager on the next total: so many units on the totals of these pay lines."""

    units: int
    wins: Mapping[int, str]
    """Pay line by total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotPage:
    """One place on the layout where a wager may lie."""

    name: str
    """As people name it: ``place-6``."""
    won: str
    """Clause that pays it."""
    lost: str
    line: str = ""
    """Its pay line; empty where the parts have theirs."""
    parts: tuple[Part, ...] = ()
    """For a wager on the next total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """How a wager without a spot of its own is booked: as these others, by units."""

    kinds: tuple[tuple[str, int], ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceWagerPage:
    """A book's page on one wager."""

    kind: str
    """Its name in bets and cases: ``dont_pass``."""
    family: str
    made: str
    """Clause on making it: cited for the wager, and for one that is not taken at that time."""
    spots: Mapping[int, SpotPage]
    """By the number that the player names, 0 where none is named; for a hop 2 stands for a pair, 1 for
    two different faces."""
    right: bool = True
    """Bets with the shooter; false: with the seven."""
    first: str = ""
    """Clause that decides a flat bet on its first roll."""
    barred: str = ""
    """Clause that gives a flat bet back on the barred number."""
    locked: str = ""
    """Clause by which a flat bet with its point may be neither taken down nor cut; empty: it may."""
    removal: str = ""
    """Clause on taking it down or cutting it, where it is not the one for all wagers."""
    not_restored: str = ""
    """Clause by which, once taken down or cut, it may be neither put back nor raised."""
    supports: str = ""
    """For odds the kind of the flat bet."""
    limit: str = ""
    """Clause on the most that odds may be."""
    offered: Answer[bool] | None = None
    """For a wager that a house may leave out: whether it is there unless the sign says otherwise."""
    off: str = ""
    """Clause by which it is off on a come-out unless called on; empty: always on."""
    called_on: str = ""
    """Clause on calling it on."""
    off_returned: str = ""
    """Clause by which it goes back, being off, when its flat bet is decided."""
    commission: Answer[Fraction] | None = None
    """Highest commission in percent, where there is one."""
    commission_on_win: bool = False
    """Reckoned on what it can win, not on the stake."""
    split: Split | None = None
    """What is done where the layout has no spot for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceBook:
    """What every game of dice asks its book."""

    id: str
    game: str
    lines: Mapping[str, PayLine]
    """Every pay line by name: ``place-6``."""
    wagers: Mapping[str, DiceWagerPage]
    opened: str
    """Clause on how wagers are made, by which a table opens."""
    pays: str
    """Clause of the least that must be paid."""
    uniform: str
    """Clause by which a house may pay more, the same everywhere in it."""
    unpayable: str
    """Clause that refuses an amount which cannot be paid exactly."""
    no_other_wager: str
    closed: str
    """Clause by which a wager comes too late."""
    removal: str
    """Clause on taking a wager down or cutting it."""
    raising: str
    seats: Answer[int]
    """Most players at a table; 0 = the book does not say."""
    rolled: str
    """Clause on reading the dice and calling their total."""
    no_rolls: Mapping[str, NoRoll]
    harmless: Mapping[str, tuple[str, str]]
    """What is no ground to call a throw or shake off: the clause, and what it says."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {self.game}: {len(self.wagers)} wagers>"

    @property
    def has_line(self) -> bool:
        """Whether there are line bets, which a come-out and its point decide."""
        return any(page.family == LINE for page in self.wagers.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRoll:
    """One reason for which a throw does not count."""

    clause: str
    called: bool = True
    """Somebody must call it; false: it fails by itself."""
    by: str = ""
    """Who alone may call it, where it is not whom the house appoints."""
    early: str = ""
    """Clause by which the call should come before the dice rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShooterCitations:
    """Clauses on who throws."""

    first_offer: str
    first_accepted: str
    offer: str
    accepted: str
    line_bet: str
    """The shooter needs a line bet before a come-out."""
    kept: str
    """After a roll the shooter keeps or passes the dice."""
    seven: str
    """A losing seven: they must be passed."""
    ordered: Answer[str]
    """Who may order them passed."""
    declines_line: str
    settle_only: str
    """Nobody bets the line: throws that decide Come and Don't Come alone."""
    marker: str
    resumed: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CrapsBook(DiceBook):
    """What craps asks its book."""

    coupons: Answer[tuple[str, ...]]
    """Wagers that take a match play coupon."""
    cash: Answer[str]
    """Who confirms a spoken bet with cash."""
    late: Answer[tuple[str, ...]]
    """Who may confirm a wager that comes after the release, so that it still counts."""
    on_marker: Answer[str]
    """Who confirms with a marker that a wager which a player calls on works on the come-out."""
    sits_out: str
    """Clause on wagers that sit a come-out out unless they are called on."""
    always_on: str
    """Clause on wagers that work on every roll."""
    not_off: str
    """Clause by which a wager is not turned off while a point is on."""
    odds_fall: str
    """Clause by which odds come down with their flat bet."""
    barred: Answer[tuple[int, ...]]
    """Numbers that may be barred for Don't bets, the usual one first."""
    odds_multiple: Answer[tuple[int, int]]
    """Least and most multiple of the flat bet that a house may allow as odds; the clause is on the most."""
    least_odds: str
    """Clause on the least."""
    excess: str
    """Clause by which odds may pass a limit by what an exact payment needs."""
    true_odds: Mapping[int, Fraction]
    """Odds at which a number falls before a seven."""
    point_set: str
    point_made: str
    settled: str
    """Clause by which a throw is settled before the dice go back."""
    dice_in_set: Answer[int]
    """Fewest dice offered to a shooter."""
    callers: Answer[tuple[str, ...]]
    """Who may be appointed to call a throw off."""
    improper: str
    """The reason among them under which anything else falls that the caller finds improper."""
    disputed: str
    """The reason among them on which somebody may rule instead which faces are up."""
    cocked: str
    several_faces: str
    shooter: ShooterCitations


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakerCitations:
    """Clauses on who holds the shaker."""

    dealer: Answer[int]
    """The dealer shakes first; fewest shakes."""
    player: Answer[int]
    dealer_for_players: Answer[int]
    kept: str
    """After a settled shake the holder keeps or passes it."""
    seven: str
    ordered: Answer[str]
    """Who may order it passed."""
    offered_again: str
    """The dealer who holds it offers it to whoever has not refused."""
    offer: str
    nobody: str
    """Nobody accepts: the dealer takes it."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MiniDiceBook(DiceBook):
    """What mini-dice asks its book."""

    stated: Answer[tuple[str, ...]]
    """Words with which odds may be printed."""
    vigorish: str
    """Clause that forbids a fee on wagers."""
    settled: str
    """Losers are collected before winners are paid."""
    shaker: ShakerCitations


def one_spot(name: str, won: str, lost: str, *, line: str) -> Mapping[int, SpotPage]:
    """The only spot of a wager that names no number."""
    return {0: SpotPage(name=name, won=won, lost=lost, line=line)}


def next_total(name: str, won: str, lost: str, *parts: Part) -> Mapping[int, SpotPage]:
    """The only spot of a wager on the next total."""
    return {0: SpotPage(name=name, won=won, lost=lost, parts=parts)}


def on_totals(units: int, line: str, *totals: int) -> Part:
    """Units that win on these totals at one pay line."""
    return Part(units, dict.fromkeys(totals, line))


def by_kind(*pages: DiceWagerPage) -> Mapping[str, DiceWagerPage]:
    return {page.kind: page for page in pages}


PLACE_ODDS: Final[Mapping[int, Fraction]] = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
"""What the books pay on a number placed to win. The figures are common, the clauses each book's own."""

FIELD: Final[Mapping[str, Fraction]] = {
    "field": Fraction(1),
    "field-2": Fraction(2),
    "field-12": Fraction(2),
}


FIELD_PART: Final = Part(1, {**dict.fromkeys((3, 4, 9, 10, 11), "field"), 2: "field-2", 12: "field-12"})
"""The Field: even money, but for its ends."""
