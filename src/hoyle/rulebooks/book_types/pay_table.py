"""Pay table: odds of each line, the clause behind it, and how far a house may change it.

Odds are fractions of the stake on top of the stake: ``Fraction(40)`` is 40 to 1. A line that pushes pays 0, a
line that loses pays -1.

>>> paid = pay_table("standard", "oneida TCP.K.1.b", {"flush": 4, "pair": 1})
>>> paid.odds("flush")
Fraction(4, 1)
>>> paid.change({"flush": Fraction(3)}).disallowed_odds()
['flush pays 3 to 1, the book 4 to 1 (oneida TCP.K.1.b)']
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_length


class PayTable:
    """Pay table of one house-game wager: odds by line, in posted order."""

    def __init__(
        self,
        name: str,
        clause: str,
        lines: dict[str, Fraction],
        *,
        minimum: str = "",
        book: dict[str, Fraction] | None = None,
    ) -> None:
        self.name = name
        self.clause = clause
        """Citation, book first."""
        self.lines = lines
        self.minimum = minimum
        """Clause by which the book's odds are a minimum; empty: they are fixed."""
        self.book = lines if book is None else book
        """The odds of the book."""
        self._integer_odds = {line: odds.numerator for line, odds in lines.items() if odds.denominator == 1}

    def odds(self, line: str) -> Fraction:
        """Return the odds of a pay line; a hand below every line loses its stake."""
        return self.lines.get(line, Fraction(-1))

    def gain(self, line: str, stake: int) -> int:
        """Return the chips that a stake wins on a pay line; a hand below every line loses its stake."""
        multiple = self._integer_odds.get(line)
        if multiple is not None:
            return multiple * stake
        if line not in self.lines:
            return -stake
        gain = self.odds(line) * stake
        if gain.denominator != 1:
            raise InvalidError(f"{line} pays {odds_text(self.odds(line))}: {stake} cannot be paid in chips")
        return gain.numerator

    def change(self, lines: Mapping[str, Fraction], name: str = "custom") -> PayTable:
        """Return a copy of the pay table with other odds on some lines."""
        for line, odds in lines.items():
            self._check(line, odds)
        return PayTable(name, self.clause, {**self.lines, **lines}, minimum=self.minimum, book=self.book)

    def replaced_by(self, lines: Mapping[str, Fraction], name: str = "custom") -> PayTable:
        """Return a copy of the pay table with the house's own odds, which must give every line."""
        for line in self.lines:
            if line not in lines:
                raise InvalidError(f"the pay table has no line {line!r}: the lines are {', '.join(self.lines)}")
        return self.change(lines, name)

    def disallowed_odds(self) -> list[str]:
        """Describe the pay lines whose odds the rulebook does not allow."""
        descriptions: list[str] = []
        for line, odds in self.lines.items():
            book = self.book[line]
            if odds == book or (self.minimum and odds > book):
                continue
            qualifier = " at least" if self.minimum else ""
            descriptions.append(f"{line} {odds_words(odds)}, the book{qualifier} {odds_text(book)} ({self.clause})")
        return descriptions

    def _check(self, line: str, odds: Fraction) -> None:
        """Refuse odds on an unknown pay line, and odds that lose more than the stake."""
        if line not in self.lines:
            raise InvalidError(f"no pay line {line!r}: the lines are {', '.join(self.lines)}")
        if odds < -1:
            raise InvalidError(f"{line} pays {odds_text(odds)}: no wager can lose more than its stake")


def pay_table(name: str, clause: str, lines: Mapping[str, int], *, minimum: str = "") -> PayTable:
    """Build a pay table from odds to one, as a rulebook prints them."""
    return PayTable(name, clause, {line: Fraction(odds) for line, odds in lines.items()}, minimum=minimum)


def odds_text(odds: Fraction) -> str:
    """Return wager odds as text: ``7 to 5``, ``push`` or ``lose``."""
    if odds == 0:
        return "push"
    if odds == -1:
        return "lose"
    return f"{odds.numerator} to {odds.denominator}"


def odds_words(odds: Fraction) -> str:
    """Return wager odds as a verb: ``pays 7 to 5``, ``pushes``, ``loses``."""
    if odds == 0:
        return "pushes"
    return "loses" if odds == -1 else f"pays {odds_text(odds)}"


def parse_odds(text: str) -> Fraction:
    """Parse wager odds such as ``7 to 5``, ``7:5``, ``40``, ``push`` or ``lose``; refuse ``7 for 5``."""
    check_length(text, "odds")
    normalized = text.strip().lower()
    if normalized in ("push", "0"):
        return Fraction(0)
    if normalized == "lose":
        return Fraction(-1)
    if " for " in normalized:
        raise InvalidError(f"odds {text!r} are stated with 'for': say '7 to 5' (nj-19-47 19:47-13.6(a))")
    parts = normalized.replace(" to ", "/").replace(":", "/").split("/")
    try:
        if len(parts) > 2:
            raise ValueError
        odds = Fraction(int(parts[0]), int(parts[1]) if len(parts) == 2 else 1)
    except (ValueError, ZeroDivisionError):
        raise InvalidError(f"{text!r} are no odds: say '7 to 5', '40 to 1' or 'push'") from None
    return odds
