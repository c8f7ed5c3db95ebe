"""Mississippi Stud analysis: exact value of every fold and street wager.

The value of a state depends on the set of visible cards and on the Antes bet so far. The C++ kernel solves
the tree (``kernel/banked``); without it a single state is solved here, more slowly, and the whole tree in
:mod:`hoyle.odds.python_kernel.mississippi_stud_tree`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from hoyle.core.cards import check_card, check_distinct
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.hand_values import five_card_class, stud_line
from hoyle.odds.house_games.analysis_interface import OptionalWager, Progress
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.odds.house_games.rulebook_pay_tables import STUD
from hoyle.odds.python_kernel.mississippi_stud_tree import BETS, DEALS_LEFT, StudTree
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text

GAME: Final = "mississippi-stud"
_LINE_INDEXES: Final = {line: index for index, line in enumerate(STUD.lines)}
NOTHING: Final = "nothing"
FOLD: Final = "fold"
DEALS: Final = 1326 * DEALS_LEFT[2]
"""Number of deals: two hole cards, then three community cards in order."""


class Gains:
    """Gain of a Mississippi Stud hand in Antes, by pay line and Antes bet, capped at a posted limit."""

    def __init__(
        self, table: PayTable = STUD, max_win: Fraction | None = None, optional: tuple[OptionalWager, ...] = ()
    ) -> None:
        self.table = table
        self.max_win = max_win
        self.optional = optional
        self._integers: tuple[list[int], int] | None = None

    def of(self, line: str, bet: int) -> Fraction:
        """Return the gain of a hand on a pay line with `bet` Antes, optional wagers included."""
        gain = bet * self.table.odds(line)
        if self.max_win is not None:
            gain = min(gain, self.max_win)
        return gain + sum((wager.antes * wager.table.odds(line) for wager in self.optional), Fraction(0))

    def folded(self, bet: int) -> Fraction:
        """Return the gain of a fold after `bet` Antes: minus everything bet, optional wagers included."""
        return -bet - sum((wager.antes for wager in self.optional), Fraction(0))

    def as_integers(self) -> tuple[list[int], int]:
        """Return the gains of each line, then of a fold, by Antes bet (0 to 10), and their denominator."""
        if self._integers is None:
            gains = [self.of(line, bet) for line in (*STUD.lines, NOTHING) for bet in range(BETS)]
            gains += [self.folded(bet) for bet in range(BETS)]
            unit = lcm(*(gain.denominator for gain in gains))
            self._integers = [int(gain * unit) for gain in gains], unit
        return self._integers


@lru_cache(maxsize=8)
def _unlimited(table: PayTable) -> Gains:
    """Return the cached gains under a pay table without a posted limit."""
    return Gains(table)


def play_values(cards: list[int], board: list[int], bets: list[int], gains: Gains | PayTable = STUD) -> list[Fraction]:
    """Compute the expected win in Antes if one, two or three are bet now and best play follows."""
    check_state(cards, board, bets)
    gains = _unlimited(gains) if isinstance(gains, PayTable) else gains
    visible = [*cards, *board]
    bet = 1 + sum(bets)
    integer_gains, unit = gains.as_integers()
    if KERNEL is None or not _fits_kernel(integer_gains):
        evaluator = StudEvaluator(gains)
        return [evaluator.expected_win(frozenset(visible), bet + added) for added in (1, 2, 3)]
    denominator = DEALS_LEFT[len(visible)] * unit
    return [Fraction(value, denominator) for value in KERNEL.stud_values(integer_gains, visible, bet)]


def check_state(cards: list[int], board: list[int], bets: list[int]) -> None:
    """Raise `InvalidError` unless cards and bets are those of one of the three Mississippi Stud decisions."""
    if len(cards) != 2:
        raise InvalidError(f"cards: two are needed, not {len(cards)} (oneida MS.I.3.a)")
    if len(board) > 2:
        raise InvalidError(f"board: {len(board)} community cards, but none is left to be bought (oneida MS.L.4)")
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


class StudEvaluator:
    """Recursive evaluator of single Mississippi Stud decisions, memoized by four visible cards."""

    def __init__(self, gains: Gains | PayTable) -> None:
        gains = _unlimited(gains) if isinstance(gains, PayTable) else gains
        self._gains, self._unit = gains.as_integers()
        self._folds = self._gains[-BETS:]
        self._final_gains: dict[frozenset[int], list[int]] = {}

    def expected_win(self, visible: frozenset[int], bet: int) -> Fraction:
        """Return the expected win in Antes with `bet` Antes bet before the next card."""
        return Fraction(self._total(visible, bet), DEALS_LEFT[len(visible)] * self._unit)

    def _total(self, visible: frozenset[int], bet: int) -> int:
        """Sum the gain with best play over all ordered deals of the remaining cards."""
        if len(visible) == 4:
            return self._sum_final_gains(visible)[bet]
        total = 0
        for card in range(52):
            if card not in visible:
                next_visible = visible | {card}
                fold_gain = self._folds[bet] * DEALS_LEFT[len(next_visible)]
                total += max(fold_gain, *(self._total(next_visible, bet + added) for added in (1, 2, 3)))
        return total

    def _sum_final_gains(self, visible: frozenset[int]) -> list[int]:
        """Sum the gain of four visible cards over all 48 last cards, by Antes bet (0 to 10)."""
        gains_by_bet = self._final_gains.get(visible)
        if gains_by_bet is None:
            gains_by_bet = self._final_gains[visible] = [0] * BETS
            lines = Counter(stud_line(five_card_class([*visible, card])) for card in range(52) if card not in visible)
            for line, count in lines.items():
                offset = BETS * _LINE_INDEXES.get(line, len(_LINE_INDEXES))
                for bet in range(BETS):
                    gains_by_bet[bet] += count * self._gains[offset + bet]
        return gains_by_bet


def ante_edge(table: PayTable = STUD, progress: Progress | None = None, *, max_win: Fraction | None = None) -> Edge:
    """Compute the house edge of the Ante with best play; of equal choices the largest wager is made.

    `max_win` is the maximum win of one hand in Antes; `progress` wraps the count without the kernel.
    """
    gains = Gains(table, max_win)
    integer_gains, _ = gains.as_integers()
    if KERNEL is None or not _fits_kernel(integer_gains):
        counts = StudTree(integer_gains).outcomes(progress)
    else:
        counts = KERNEL.stud_outcomes(integer_gains)
    names = (*table.lines, NOTHING, FOLD)
    outcomes = Outcomes()
    for index, deals in enumerate(counts):
        name, bet = names[index // BETS], index % BETS
        gain = gains.folded(bet) if name == FOLD else gains.of(name, bet)
        outcomes.add(name, Fraction(deals, DEALS), gain, Fraction(bet))
    pays = {line: odds_text(odds) for line, odds in table.lines.items()}
    warnings = tuple(table.disallowed_odds())
    return outcomes.edge(GAME, "ante", table.name, pays=pays, warnings=warnings, max_win=max_win)


def _fits_kernel(integer_gains: list[int]) -> bool:
    """Return whether sums over all remaining cards fit into the kernel's 64 bits."""
    return max(map(abs, integer_gains)) * DEALS_LEFT[2] < 2**63
