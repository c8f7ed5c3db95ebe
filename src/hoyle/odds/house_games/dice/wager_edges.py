"""House edge of every craps and mini-dice wager, from the 36 rolls of two dice.

>>> from hoyle.odds.house_games.dice.wager_edges import craps_edges
>>> craps_edges()["pass"].edge, craps_edges()["field"].edge, expected_shooter_rolls()
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
"""Number of the 36 rolls of two dice that make each total."""


def probability_of(total: int) -> Fraction:
    """Return the probability of a total on one roll of two dice."""
    return Fraction(WAYS[total], 36)


def point_made_probability(point: int) -> Fraction:
    """Return the probability that a craps point is rolled before a seven."""
    return Fraction(WAYS[point], WAYS[point] + 6)


def expected_point_rolls(point: int) -> Fraction:
    """Return the expected number of rolls until a craps point or a seven comes."""
    return Fraction(36, WAYS[point] + 6)


def expected_line_rolls() -> Fraction:
    """Return the expected number of rolls from a come-out to the decision of the pass line."""
    return 1 + sum((probability_of(point) * expected_point_rolls(point) for point in POINTS), Fraction(0))


def seven_out_probability() -> Fraction:
    """Return the probability that a come-out ends in a losing seven before the next come-out."""
    return sum((probability_of(point) * (1 - point_made_probability(point)) for point in POINTS), Fraction(0))


def expected_shooter_rolls() -> Fraction:
    """Return the expected number of rolls of a craps shooter until the losing seven."""
    return expected_line_rolls() / seven_out_probability()


def craps_edges(pay: dict[str, Fraction] | None = None, *, bar: int = 0, book: str = "") -> dict[str, Edge]:
    """Compute the house edge of every craps wager by name, under the book's or the house's own odds."""
    rulebook = craps_book(book)
    return _edges(rulebook, pay, bar or rulebook.barred.value[0])


def mini_dice_edges(pay: dict[str, Fraction] | None = None, *, book: str = "") -> dict[str, Edge]:
    """Compute the house edge of every mini-dice wager by name."""
    return _edges(mini_dice_book(book), pay, 0)


def posted_edges(sign: DiceSign) -> dict[str, Edge]:
    """Compute the house edge of every wager of a dice table by name, with the odds and fees of its sign.

    Each wager runs until it is decided, at amounts whose commission is a whole number of chips: rounding, and
    charges for a wager taken down or left up, are ignored.
    """
    builder = _EdgeBuilder(sign.rulebook, "posted", sign.pay_table, sign.bar if isinstance(sign, CrapsSign) else 0)
    edges: dict[str, Edge] = {}
    for spots in sign.layout.kinds.values():
        for number, spot in spots.items():
            fee = None
            if spot.charged:
                fee = Answer(Fraction(spot.fee_num * 100, spot.fee_den), spot.made)
            page = replace(spot.page, commission=fee)
            edges[spot.name] = builder.edge(page, number, page.spots[number])
    return edges


BY_GAME: Final[dict[str, Callable[[dict[str, Fraction] | None], dict[str, Edge]]]] = {
    craps_book().game: craps_edges,
    mini_dice_book().game: mini_dice_edges,
}
"""Function that computes the house edges of all wagers of a dice game, under its default book."""


def _edges(book: DiceBook, pay: dict[str, Fraction] | None, bar: int) -> dict[str, Edge]:
    """Compute the house edge of every wager in a dice rulebook by name; `bar` is the total that pushes."""
    builder = _EdgeBuilder(book, "custom" if pay else "standard", _checked_pay_table(book, pay), bar)
    return {
        spot_page.name: builder.edge(page, number, spot_page)
        for page in book.wagers.values()
        for number, spot_page in page.spots.items()
    }


def wager_of_name(book: DiceBook, name: str) -> tuple[str, int]:
    """Return the kind and the number of a dice wager by its name: ``place-6`` is a place bet on 6."""
    for page in book.wagers.values():
        for number, spot_page in page.spots.items():
            if spot_page.name == name:
                return page.kind, number
    raise InvalidError(f"no wager {name!r} in {book.game}")


def line_edge(multiple: int, *, right: bool = True) -> Edge:
    """Compute the house edge of a line bet with `multiple` odds behind it, per unit of the line bet.

    `right` bets with the shooter (pass), else against (don't pass); the element of risk covers both bets.
    """
    book = craps_book()
    outcomes = Outcomes()
    for total in WAYS:
        chance = probability_of(total)
        if total in POINTS:
            if right:
                odds_bet, odds_gain = Fraction(multiple), multiple * book.true_odds[total]
                win_chance = point_made_probability(total)
            else:  # lays as much as wins `multiple`
                odds_bet, odds_gain = multiple * book.true_odds[total], Fraction(multiple)
                win_chance = 1 - point_made_probability(total)
            bet = 1 + odds_bet
            outcomes.add(f"win on {total}", chance * win_chance, 1 + odds_gain, bet)
            outcomes.add(f"lose on {total}", chance * (1 - win_chance), -bet, bet)
        elif not right and total == book.barred.value[0]:
            outcomes.add("push", chance, Fraction(0))
        elif (total in (7, 11)) == right:
            outcomes.add("win at once", chance, Fraction(1))
        else:
            outcomes.add("lose at once", chance, Fraction(-1))
    wager = f"{'pass' if right else 'dont-pass'}-with-{multiple}x-odds"
    return outcomes.edge(book.game, wager, "standard", rolls=expected_line_rolls())


class _EdgeBuilder:
    """Builder of the house edges of one dice game under one pay table."""

    def __init__(self, book: DiceBook, name: str, pay: dict[str, Fraction], bar: int) -> None:
        self.book = book
        self.name = name
        self.table = pay
        self.bar = bar

    def edge(self, page: DiceWagerPage, number: int, spot_page: SpotPage) -> Edge:
        """Compute the house edge of one dice wager, by the formula of its family."""
        if page.family in (LINE, COME):
            return self.flat(spot_page.line, right=page.right)
        if page.family == ONE_ROLL:
            return self.one_roll(page, number, spot_page)
        odds = self.table[spot_page.line]
        if page.family == HOP:
            return self.until(spot_page.line, Fraction(1 if number == PAIR else 2, 36), odds, Fraction(1))
        if page.family == HARDWAY:
            ways = WAYS[number] + 6
            return self.until(spot_page.line, Fraction(1, ways), odds, Fraction(36, ways))
        win = point_made_probability(number) if page.right else 1 - point_made_probability(number)
        fee = Fraction(0)
        if page.commission is not None:
            fee = page.commission.value / 100 * (max(odds, Fraction(0)) if page.commission_on_win else 1)
        return self.until(spot_page.line, win, odds, expected_point_rolls(number), fee=fee)

    def flat(self, wager: str, *, right: bool) -> Edge:
        """Compute the house edge of a line bet or a Come bet; `right` is true for a bet on the shooter."""
        outcomes = Outcomes()
        odds = self.table[wager]
        for total in WAYS:
            if total in POINTS:
                point_chance = point_made_probability(total)
                win = point_chance if right else 1 - point_chance
                outcomes.add("win on a point", probability_of(total) * win, odds)
                outcomes.add("lose on a point", probability_of(total) * (1 - win), Fraction(-1))
            elif not right and total == self.bar:
                outcomes.add("push", probability_of(total), Fraction(0))
            elif (total in (7, 11)) == right:
                outcomes.add("win at once", probability_of(total), odds)
            else:
                outcomes.add("lose at once", probability_of(total), Fraction(-1))
        return self._edge(outcomes, wager, {"win": odds_text(odds)}, expected_line_rolls(), (wager,))

    def until(self, wager: str, win: Fraction, odds: Fraction, rolls: Fraction, *, fee: Fraction = Fraction(0)) -> Edge:
        """Compute the house edge of a dice wager that never pushes; `fee` is paid when it is made."""
        outcomes = Outcomes()
        outcomes.add("win", win, odds - fee, 1 + fee)
        outcomes.add("lose", 1 - win, -1 - fee, 1 + fee)
        return self._edge(outcomes, wager, {"win": odds_text(odds)}, rolls, (wager,))

    def one_roll(self, page: DiceWagerPage, number: int, spot_page: SpotPage) -> Edge:
        """Compute the house edge of a dice wager that the next roll decides."""
        spot = BettingSpot(page, number, spot_page, self.table, 1)
        outcomes = Outcomes()
        pays: dict[str, str] = {}
        for total in sorted(WAYS, key=lambda total_rolled: not spot.paid[total_rolled]):
            gain = Fraction(spot.paid[total] - spot.taken[total], spot.unit)
            line = str(total) if spot.paid[total] else "lose"
            outcomes.add(line, probability_of(total), gain)
            if spot.paid[total]:
                pays[line] = f"{gain.numerator} to {gain.denominator} net" if gain else "push"
        return self._edge(outcomes, spot_page.name, pays, Fraction(1), pay_lines_of(spot_page))

    def _edge(
        self, outcomes: Outcomes, wager: str, pays: dict[str, str], rolls: Fraction, lines: Iterable[str]
    ) -> Edge:
        """Build the house edge from its outcomes, with warnings about pay lines that the book forbids."""
        warnings = [self._warning(line) for line in lines if self._forbidden(line)]
        return outcomes.edge(
            self.book.game, wager, self.name, pays=pays, rolls=rolls, warnings=tuple(dict.fromkeys(warnings))
        )

    def _warning(self, line: str) -> str:
        """Return the warning about a pay line whose odds the book does not allow."""
        pay_line = self.book.lines[line]
        bound = "exactly" if pay_line.exact else "at least"
        required = f"{bound} {odds_text(pay_line.odds)} ({pay_line.clause})"
        return f"{line} {odds_words(self.table[line])}, the book {required}"

    def _forbidden(self, line: str) -> bool:
        """Return whether the odds of a pay line are not those, or less than those, that the book requires."""
        pay_line = self.book.lines[line]
        return self.table[line] != pay_line.odds if pay_line.exact else self.table[line] < pay_line.odds


def pay_lines_of(spot_page: SpotPage) -> list[str]:
    """List the pay lines of a betting spot on the layout, each once."""
    if spot_page.line:
        return [spot_page.line]
    return list(dict.fromkeys(line for part in spot_page.parts for line in part.wins.values()))


def lines_of_wager(book: DiceBook, name: str) -> list[str]:
    """List the pay lines of a dice wager by its name."""
    kind, number = wager_of_name(book, name)
    return pay_lines_of(book.wagers[kind].spots[number])


def printed_lines(book: DiceBook, name: str) -> dict[str, str]:
    """Map the lines in the `Edge` of a dice wager, totals or ways to win, to the rulebook's pay lines."""
    kind, number = wager_of_name(book, name)
    spot_page = book.wagers[kind].spots[number]
    if spot_page.line:
        return dict.fromkeys(("win", "win on a point", "win at once"), spot_page.line)
    return {str(total): line for part in spot_page.parts for total, line in part.wins.items()}


def _checked_pay_table(book: DiceBook, pay: dict[str, Fraction] | None) -> dict[str, Fraction]:
    """Return the odds of all pay lines, with the house's own in `pay`; refuse unknown or impossible ones."""
    for line, odds in (pay or {}).items():
        if line not in book.lines:
            raise InvalidError(f"no pay line {line!r}: the lines are {', '.join(book.lines)}")
        if odds < -1:
            raise InvalidError(f"{line} pays {odds_text(odds)}: no wager can lose more than its stake")
    return {**{line: pay_line.odds for line, pay_line in book.lines.items()}, **(pay or {})}
