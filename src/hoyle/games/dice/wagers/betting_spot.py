"""Betting spot: one place on the layout, with its pay, limits, commission and clauses.

Everything is computed when the sign is posted, so that a roll only compares and multiplies.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hoyle.rulebooks.book_types.dice import FAMILIES, DiceWagerPage, SpotPage

LINE: Final = 0
COME: Final = 1
ODDS: Final = 2
NUMBER: Final = 3
HARDWAY: Final = 4
ONE_ROLL: Final = 5
HOP: Final = 6

DOWN: Final = "down"
ROUNDINGS: Final = (DOWN, "nearest", "up")
"""Roundings of a commission to a whole chip; ``nearest`` rounds a half down."""


class BettingSpot:
    """Betting spot on a dice layout: pay, limits and clauses of one kind of wager on one number."""

    def __init__(
        self, page: DiceWagerPage, number: int, spot_page: SpotPage, pay: dict[str, Fraction], min_chip: int
    ) -> None:
        self.page = page
        self.kind: str = page.kind
        self.number = number
        """Number that a player names; 0 where none is named."""
        self.name: str = spot_page.name
        self.family: int = FAMILIES.index(page.family)
        self.flat = self.family == LINE or self.family == COME
        self.right: bool = page.right
        self.made: str = page.made
        self.won: str = spot_page.won
        self.lost: str = spot_page.lost
        self.first: str = page.first
        self.barred: str = page.barred
        self.can_be_off = bool(page.off)
        self.off_returned: str = page.off_returned
        self.settles_alone = self.family == COME
        """Whether a throw for Come bets alone decides it too."""
        self.odds_numerator = 0
        self.odds_denominator = 1
        self.paid: list[int] = [0] * 13
        """Chips that each total pays, per `unit` chips, for a wager on the next total; `taken` is the same
        for chips lost."""
        self.taken: list[int] = [0] * 13
        self.unit = 1
        if spot_page.line:
            odds = pay[spot_page.line]
            self.odds_numerator = odds.numerator
            self.odds_denominator = self.unit = odds.denominator
        else:
            self._add_parts(spot_page, pay)
        self.step = self.unit * min_chip
        """Increment of amounts, so that they can be paid in whole chips."""
        self.minimum = 1
        self.maximum = 0
        """Posted maximum, 0 for none; odds have their own limit."""
        self.charged = False
        """Whether a commission is due when the wager is made."""
        self.fee_num = 0
        self.fee_den = 1
        self.rounding = 0
        """Index into `ROUNDINGS`."""
        self.most_num = 0
        self.most_den = 1
        """Denominator of the highest commission the book allows; `most_num` is its numerator."""
        self.fee_on_win: bool = page.commission_on_win

    def pays(self, amount: int) -> int:
        """Return the chips that a winning wager of this amount is paid."""
        return amount * self.odds_numerator // self.odds_denominator

    def fee(self, amount: int, min_chip: int) -> int:
        """Return the commission due when it is made, by default rounded down to a chip (AMB-C8, AMB-C9)."""
        if not self.charged:
            return 0
        base = self.pays(amount) if self.fee_on_win else amount
        exact = base * self.fee_num
        chip = self.fee_den * min_chip
        if self.rounding == 0:
            return exact // chip * min_chip
        chips = (2 * exact + chip - 1) // (2 * chip) if self.rounding == 1 else -(-exact // chip)
        return min(chips, base * self.most_num // (self.most_den * min_chip)) * min_chip

    def charge(self, percent: Fraction, rounding: int, maximum: Fraction) -> None:
        """Set the commission in percent due when the wager is made; `maximum` caps it after rounding."""
        self.charged = percent > 0
        self.rounding = rounding
        self.most_num = maximum.numerator
        self.most_den = maximum.denominator * 100
        self.fee_num = percent.numerator
        self.fee_den = percent.denominator * 100

    def _add_parts(self, spot_page: SpotPage, pay: dict[str, Fraction]) -> None:
        """Add up what a wager of several parts pays and loses on each total, per smallest betting unit."""
        units = sum(part.units for part in spot_page.parts)
        scale = 1
        for part in spot_page.parts:
            for line in part.wins.values():
                scale = _lcm(scale, (pay[line] * part.units).denominator)
        self.unit = units * scale
        for total in range(2, 13):
            for part in spot_page.parts:
                if total in part.wins:
                    self.paid[total] += (pay[part.wins[total]] * part.units * scale).numerator
                else:
                    self.taken[total] += part.units * scale


def _lcm(a: int, b: int) -> int:
    x, y = a, b
    while y:
        x, y = y, x % y
    return a * b // x
