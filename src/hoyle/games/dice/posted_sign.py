"""Posted signs of craps and mini-dice tables: limits, odds and options, checked against the book.

>>> CrapsSign(odds_multiple=200)
Traceback (most recent call last):
    ...
hoyle.core.errors.IllegalError: odds of 200 times the flat bet: 1 to 100 (oneida CR.H.5)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, ClassVar, Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import MAX_SEATS, OMIT_DEFAULT, Chips, Count, Limits, Name, one_of
from hoyle.games.dice.wagers.betting_spot import DOWN, ROUNDINGS
from hoyle.games.dice.wagers.layout import Layout, illegal, resolve_pay_table
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.games.posted_sign import Sign, SignLine, limits_text, sign_line
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

LIMITS: Final = "house table-limits"


@dataclass(kw_only=True, eq=False)
class DiceSign(Sign):
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

    book: Name = ""
    """Id of the rulebook; empty: the default one."""
    seats: Count = 0
    """Player positions at the table; 0: as many as the book has."""
    minimum: Chips = 1
    maximum: Chips = 0
    """Largest wager, 0 if none is posted; it does not bind odds."""
    limits: Mapping[Name, Limits] = field(default_factory=dict)
    """Minimum and maximum of the wager kinds that have their own limits."""
    min_chip: Chips = 1
    pay: Mapping[Name, Fraction] = field(default_factory=dict)
    """Lines on which this house pays more."""
    uniform: bool = True

    rulebook: DiceBook = field(init=False, repr=False)
    pay_table: dict[str, Fraction] = field(init=False, repr=False)
    """Odds in force on every line."""
    layout: Layout = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rulebook = self._find_rulebook()
        self.book = self.rulebook.id
        self._check_against_book()
        _check_limits(self.minimum, self.maximum, self.min_chip)
        self.pay_table = resolve_pay_table(self.rulebook, dict(self.pay), uniform=self.uniform)
        self.layout = self._build_layout()

    def _find_rulebook(self) -> DiceBook:
        """Return the rulebook, with a page for every wager on the sign."""
        raise NotImplementedError

    def _check_against_book(self) -> None:
        """Raise if the book does not allow what the sign posts, and fill in what it leaves to the book."""
        raise NotImplementedError

    @property
    def seats_clause(self) -> str:
        return self.rulebook.seats.clause or "house seats"

    def wager_limits(self) -> tuple[int, int]:
        return self.minimum, self.maximum

    def _build_layout(self) -> Layout:
        """Build the layout with its pay table and wager limits; odds are limited by a multiple instead."""
        layout = Layout(self.rulebook, self.pay_table, min_chip=self.min_chip)
        for kind, (minimum, maximum) in self.limits.items():
            page = self.rulebook.wagers.get(kind)
            if page is None:
                raise InvalidError(f"limits of {kind!r}: the wagers are {', '.join(self.rulebook.wagers)}")
            if page.supports:
                raise InvalidError(f"limits of {kind}: odds go by their multiple and maximum")
            _check_limits(minimum, maximum, self.min_chip)
        for spot in layout.spots():
            spot.minimum, spot.maximum = self.limits.get(spot.kind, (self.minimum, self.maximum))
        return layout

    def _shared_lines(self) -> list[SignLine]:
        book = self.rulebook
        return [
            sign_line(f"{book.game.capitalize()}, by {book.id}", book.opened),
            sign_line(f"wagers of {limits_text(self.minimum, self.maximum)}", LIMITS),
            *(
                sign_line(f"{wager_name(kind)} of {limits_text(*limits)}", LIMITS)
                for kind, limits in self.limits.items()
            ),
        ]

    def _pay_line(self) -> SignLine:
        lines = [
            f"{line} {odds_text(odds)}"
            for line, odds in self.pay_table.items()
            if not _TRUE_ODDS & set(line.split("-"))
        ]
        return sign_line(f"pays: {', '.join(lines)}", self.rulebook.pays)


@dataclass(kw_only=True, eq=False)
class CrapsSign(DiceSign):
    """Posted sign of a craps table."""

    GAME: ClassVar[str] = "craps"
    TITLE: ClassVar[str] = "Craps"
    ABOUT: ClassVar[str] = "two dice, one shooter"
    HELD: ClassVar[str] = "dice"
    RULED_ON: ClassVar[bool] = True
    DEALER_HOLDS: ClassVar[bool] = False
    NICKNAMED: ClassVar[bool] = True

    seats: Count = 16
    odds_multiple: Count | Mapping[int, Count] = 1
    """House multiple for odds: one number, or one by point; 1 for points not given."""
    odds_maximum: Chips = 0
    """Largest amount of odds, 0 if none is posted."""
    bar: Count = 0
    """Barred number: a Don't bet without its point is pushed on it; 0: the book's."""
    commission_pct: Fraction | int = 5
    commissions: Mapping[Name, Fraction] = field(default_factory=dict)
    """Commission in percent of the wager kinds that have their own."""
    offers: Mapping[Name, bool] = field(default_factory=dict)
    """Optional wagers that this house adds or leaves out against the book's default."""
    dice_in_set: Count = 5
    """Number of dice offered to a new shooter, who picks two of them."""
    no_roll_caller: Name = ""
    without_spot: Sequence[Name] = ()
    """Wagers that are booked as others because the layout has no spot for them."""
    optional_wagers: Sequence[Name] = ()
    approved_wagers: Sequence[Name] = ()
    optional_pay: Mapping[Name, Mapping[int, Fraction]] = field(default_factory=dict)
    """Odds that each optional wager pays on the next total; only wagers listed here can be bet."""
    work_on_come_out: Sequence[Name] = ()
    """Wagers that are off on a come-out by the book and on in this house (AMB-C2)."""
    take_excess: bool = True
    """Whether odds may exceed their limit by what an exact payment needs (AMB-C16)."""
    put_bets: bool = False
    """Whether Pass and Come may be made or raised after the point (AMB-C28)."""
    line_bet_at_point: Annotated[bool, OMIT_DEFAULT] = False
    """Whether only a player with a line bet may take the dice during a point (AMB-C6)."""
    commission_rounding: Annotated[str, one_of(*ROUNDINGS), OMIT_DEFAULT] = DOWN
    """Rounding of a commission that is not a whole number of chips (AMB-C9)."""
    commission_refunded: Annotated[bool, OMIT_DEFAULT] = False
    """Whether a wager that is taken down or cut gets its commission back (AMB-C9)."""
    commission_after_win: Annotated[bool, OMIT_DEFAULT] = True
    """Whether a wager that has won and is left up is charged again (AMB-C9)."""
    off_at_point: Annotated[bool, OMIT_DEFAULT] = False
    """Whether wagers that can be off on a come-out may be turned off while a point is on (AMB-C18)."""
    dont_barred_at_point: Annotated[bool, OMIT_DEFAULT] = False
    """Whether a Don't bet that is taken down or cut before its point may be put back (AMB-C32)."""

    rulebook: CrapsBook = field(init=False, repr=False)
    multiples: list[int] = field(init=False, repr=False)
    """House multiple for odds, by point."""
    least_multiple: int = field(init=False, repr=False)

    def _find_rulebook(self) -> CrapsBook:
        return _with_optional_wagers(craps_book(self.book), self.optional_wagers, self.optional_pay)

    def _build_layout(self) -> Layout:
        layout = super()._build_layout()
        for spot in layout.spots():
            if spot.kind in self.work_on_come_out:
                spot.can_be_off = False
            if spot.page.commission is not None:
                rounding = ROUNDINGS.index(self.commission_rounding)
                spot.charge(self.commission_on(spot.kind), rounding, Fraction(spot.page.commission.value))
        return layout

    def is_offered(self, kind: str) -> bool:
        """Whether this house offers a wager; one that the book makes mandatory is always offered."""
        default = self.rulebook.wagers[kind].offered
        return default is None or self.offers.get(kind, default.value)

    def commission_on(self, kind: str) -> Fraction:
        """Return the commission on a kind of wager, in percent."""
        return Fraction(self.commissions.get(kind, self.commission_pct))

    def cited_lines(self) -> list[SignLine]:
        terms = [*self._shared_lines(), *_odds_lines(self), *_wager_lines(self)]
        return [*terms, *_option_lines(self), self._pay_line()]

    def stakes(self) -> str:
        multiples = {self.multiples[point] for point in POINTS}
        odds = f", odds {multiples.pop()}\u00d7" if len(multiples) == 1 else ""
        return super().stakes() + odds

    def _check_against_book(self) -> None:
        """Raise if the sign posts a number, odds, wager or commission that the book does not allow."""
        book = self.rulebook
        self.bar = self.bar or book.barred.value[0]
        self.no_roll_caller = self.no_roll_caller or book.callers.value[0]
        self.multiples = _odds_multiples_by_point(self.odds_multiple)
        self.odds_multiple = {point: self.multiples[point] for point in POINTS}
        self.least_multiple = book.odds_multiple.value[0]
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
            raise illegal(self.seats_clause, f"{self.seats} seats: one to {most_seats}")
        for wager in self.optional_wagers:
            if wager not in self.approved_wagers:
                raise illegal(book.no_other_wager, f"wager {wager!r} has no approved operating procedure")


@dataclass(kw_only=True, eq=False)
class MiniDiceSign(DiceSign):
    """Posted sign of a mini-dice table."""

    GAME: ClassVar[str] = "mini-dice"
    TITLE: ClassVar[str] = "Mini-dice"
    ABOUT: ClassVar[str] = "two dice from a shaker"
    ALIASES: ClassVar[tuple[str, ...]] = ("minidice", "mini craps")
    HELD: ClassVar[str] = "shaker"
    DEALER_HOLDS: ClassVar[bool] = True
    NICKNAMED: ClassVar[bool] = False

    stated: Name = "to"
    vigorish_pct: Annotated[Count, OMIT_DEFAULT] = 0
    player_may_return: bool = False
    """Whether the last holder is asked again in the same round of offers (AMB-D6)."""
    wagers_removable: Annotated[bool, OMIT_DEFAULT] = True
    """Whether a wager may be taken down or cut before the dealer shakes (AMB-D2)."""

    rulebook: MiniDiceBook = field(init=False, repr=False)

    def _find_rulebook(self) -> MiniDiceBook:
        return mini_dice_book(self.book)

    def _check_against_book(self) -> None:
        book = self.rulebook
        self.seats = self.seats or book.seats.value
        if not 1 <= self.seats <= book.seats.value:
            raise illegal(book.seats.clause, f"{self.seats} seats: one to {book.seats.value}")
        if self.stated not in book.stated.value:
            allowed = " or ".join(repr(word) for word in book.stated.value)
            raise illegal(book.stated.clause, f"odds stated with {self.stated!r}: {allowed}")
        if self.vigorish_pct:
            raise illegal(book.vigorish, f"vigorish_pct {self.vigorish_pct}: expected 0, a vigorish is forbidden")

    def cited_lines(self) -> list[SignLine]:
        lines = [*self._shared_lines(), sign_line("no commission", self.rulebook.vigorish)]
        if not self.wagers_removable:
            lines.append(sign_line("wagers stand until they are decided", self.rulebook.removal))
        return [*lines, self._pay_line()]


def _with_optional_wagers(
    book: CrapsBook, wager_names: Sequence[str], pays: Mapping[str, Mapping[int, Fraction]]
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
    by_point = value if isinstance(value, Mapping) else dict.fromkeys(POINTS, value)
    for point in by_point:
        if point not in POINTS:
            raise InvalidError(f"odds for {point}: the points are 4, 5, 6, 8, 9 and 10")
    return [by_point.get(point, 1) for point in range(max(POINTS) + 1)]


# Text of the sign


_TRUE_ODDS = {"odds", "buy", "lay", "lose"}
"""Lines that pay true odds: they follow from the rules and are not listed."""


def _odds_lines(sign: CrapsSign) -> list[SignLine]:
    """List the limits of odds, and the barred number."""
    book = sign.rulebook
    multiples = [sign.multiples[point] for point in POINTS]
    multiples_text = (
        str(multiples[0])
        if len(set(multiples)) == 1
        else ", ".join(f"{sign.multiples[point]} on {point}" for point in POINTS)
    )
    lines = [sign_line(f"odds up to {multiples_text} times the flat bet", book.odds_multiple.clause)]
    if sign.odds_maximum:
        lines.append(sign_line(f"no odds above {sign.odds_maximum}", book.excess))
    return [*lines, sign_line(f"don't bets bar {sign.bar}", book.barred.clause)]


def _wager_lines(sign: CrapsSign) -> list[SignLine]:
    """List the wagers with a commission, those added or left out, and those that work on the come-out."""
    book = sign.rulebook
    lines: list[SignLine] = []
    for kind, page in book.wagers.items():
        if page.commission is not None and sign.is_offered(kind):
            percent = sign.commission_on(kind)
            lines.append(sign_line(f"{wager_name(kind)}: commission of {percent} %", page.commission.clause))
    for kind, default in ((kind, page.offered) for kind, page in book.wagers.items()):
        if default is not None and sign.is_offered(kind) != default.value:
            offered = "is offered" if sign.is_offered(kind) else "is not offered"
            lines.append(sign_line(f"{wager_name(kind)} {offered}", default.clause))
    for kind in sign.work_on_come_out:
        lines.append(sign_line(f"{wager_name(kind)} works on the come-out", book.wagers[kind].off))
    for kind in sign.optional_pay:
        lines.append(sign_line(f"{wager_name(kind)}, by approved procedure", book.no_other_wager))
    return lines


def _option_lines(sign: CrapsSign) -> list[SignLine]:
    """List the options in which the house departs from the default interpretation."""
    book = sign.rulebook
    lines: list[SignLine] = []
    if sign.put_bets:
        lines.append(sign_line("put bets are taken on Pass and Come", "house put-bets"))
    if sign.line_bet_at_point:
        text = "while a point is on the dice are taken only with a line bet"
        lines.append(sign_line(text, book.shooter.line_bet))
    fee_clauses = [page.commission.clause for page in book.wagers.values() if page.commission]
    if sign.commission_rounding != DOWN:
        direction = "up to a chip" if sign.commission_rounding == "up" else "to the nearest chip"
        lines.append(sign_line(f"commissions are rounded {direction}", *fee_clauses))
    if sign.commission_refunded:
        lines.append(sign_line("a wager taken down gets its commission back", *fee_clauses))
    if not sign.commission_after_win:
        lines.append(sign_line("a wager left up after a win pays no new commission", *fee_clauses))
    if sign.off_at_point:
        lines.append(sign_line("wagers may be turned off while a point is on", "house off-at-point"))
    if sign.dont_barred_at_point:
        bar_clauses = [page.not_restored for page in book.wagers.values()]
        lines.append(sign_line("a Don't bet taken down before its point may be put back", *bar_clauses))
    return lines
