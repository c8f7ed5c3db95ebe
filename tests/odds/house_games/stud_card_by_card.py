"""Mississippi Stud worked out card by card: the reference for the kernel and for the tree in Python."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hoyle.games.house_cards.hand_values import five_card_class, stud_line
from hoyle.odds.house_games.mississippi_stud import Gains
from hoyle.odds.python_kernel.mississippi_stud_tree import BETS, DEALS_LEFT


class StudEvaluator:
    """Recursive evaluator of single Mississippi Stud decisions, memoized by four visible cards."""

    def __init__(self, gains: Gains) -> None:
        self._lines = {line: index for index, line in enumerate(gains.table.lines)}
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
                offset = BETS * self._lines.get(line, len(self._lines))
                for bet in range(BETS):
                    gains_by_bet[bet] += count * self._gains[offset + bet]
        return gains_by_bet
