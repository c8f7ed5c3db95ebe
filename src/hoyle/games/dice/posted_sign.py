"""Posted signs of craps and mini-dice tables: limits, odds and options, checked against the book.

>>> CrapsSign(odds_multiple=200)
Traceback (most recent call last):
    ...
hoyle.core.errors.IllegalError: odds of 200 times the flat bet: 1 to 100 (oneida CR.H.5)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar, Final

from hoyle.core.errors import InvalidError
from hoyle.games import posted_sign_fields
from hoyle.games.dice.wagers.betting_spot import DOWN, ROUNDINGS
from hoyle.games.dice.wagers.layout import Layout, illegal, resolve_pay_table
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.games.posted_sign_line import SignLine, limits_text, range_text
from hoyle.rulebooks.book_types.dice import (
    ONE_ROLL,
    POINTS,
    CrapsBook,
    DiceBook,
    DiceWagerPage,
    MiniDiceBook,
    Part,
    PayLine,
    next_total,
)
from hoyle.rulebooks.book_types.pay_table import odds_text
from hoyle.rulebooks.dice_registry import craps_book, mini_dice_book

MAX_SEATS: Final = 99
"""Most seats where a book names no number."""


class DiceSign:
    """Posted sign of any dice table: the fields that all games share."""

    GAME: ClassVar[str]
    """Id of the game."""
    TITLE: ClassVar[str]
    """Display name of the game."""
    ABOUT: ClassVar[str]
    """Description of the game in a few words."""
    ALIASES: ClassVar[tuple[str, ...]] = ()
    """Other names that people type for the game, in any case and spelling."""
    HELD: ClassVar[str]
    """Object that players pass on: ``dice`` or ``shaker``."""
    RULED_ON: ClassVar[bool] = False
    """Whether a throw may be ruled on after it was called, and so be taken back."""
    DEALER_HOLDS: ClassVar[bool]
    """Whether the dealer takes dice or shaker where no player does."""
    NICKNAMED: ClassVar[bool]
    """Whether every roll has a name that the crew calls."""
    INTERPRETATION_DEFAULTS: ClassVar[Mapping[str, bool | str]] = {}
    """Optional switches for alternative readings, absent from old logs, with their defaults."""
    book: DiceBook
    seats: int
    """Player positions at the table."""
    minimum: int
    maximum: int
    """Largest wager, 0 if none is posted; it does not bind odds."""
    limits: dict[str, tuple[int, int]]
    """Minimum and maximum of the wager kinds that have their own limits."""
    min_chip: int
    uniform: bool
    changes: dict[str, Fraction]
    """Lines on which this house pays more."""
    pay: dict[str, Fraction]
    layout: Layout

    def facts(self) -> dict[str, object]:
        """Encode the sign as plain data; `hoyle.table.dice.posted_sign` decodes it."""
        raise NotImplementedError

    def cited_lines(self) -> list[SignLine]:
        """List the lines of the sign, each with its clauses."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the text of the sign, each line with its clauses."""
        return "\n".join(str(line) for line in self.cited_lines())

    def min_bet(self) -> int:
        """Return the smallest wager."""
        return self.minimum

    def stakes(self) -> str:
        """Return the stakes in a few words: ``5\u2013100``."""
        return range_text(self.minimum, self.maximum)

    def _changed_interpretations(self) -> dict[str, object]:
        """Return the interpretation switches that differ from their defaults."""
        return {
            name: getattr(self, name)
            for name, default in self.INTERPRETATION_DEFAULTS.items()
            if getattr(self, name) != default
        }

    def _set_shared_fields(
        self,
        seats: int,
        minimum: int,
        maximum: int,
        limits: Mapping[str, Sequence[int]] | None,
        min_chip: int,
        *,
        uniform: bool,
        pay: Mapping[str, Fraction] | None,
    ) -> None:
        """Validate and set the fields that every dice sign has."""
        self.seats = posted_sign_fields.integer(seats, "seats")
        self.minimum = posted_sign_fields.integer(minimum, "minimum")
        self.maximum = posted_sign_fields.integer(maximum, "maximum")
        self.min_chip = posted_sign_fields.integer(min_chip, "min_chip")
        self.limits = {
            posted_sign_fields.word(kind, "limits"): posted_sign_fields.pair(bounds, "limits")
            for kind, bounds in posted_sign_fields.table({} if limits is None else limits, "limits").items()
        }
        self.uniform = posted_sign_fields.boolean(uniform, "uniform")
        self.changes = _fractions(pay, "pay")

    def _build_layout(self) -> None:
        """Build the layout with its pay table and wager limits; odds are limited by a multiple instead."""
        _check_limits(self.minimum, self.maximum, self.min_chip)
        self.pay = resolve_pay_table(self.book, self.changes, uniform=self.uniform)
        self.layout = Layout(self.book, self.pay, min_chip=self.min_chip)
        for kind, (minimum, maximum) in self.limits.items():
            page = self.book.wagers.get(kind)
            if page is None:
                raise InvalidError(f"limits of {kind!r}: the wagers are {', '.join(self.book.wagers)}")
            if page.supports:
                raise InvalidError(f"limits of {kind}: odds go by their multiple and maximum")
            _check_limits(minimum, maximum, self.min_chip)
        for spot in self.layout.spots():
            spot.minimum, spot.maximum = self.limits.get(spot.kind, (self.minimum, self.maximum))


class CrapsSign(DiceSign):
    """Posted sign of a craps table."""

    GAME: ClassVar[str] = "craps"
    TITLE: ClassVar[str] = "Craps"
    ABOUT: ClassVar[str] = "two dice, one shooter"
    HELD: ClassVar[str] = "dice"
    RULED_ON: ClassVar[bool] = True
    DEALER_HOLDS: ClassVar[bool] = False
    NICKNAMED: ClassVar[bool] = True
    INTERPRETATION_DEFAULTS: ClassVar[Mapping[str, bool | str]] = {
        "line_bet_at_point": False,
        "commission_rounding": DOWN,
        "commission_refunded": False,
        "commission_after_win": True,
        "off_at_point": False,
        "dont_barred_at_point": False,
    }

    def __init__(
        self,
        *,
        book: str = "",
        seats: int = 16,
        odds_multiple: int | Mapping[int, int] = 1,
        odds_maximum: int = 0,
        bar: int = 0,
        commission_pct: int | Fraction = 5,
        commissions: Mapping[str, Fraction] | None = None,
        offers: Mapping[str, bool] | None = None,
        minimum: int = 1,
        maximum: int = 0,
        limits: Mapping[str, Sequence[int]] | None = None,
        min_chip: int = 1,
        dice_in_set: int = 5,
        no_roll_caller: str = "",
        pay: Mapping[str, Fraction] | None = None,
        uniform: bool = True,
        without_spot: Sequence[str] = (),
        optional_wagers: Sequence[str] = (),
        approved_wagers: Sequence[str] = (),
        optional_pay: Mapping[str, Mapping[int, Fraction]] | None = None,
        work_on_come_out: Sequence[str] = (),
        take_excess: bool = True,
        put_bets: bool = False,
        line_bet_at_point: bool = False,
        commission_rounding: str = DOWN,
        commission_refunded: bool = False,
        commission_after_win: bool = True,
        off_at_point: bool = False,
        dont_barred_at_point: bool = False,
    ) -> None:
        self.optional_wagers = posted_sign_fields.words(optional_wagers, "optional_wagers")
        self.approved_wagers = posted_sign_fields.words(approved_wagers, "approved_wagers")
        self.optional_pay: dict[str, dict[int, Fraction]] = _optional_pay(optional_pay)
        """Odds that each optional wager pays on the next total; only wagers listed here can be bet."""
        rules: CrapsBook = _with_optional_wagers(
            craps_book(posted_sign_fields.word(book, "book")), self.optional_wagers, self.optional_pay
        )
        self.book: CrapsBook = rules
        self._set_shared_fields(seats, minimum, maximum, limits, min_chip, uniform=uniform, pay=pay)
        self.bar: int = posted_sign_fields.integer(bar, "bar", 0) or rules.barred.value[0]
        """Barred number: a Don't bet without its point is pushed on it."""
        self.commission = posted_sign_fields.fraction(commission_pct, "commission_pct")
        self.commissions: dict[str, Fraction] = _fractions(commissions, "commissions")
        """Commission in percent of the wager kinds that have their own."""
        self.no_roll_caller: str = posted_sign_fields.word(no_roll_caller, "no_roll_caller") or rules.callers.value[0]
        self.dice_in_set = posted_sign_fields.integer(dice_in_set, "dice_in_set", 0)
        """Number of dice offered to a new shooter, who picks two of them."""
        self.offers: dict[str, bool] = _flags(offers, "offers")
        """Optional wagers that this house adds or leaves out against the book's default."""
        self.without_spot = posted_sign_fields.words(without_spot, "without_spot")
        """Wagers that are booked as others because the layout has no spot for them."""
        self.work_on_come_out = posted_sign_fields.words(work_on_come_out, "work_on_come_out")
        """Wagers that are off on a come-out by the book and on in this house (AMB-C2)."""
        self.take_excess = posted_sign_fields.boolean(take_excess, "take_excess")
        """Whether odds may exceed their limit by what an exact payment needs (AMB-C16)."""
        self.put_bets = posted_sign_fields.boolean(put_bets, "put_bets")
        """Whether Pass and Come may be made or raised after the point (AMB-C28)."""
        self.line_bet_at_point = posted_sign_fields.boolean(line_bet_at_point, "line_bet_at_point")
        """Whether only a player with a line bet may take the dice during a point (AMB-C6)."""
        self.commission_rounding = posted_sign_fields.one_of(commission_rounding, "commission_rounding", ROUNDINGS)
        """Rounding of a commission that is not a whole number of chips (AMB-C9)."""
        self.commission_refunded = posted_sign_fields.boolean(commission_refunded, "commission_refunded")
        """Whether a wager that is taken down or cut gets its commission back (AMB-C9)."""
        self.commission_after_win = posted_sign_fields.boolean(commission_after_win, "commission_after_win")
        """Whether a wager that has won and is left up is charged again (AMB-C9)."""
        self.off_at_point = posted_sign_fields.boolean(off_at_point, "off_at_point")
        """Whether wagers that can be off on a come-out may be turned off while a point is on (AMB-C18)."""
        self.dont_barred_at_point = posted_sign_fields.boolean(dont_barred_at_point, "dont_barred_at_point")
        """Whether a Don't bet that is taken down or cut before its point may be put back (AMB-C32)."""
        self.multiples: list[int] = _odds_multiples_by_point(odds_multiple)
        """House multiple for odds, by point."""
        self.least_multiple: int = rules.odds_multiple.value[0]
        self.odds_maximum = posted_sign_fields.integer(odds_maximum, "odds_maximum")
        """Largest amount of odds, 0 if none is posted."""
        self._check_against_book()
        self._build_layout()
        for spot in self.layout.spots():
            if spot.kind in self.work_on_come_out:
                spot.can_be_off = False
            if spot.page.commission is not None:
                rounding = ROUNDINGS.index(self.commission_rounding)
                spot.charge(self.commission_on(spot.kind), rounding, Fraction(spot.page.commission.value))

    def is_offered(self, kind: str) -> bool:
        """Whether this house offers a wager; one that the book makes mandatory is always offered."""
        default = self.book.wagers[kind].offered
        return default is None or self.offers.get(kind, default.value)

    def commission_on(self, kind: str) -> Fraction:
        """Return the commission on a kind of wager, in percent."""
        return self.commissions.get(kind, self.commission)

    def cited_lines(self) -> list[SignLine]:
        return _posted_at_craps(self)

    def stakes(self) -> str:
        multiples = {self.multiples[point] for point in POINTS}
        odds = f", odds {multiples.pop()}\u00d7" if len(multiples) == 1 else ""
        return super().stakes() + odds

    def facts(self) -> dict[str, object]:
        return {
            "book": self.book.id,
            "seats": self.seats,
            "odds_multiple": {str(point): self.multiples[point] for point in POINTS},
            "odds_maximum": self.odds_maximum,
            "bar": self.bar,
            "commission_pct": str(self.commission),
            "commissions": {kind: str(percent) for kind, percent in self.commissions.items()},
            "offers": dict(self.offers),
            "minimum": self.minimum,
            "maximum": self.maximum,
            "limits": {kind: list(limits) for kind, limits in self.limits.items()},
            "min_chip": self.min_chip,
            "dice_in_set": self.dice_in_set,
            "no_roll_caller": self.no_roll_caller,
            "pay": {line: str(odds) for line, odds in self.changes.items()},
            "uniform": self.uniform,
            "without_spot": list(self.without_spot),
            "optional_wagers": list(self.optional_wagers),
            "approved_wagers": list(self.approved_wagers),
            "optional_pay": {
                kind: {str(total): str(odds) for total, odds in pays.items()}
                for kind, pays in self.optional_pay.items()
            },
            "work_on_come_out": list(self.work_on_come_out),
            "take_excess": self.take_excess,
            "put_bets": self.put_bets,
            **self._changed_interpretations(),
        }

    def _check_against_book(self) -> None:
        """Raise if the sign posts a number, odds, wager or commission that the book does not allow."""
        book = self.book
        if self.bar not in book.barred.value:
            numbers = " or ".join(str(number) for number in book.barred.value)
            raise illegal(book.barred.clause, f"barred number {self.bar}: {numbers}")
        minimum, maximum = book.odds_multiple.value
        for multiple in (self.multiples[point] for point in POINTS):
            if multiple < minimum:
                raise illegal(book.least_odds, f"odds of {multiple} times the flat bet: at least {minimum}")
            if multiple > maximum:
                raise illegal(
                    book.odds_multiple.clause, f"odds of {multiple} times the flat bet: {minimum} to {maximum}"
                )
        for kind in (*self.offers, *self.without_spot, *self.work_on_come_out):
            if kind not in book.wagers:
                raise InvalidError(f"no wager {kind!r}: {', '.join(book.wagers)}")
        for kind, page in book.wagers.items():
            if page.commission is not None and self.is_offered(kind):
                book_limit = page.commission
                percent = self.commission_on(kind)
                if not 0 <= percent <= book_limit.value:
                    raise illegal(
                        book_limit.clause, f"a commission of {percent} % on {kind}: at most {book_limit.value} %"
                    )
        for kind in self.commissions:
            if kind not in book.wagers or book.wagers[kind].commission is None:
                charged = [name for name, page in book.wagers.items() if page.commission is not None]
                raise InvalidError(f"a commission on {kind!r}: only {', '.join(charged)} may be charged one")
        if self.no_roll_caller not in book.callers.value:
            raise illegal(
                book.callers.clause, f"{self.no_roll_caller!r} cannot call No Roll: {' or '.join(book.callers.value)}"
            )
        if self.dice_in_set < book.dice_in_set.value:
            raise illegal(
                book.dice_in_set.clause,
                f"a set of {self.dice_in_set} dice: {book.dice_in_set.value} or more are offered",
            )
        most_seats = book.seats.value or MAX_SEATS
        if not 1 <= self.seats <= most_seats:
            clause = book.seats.clause or "house seats"
            raise illegal(clause, f"{self.seats} seats: one to {most_seats}")
        if self.odds_maximum < 0:
            raise InvalidError(f"a maximum of {self.odds_maximum} for odds cannot be: 0 stands for none")
        for wager in self.optional_wagers:
            if wager not in self.approved_wagers:
                raise illegal(book.no_other_wager, f"wager {wager!r} has no approved operating procedure")


class MiniDiceSign(DiceSign):
    """Posted sign of a mini-dice table."""

    GAME: ClassVar[str] = "mini-dice"
    TITLE: ClassVar[str] = "Mini-dice"
    ABOUT: ClassVar[str] = "two dice from a shaker"
    ALIASES: ClassVar[tuple[str, ...]] = ("minidice", "mini craps")
    HELD: ClassVar[str] = "shaker"
    DEALER_HOLDS: ClassVar[bool] = True
    NICKNAMED: ClassVar[bool] = False
    INTERPRETATION_DEFAULTS: ClassVar[Mapping[str, bool | str]] = {"wagers_removable": True}

    def __init__(
        self,
        *,
        book: str = "",
        seats: int = 0,
        minimum: int = 1,
        maximum: int = 0,
        limits: Mapping[str, Sequence[int]] | None = None,
        min_chip: int = 1,
        pay: Mapping[str, Fraction] | None = None,
        stated: str = "to",
        uniform: bool = True,
        vigorish_pct: int = 0,
        player_may_return: bool = False,
        wagers_removable: bool = True,
    ) -> None:
        rules: MiniDiceBook = mini_dice_book(posted_sign_fields.word(book, "book"))
        self.book: MiniDiceBook = rules
        self._set_shared_fields(seats, minimum, maximum, limits, min_chip, uniform=uniform, pay=pay)
        self.seats = self.seats or rules.seats.value
        self.stated = posted_sign_fields.word(stated, "stated")
        self.player_may_return = posted_sign_fields.boolean(player_may_return, "player_may_return")
        """Whether the last holder is asked again in the same round of offers (AMB-D6)."""
        self.wagers_removable = posted_sign_fields.boolean(wagers_removable, "wagers_removable")
        """Whether a wager may be taken down or cut before the dealer shakes (AMB-D2)."""
        if not 1 <= self.seats <= rules.seats.value:
            raise illegal(rules.seats.clause, f"{seats} seats: one to {rules.seats.value}")
        if stated not in rules.stated.value:
            allowed = " or ".join(repr(word) for word in rules.stated.value)
            raise illegal(rules.stated.clause, f"odds stated with {stated!r}: {allowed}")
        if posted_sign_fields.integer(vigorish_pct, "vigorish_pct"):
            raise illegal(rules.vigorish, f"a vigorish of {vigorish_pct} % is forbidden")
        self._build_layout()

    def cited_lines(self) -> list[SignLine]:
        return _posted_at_mini_dice(self)

    def facts(self) -> dict[str, object]:
        return {
            "book": self.book.id,
            "seats": self.seats,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "limits": {kind: list(limits) for kind, limits in self.limits.items()},
            "min_chip": self.min_chip,
            "pay": {line: str(odds) for line, odds in self.changes.items()},
            "stated": self.stated,
            "uniform": self.uniform,
            "player_may_return": self.player_may_return,
            **self._changed_interpretations(),
        }


def _with_optional_wagers(
    book: CrapsBook, wager_names: tuple[str, ...], pays: dict[str, dict[int, Fraction]]
) -> CrapsBook:
    """Return the book with a page for every optional wager that has pay lines for the next total."""
    wagers = dict(book.wagers)
    lines = dict(book.lines)
    for kind, totals in pays.items():
        if kind not in wager_names:
            raise illegal(book.no_other_wager, f"optional_pay {kind!r}: the sign offers no such wager")
        if kind in book.wagers:
            raise InvalidError(f"optional wager {kind!r}: the game has a wager of that name")
        wins: dict[int, str] = {}
        for total, odds in totals.items():
            if not 2 <= total <= 12 or odds <= 0:
                raise InvalidError(f"optional_pay {kind!r}: {total} at {odds}: totals are 2 to 12, odds above 0")
            wins[total] = f"{kind}-{total}"
            lines[wins[total]] = PayLine(odds, book.no_other_wager, exact=True)
        if not wins:
            raise InvalidError(f"optional_pay {kind!r}: it pays on no total")
        clause = book.no_other_wager
        spots = next_total(kind, clause, clause, Part(1, wins))
        wagers[kind] = DiceWagerPage(kind=kind, family=ONE_ROLL, made=clause, spots=spots)
    return replace(book, wagers=wagers, lines=lines) if pays else book


def _check_limits(minimum: int, maximum: int, min_chip: int) -> None:
    if minimum < 1 or min_chip < 1 or (maximum and maximum < minimum):
        raise InvalidError(f"limits of {minimum} to {maximum} in chips of {min_chip} cannot be")


def _odds_multiples_by_point(value: int | Mapping[int, int]) -> list[int]:
    """Return the house's multiple for odds, by point: one number for all, or 1 for points not given."""
    multiples = [1] * (max(POINTS) + 1)
    if isinstance(value, Mapping):
        for point, multiple in value.items():
            if posted_sign_fields.integer(point, "odds_multiple") not in POINTS:
                raise InvalidError(f"odds for {point}: the points are 4, 5, 6, 8, 9 and 10")
            multiples[point] = posted_sign_fields.integer(multiple, "odds_multiple")
    else:
        for point in POINTS:
            multiples[point] = posted_sign_fields.integer(value, "odds_multiple")
    return multiples


def _fractions(values: Mapping[str, Fraction] | None, field: str) -> dict[str, Fraction]:
    table = posted_sign_fields.table({} if values is None else values, field)
    return {
        posted_sign_fields.word(name, field): posted_sign_fields.fraction(value, field) for name, value in table.items()
    }


def _flags(values: Mapping[str, bool] | None, field: str) -> dict[str, bool]:
    table = posted_sign_fields.table({} if values is None else values, field)
    return {
        posted_sign_fields.word(name, field): posted_sign_fields.boolean(value, field) for name, value in table.items()
    }


def _optional_pay(values: Mapping[str, Mapping[int, Fraction]] | None) -> dict[str, dict[int, Fraction]]:
    """Parse the odds of each optional wager by total."""
    field = "optional_pay"
    odds_by_wager: dict[str, dict[int, Fraction]] = {}
    for kind, totals in posted_sign_fields.table({} if values is None else values, field).items():
        odds_by_wager[posted_sign_fields.word(kind, field)] = {
            posted_sign_fields.integer(total, field): posted_sign_fields.fraction(odds, field)
            for total, odds in posted_sign_fields.table(totals, field).items()
        }
    return odds_by_wager


# Text of the sign


LIMITS = "house table-limits"
_TRUE_ODDS = {"odds", "buy", "lay", "lose"}
"""Lines that pay true odds: they follow from the rules and are not listed."""


def _posted_at_craps(sign: CrapsSign) -> list[SignLine]:
    """List the lines of a craps sign, each with its clauses."""
    terms = [*_shared_lines(sign), *_odds_lines(sign), *_wager_lines(sign)]
    return [*terms, *_option_lines(sign), _pay_line(sign)]


def _odds_lines(sign: CrapsSign) -> list[SignLine]:
    """List the limits of odds, and the barred number."""
    book = sign.book
    multiples = [sign.multiples[point] for point in POINTS]
    multiples_text = (
        str(multiples[0])
        if len(set(multiples)) == 1
        else ", ".join(f"{sign.multiples[point]} on {point}" for point in POINTS)
    )
    lines = [SignLine(f"odds up to {multiples_text} times the flat bet", (book.odds_multiple.clause,))]
    if sign.odds_maximum:
        lines.append(SignLine(f"no odds above {sign.odds_maximum}", (book.excess,)))
    return [*lines, SignLine(f"don't bets bar {sign.bar}", (book.barred.clause,))]


def _wager_lines(sign: CrapsSign) -> list[SignLine]:
    """List the wagers with a commission, those added or left out, and those that work on the come-out."""
    book = sign.book
    lines: list[SignLine] = []
    for kind, page in book.wagers.items():
        if page.commission is not None and sign.is_offered(kind):
            percent = sign.commission_on(kind)
            lines.append(SignLine(f"{wager_name(kind)}: commission of {percent} %", (page.commission.clause,)))
    for kind, default in ((kind, page.offered) for kind, page in book.wagers.items()):
        if default is not None and sign.is_offered(kind) != default.value:
            offered = "is offered" if sign.is_offered(kind) else "is not offered"
            lines.append(SignLine(f"{wager_name(kind)} {offered}", (default.clause,)))
    for kind in sign.work_on_come_out:
        lines.append(SignLine(f"{wager_name(kind)} works on the come-out", _clause_tuple(book.wagers[kind].off)))
    for kind in sign.optional_pay:
        lines.append(SignLine(f"{wager_name(kind)}, by approved procedure", (book.no_other_wager,)))
    return lines


def _option_lines(sign: CrapsSign) -> list[SignLine]:
    """List the options in which the house departs from the default interpretation."""
    book = sign.book
    lines: list[SignLine] = []
    if sign.put_bets:
        lines.append(SignLine("put bets are taken on Pass and Come", ("house put-bets",)))
    if sign.line_bet_at_point:
        text = "while a point is on the dice are taken only with a line bet"
        lines.append(SignLine(text, (book.shooter.line_bet,)))
    fee_clauses = tuple(dict.fromkeys(page.commission.clause for page in book.wagers.values() if page.commission))
    if sign.commission_rounding != DOWN:
        direction = "up to a chip" if sign.commission_rounding == "up" else "to the nearest chip"
        lines.append(SignLine(f"commissions are rounded {direction}", fee_clauses))
    if sign.commission_refunded:
        lines.append(SignLine("a wager taken down gets its commission back", fee_clauses))
    if not sign.commission_after_win:
        lines.append(SignLine("a wager left up after a win pays no new commission", fee_clauses))
    if sign.off_at_point:
        lines.append(SignLine("wagers may be turned off while a point is on", ("house off-at-point",)))
    if sign.dont_barred_at_point:
        bar_clauses = dict.fromkeys(page.not_restored for page in book.wagers.values() if page.not_restored)
        lines.append(SignLine("a Don't bet taken down before its point may be put back", tuple(bar_clauses)))
    return lines


def _posted_at_mini_dice(sign: MiniDiceSign) -> list[SignLine]:
    """List the lines of a mini-dice sign, each with its clauses."""
    lines = [*_shared_lines(sign), SignLine("no commission", (sign.book.vigorish,))]
    if not sign.wagers_removable:
        lines.append(SignLine("wagers stand until they are decided", (sign.book.removal,)))
    return [*lines, _pay_line(sign)]


def _shared_lines(sign: DiceSign) -> list[SignLine]:
    book = sign.book
    lines = [
        SignLine(f"{book.game.capitalize()}, by {book.id}", (book.opened,)),
        SignLine(f"wagers of {limits_text(sign.minimum, sign.maximum)}", (LIMITS,)),
    ]
    for kind, (minimum, maximum) in sign.limits.items():
        lines.append(SignLine(f"{wager_name(kind)} of {limits_text(minimum, maximum)}", (LIMITS,)))
    return lines


def _pay_line(sign: DiceSign) -> SignLine:
    lines = [f"{line} {odds_text(odds)}" for line, odds in sign.pay.items() if not _TRUE_ODDS & set(line.split("-"))]
    return SignLine(f"pays: {', '.join(lines)}", (sign.book.pays,))


def _clause_tuple(clause: str) -> tuple[str, ...]:
    return (clause,) if clause else ()
