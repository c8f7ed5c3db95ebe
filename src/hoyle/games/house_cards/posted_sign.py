"""Posted sign of a house card table: limits, pay tables and options, checked against the book.

>>> sign = HouseCardSign("mississippi-stud", ante=(5, 100))
>>> sign.main.odds("flush"), sign.seats
(Fraction(6, 1), 7)
>>> HouseCardSign.read(sign.facts()) == sign
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games import posted_sign_fields
from hoyle.games.house_cards.game_definition import ANTE, BONUS, DEALING, MANUAL, HouseCardGame, wager_label
from hoyle.games.house_cards.game_registry import house_game
from hoyle.games.posted_sign_line import SignLine, limits_text, range_text
from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text, parse_odds
from hoyle.rulebooks.house_card_registry import first_book_with, house_card_book

BASE: Final = "base"
"""Base game, in none of its versions."""

_NO_PAY_TABLE: Final = PayTable("none", "", {})


class HouseCardSign:
    """Posted sign of a house card table. Amounts are in chips; a maximum of 0 means none is posted."""

    def __init__(
        self,
        game: str,
        *,
        book: str = "",
        dealing: str = "manual",
        shuffler: bool | None = None,
        shuffler_counts: bool = False,
        backs: Sequence[str] = ("red",),
        seats: int = 0,
        variant: str = BASE,
        side_table: str = "standard",
        side: PayTable | None = None,
        bonus: PayTable | None = None,
        main: PayTable | None = None,
        ante: Sequence[int] = (1, 0),
        side_limits: Sequence[int] = (1, 0),
        two_positions: bool = True,
        max_payout: int = 0,
        cap_posted: bool = True,
        optional_wagers: Sequence[str] = (),
        approved_wagers: Sequence[str] = (),
        optional_pay: Mapping[str, Mapping[str, Any]] | None = None,
        optional_limits: Sequence[int] = (1, 0),
        round_limit: int = 0,
        fold_keeps_side: bool | None = None,
        void_returns_folds: bool | None = None,
        whole_multiples: bool = False,
        hand_by_hand: bool = False,
        unit_cents: int = 100,
        as_posted: bool = False,
    ) -> None:
        """Create a sign; with `as_posted` it comes from a log and may have wagers that rules now forbid."""
        self.game: HouseCardGame = house_game(posted_sign_fields.word(game, "game"))
        self.book = posted_sign_fields.word(book, "book") or first_book_with(game)
        self.page: HouseCardPage = house_card_book(self.book).page(game)
        """The book's rules for the game."""
        self.dealing = posted_sign_fields.word(dealing, "dealing")
        self.shuffler = dealing != MANUAL if shuffler is None else posted_sign_fields.boolean(shuffler, "shuffler")
        self.shuffler_counts = posted_sign_fields.boolean(shuffler_counts, "shuffler_counts")
        """Whether the shuffler counts each deck, so that no stub count is due."""
        self.backs = posted_sign_fields.words(backs, "backs")
        """Back colour of each deck at the table."""
        self.seats = posted_sign_fields.integer(seats, "seats") or self.page.wagers.seats.value
        self.variant = posted_sign_fields.word(variant, "variant")
        self.side_table = posted_sign_fields.word(side_table, "side_table")
        """Name of the book's pay table for the side wager."""
        self.ante = posted_sign_fields.pair(ante, "ante")
        self.side_limits = posted_sign_fields.pair(side_limits, "side_limits")
        self.two_positions = posted_sign_fields.boolean(two_positions, "two_positions")
        self.max_payout = posted_sign_fields.integer(max_payout, "max_payout")
        """Maximum payout of one hand, 0 for no cap."""
        self.cap_posted = posted_sign_fields.boolean(cap_posted, "cap_posted")
        self.optional_wagers = posted_sign_fields.words(optional_wagers, "optional_wagers")
        self.approved_wagers = posted_sign_fields.words(approved_wagers, "approved_wagers")
        self.optional_limits = posted_sign_fields.pair(optional_limits, "optional_limits")
        """Minimum and maximum of every optional wager."""
        self.round_limit = posted_sign_fields.integer(round_limit, "round_limit")
        """Maximum payout of all hands of a round together, 0 for no limit."""
        page = self.page
        self.fold_keeps_side = page.play.fold_keeps_side.value
        if fold_keeps_side is not None:
            self.fold_keeps_side = posted_sign_fields.boolean(fold_keeps_side, "fold_keeps_side")
        """Whether a fold leaves the side wager in play; by default as the book reads."""
        self.void_returns_folds = page.floor.void.value
        if void_returns_folds is not None:
            self.void_returns_folds = posted_sign_fields.boolean(void_returns_folds, "void_returns_folds")
        """Whether a void round returns wagers lost by folding; by default as the book reads."""
        self.whole_multiples = posted_sign_fields.boolean(whole_multiples, "whole_multiples")
        """Whether later wagers must be whole multiples of the Ante although the book allows any amount."""
        self.hand_by_hand = posted_sign_fields.boolean(hand_by_hand, "hand_by_hand")
        """Whether the dealer turns up and settles each hand by a command, so that a wrong number of cards can
        be reported before it is settled. Otherwise the last decision settles the round."""
        self.unit_cents = posted_sign_fields.integer(unit_cents, "unit_cents", 1)
        self._check_game_options()
        self._check_equipment()
        self._check_limits()
        self._check_optional(as_posted=as_posted)
        self.optional: dict[str, PayTable] = self._optional_tables(optional_pay)
        """Pay tables of the optional wagers; only wagers listed here can be bet."""
        self.opening: tuple[str, ...] = (*self.game.opening, *self.optional)
        """Wagers that may be made before the deal."""
        self.side = self._pay_table(page.pay.side, side, "side", side_table)
        self.bonus = self._pay_table(page.pay.bonus, bonus, "bonus")
        self.main = self._pay_table(page.pay.main, main, "main")
        self._check_cap()
        self._facts: dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HouseCardSign) and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash((self.book, self.game.id))

    def facts(self) -> dict[str, Any]:
        """Encode the sign as plain data; `read` decodes it."""
        # Cached: a sign does not change, and every checkpoint needs its facts.
        if not self._facts:
            self._facts = self._encode()
        return dict(self._facts)

    def _encode(self) -> dict[str, Any]:
        data: dict[str, Any] = {"game": self.game.id}
        for name in _PLAIN:
            value = getattr(self, name)
            data[name] = list(value) if isinstance(value, tuple) else value
        if self.hand_by_hand:
            data["hand_by_hand"] = True
        data["optional_pay"] = {
            wager: {line: odds_text(odds) for line, odds in table.lines.items()}
            for wager, table in self.optional.items()
        }
        for name in _TABLES:
            table: PayTable = getattr(self, name)
            is_changed = table.lines != table.book
            data[name] = {line: odds_text(odds) for line, odds in table.lines.items()} if is_changed else None
        return data

    @classmethod
    def read(cls, facts: Mapping[str, Any], *, as_posted: bool = False) -> HouseCardSign:
        """Decode a sign from plain data; `as_posted` accepts a logged sign that older rules allowed."""
        if not isinstance(facts, Mapping):
            raise InvalidError(f"{posted_sign_fields.abbreviate(facts)} is no sign: expected names and values")
        fields = dict(facts)
        names = ("game", *_PLAIN, "hand_by_hand", "optional_pay", *_TABLES)
        unknown = sorted(str(name) for name in fields if name not in names)
        if unknown:
            raise InvalidError(f"a sign has no {unknown[0]!r:.60}; it has {', '.join(names)}")
        if "game" not in fields:
            raise InvalidError("a sign names its game")
        game = house_game(posted_sign_fields.word(fields.pop("game"), "game"))
        book = posted_sign_fields.word(fields.get("book", ""), "book") or first_book_with(game.id)
        page = house_card_book(book).page(game.id)
        for name, tables in (("side", page.pay.side), ("bonus", page.pay.bonus), ("main", page.pay.main)):
            pay_lines = fields.get(name)
            if pay_lines is not None:
                if not isinstance(pay_lines, Mapping):
                    raise InvalidError(
                        f"{name} {posted_sign_fields.abbreviate(pay_lines)}: expected lines and their odds"
                    )
                odds = _parse_pay_lines(pay_lines, name)
                table_name = fields.get("side_table", "") if name == "side" else ""
                fields[name] = _find_table(tables, table_name).change(odds)
        return cls(game.id, **fields, as_posted=as_posted)

    def cited_lines(self) -> list[SignLine]:
        """List the lines of the sign, each with its clauses."""
        return _lines(self)

    def text(self) -> str:
        """Return the text of the sign, each line with its clauses."""
        return "\n".join(str(line) for line in self.cited_lines())

    def min_bet(self) -> int:
        """Return the smallest wager."""
        return self.ante[0]

    def stakes(self) -> str:
        """Return the stakes in a few words: ``5\u2013100``."""
        return range_text(*self.ante)

    def _check_game_options(self) -> None:
        """Raise if the book does not allow the dealing mode, the version or the number of seats."""
        page = self.page.wagers
        if self.dealing not in DEALING:
            raise InvalidError(f"unknown dealing mode {self.dealing!r}: {', '.join(DEALING)}")
        if self.dealing not in self.page.dealing:
            choices = ", ".join(self.page.dealing)
            raise IllegalError(f"{self.book} does not deal {self.game.id} by {self.dealing}: {choices}")
        if self.variant != BASE and not page.version:
            raise InvalidError(f"{self.game.id} has no versions, only the base game")
        if self.variant != BASE and self.variant not in page.version:
            choices = ", ".join((BASE, *page.version))
            raise _sign_error(page.versions, f"version {self.variant!r} does not exist: {choices}")
        max_seats = page.seats.value
        if not 1 <= self.seats <= max_seats:
            raise _sign_error(page.seats.clause, f"{self.seats} player places: a table has one to {max_seats}")

    def _check_equipment(self) -> None:
        """Raise if the decks and the shuffler do not satisfy the book."""
        decks = self.page.decks
        shuffler_clause = self.page.dealing[self.dealing].needs_shuffler
        if shuffler_clause and not self.shuffler:
            raise _sign_error(shuffler_clause, f"dealing by {self.dealing} needs an automated shuffler")
        if self.shuffler_counts and not self.shuffler:
            raise _sign_error(self.page.counts.machine, "only a shuffler can count the deck by itself")
        if not self.backs:
            raise _sign_error(decks.cards.clause, "the table needs a deck")
        if len(self.backs) > 2 or (len(self.backs) == 2 and not self.shuffler):
            raise _sign_error(decks.two_decks, f"{len(self.backs)} decks: one, or two where a shuffler is in use")
        if len(self.backs) == 2 and self.backs[0] == self.backs[1]:
            raise _sign_error(decks.backs, f"both decks have {self.backs[0]} backs: the colours must differ")

    def _check_limits(self) -> None:
        limits = [(self.page.wagers.ante_limits, self.ante)]
        if self.game.side:
            limits.append((self.page.wagers.side_limits, self.side_limits))
        limits.append((self.optional_clause, self.optional_limits))
        for clause, (minimum, maximum) in limits:
            if minimum < 1 or (maximum and maximum < minimum):
                raise _sign_error(clause, f"limits of {minimum} to {maximum}: the minimum is 1 or more")

    @property
    def optional_clause(self) -> str:
        """Clause on wagers beyond those of the game: by approval, or none at all."""
        page = self.page.wagers
        return page.optional or page.wagers

    def _check_optional(self, *, as_posted: bool) -> None:
        """Raise if an optional wager is not possible in this game, or not approved."""
        if self.optional_wagers and not self.page.wagers.optional and not as_posted:
            choices = ", ".join(wager_label(wager) for wager in (*self.game.opening, *self.game.later))
            raise IllegalError(
                f"optional wager {self.optional_wagers[0]!r}: {self.game.id} takes no wagers by approval, "
                f"only {choices} ({self.optional_clause})",
                clause=self.optional_clause,
                legal=choices,
            )
        for wager in self.optional_wagers:
            if wager not in self.approved_wagers:
                raise _sign_error(self.optional_clause, f"optional wager {wager!r} has no approved operating procedure")

    def _optional_tables(self, optional_pay: object) -> dict[str, PayTable]:
        """Build the pay tables of optional wagers, with lines that hands of this game can make."""
        clause, pay = self.optional_clause, self.page.pay
        if optional_pay is not None and not isinstance(optional_pay, Mapping):
            raise InvalidError(
                f"optional_pay {posted_sign_fields.abbreviate(optional_pay)}: expected wagers and their pay lines"
            )
        hands = dict.fromkeys(
            line for tables in (pay.side, pay.main) for table in tables.values() for line in table.lines
        )
        tables: dict[str, PayTable] = {}
        for wager, lines in (optional_pay or {}).items():
            if wager not in self.optional_wagers:
                raise _sign_error(clause, f"optional_pay {wager!r:.60}: the sign offers no such optional wager")
            if wager in (*self.game.opening, *self.game.later, BONUS):
                raise InvalidError(f"optional wager {wager!r}: the game has a wager of that name")
            if not isinstance(lines, Mapping) or not lines:
                raise InvalidError(f"optional_pay {wager!r} {lines!r:.60}: expected lines and their odds")
            odds = _parse_pay_lines(lines, "optional_pay")
            for line, payment in odds.items():
                if hands and line not in hands:
                    raise InvalidError(f"optional_pay {wager!r}: no hand {line!r:.60}: {', '.join(hands)}")
                if payment.denominator != 1 or payment < -1:
                    raise InvalidError(f"{line} pays {odds_text(payment)}: card games pay whole chips only")
            tables[wager] = PayTable(wager, clause, odds)
        return tables

    def _pay_table(
        self, tables: Mapping[str, PayTable], house_table: PayTable | None, field: str, name: str = ""
    ) -> PayTable:
        """Return the pay table in force, the book's or the house's own, if the book allows it."""
        if house_table is not None:
            posted_sign_fields.part(house_table, PayTable, field)
        if not tables:
            if house_table is not None:
                raise InvalidError(f"{field}: {self.game.id} has no such pay table")
            return _NO_PAY_TABLE
        if name and name not in tables:
            raise InvalidError(f"unknown {wager_label(self.game.side)} table {name!r}: {', '.join(tables)}")
        table = house_table or _find_table(tables, name)
        if departures := table.departures():
            raise _sign_error(table.minimum or table.clause, f"the pay table is refused: {departures[0]}")
        for line, odds in table.lines.items():
            if odds.denominator != 1:
                raise InvalidError(f"{line} pays {odds_text(odds)}: card games pay whole chips only")
        return table

    def _check_cap(self) -> None:
        """Raise if the limit of a hand or a round is below what one hand must be able to win."""
        cap = self.page.pay.cap
        for maximum, scope in ((self.max_payout, "hand"), (self.round_limit, "round")):
            if not maximum:
                continue
            if cap is None:
                raise InvalidError(f"{self.game.id} has no maximum payout per {scope}, got {maximum}")
            min_cents = cap.least_cents
            if maximum * self.unit_cents < min_cents.value:
                dollars = Fraction(min_cents.value, 100)
                raise _sign_error(
                    min_cents.clause, f"a maximum of {maximum} per {scope} is below ${float(dollars):,.0f}"
                )
            if not self.cap_posted:
                raise IllegalError(
                    f"a maximum of {maximum} per {scope} is not posted at the table ({cap.sign})",
                    clause=cap.sign,
                    legal="post it on a sign",
                )
        if cap is not None and 0 < self.round_limit < self.max_payout:
            raise _sign_error(
                cap.sign, f"a maximum of {self.round_limit} per round is below {self.max_payout} per hand"
            )

    def with_cap(self, chips: int, *, announced: bool, on_layout: bool = False) -> HouseCardSign:
        """Return the sign with another maximum payout; a lower one needs notice unless on the layout."""
        cap = self.page.pay.cap
        is_lower = chips and (not self.max_payout or chips < self.max_payout)
        if cap is not None and is_lower and not announced and not on_layout:
            raise IllegalError(
                f"a maximum lowered to {chips} needs notice ({cap.notice})",
                clause=cap.notice,
                legal="announce it, or print it on the layout",
            )
        return HouseCardSign.read({**self.facts(), "max_payout": chips}, as_posted=True)


_LISTS: Final = ("backs", "ante", "side_limits", "optional_wagers", "approved_wagers", "optional_limits")
_TABLES: Final = ("side", "bonus", "main")
_PLAIN: Final = (
    *("book", "dealing", "shuffler", "shuffler_counts", "seats", "variant", "side_table"),
    *("two_positions", "max_payout", "cap_posted", "fold_keeps_side", "void_returns_folds"),
    *("whole_multiples", "unit_cents", "round_limit"),
    *_LISTS,
)
"""Fields of a sign besides its game and its own pay tables."""


def _find_table(tables: Mapping[str, PayTable], name: str) -> PayTable:
    """Return the pay table of that name, or the default one."""
    if not tables:
        raise InvalidError("the game has no such pay table")
    return tables[name] if name in tables else next(iter(tables.values()))


def _parse_pay_lines(lines: Mapping[Any, Any], field: str) -> dict[str, Fraction]:
    """Parse pay lines with their odds: ``{"flush": "6 to 1"}``, or the payment for one chip."""
    pay: dict[str, Fraction] = {}
    for line, odds in posted_sign_fields.table(lines, field).items():
        text = odds if isinstance(odds, str) else str(posted_sign_fields.fraction(odds, field))
        pay[posted_sign_fields.word(line, field)] = parse_odds(text)
    return pay


def _sign_error(clause: str, message: str) -> IllegalError:
    clause = clause or "house sign"
    return IllegalError(f"{message} ({clause})", clause=clause)


# Text of the sign


def _lines(sign: HouseCardSign) -> list[SignLine]:
    """List the lines of the sign, each with its clauses."""
    page = sign.page.wagers
    title = sign.game.id.replace("-", " ").title()
    version = f", version {sign.variant}" if sign.variant in page.version else ""
    sign_lines = [
        SignLine(f"{title}{version}, by {sign.book}", _nonempty(page.wagers, _version_clause(sign))),
        SignLine(f"dealt by {sign.dealing}", (sign.page.dealing[sign.dealing].option,)),
        SignLine(f"{sign.seats} places", (page.seats.clause,)),
        SignLine(f"{wager_label(ANTE)} {limits_text(*sign.ante)}", _nonempty(page.ante_limits)),
    ]
    side = sign.game.side
    if side:
        sign_lines.append(
            SignLine(f"{wager_label(side)} {limits_text(*sign.side_limits)}", _nonempty(page.side_limits))
        )
    for wager in sign.game.later:
        size = page.later[wager].size.value
        times = f"{size.least} to {size.most} times" if size.most > size.least else "as much as"
        sign_lines.append(SignLine(f"{wager_label(wager)}: {times} the Ante", (page.later[wager].size.clause,)))
    for label, table in (("the Ante", sign.main), ("the bonus", sign.bonus), (wager_label(side), sign.side)):
        sign_lines += _pay_lines(label, table)
    for wager, table in sign.optional.items():
        limits = limits_text(*sign.optional_limits)
        sign_lines.append(SignLine(f"{wager_label(wager)}, by approved procedure: {limits}", (sign.optional_clause,)))
        sign_lines += _pay_lines(wager_label(wager), table)
    cap = sign.page.pay.cap
    if cap is not None and sign.max_payout:
        sign_lines.append(SignLine(f"no hand wins more than {sign.max_payout}", (cap.least_cents.clause, cap.sign)))
    if cap is not None and sign.round_limit:
        sign_lines.append(SignLine(f"all hands of a round win no more than {sign.round_limit}", (cap.sign,)))
    if sign.hand_by_hand:
        sign_lines.append(SignLine("hands are turned up and settled one by one", (sign.page.play.turn_up,)))
    if not sign.two_positions:
        sign_lines.append(SignLine("one place to each player", (page.two_seats,)))
    return sign_lines


def _version_clause(sign: HouseCardSign) -> str:
    version = sign.page.wagers.version.get(sign.variant)
    return "" if version is None else version.clause


def _pay_lines(wager: str, table: PayTable) -> list[SignLine]:
    lines = ", ".join(f"{line} {odds_text(odds)}" for line, odds in table.lines.items() if odds > 0)
    return [SignLine(f"{wager} pays: {lines}", (table.clause,))] if lines else []


def _nonempty(*clauses: str) -> tuple[str, ...]:
    return tuple(clause for clause in clauses if clause)
