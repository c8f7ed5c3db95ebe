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
from hoyle.odds.python_kernel.mississippi_stud_tree import BETS, StudTree
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text

GAME: Final = "mississippi-stud"
WAYS: Final = {2: 50 * 49 * 48, 3: 49 * 48, 4: 48}
"""Number of ordered deals of the remaining cards, by number of visible cards."""
_LINES: Final = {line: at for at, line in enumerate(STUD.lines)}
NOTHING: Final = "nothing"
FOLD: Final = "fold"
DEALS: Final = 1326 * 50 * 49 * 48
"""Number of deals: two hole cards, then three community cards in order."""


class Gains:
    """Gain of a hand in Antes, by line and Antes bet, capped at a posted limit."""

    def __init__(
        self, table: PayTable = STUD, max_win: Fraction | None = None, optional: tuple[OptionalWager, ...] = ()
    ) -> None:
        self.table = table
        self.max_win = max_win
        self.optional = optional
        self._whole: tuple[list[int], int] | None = None

    def of(self, line: str, bet: int) -> Fraction:
        """Return the total gain of all wagers of a hand."""
        gain = bet * self.table.odds(line)
        if self.max_win is not None:
            gain = min(gain, self.max_win)
        return gain + sum((wager.antes * wager.table.odds(line) for wager in self.optional), Fraction(0))

    def folded(self, bet: int) -> Fraction:
        """Return the gain of a fold: minus everything bet so far."""
        return -bet - sum((wager.antes for wager in self.optional), Fraction(0))

    def as_integers(self) -> tuple[list[int], int]:
        """Return all gains as integers, by line and for a fold, with 0 to 10 Antes, and the denominator."""
        if self._whole is None:
            gains = [self.of(line, bet) for line in (*STUD.lines, NOTHING) for bet in range(BETS)]
            gains += [self.folded(bet) for bet in range(BETS)]
            unit = lcm(*(gain.denominator for gain in gains))
            self._whole = [int(gain * unit) for gain in gains], unit
        return self._whole


@lru_cache(maxsize=8)
def _unlimited(table: PayTable) -> Gains:
    return Gains(table)


def play_values(
    cards: list[int], board: list[int], bets: list[int], gains: Gains | PayTable = STUD
) -> list[Fraction]:
    """Compute the expected win in Antes if one, two or three are bet now and best play follows."""
    check_state(cards, board, bets)
    gains = _unlimited(gains) if isinstance(gains, PayTable) else gains
    visible = [*cards, *board]
    bet = 1 + sum(bets)
    integer_gains, unit = gains.as_integers()
    if KERNEL is None or not _fits_kernel(integer_gains):
        rows = StudState(gains)
        return [rows.after(frozenset(visible), bet + added) for added in (1, 2, 3)]
    ways = WAYS[len(visible)] * unit
    return [Fraction(value, ways) for value in KERNEL.stud_values(integer_gains, visible, bet)]


def check_state(cards: list[int], board: list[int], bets: list[int]) -> None:
    """Raise `InvalidError` unless the state is one of the three decisions."""
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


class StudState:
    """Recursive evaluator of a Mississippi Stud state, memoized by four visible cards."""

    def __init__(self, gains: Gains | PayTable) -> None:
        gains = _unlimited(gains) if isinstance(gains, PayTable) else gains
        self._whole, self._unit = gains.as_integers()
        self._folds = self._whole[-BETS:]
        self._fours: dict[frozenset[int], list[int]] = {}

    def after(self, seen: frozenset[int], bet: int) -> Fraction:
        """Return the expected win in Antes with `bet` Antes bet before the next card."""
        return Fraction(self._total(seen, bet), WAYS[len(seen)] * self._unit)

    def _total(self, seen: frozenset[int], bet: int) -> int:
        """Sum the gain over all ordered deals of the remaining cards."""
        if len(seen) == 4:
            return self._four(seen)[bet]
        total = 0
        for card in range(52):
            if card not in seen:
                next_visible = seen | {card}
                fold_gain = self._folds[bet] * WAYS[len(next_visible)]
                total += max(fold_gain, *(self._total(next_visible, bet + added) for added in (1, 2, 3)))
        return total

    def _four(self, seen: frozenset[int]) -> list[int]:
        """Sum the gain of 0 to 10 Antes over all 48 last cards."""
        gains_by_bet = self._fours.get(seen)
        if gains_by_bet is None:
            gains_by_bet = self._fours[seen] = [0] * BETS
            lines = Counter(
                stud_line(five_card_class([*seen, card])) for card in range(52) if card not in seen
            )
            for line, count in lines.items():
                offset = BETS * _LINES.get(line, len(_LINES))
                for bet in range(BETS):
                    gains_by_bet[bet] += count * self._whole[offset + bet]
        return gains_by_bet


def ante(table: PayTable = STUD, progress: Progress | None = None, *, max_win: Fraction | None = None) -> Edge:
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
    warnings = tuple(table.departures())
    return outcomes.edge(GAME, "ante", table.name, pays=pays, warnings=warnings, max_win=max_win)


def _fits_kernel(integer_gains: list[int]) -> bool:
    """Whether sums over all remaining cards fit into the kernel's 64 bits."""
    return max(map(abs, integer_gains)) * WAYS[2] < 2**63


def _pays(table: PayTable) -> list[int]:
    """Return the gains as the kernel takes them, under a pay table without limits."""
    return Gains(table).as_integers()[0]
