"""Mississippi Stud, exactly: the whole tree of folds and street wagers.

What a state is worth depends on the cards seen, in whatever order they came, and on the Antes bet so far. The
native kernel solves the tree (``kernel/banked``); without it a single state is worked out here, more slowly,
and the whole in :mod:`hoyle.odds.banked.stud_tree`.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Final

from hoyle.banked.hands import five_card_class, stud_line
from hoyle.cards import check_card, check_distinct
from hoyle.errors import InvalidError
from hoyle.odds.banked.analysis import Progress
from hoyle.odds.banked.book import STUD
from hoyle.odds.banked.native import KERNEL
from hoyle.odds.banked.results import Edge, Outcomes
from hoyle.odds.banked.stud_tree import StudTree
from hoyle.rulebooks.paytable import PayTable, odds_text

GAME: Final = "mississippi-stud"
DEALS: Final = 1326 * 50 * 49 * 48
"""Own cards, then three community cards in order."""


def play_values(
    cards: list[int], board: list[int], bets: list[int], table: PayTable = STUD
) -> list[Fraction]:
    """What the hand wins on average, in Antes, if one, two or three are bet now and best play follows."""
    check_state(cards, board, bets)
    seen = [*cards, *board]
    bet = 1 + sum(bets)
    if KERNEL is None:
        rows = Rows(table)
        return [rows.after(frozenset(seen), bet + more) for more in (1, 2, 3)]
    pays = _pays(table)
    ways = {2: 50 * 49 * 48, 3: 49 * 48, 4: 48}[len(seen)]
    return [Fraction(value, ways * pays[-1]) for value in KERNEL.stud_values(pays, seen, bet)]


def check_state(cards: list[int], board: list[int], bets: list[int]) -> None:
    """Refuse what cannot be seen at one of the three decisions."""
    if len(cards) != 2:
        raise InvalidError(f"cards: two are needed, not {len(cards)} (oneida MS.I.3.a)")
    if len(board) > 2:
        raise InvalidError(
            f"board: {len(board)} community cards, but none is left to be bought (oneida MS.L.4)"
        )
    if len(bets) != len(board):
        raise InvalidError(
            f"bets: {len(bets)} for {len(board)} community cards, one bought each of them (oneida MS.L.2)"
        )
    for bet in bets:
        if bet not in (1, 2, 3):
            raise InvalidError(f"a street bet of {bet} Antes: one, two or three (oneida MS.L.2)")
    for card in (*cards, *board):
        check_card(card)
    check_distinct([*cards, *board])


class Rows:
    """What hands are worth under one pay table, worked out once for each four cards."""

    def __init__(self, table: PayTable) -> None:
        self.table = table
        self.lasts: dict[frozenset[int], Fraction] = {}

    def after(self, seen: frozenset[int], bet: int) -> Fraction:
        """Value of having `bet` Antes down before the next card comes."""
        if len(seen) == 4:
            return bet * self._last(seen)
        rest = [card for card in range(52) if card not in seen]
        total = Fraction(0)
        for card in rest:
            wider = seen | {card}
            total += max(Fraction(-bet), *(self.after(wider, bet + more) for more in (1, 2, 3)))
        return total / len(rest)

    def _last(self, seen: frozenset[int]) -> Fraction:
        """What one Ante wins on average when the last card is all that is missing."""
        found = self.lasts.get(seen)
        if found is None:
            rest = [card for card in range(52) if card not in seen]
            lines = (stud_line(five_card_class([*seen, card])) for card in rest)
            found = self.lasts[seen] = sum(map(self.table.odds, lines), Fraction(0)) / len(rest)
        return found


def ante(table: PayTable = STUD, progress: Progress | None = None) -> Edge:
    """The Ante with best play of the street wagers; of equal choices the largest wager is made.

    `progress` goes along with the count where it takes its time.
    """
    pays_in_order = _pays(table)
    if KERNEL is None:
        counts = StudTree(pays_in_order).outcomes(progress)
    else:
        counts = KERNEL.stud_outcomes(pays_in_order)
    names = (*table.lines, "nothing", "fold")
    outcomes = Outcomes()
    for at, deals in enumerate(counts):
        name = names[at // 11]
        bet = Fraction(at % 11)
        odds = table.odds(name)
        outcomes.add(name, Fraction(deals, DEALS), bet * odds, bet)
    pays = {line: odds_text(odds) for line, odds in table.lines.items()}
    return outcomes.edge(GAME, "ante", table.name, pays=pays, warnings=tuple(table.departures()))


def _pays(table: PayTable) -> list[int]:
    """The lines in the kernel's order as whole numbers, with their denominator last."""
    unit = lcm(*(odds.denominator for odds in table.lines.values()))
    scaled = [int(table.lines[line] * unit) for line in STUD.lines]
    return [*scaled, -unit, unit]
