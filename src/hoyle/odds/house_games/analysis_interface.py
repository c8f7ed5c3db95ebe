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
    """Return the maximum win of one house-game hand under the posted limits, in Antes; None if unlimited."""
    limits = [limit for limit in (sign.max_payout, sign.round_limit) if limit]
    return Fraction(min(limits), ante) if limits else None


@dataclass(frozen=True, slots=True)
class Advice:
    """Playing advice: the expected win of each choice, wagers already made included, in Antes or in chips."""

    options: dict[str, Fraction]
    notes: tuple[str, ...] = ()
    """Limitations of the values, each with its clause."""

    @property
    def best(self) -> list[str]:
        """Choices of the highest expected win; several if they tie."""
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
    """Strategy chart of a house card game: the best choice by hand (row) and situation (column)."""

    title: str
    columns: list[str]
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        return {"title": self.title, "columns": self.columns, "rows": dict(self.rows), "notes": self.notes}


class OptionalWager(NamedTuple):
    """Optional wager by approval: the Antes bet and the pay table; the game's limits do not apply."""

    antes: Fraction
    table: PayTable


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleCards:
    """Cards and bets that a player of a house card game can see when they decide."""

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
    """Interface for the exact analysis of one house card game: edges, advice and charts."""

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

    def edge_within(self, wager: str, table: PayTable, max_win: Fraction, progress: Progress | None = None) -> Edge:
        """Compute the house edge with best play if one hand can win at most `max_win` Antes."""
        raise InvalidError(f"{self.game} has no maximum payout")

    def strategy_edge(self, wager: str, strategy: str, progress: Progress | None = None) -> Edge | None:
        """Compute the house edge under ``simple`` or ``random`` play; None if it cannot be computed here."""
        raise NotImplementedError

    def advise(self, visible: VisibleCards, table: PayTable | None = None) -> Advice:
        """Compute the value of each choice of a player under a bonus table, or the game's pay table."""
        raise NotImplementedError

    def table_of(self, sign: HouseCardSign) -> PayTable:
        """Return the pay table on a posted sign that decides what each choice is worth."""
        raise NotImplementedError

    def simple_bet(self, visible: VisibleCards) -> int:
        """Return the Antes bet by the simple strategy; 0 folds."""
        raise NotImplementedError

    def charts(self, progress: Progress | None = None) -> list[Chart]:
        """Build the strategy charts, one for each decision."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Compute the slow results of this game now, so that the first advice is fast."""
