"""Pay tables as data: what each line pays, by which clause, and how far a house may change it.

Odds are fractions of the stake on top of the stake: ``Fraction(40)`` is 40 to 1. A line that pushes pays 0, a
line that loses pays -1.

>>> PAIR_PLUS["standard"].odds("straight flush")
Fraction(40, 1)
>>> PAIR_PLUS["standard"].change({"flush": Fraction(3)}).departures()
['flush pays 3 to 1, the book 4 to 1 (oneida TCP.K.1.b)']
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hoyle.banked.hands import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    PAIR_OF_ACES,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)
from hoyle.errors import InvalidError


class PayTable:
    """The lines of one wager in the order they are posted."""

    def __init__(
        self,
        name: str,
        clause: str,
        lines: dict[str, Fraction],
        *,
        minimum: bool = False,
        book: dict[str, Fraction] | None = None,
    ) -> None:
        self.name = name
        self.clause = clause
        self.lines = lines
        self.minimum = minimum
        """Whether the book's odds are only a floor, so that more may be paid."""
        self.book = lines if book is None else book
        """The odds as the book has them."""

    def odds(self, line: str) -> Fraction:
        """What a line pays; a hand below every line loses its stake."""
        return self.lines.get(line, Fraction(-1))

    def change(self, lines: dict[str, Fraction], name: str = "custom") -> PayTable:
        """The same table with some lines paid otherwise."""
        for line, odds in lines.items():
            self._check(line, odds)
        return PayTable(name, self.clause, {**self.lines, **lines}, minimum=self.minimum, book=self.book)

    def replaced_by(self, lines: dict[str, Fraction], name: str = "custom") -> PayTable:
        """A whole table of the house's own; every line has to be there."""
        for line in self.lines:
            if line not in lines:
                raise InvalidError(
                    f"the pay table has no line {line!r}: the lines are {', '.join(self.lines)}"
                )
        return self.change(lines, name)

    def departures(self) -> list[str]:
        """What the book would not allow in this table, in words."""
        found: list[str] = []
        for line, odds in self.lines.items():
            book = self.book[line]
            if odds == book or (self.minimum and odds > book):
                continue
            least = " at least" if self.minimum else ""
            found.append(
                f"{line} {odds_words(odds)}, the book{least} {odds_text(book)} (oneida {self.clause})"
            )
        return found

    def _check(self, line: str, odds: Fraction) -> None:
        if line not in self.lines:
            raise InvalidError(f"no pay line {line!r}: the lines are {', '.join(self.lines)}")
        if odds < -1:
            raise InvalidError(f"{line} pays {odds_text(odds)}: no wager can lose more than its stake")


def odds_text(odds: Fraction) -> str:
    """``7 to 5``, ``push`` or ``lose``."""
    if odds == 0:
        return "push"
    if odds == -1:
        return "lose"
    return f"{odds.numerator} to {odds.denominator}"


def odds_words(odds: Fraction) -> str:
    """The same as a verb: ``pays 7 to 5``, ``pushes``, ``loses``."""
    if odds == 0:
        return "pushes"
    return "loses" if odds == -1 else f"pays {odds_text(odds)}"


def parse_odds(text: str) -> Fraction:
    """Odds written as ``7 to 5``, ``7:5``, ``7/5``, ``40``, ``push`` or ``lose``; never ``for``."""
    words = text.strip().lower()
    if words in ("push", "0"):
        return Fraction(0)
    if words == "lose":
        return Fraction(-1)
    if " for " in words:
        raise InvalidError(f"odds {text!r} are stated with 'for': say '7 to 5' (nj-19-47 19:47-13.6(a))")
    parts = words.replace(" to ", "/").replace(":", "/").split("/")
    try:
        if len(parts) > 2:
            raise ValueError
        odds = Fraction(int(parts[0]), int(parts[1]) if len(parts) == 2 else 1)
    except (ValueError, ZeroDivisionError):
        raise InvalidError(f"{text!r} are no odds: say '7 to 5', '40 to 1' or 'push'") from None
    return odds


def _table(name: str, clause: str, *lines: tuple[str, int], minimum: bool = False) -> PayTable:
    return PayTable(name, clause, {line: Fraction(odds) for line, odds in lines}, minimum=minimum)


PAIR_PLUS: Final = {
    "standard": _table(
        "standard",
        "TCP.K.1.b",
        (STRAIGHT_FLUSH, 40),
        (THREE_OF_A_KIND, 30),
        (STRAIGHT, 5),
        (FLUSH, 4),
        (PAIR, 1),
    ),
    "alternate": _table(
        "alternate",
        "TCP.K.1.c",
        (STRAIGHT_FLUSH, 45),
        (THREE_OF_A_KIND, 33),
        (STRAIGHT, 6),
        (FLUSH, 4),
        (PAIR, 1),
    ),
}
"""The two ledgers a house may choose from."""

ANTE_BONUS: Final = _table("standard", "TCP.K.1.d", (STRAIGHT_FLUSH, 5), (THREE_OF_A_KIND, 4), (STRAIGHT, 1))

ACES_UP: Final = _table(
    "standard",
    "FCP.K.1.b",
    (FOUR_OF_A_KIND, 50),
    (STRAIGHT_FLUSH, 30),
    (THREE_OF_A_KIND, 7),
    (FLUSH, 6),
    (STRAIGHT, 5),
    (TWO_PAIR, 2),
    (PAIR_OF_ACES, 1),
)

AUTOMATIC_BONUS: Final = _table(
    "standard", "FCP.K.1.c", (FOUR_OF_A_KIND, 25), (STRAIGHT_FLUSH, 20), (THREE_OF_A_KIND, 2)
)

STUD: Final = _table(
    "standard",
    "MS.M.1",
    (ROYAL_FLUSH, 500),
    (STRAIGHT_FLUSH, 100),
    (FOUR_OF_A_KIND, 40),
    (FULL_HOUSE, 10),
    (FLUSH, 6),
    (STRAIGHT, 4),
    (THREE_OF_A_KIND, 3),
    (TWO_PAIR, 2),
    ("jacks or better", 1),
    ("sixes to tens", 0),
    minimum=True,
)
"""Every wager of Mississippi Stud; what stands on no line loses."""
