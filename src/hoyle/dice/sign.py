"""The posted signs of the dice tables, checked against their books.

>>> CrapsSign(odds_multiple=200)
Traceback (most recent call last):
    ...
hoyle.errors.IllegalError: odds of 200 times the flat bet: 1 to 100 (oneida CR.H.5)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hoyle.dice.kinds import (
    BUY,
    COME,
    COME_ODDS,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_PASS,
    DONT_PASS_ODDS,
    FIELD,
    HARD,
    HARD_NUMBERS,
    HOP,
    HORN_HIGH,
    HORN_NUMBERS,
    LAY,
    MINI_KINDS,
    MINI_MINIMUM_PAY,
    MINIMUM_PAY,
    NAMES,
    NUMBER,
    PASS,
    PASS_ODDS,
    PLACE,
    PLACE_LOSE,
    PLACE_LOSE_ODDS,
    POINTS,
    TRUE_ODDS,
    WORLD,
    OneRoll,
    one_roll,
)
from hoyle.errors import IllegalError, InvalidError

TABLE_SIZE: Final = 13
"""Rows of a rate table: one per total."""

EXACT: Final = ("buy", "lay", "pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds")
"""Wagers whose odds the book fixes exactly (oneida CR.G.1/2, CR.G.2/2, CR.H.5/3)."""


class CrapsSign:
    """What one craps table offers."""

    def __init__(
        self,
        *,
        odds_multiple: int | dict[int, int] = 1,
        bar: int = 12,
        commission_pct: int | Fraction = 5,
        offer_buy: bool = True,
        offer_lay: bool = True,
        offer_place_to_lose: bool = False,
        minimum: int = 1,
        maximum: int = 0,
        min_chip: int = 1,
        dice_in_set: int = 5,
        no_roll_caller: str = "stickperson",
        pay: dict[str, Fraction] | None = None,
        uniform: bool = True,
        horn_high_spot: bool = True,
        world_spot: bool = True,
        optional_wagers: tuple[str, ...] = (),
        approved_wagers: tuple[str, ...] = (),
        hardways_work: bool = False,
        take_excess: bool = True,
        put_bets: bool = False,
    ) -> None:
        self.bar = bar
        self.commission = Fraction(commission_pct)
        self.offered: dict[int, bool] = {BUY: offer_buy, LAY: offer_lay, PLACE_LOSE: offer_place_to_lose}
        self.minimum = minimum
        self.maximum = maximum
        """Largest wager, 0 if none is posted."""
        self.min_chip = min_chip
        self.no_roll_caller = no_roll_caller
        self.dice_in_set = dice_in_set
        """Dice offered to a new shooter, who picks two of them."""
        self.horn_high_spot = horn_high_spot
        self.world_spot = world_spot
        self.hardways_work = hardways_work
        """The other reading of AMB-C2: hardways work on the come-out."""
        self.take_excess = take_excess
        """Whether odds may pass their limit by what payment needs (AMB-C16)."""
        self.put_bets = put_bets
        """Whether Pass and Come may be made or raised after the point (AMB-C28)."""
        self.pay: dict[str, Fraction] = {**MINIMUM_PAY, **(pay or {})}
        self.multiples: list[int] = _multiples(odds_multiple)
        self._check(optional_wagers, approved_wagers)
        self._check_pay(pay or {}, uniform=uniform)
        self.num: list[int] = [0] * (len(NAMES) * TABLE_SIZE)
        self.den: list[int] = [1] * (len(NAMES) * TABLE_SIZE)
        self._set_rates()
        self.tables: list[OneRoll | None] = [None] * (len(NAMES) * TABLE_SIZE)
        for kind in range(FIELD, WORLD + 1):
            for number in HORN_NUMBERS if kind in (NUMBER, HORN_HIGH) else (0,):
                self.tables[kind * TABLE_SIZE + number] = one_roll(kind, number, self.pay)

    @property
    def book(self) -> str:
        return "oneida"

    def step(self, kind: int, number: int) -> int:
        """Amounts of this wager are multiples of this (oneida CR.F.5)."""
        table = self.tables[kind * TABLE_SIZE + number]
        return self.min_chip * (table.step if table is not None else self.den[kind * TABLE_SIZE + number])

    def fee(self, kind: int, number: int, amount: int) -> int:
        """Commission due when a buy or lay is made, rounded down to the smallest chip (AMB-C8, AMB-C9)."""
        if kind == BUY:
            basis = amount
        elif kind == LAY:
            at = kind * TABLE_SIZE + number
            basis = amount * self.num[at] // self.den[at]
        else:
            return 0
        fee = basis * self.commission / 100
        return fee.numerator // (fee.denominator * self.min_chip) * self.min_chip

    def odds_limit(self, kind: int, number: int, flat: int) -> int:
        """The most that may stand as odds behind a flat bet (oneida CR.H.5, H.6)."""
        most = Fraction(self.multiples[number] * flat)
        if kind in (DONT_PASS_ODDS, DONT_COME_ODDS):
            most *= TRUE_ODDS[number]
        step = self.step(kind, number)
        whole = most.numerator // (most.denominator * step)
        if self.take_excess and whole * step < most:
            whole += 1
        return whole * step

    def _set_rates(self) -> None:
        for kind, name in (
            (PASS, "pass"),
            (DONT_PASS, "dont-pass"),
            (COME, "come"),
            (DONT_COME, "dont-come"),
        ):
            for number in (0, *POINTS):
                self._rate(kind, number, self.pay[name])
        for number in POINTS:
            for kind in (PASS_ODDS, COME_ODDS, BUY):
                self._rate(kind, number, TRUE_ODDS[number])
            for kind in (DONT_PASS_ODDS, DONT_COME_ODDS, LAY):
                self._rate(kind, number, 1 / TRUE_ODDS[number])
            self._rate(PLACE, number, self.pay[f"place-{number}"])
            self._rate(PLACE_LOSE, number, PLACE_LOSE_ODDS[number])
        for number in HARD_NUMBERS:
            self._rate(HARD, number, self.pay[f"hard-{number}"])
        self._rate(HOP, 0, self.pay["hop-easy"])
        self._rate(HOP, 1, self.pay["hop-hard"])

    def _rate(self, kind: int, number: int, odds: Fraction) -> None:
        self.num[kind * TABLE_SIZE + number] = odds.numerator
        self.den[kind * TABLE_SIZE + number] = odds.denominator

    def _check(self, optional: tuple[str, ...], approved: tuple[str, ...]) -> None:
        if self.bar not in (2, 12):
            raise _forbid("CR.O2/3", f"barred number {self.bar}: 12 or 2")
        for multiple in self.multiples[4:]:
            if multiple < 1:
                raise _forbid("CR.H.1/2", f"odds of {multiple} times the flat bet: at least its amount")
            if multiple > 100:
                raise _forbid("CR.H.5", f"odds of {multiple} times the flat bet: 1 to 100")
        if not 0 <= self.commission <= 5:
            clause = "CR.G.1" if self.offered[BUY] else "CR.G.2"
            raise _forbid(clause, f"a commission of {self.commission} %: at most 5 %")
        if self.no_roll_caller not in ("boxperson", "stickperson"):
            raise _forbid(
                "CR.J.2.b", f"{self.no_roll_caller!r} cannot call No Roll: boxperson or stickperson"
            )
        if self.dice_in_set < 5:
            raise _forbid("CR.K.3", f"a set of {self.dice_in_set} dice: five or more are offered")
        if self.minimum < 1 or self.min_chip < 1 or (self.maximum and self.maximum < self.minimum):
            raise InvalidError(
                f"limits of {self.minimum} to {self.maximum} in chips of {self.min_chip} cannot be"
            )
        for wager in optional:
            if wager not in approved:
                raise _forbid("CR.D.optional", f"wager {wager!r} has no approved operating procedure")

    def _check_pay(self, changes: dict[str, Fraction], *, uniform: bool) -> None:
        for line, odds in changes.items():
            if line.rstrip("0123456789").rstrip("-") in EXACT:
                clause = "CR.G.1/2" if line.startswith("buy") else "CR.G.2/2"
                clause = "CR.H.5/3" if "odds" in line else clause
                raise _forbid(clause, f"the odds of {line} are fixed by the book")
            if line not in MINIMUM_PAY:
                raise InvalidError(f"no pay line {line!r}: {', '.join(MINIMUM_PAY)}")
            if odds < MINIMUM_PAY[line]:
                raise _forbid("CR.F.1", f"{line} at {odds} is below the minimum of {MINIMUM_PAY[line]}")
            if odds > MINIMUM_PAY[line] and not uniform:
                raise _forbid(
                    "CR.F.1/2", f"{line} at {odds}: more is paid only if it is uniform in the casino"
                )


class MiniSign:
    """What one mini-dice table offers (nj-19-47 19:47-13)."""

    def __init__(
        self,
        *,
        seats: int = 7,
        minimum: int = 1,
        maximum: int = 0,
        min_chip: int = 1,
        pay: dict[str, Fraction] | None = None,
        stated: str = "to",
        uniform: bool = True,
        vigorish_pct: int = 0,
        player_may_return: bool = False,
    ) -> None:
        self.seats = seats
        self.minimum = minimum
        self.maximum = maximum
        self.min_chip = min_chip
        self.player_may_return = player_may_return
        """Whether the last holder is asked again in the same round of offers (AMB-D6)."""
        self.pay: dict[str, Fraction] = {**MINI_MINIMUM_PAY, **(pay or {})}
        if not 1 <= seats <= 7:
            raise _forbid("MD.O7", f"{seats} seats: one to seven", "nj-19-47")
        if stated not in ("to", "win"):
            raise _forbid("19:47-13.6(a)", f"odds stated with {stated!r}: 'to' or 'win'", "nj-19-47")
        if vigorish_pct:
            raise _forbid("19:47-13.6(d)", f"a vigorish of {vigorish_pct} % is forbidden", "nj-19-47")
        if minimum < 1 or min_chip < 1 or (maximum and maximum < minimum):
            raise InvalidError(f"limits of {minimum} to {maximum} in chips of {min_chip} cannot be")
        for line, odds in (pay or {}).items():
            if line not in MINI_MINIMUM_PAY:
                raise InvalidError(f"no pay line {line!r}: {', '.join(MINI_MINIMUM_PAY)}")
            least = MINI_MINIMUM_PAY[line]
            if odds < least:
                raise _forbid(
                    "19:47-13.6(b)", f"{line} at {odds} is below the minimum of {least}", "nj-19-47"
                )
            if odds > least and not uniform:
                raise _forbid(
                    "19:47-13.6(b)/2", f"{line} at {odds} must be uniform in the casino", "nj-19-47"
                )
        self.tables: dict[int, OneRoll] = {
            kind: one_roll(kind, 0, self.pay) for kind in MINI_KINDS.values() if kind != PLACE
        }

    @property
    def book(self) -> str:
        return "nj-19-47"

    def place_odds(self, number: int) -> Fraction:
        return self.pay[f"place-{number}"]

    def step(self, kind: int, number: int) -> int:
        """Amounts of this wager are multiples of this (nj-19-47 19:47-13.6(c))."""
        if kind == PLACE:
            return self.min_chip * self.place_odds(number).denominator
        return self.min_chip * self.tables[kind].step


def _multiples(given: int | dict[int, int]) -> list[int]:
    """House multiple by point; one number stands for all."""
    found = [1] * 11
    if isinstance(given, dict):
        for point, multiple in given.items():
            if point not in POINTS:
                raise InvalidError(f"odds for {point}: the points are 4, 5, 6, 8, 9 and 10")
            found[point] = multiple
    else:
        for point in POINTS:
            found[point] = given
    return found


def _forbid(id: str, message: str, book: str = "oneida") -> IllegalError:
    return IllegalError(f"{message} ({book} {id})", clause=f"{book} {id}")
