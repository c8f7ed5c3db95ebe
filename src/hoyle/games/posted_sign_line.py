"""Posted signs: what every table's sign answers, and its lines with the clauses behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class SignLine:
    """Line of a posted sign, with the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({'; '.join(self.clauses)})" if self.clauses else self.text


class Sign(Protocol):
    """Posted sign of a table of any kind."""

    def facts(self) -> dict[str, Any]:
        """Return the sign as plain data."""

    def cited_lines(self) -> list[SignLine]:
        """Return the lines of the sign, each with its clauses."""

    def text(self) -> str:
        """Return the sign as text, each line with its clauses."""

    def stakes(self) -> str:
        """Return the stakes in a few words: ``limit 3/6``."""

    def min_bet(self) -> int:
        """Return the smallest wager."""


def range_text(low: int, high: int) -> str:
    """Return the text of a range of stakes: ``5\u2013100``, or ``5 or more`` where no maximum is posted."""
    return f"{low}\u2013{high}" if high else f"{low} or more"


def limits_text(minimum: int, maximum: int) -> str:
    """Return the text of a minimum and maximum: ``5 to 100``, or ``5 or more`` where no maximum is posted."""
    return f"{minimum} to {maximum}" if maximum else f"{minimum} or more"
