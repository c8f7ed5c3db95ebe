"""Mississippi Stud decision tree in pure Python, for builds without the C++ kernel.

Suits are equivalent: visible cards are four sets of ranks, one per suit, sorted. That leaves 16,432 hands of
four cards where the kernel visits all 270,725, with the same counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final

from hoyle.games.house_cards.hand_values import five_card_class, stud_line
from hoyle.odds.house_games.analysis_interface import Progress
from hoyle.odds.house_games.rulebook_pay_tables import STUD

Seen = tuple[int, ...]
"""Bit masks of the ranks of each suit, largest first."""

_LINES: Final = {line: at for at, line in enumerate(STUD.lines)}
_NOTHING: Final = len(_LINES)
_FOLD: Final = _NOTHING + 1
BETS: Final = 11
"""One more than the maximum Antes that can be bet."""


class StudTree:
    """Decision tree of Mississippi Stud, from the gain of every line and of a fold with 0 to 10 Antes."""

    def __init__(self, gains: list[int]) -> None:
        self.gains = gains
        self.folds = gains[_FOLD * BETS :]
        self._fours: dict[Seen, list[int]] = {}
        self._threes: dict[tuple[Seen, int], list[int]] = {}

    def outcomes(self, progress: Progress | None = None) -> list[int]:
        """Count the deals by final line and Antes bet under best play, the largest of equal wagers made."""
        deals_by_line = [0] * ((_FOLD + 1) * BETS)
        threes: Counter[tuple[Seen, int]] = Counter()
        fours: Counter[tuple[Seen, int]] = Counter()
        # Evaluating the first two cards takes nearly all of the time: the rest is looked up.
        hands = list(_hands().items())
        indexes: Iterable[int] = range(len(hands))
        for index in progress(indexes) if progress else indexes:
            seen, ways = hands[index]
            values = [
                sum(
                    count * self._best_three(next_seen, 1 + added)
                    for next_seen, count in _next_classes(seen).items()
                )
                for added in (1, 2, 3)
            ]
            bet = 1 + _best_wager(values, self.folds[1] * 50 * 49 * 48)
            if bet == 1:
                deals_by_line[_FOLD * BETS + bet] += ways * 50 * 49 * 48
                continue
            for next_seen, count in _next_classes(seen).items():
                threes[next_seen, bet] += ways * count
        for (seen, bet_before), ways in threes.items():
            bet = bet_before + _best_wager(
                self._after_three(seen, bet_before), self.folds[bet_before] * 49 * 48
            )
            if bet == bet_before:
                deals_by_line[_FOLD * BETS + bet] += ways * 49 * 48
                continue
            for next_seen, count in _next_classes(seen).items():
                fours[next_seen, bet] += ways * count
        for (seen, bet_before), ways in fours.items():
            values = self._four(seen)[bet_before + 1 : bet_before + 4]
            bet = bet_before + _best_wager(values, self.folds[bet_before] * 48)
            if bet == bet_before:
                deals_by_line[_FOLD * BETS + bet] += ways * 48
                continue
            for line, count in _final_lines(seen).items():
                deals_by_line[line * BETS + bet] += ways * count
        return deals_by_line

    def _four(self, seen: Seen) -> list[int]:
        """Sum the gain of 0 to 10 Antes over all 48 last cards, with four cards visible."""
        gains_by_bet = self._fours.get(seen)
        if gains_by_bet is None:
            gains_by_bet = [0] * BETS
            for line, count in _final_lines(seen).items():
                for bet in range(BETS):
                    gains_by_bet[bet] += count * self.gains[line * BETS + bet]
            self._fours[seen] = gains_by_bet
        return gains_by_bet

    def _after_three(self, seen: Seen, bet_before: int) -> list[int]:
        """Sum the gain of betting one, two or three more Antes with three cards visible."""
        gains = self._threes.get((seen, bet_before))
        if gains is None:
            gains = [0, 0, 0]
            for next_seen, count in _next_classes(seen).items():
                last_gains = self._four(next_seen)
                for added in (1, 2, 3):
                    bet = bet_before + added
                    gains[added - 1] += count * max(self.folds[bet] * 48, *last_gains[bet + 1 : bet + 4])
            self._threes[seen, bet_before] = gains
        return gains

    def _best_three(self, seen: Seen, bet_before: int) -> int:
        return max(self.folds[bet_before] * 49 * 48, *self._after_three(seen, bet_before))


def _best_wager(values: list[int], fold_gain: int) -> int:
    """Return the largest of the best wagers, 0 if folding is better than any."""
    best = max(values)
    return 0 if best < fold_gain else max(antes for antes in (1, 2, 3) if values[antes - 1] == best)


def _hands() -> Counter[Seen]:
    """List the classes of two-card hands, and how many of the 1,326 hands are in each."""
    classes: Counter[Seen] = Counter()
    for cards in combinations(range(52), 2):
        suits = [0, 0, 0, 0]
        for card in cards:
            suits[card & 3] |= 1 << (card >> 2)
        classes[tuple(sorted(suits, reverse=True))] += 1
    return classes


@cache
def _next_classes(seen: Seen) -> Counter[Seen]:
    """List the classes with one more visible card, and the number of ways to each."""
    classes: Counter[Seen] = Counter()
    for suit, ranks in enumerate(seen):
        for rank in range(13):
            if not ranks >> rank & 1:
                suit_masks = (*seen[:suit], ranks | 1 << rank, *seen[suit + 1 :])
                classes[tuple(sorted(suit_masks, reverse=True))] += 1
    return classes


@cache
def _final_lines(seen: Seen) -> Counter[int]:
    """Count the final lines by number of last cards that lead to them."""
    lines: Counter[int] = Counter()
    for hand, count in _next_classes(seen).items():
        lines[_line(hand)] += count
    return lines


@cache
def _line(hand: Seen) -> int:
    cards = [rank * 4 + suit for suit, ranks in enumerate(hand) for rank in range(13) if ranks >> rank & 1]
    return _LINES.get(stud_line(five_card_class(cards)), _NOTHING)
