"""Edge result: house edge, element of risk and variance of one wager under one pay table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from hoyle.core.errors import InvalidError
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text


@dataclass(frozen=True, slots=True)
class Edge:
    """House edge of one wager under one pay table, per unit of the initial wager."""

    game: str
    wager: str
    paytable: str
    edge: Fraction
    """House edge: expected loss per unit of the initial wager."""
    element_of_risk: Fraction
    """Expected loss per unit of all money wagered until the decision, commissions included."""
    variance: Fraction
    """Variance of the win per unit."""
    lines: dict[str, Fraction]
    """Probability of each pay line."""
    pays: dict[str, str] = field(default_factory=dict)
    """Odds of each line, as text."""
    rolls: Fraction | None = None
    """Dice games: expected rolls until the wager is decided."""
    warnings: tuple[str, ...] = ()
    """Odds of the pay table that the book does not allow."""
    max_win: Fraction | None = None
    """Maximum win of one hand in units of the wager; None: no limit."""

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def per_roll(self) -> Fraction | None:
        return self.edge / self.rolls if self.rolls else None

    def as_json(self) -> dict[str, Any]:
        """Return the house edge as JSON-compatible data, with exact fractions beside floats."""
        data: dict[str, Any] = {
            "game": self.game,
            "wager": self.wager,
            "paytable": self.paytable,
            "edge": ratio(self.edge),
            "edge_float": float(self.edge),
            "element_of_risk": ratio(self.element_of_risk),
            "variance": float(self.variance),
            "variance_exact": ratio(self.variance),
            "standard_deviation": self.standard_deviation,
            "lines": {line: ratio(share) for line, share in self.lines.items()},
            "pays": dict(self.pays),
        }
        if self.rolls is not None:
            data["rolls_per_decision"] = ratio(self.rolls)
            data["edge_per_roll"] = ratio(self.edge / self.rolls)
        if self.max_win is not None:
            data["most"] = ratio(self.max_win)
        if self.warnings:
            data["warnings"] = list(self.warnings)
        return data


def ratio(value: Fraction) -> str:
    """Return a fraction as text: ``7/495``; whole numbers keep their denominator: ``-1/1``."""
    return f"{value.numerator}/{value.denominator}"


class Outcomes:
    """Accumulator of the outcomes of one wager: mean and variance of the win, total wagered, pay lines."""

    def __init__(self) -> None:
        self.mean = Fraction(0)
        self.square = Fraction(0)
        self.wagered = Fraction(0)
        self.weight = Fraction(0)
        self.lines: dict[str, Fraction] = {}

    def add(self, line: str, chance: Fraction, gain: Fraction, wagered: Fraction = Fraction(1)) -> None:
        """Add an outcome of the wager: its pay line, probability, gain and total wagered."""
        if not chance:
            return
        self.mean += chance * gain
        self.square += chance * gain * gain
        self.wagered += chance * wagered
        self.weight += chance
        if line:
            self.lines[line] = self.lines.get(line, Fraction(0)) + chance

    def edge(
        self,
        game: str,
        wager: str,
        paytable: str,
        *,
        pays: dict[str, str] | None = None,
        rolls: Fraction | None = None,
        warnings: tuple[str, ...] = (),
        max_win: Fraction | None = None,
    ) -> Edge:
        """Build the house edge of the wager; the probabilities of its outcomes must add up to one."""
        if self.weight != 1:
            raise InvalidError(f"the chances of {wager} add up to {self.weight}, not to 1")
        return Edge(
            game=game,
            wager=wager,
            paytable=paytable,
            edge=-self.mean,
            element_of_risk=-self.mean / self.wagered,
            variance=self.square - self.mean * self.mean,
            lines=self.lines,
            pays=pays or {},
            rolls=rolls,
            warnings=warnings,
            max_win=max_win,
        )

    def edge_under(
        self, game: str, wager: str, table: PayTable, *, prefix: str = "", max_win: Fraction | None = None
    ) -> Edge:
        """Build the house edge with the odds of a pay table, and warnings about those that the book forbids."""
        pays = {f"{prefix}{line}": odds_text(odds) for line, odds in table.lines.items()}
        return self.edge(game, wager, table.name, pays=pays, warnings=tuple(table.disallowed_odds()), max_win=max_win)


def pay_table_edge(game: str, wager: str, table: PayTable, share_of: Callable[[str], Fraction]) -> Edge:
    """Compute the house edge of a wager without decisions from the probability of each line of its pay table."""
    outcomes = Outcomes()
    for line, odds in table.lines.items():
        outcomes.add(line, share_of(line), odds)
    outcomes.add("nothing", 1 - outcomes.weight, Fraction(-1))
    return outcomes.edge_under(game, wager, table)
