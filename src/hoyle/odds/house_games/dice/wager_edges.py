"""House edge of every craps and mini-dice wager, from the 36 rolls of two dice.

>>> from hoyle.odds.house_games.dice.wager_edges import craps
>>> craps()["pass"].edge, craps()["field"].edge, shooter_rolls()
(Fraction(7, 495), Fraction(1, 18), Fraction(1671, 196))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign
from hoyle.games.dice.wagers.betting_spot import BettingSpot
from hoyle.games.dice.wagers.hop_bets import PAIR
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.rulebooks.book_types.dice import (
    COME,
    HARDWAY,
    HOP,
    LINE,
    ONE_ROLL,
    POINTS,
    DiceBook,
    DiceWagerPage,
    SpotPage,
)
from hoyle.rulebooks.book_types.pay_table import odds_text, odds_words
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.rulebooks.dice_registry import craps_book, mini_dice_book

WAYS: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}


def chance(total: int) -> Fraction:
    """Probability of a total on one roll."""
    return Fraction(WAYS[total], 36)


def point_made(point: int) -> Fraction:
    """Probability that a point is made before a seven."""
    return Fraction(WAYS[point], WAYS[point] + 6)


def point_rolls(point: int) -> Fraction:
    """Expected rolls until a point or a seven comes."""
    return Fraction(36, WAYS[point] + 6)


def line_rolls() -> Fraction:
    """Expected rolls from a come-out to the decision of the line."""
    return 1 + sum((chance(point) * point_rolls(point) for point in POINTS), Fraction(0))


def seven_out() -> Fraction:
    """Probability that a come-out ends in a losing seven before the next come-out."""
    return sum((chance(point) * (1 - point_made(point)) for point in POINTS), Fraction(0))


def shooter_rolls() -> Fraction:
    """Expected rolls of a shooter until the losing seven."""
    return line_rolls() / seven_out()


def craps(pay: dict[str, Fraction] | None = None, *, bar: int = 0, book: str = "") -> dict[str, Edge]:
    """House edge of every craps wager by name, under the book's minimum odds or the house's own."""
    found = craps_book(book)
    return _edges(found, pay, bar or found.barred.value[0])


def mini_dice(pay: dict[str, Fraction] | None = None, *, book: str = "") -> dict[str, Edge]:
    """House edge of every mini-dice wager by name."""
    return _edges(mini_dice_book(book), pay, 0)


def posted(sign: DiceSign) -> dict[str, Edge]:
    """House edge of every wager of a table by name, with the odds and commissions of its sign.

    Each wager runs until it is decided, at amounts whose commission is a whole number of chips: rounding, and
    charges for a wager taken down or left up, are ignored.
    """
    make = _Maker(sign.book, "posted", sign.pay, sign.bar if isinstance(sign, CrapsSign) else 0)
    found: dict[str, Edge] = {}
    for spots in sign.layout.kinds.values():
        for number, spot in spots.items():
            percent = Fraction(spot.fee_num * 100, spot.fee_den) if spot.charged else None
            fee = None if percent is None else Answer(percent, spot.made)
            page = replace(spot.page, commission=fee)
            found[spot.name] = make.edge(page, number, page.spots[number])
    return found


BY_GAME: Final[dict[str, Callable[[dict[str, Fraction] | None], dict[str, Edge]]]] = {
    craps_book().game: craps,
    mini_dice_book().game: mini_dice,
}
"""House edges of all wagers of a dice game, under its default book."""


def _edges(book: DiceBook, pay: dict[str, Fraction] | None, bar: int) -> dict[str, Edge]:
    make = _Maker(book, "custom" if pay else "standard", _checked(book, pay), bar)
    return {
        there.name: make.edge(page, number, there)
        for page in book.wagers.values()
        for number, there in page.spots.items()
    }


def bet_on(book: DiceBook, name: str) -> tuple[str, int]:
    """Kind and number of the wager of that name: ``place-6`` is a place bet on 6."""
    for page in book.wagers.values():
        for number, there in page.spots.items():
            if there.name == name:
                return page.kind, number
    raise InvalidError(f"no wager {name!r} in {book.game}")


def line_edge(multiple: int, *, right: bool = True) -> Edge:
    """House edge of the line with full odds, per flat unit; its element of risk is the combined edge."""
    book = craps_book()
    outcomes = Outcomes()
    flat = Fraction(1)
    for total in WAYS:
        if total in POINTS:
            odds = book.true_odds[total] if right else 1 / book.true_odds[total]
            behind = multiple / odds if not right else Fraction(multiple)
            made = point_made(total) if right else 1 - point_made(total)
            bet = flat + behind
            outcomes.add(f"win on {total}", chance(total) * made, flat + behind * odds, bet)
            outcomes.add(f"lose on {total}", chance(total) * (1 - made), -bet, bet)
        elif not right and total == book.barred.value[0]:
            outcomes.add("push", chance(total), Fraction(0))
        else:
            won = (total in (7, 11)) == right
            outcomes.add("win at once" if won else "lose at once", chance(total), flat if won else -flat)
    wager = f"{'pass' if right else 'dont-pass'}-with-{multiple}x-odds"
    return outcomes.edge(book.game, wager, "standard", rolls=line_rolls())


class _Maker:
    """Builder of the house edges of one game under one pay table."""

    def __init__(self, book: DiceBook, name: str, pay: dict[str, Fraction], bar: int) -> None:
        self.book = book
        self.name = name
        self.table = pay
        self.bar = bar

    def edge(self, page: DiceWagerPage, number: int, there: SpotPage) -> Edge:
        """House edge of one wager, computed by its family."""
        if page.family in (LINE, COME):
            return self.flat(there.line, right=page.right)
        if page.family == ONE_ROLL:
            return self.one_roll(page, number, there)
        odds = self.table[there.line]
        if page.family == HOP:
            return self.until(there.line, Fraction(1 if number == PAIR else 2, 36), odds, Fraction(1))
        if page.family == HARDWAY:
            ways = WAYS[number] + 6
            return self.until(there.line, Fraction(1, ways), odds, Fraction(36, ways))
        win = point_made(number) if page.right else 1 - point_made(number)
        fee = Fraction(0)
        if page.commission is not None:
            fee = page.commission.value / 100 * (max(odds, Fraction(0)) if page.commission_on_win else 1)
        return self.until(there.line, win, odds, point_rolls(number), fee=fee)

    def flat(self, wager: str, *, right: bool) -> Edge:
        outcomes = Outcomes()
        odds = self.table[wager]
        for total in WAYS:
            if total in POINTS:
                made = point_made(total)
                win = made if right else 1 - made
                outcomes.add("win on a point", chance(total) * win, odds)
                outcomes.add("lose on a point", chance(total) * (1 - win), Fraction(-1))
            elif not right and total == self.bar:
                outcomes.add("push", chance(total), Fraction(0))
            elif (total in (7, 11)) == right:
                outcomes.add("win at once", chance(total), odds)
            else:
                outcomes.add("lose at once", chance(total), Fraction(-1))
        return self._edge(outcomes, wager, {"win": odds_text(odds)}, line_rolls(), (wager,))

    def until(
        self, wager: str, win: Fraction, odds: Fraction, rolls: Fraction, *, fee: Fraction = Fraction(0)
    ) -> Edge:
        """House edge of a wager that never pushes; a fee is paid when it is made."""
        outcomes = Outcomes()
        outcomes.add("win", win, odds - fee, 1 + fee)
        outcomes.add("lose", 1 - win, -1 - fee, 1 + fee)
        return self._edge(outcomes, wager, {"win": odds_text(odds)}, rolls, (wager,))

    def one_roll(self, page: DiceWagerPage, number: int, there: SpotPage) -> Edge:
        spot = BettingSpot(page, number, there, self.table, 1)
        outcomes = Outcomes()
        pays: dict[str, str] = {}
        for total in sorted(WAYS, key=lambda each: not spot.paid[each]):
            gain = Fraction(spot.paid[total] - spot.taken[total], spot.unit)
            line = str(total) if spot.paid[total] else "lose"
            outcomes.add(line, chance(total), gain)
            if spot.paid[total]:
                pays[line] = f"{gain.numerator} to {gain.denominator} net" if gain else "push"
        return self._edge(outcomes, there.name, pays, Fraction(1), lines_of(there))

    def _edge(
        self, outcomes: Outcomes, wager: str, pays: dict[str, str], rolls: Fraction, lines: Iterable[str]
    ) -> Edge:
        warnings = [self._warning(line) for line in lines if self._forbidden(line)]
        return outcomes.edge(
            self.book.game, wager, self.name, pays=pays, rolls=rolls, warnings=tuple(dict.fromkeys(warnings))
        )

    def _warning(self, line: str) -> str:
        known = self.book.lines[line]
        how = "exactly" if known.exact else "at least"
        return (
            f"{line} {odds_words(self.table[line])}, the book {how} {odds_text(known.odds)} ({known.clause})"
        )

    def _forbidden(self, line: str) -> bool:
        known = self.book.lines[line]
        return self.table[line] != known.odds if known.exact else self.table[line] < known.odds


def lines_of(there: SpotPage) -> list[str]:
    """Pay lines of a wager."""
    lines = [there.line] if there.line else [line for part in there.parts for line in part.wins.values()]
    return list(dict.fromkeys(lines))


def lines_of_wager(book: DiceBook, name: str) -> list[str]:
    kind, number = bet_on(book, name)
    return lines_of(book.wagers[kind].spots[number])


def printed_lines(book: DiceBook, name: str) -> dict[str, str]:
    """Pay line of each line in a wager's `Edge`: a total, or a way to win."""
    kind, number = bet_on(book, name)
    there = book.wagers[kind].spots[number]
    if there.line:
        return dict.fromkeys(("win", "win on a point", "win at once"), there.line)
    return {str(total): line for part in there.parts for total, line in part.wins.items()}


def _checked(book: DiceBook, pay: dict[str, Fraction] | None) -> dict[str, Fraction]:
    for line, odds in (pay or {}).items():
        if line not in book.lines:
            raise InvalidError(f"no pay line {line!r}: the lines are {', '.join(book.lines)}")
        if odds < -1:
            raise InvalidError(f"{line} pays {odds_text(odds)}: no wager can lose more than its stake")
    return {**{line: known.odds for line, known in book.lines.items()}, **(pay or {})}
