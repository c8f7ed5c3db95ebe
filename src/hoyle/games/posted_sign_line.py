"""Posted sign line: one line of a table's sign, with the clauses that allow or require it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SignLine:
    """Line of a posted sign, with the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({'; '.join(self.clauses)})" if self.clauses else self.text


def limits_text(minimum: int, maximum: int) -> str:
    """Return the text of a minimum and maximum: ``5 to 100``, or ``5 or more`` where no maximum is posted."""
    return f"{minimum} to {maximum}" if maximum else f"{minimum} or more"
