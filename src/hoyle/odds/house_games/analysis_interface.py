"""Analysis interface of a house card game: house edge, advice and strategy charts.

One that has none is played all the same; whoever asks for its figures is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.edge_result import Edge, ratio
from hoyle.rulebooks.book_types.pay_table import PayTable

Progress = Callable[[Iterable[int]], Iterable[int]]
"""Wraps a loop to show how far it is."""
Wagers = Mapping[str, Mapping[str, PayTable]]


def most_in_antes(sign: HouseCardSign, ante: int) -> Fraction | None:
    """The most that one hand alone can win by what is posted, in Antes of so many chips; None: no limit."""
    posted = [limit for limit in (sign.max_payout, sign.round_limit) if limit]
    return Fraction(min(posted), ante) if posted else None


@dataclass(frozen=True, slots=True)
class Advice:
    """What each choice wins on average, in Antes, wagers already made included; and the best of them."""

    options: dict[str, Fraction]
    notes: tuple[str, ...] = ()
    """What the values leave out, each with its clause."""

    @property
    def best(self) -> list[str]:
        """More than one when they tie."""
        most = max(self.options.values())
        return [name for name, value in self.options.items() if value == most]

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "options": {name: ratio(value) for name, value in self.options.items()},
            "best": self.best,
        }
        if self.notes:
            found["notes"] = list(self.notes)
        return found


@dataclass
class Chart:
    """Rows of hands against columns of circumstances."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "columns": self.columns,
            "rows": dict(self.rows),
            "notes": self.notes,
        }


class Optional(NamedTuple):
    """A wager by approval: Antes bet on it, and what its procedure pays; no limit of the game covers it."""

    antes: Fraction
    table: PayTable


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleCards:
    """What a player knows when he decides."""

    cards: list[int]
    up: list[int] = field(default_factory=list)
    """Cards of the dealer that lie open."""
    board: list[int] = field(default_factory=list)
    """Community cards turned so far."""
    bets: list[int] = field(default_factory=list)
    """Antes bet on each street so far."""
    most: Fraction | None = None
    """Antes that the hand can win at most, by what is posted; None: no limit."""
    optional: tuple[Optional, ...] = ()
    """Wagers by approval on the own hand."""


class Analysis:
    """One house card game, exactly."""

    game: ClassVar[str]
    wagers: ClassVar[Wagers]
    """Its wagers, the one with the decisions first, and the pay tables the book has for each."""
    random_ante_multiples: ClassVar[tuple[int, ...]]
    """Antes that a random player bets, each as likely as the others; 0 folds."""
    open_card: ClassVar[bool] = False
    """The dealer shows one."""
    streets: ClassVar[bool] = False
    """Community cards are bought street by street."""

    def edge(self, wager: str, table: PayTable, progress: Progress | None = None) -> Edge:
        """The cost of a wager with best play."""
        raise NotImplementedError

    def edge_within(
        self, wager: str, table: PayTable, most: Fraction, progress: Progress | None = None
    ) -> Edge:
        """The same where one hand can win no more than so many Antes."""
        raise InvalidError(f"{self.game} has no maximum payout")

    def strategy_edge(self, wager: str, strategy: str, progress: Progress | None = None) -> Edge | None:
        """The same under ``simple`` or ``random`` play; None where it cannot be counted here."""
        raise NotImplementedError

    def advise(self, seen: VisibleCards, table: PayTable | None = None) -> Advice:
        """What each choice is worth, by the bonus table, or the pay table where there is no other."""
        raise NotImplementedError

    def table_of(self, sign: HouseCardSign) -> PayTable:
        """The pay table on a sign that decides what choices are worth."""
        raise NotImplementedError

    def simple(self, seen: VisibleCards) -> int:
        """Antes that somebody bets who plays by a rule of thumb."""
        raise NotImplementedError

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        """The whole strategy, one chart for each decision."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Do what takes long before somebody waits for an answer."""
