"""Posted sign of a house card table: limits, pay tables and options, checked against the book.

>>> sign = HouseCardSign("mississippi-stud", ante=(5, 100))
>>> sign.main.odds("flush"), sign.seats
(Fraction(6, 1), 7)
>>> HouseCardSign.read(sign.facts()) == sign
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Final, Self

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import (
    OMIT_DEFAULT,
    Limits,
    Name,
    Positive,
    Signed,
    abbreviate,
    check_fraction,
    check_mapping,
    check_name,
    custom,
    one_of,
    read_fields,
)
from hoyle.games.house_cards.game_definition import ANTE, BONUS, DEALING, MANUAL, HouseCardGame, wager_label
from hoyle.games.house_cards.game_registry import house_game
from hoyle.games.posted_sign import Sign, SignLine, limits_text, sign_error, sign_line
from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text, parse_odds
from hoyle.rulebooks.house_card_registry import first_book_with, house_card_book

BASE: Final = "base"
"""Base game, in none of its versions."""

_HOUSE: Final = "house sign"
_NO_PAY_TABLE: Final = PayTable("none", "", {})
_BY_THE_BOOK: Final = PayTable("book", "", {})
"""Stands for the book's pay table where the house posts none of its own."""


def _check_pay_table(value: Any, label: str) -> Any:
    """Check a house's own pay table, or its lines and their odds; None stands for the book's table."""
    if value is None or isinstance(value, PayTable):
        return value or _BY_THE_BOOK
    return _parse_pay_lines(value, label)


def _changed_lines(table: PayTable) -> dict[str, str] | None:
    return None if table.lines == table.book else _lines_text(table.lines)


def _lines_text(lines: Mapping[str, Fraction]) -> dict[str, str]:
    return {line: odds_text(odds) for line, odds in lines.items()}


def _check_optional_pay(value: Any, label: str) -> dict[str, dict[str, Fraction]]:
    """Check the lines and odds of each optional wager."""
    pays = {} if value is None else check_mapping(value, label, "wagers and their pay lines")
    for wager, lines in pays.items():
        if isinstance(lines, Mapping) and not lines:
            raise InvalidError(f"{label} {abbreviate(wager)} {{}}: expected lines and their odds")
    return {wager: _parse_pay_lines(lines, f"{label} {abbreviate(wager)}") for wager, lines in pays.items()}


OwnPayTable = Annotated[PayTable, custom(_check_pay_table, _changed_lines)]
OptionalPay = Annotated[
    Mapping[str, Mapping[str, Any]],
    custom(_check_optional_pay, lambda pays: {wager: _lines_text(lines) for wager, lines in pays.items()}),
]


@dataclass(eq=False)
class HouseCardSign(Sign):
    """Posted sign of a house card table. Amounts are in chips; a maximum of 0 means none is posted."""

    game: Name
    """Id of the game."""
    _: KW_ONLY
    book: Name = ""
    """Id of the rulebook; empty: the first that has the game."""
    dealing: Annotated[str, one_of(*DEALING)] = MANUAL
    shuffler: bool | None = None
    """Whether a shuffler is in use; by default as the dealing needs one."""
    shuffler_counts: bool = False
    """Whether the shuffler counts each deck, so that no stub count is due."""
    seats: Signed = 0
    """Player places; 0: as many as the book has."""
    variant: Name = BASE
    side_table: Name = "standard"
    """Name of the book's pay table for the side wager."""
    two_positions: bool = True
    max_payout: Signed = 0
    """Maximum payout of one hand, 0 for no cap."""
    cap_posted: bool = True
    fold_keeps_side: bool | None = None
    """Whether a fold leaves the side wager in play; by default as the book reads."""
    void_returns_folds: bool | None = None
    """Whether a void round returns wagers lost by folding; by default as the book reads."""
    whole_multiples: bool = False
    """Whether later wagers must be whole multiples of the Ante although the book allows any amount."""
    unit_cents: Positive = 100
    round_limit: Signed = 0
    """Maximum payout of all hands of a round together, 0 for no limit."""
    backs: Sequence[Name] = ("red",)
    """Back colour of each deck at the table."""
    ante: Limits = (1, 0)
    side_limits: Limits = (1, 0)
    optional_wagers: Sequence[Name] = ()
    approved_wagers: Sequence[Name] = ()
    optional_limits: Limits = (1, 0)
    """Minimum and maximum of every optional wager."""
    hand_by_hand: Annotated[bool, OMIT_DEFAULT] = False
    """Whether the dealer turns up and settles each hand by a command, so that a wrong number of cards can
    be reported before it is settled. Otherwise the last decision settles the round."""
    optional_pay: OptionalPay = field(default_factory=dict)
    """Odds of the optional wagers by pay line."""
    side: OwnPayTable = _BY_THE_BOOK
    bonus: OwnPayTable = _BY_THE_BOOK
    main: OwnPayTable = _BY_THE_BOOK
    """Pay tables in force: the house's own, or by default the book's."""
    as_posted: InitVar[bool] = False
    """Whether the sign comes from a log and may have wagers that rules now forbid."""

    definition: HouseCardGame = field(init=False, repr=False)
    page: HouseCardPage = field(init=False, repr=False)
    """The book's rules for the game."""
    optional: dict[str, PayTable] = field(init=False, repr=False)
    """Pay tables of the optional wagers; only wagers listed here can be bet."""
    opening: tuple[str, ...] = field(init=False, repr=False)
    """Wagers that may be made before the deal."""

    def __post_init__(self, as_posted: bool) -> None:
        super().__post_init__()
        self.definition = house_game(self.game)
        self.book = self.book or first_book_with(self.game)
        self.page = page = house_card_book(self.book).page(self.game)
        if self.shuffler is None:
            self.shuffler = self.dealing != MANUAL
        self.seats = self.seats or page.wagers.seats.value
        if self.fold_keeps_side is None:
            self.fold_keeps_side = page.play.fold_keeps_side.value
        if self.void_returns_folds is None:
            self.void_returns_folds = page.floor.void.value
        self._check_game_options()
        self._check_equipment()
        self._check_limits()
        self._check_optional(as_posted=as_posted)
        self.optional = self._optional_tables()
        self.opening = (*self.definition.opening, *self.optional)
        self.side = self._pay_table(page.pay.side, self.side, "side", self.side_table)
        self.bonus = self._pay_table(page.pay.bonus, self.bonus, "bonus")
        self.main = self._pay_table(page.pay.main, self.main, "main")
        self._check_cap()

    @classmethod
    def _parse_posted(cls, facts: Mapping[str, Any]) -> Self:
        return read_fields(cls, facts, "the sign", as_posted=True)

    def cited_lines(self) -> list[SignLine]:
        return _lines(self)

    @property
    def seats_clause(self) -> str:
        return self.page.wagers.seats.clause

    def wager_limits(self) -> tuple[int, int]:
        return self.ante

    def _check_game_options(self) -> None:
        """Raise if the book does not allow the dealing mode, the version or the number of seats."""
        page = self.page.wagers
        if self.dealing not in self.page.dealing:
            choices = ", ".join(self.page.dealing)
            raise IllegalError(f"{self.book} does not deal {self.game} by {self.dealing}: {choices}")
        if self.variant != BASE and not page.version:
            raise InvalidError(f"{self.game} has no versions, only the base game")
        if self.variant != BASE and self.variant not in page.version:
            choices = ", ".join((BASE, *page.version))
            raise sign_error(f"version {self.variant!r} does not exist: {choices}", page.versions or _HOUSE)
        max_seats = page.seats.value
        if not 1 <= self.seats <= max_seats:
            raise sign_error(f"{self.seats} player places: a table has one to {max_seats}", page.seats.clause or _HOUSE)

    def _check_equipment(self) -> None:
        """Raise if the decks and the shuffler do not satisfy the book."""
        decks = self.page.decks
        shuffler_clause = self.page.dealing[self.dealing].needs_shuffler
        if shuffler_clause and not self.shuffler:
            raise sign_error(f"dealing by {self.dealing} needs an automated shuffler", shuffler_clause)
        if self.shuffler_counts and not self.shuffler:
            raise sign_error("only a shuffler can count the deck by itself", self.page.counts.machine or _HOUSE)
        if not self.backs:
            raise sign_error("the table needs a deck", decks.cards.clause or _HOUSE)
        if len(self.backs) > 2 or (len(self.backs) == 2 and not self.shuffler):
            raise sign_error(
                f"{len(self.backs)} decks: one, or two where a shuffler is in use", decks.two_decks or _HOUSE
            )
        if len(self.backs) == 2 and self.backs[0] == self.backs[1]:
            raise sign_error(f"both decks have {self.backs[0]} backs: the colours must differ", decks.backs or _HOUSE)

    def _check_limits(self) -> None:
        limits = [(self.page.wagers.ante_limits, self.ante)]
        if self.definition.side:
            limits.append((self.page.wagers.side_limits, self.side_limits))
        limits.append((self.optional_clause, self.optional_limits))
        for clause, (minimum, maximum) in limits:
            if minimum < 1 or (maximum and maximum < minimum):
                raise sign_error(f"limits of {minimum} to {maximum}: the minimum is 1 or more", clause or _HOUSE)

    @property
    def optional_clause(self) -> str:
        """Clause on wagers beyond those of the game: by approval, or none at all."""
        page = self.page.wagers
        return page.optional or page.wagers

    def _check_optional(self, *, as_posted: bool) -> None:
        """Raise if an optional wager is not possible in this game, or not approved."""
        if self.optional_wagers and not self.page.wagers.optional and not as_posted:
            choices = ", ".join(wager_label(wager) for wager in (*self.definition.opening, *self.definition.later))
            raise sign_error(
                f"optional wager {self.optional_wagers[0]!r}: {self.game} takes no wagers by approval, only {choices}",
                self.optional_clause,
                choices,
            )
        for wager in self.optional_wagers:
            if wager not in self.approved_wagers:
                raise sign_error(f"optional wager {wager!r} has no approved operating procedure", self.optional_clause)

    def _optional_tables(self) -> dict[str, PayTable]:
        """Build the pay tables of optional wagers, with lines that hands of this game can make."""
        clause, pay = self.optional_clause, self.page.pay
        hands = dict.fromkeys(
            line for tables in (pay.side, pay.main) for table in tables.values() for line in table.lines
        )
        tables: dict[str, PayTable] = {}
        for wager, odds in self.optional_pay.items():
            if wager not in self.optional_wagers:
                raise sign_error(f"optional_pay {wager!r:.60}: the sign offers no such optional wager", clause)
            if wager in (*self.definition.opening, *self.definition.later, BONUS):
                raise InvalidError(f"optional wager {wager!r}: the game has a wager of that name")
            for line in odds:
                if hands and line not in hands:
                    raise InvalidError(f"optional_pay {wager!r}: no hand {line!r:.60}: {', '.join(hands)}")
            tables[wager] = PayTable(wager, clause, dict(odds))
            _check_whole_chips(tables[wager])
        return tables

    def _pay_table(
        self, tables: Mapping[str, PayTable], own: PayTable | Mapping[str, Fraction], label: str, name: str = ""
    ) -> PayTable:
        """Return the pay table in force, the book's or the house's own, if the book allows it."""
        if not tables:
            if own is not _BY_THE_BOOK:
                raise InvalidError(f"{label}: {self.game} has no such pay table")
            return _NO_PAY_TABLE
        if name and name not in tables:
            raise InvalidError(f"unknown {wager_label(self.definition.side)} table {name!r}: {', '.join(tables)}")
        table = tables[name] if name else next(iter(tables.values()))
        if isinstance(own, Mapping):
            table = table.change(own)
        elif own is not _BY_THE_BOOK:
            table = own
        if disallowed := table.disallowed_odds():
            raise sign_error(f"the pay table is refused: {disallowed[0]}", table.minimum or table.clause)
        _check_whole_chips(table)
        return table

    def _check_cap(self) -> None:
        """Raise if the limit of a hand or a round is below what one hand must be able to win."""
        cap = self.page.pay.cap
        for maximum, scope in ((self.max_payout, "hand"), (self.round_limit, "round")):
            if not maximum:
                continue
            if cap is None:
                raise InvalidError(f"{self.game} has no maximum payout per {scope}, got {maximum}")
            min_cents = cap.least_cents
            if maximum * self.unit_cents < min_cents.value:
                dollars = Fraction(min_cents.value, 100)
                raise sign_error(
                    f"a maximum of {maximum} per {scope} is below ${float(dollars):,.0f}", min_cents.clause
                )
            if not self.cap_posted:
                raise sign_error(
                    f"a maximum of {maximum} per {scope} is not posted at the table", cap.sign, "post it on a sign"
                )
        if cap is not None and 0 < self.round_limit < self.max_payout:
            raise sign_error(f"a maximum of {self.round_limit} per round is below {self.max_payout} per hand", cap.sign)

    def with_cap(self, chips: int, *, announced: bool, on_layout: bool = False) -> HouseCardSign:
        """Return the sign with another maximum payout; a lower one needs notice unless on the layout."""
        cap = self.page.pay.cap
        is_lower = chips and (not self.max_payout or chips < self.max_payout)
        if cap is not None and is_lower and not announced and not on_layout:
            legal = "announce it, or print it on the layout"
            raise sign_error(f"a maximum lowered to {chips} needs notice", cap.notice, legal)
        return HouseCardSign.read_posted({**self.facts(), "max_payout": chips})


def _check_whole_chips(table: PayTable) -> None:
    for line, odds in table.lines.items():
        if odds.denominator != 1 or odds < -1:
            raise InvalidError(f"{line} pays {odds_text(odds)}: card games pay whole chips only")


def _parse_pay_lines(lines: object, label: str) -> dict[str, Fraction]:
    """Parse pay lines with their odds: ``{"flush": "6 to 1"}``, or the payment for one chip."""
    entries = check_mapping(lines, label, "lines and their odds")
    return {
        check_name(line, label): parse_odds(odds if isinstance(odds, str) else str(check_fraction(odds, label)))
        for line, odds in entries.items()
    }


# Text of the sign


def _lines(sign: HouseCardSign) -> list[SignLine]:
    """List the lines of the sign, each with its clauses."""
    page = sign.page.wagers
    title = sign.game.replace("-", " ").title()
    version = f", version {sign.variant}" if sign.variant in page.version else ""
    sign_lines = [
        sign_line(f"{title}{version}, by {sign.book}", page.wagers, _version_clause(sign)),
        sign_line(f"dealt by {sign.dealing}", sign.page.dealing[sign.dealing].option),
        sign_line(f"{sign.seats} places", page.seats.clause or _HOUSE),
        sign_line(f"{wager_label(ANTE)} {limits_text(*sign.ante)}", page.ante_limits),
    ]
    side = sign.definition.side
    if side:
        sign_lines.append(sign_line(f"{wager_label(side)} {limits_text(*sign.side_limits)}", page.side_limits))
    for wager in sign.definition.later:
        size = page.later[wager].size.value
        times = f"{size.least} to {size.most} times" if size.most > size.least else "as much as"
        sign_lines.append(sign_line(f"{wager_label(wager)}: {times} the Ante", page.later[wager].size.clause))
    for label, table in (("the Ante", sign.main), ("the bonus", sign.bonus), (wager_label(side), sign.side)):
        sign_lines += _pay_lines(label, table)
    for wager, table in sign.optional.items():
        limits = limits_text(*sign.optional_limits)
        sign_lines.append(sign_line(f"{wager_label(wager)}, by approved procedure: {limits}", sign.optional_clause))
        sign_lines += _pay_lines(wager_label(wager), table)
    cap = sign.page.pay.cap
    if cap is not None and sign.max_payout:
        sign_lines.append(sign_line(f"no hand wins more than {sign.max_payout}", cap.least_cents.clause, cap.sign))
    if cap is not None and sign.round_limit:
        sign_lines.append(sign_line(f"all hands of a round win no more than {sign.round_limit}", cap.sign))
    if sign.hand_by_hand:
        sign_lines.append(sign_line("hands are turned up and settled one by one", sign.page.play.turn_up))
    if not sign.two_positions:
        sign_lines.append(sign_line("one place to each player", page.two_seats))
    return sign_lines


def _version_clause(sign: HouseCardSign) -> str:
    version = sign.page.wagers.version.get(sign.variant)
    return "" if version is None else version.clause


def _pay_lines(wager: str, table: PayTable) -> list[SignLine]:
    lines = ", ".join(f"{line} {odds_text(odds)}" for line, odds in table.lines.items() if odds > 0)
    return [sign_line(f"{wager} pays: {lines}", table.clause)] if lines else []
