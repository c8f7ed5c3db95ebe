"""Analysis interface of a house card game: house edge, advice and strategy charts.

A game without an analysis can be played; a request for its figures is refused.
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
"""Wrapper of a loop that reports progress."""
Wagers = Mapping[str, Mapping[str, PayTable]]


def max_win_in_antes(sign: HouseCardSign, ante: int) -> Fraction | None:
    """Return the maximum win of one hand under the posted limits, in Antes; None: no limit."""
    limits = [limit for limit in (sign.max_payout, sign.round_limit) if limit]
    return Fraction(min(limits), ante) if limits else None


@dataclass(frozen=True, slots=True)
class Advice:
    """Expected win of each choice, including wagers already made, in Antes or in chips."""

    options: dict[str, Fraction]
    notes: tuple[str, ...] = ()
    """Limitations of the values, each with its clause."""

    @property
    def best(self) -> list[str]:
        """Best choices; several if they tie."""
        best_value = max(self.options.values())
        return [name for name, value in self.options.items() if value == best_value]

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "options": {name: ratio(value) for name, value in self.options.items()},
            "best": self.best,
        }
        if self.notes:
            data["notes"] = list(self.notes)
        return data


@dataclass
class Chart:
    """Strategy chart: rows of hands by columns of situations."""

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


class OptionalWager(NamedTuple):
    """Optional wager by approval: Antes bet and its pay table; not subject to the game's limits."""

    antes: Fraction
    table: PayTable


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleCards:
    """Information of a player who decides: the cards and bets that they can see."""

    cards: list[int]
    up: list[int] = field(default_factory=list)
    """Exposed cards of the dealer."""
    board: list[int] = field(default_factory=list)
    """Community cards turned so far."""
    bets: list[int] = field(default_factory=list)
    """Antes bet on each street so far."""
    max_win: Fraction | None = None
    """Maximum win of the hand in Antes under the posted limits; None: no limit."""
    optional: tuple[OptionalWager, ...] = ()
    """Optional wagers by approval on the player's own hand."""


class Analysis:
    """Interface of the exact analysis of one house card game."""

    game: ClassVar[str]
    wagers: ClassVar[Wagers]
    """Pay tables of the book by wager, the wager with the decisions first."""
    random_ante_multiples: ClassVar[tuple[int, ...]]
    """Antes that a random player bets, with equal probability; 0 folds."""
    open_card: ClassVar[bool] = False
    """Whether the dealer shows a card."""
    streets: ClassVar[bool] = False
    """Whether community cards are bought street by street."""

    def edge(self, wager: str, table: PayTable, progress: Progress | None = None) -> Edge:
        """Compute the house edge of a wager with best play."""
        raise NotImplementedError

    def edge_within(
        self, wager: str, table: PayTable, max_win: Fraction, progress: Progress | None = None
    ) -> Edge:
        """Compute the house edge with best play if one hand can win at most `max_win` Antes."""
        raise InvalidError(f"{self.game} has no maximum payout")

    def strategy_edge(self, wager: str, strategy: str, progress: Progress | None = None) -> Edge | None:
        """Compute the house edge under ``simple`` or ``random`` play; None if it cannot be computed here."""
        raise NotImplementedError

    def advise(self, seen: VisibleCards, table: PayTable | None = None) -> Advice:
        """Compute the value of each choice under a bonus table, or the pay table of a game without bonus."""
        raise NotImplementedError

    def table_of(self, sign: HouseCardSign) -> PayTable:
        """Return the pay table of a sign that determines the value of choices."""
        raise NotImplementedError

    def simple(self, seen: VisibleCards) -> int:
        """Return the Antes bet by the simple strategy; 0 folds."""
        raise NotImplementedError

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        """Build the strategy charts, one for each decision."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Precompute slow results before the first request."""
