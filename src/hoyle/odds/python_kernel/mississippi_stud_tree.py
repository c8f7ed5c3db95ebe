"""Mississippi Stud decision tree in pure Python, for builds without the C++ kernel.

Suits are equivalent: visible cards are four sets of ranks, one per suit, sorted. That leaves 16,432 hands of
four cards where the kernel visits all 270,725, with the same counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import Final

from hoyle.games.house_cards.hand_values import five_card_class, stud_line
from hoyle.rulebooks.house_card_registry import first_book_with, house_card_book

Progress = Callable[[Iterable[int]], Iterable[int]]
Seen = tuple[int, ...]
"""Bit masks of the ranks of each suit, largest first."""

_STUD: Final = "mississippi-stud"
_PAY: Final = house_card_book(first_book_with(_STUD)).page(_STUD).pay.main["standard"]
_LINES: Final = {line: at for at, line in enumerate(_PAY.lines)}
_NOTHING: Final = len(_LINES)
_FOLD: Final = _NOTHING + 1
BETS: Final = 11
"""One more than the maximum Antes that can be bet."""


class StudTree:
    """Decision tree, given the gain of every line, then of a fold, with 0 to 10 Antes bet."""

    def __init__(self, gains: list[int]) -> None:
        self.gains = gains
        self.folds = gains[_FOLD * BETS :]
        self._fours: dict[Seen, list[int]] = {}
        self._threes: dict[tuple[Seen, int], list[int]] = {}

    def outcomes(self, progress: Progress | None = None) -> list[int]:
        """Deals by final line and Antes bet under best play; of equal choices the largest wager is made."""
        found = [0] * ((_FOLD + 1) * BETS)
        threes: Counter[tuple[Seen, int]] = Counter()
        fours: Counter[tuple[Seen, int]] = Counter()
        # Evaluating the first two cards takes nearly all of the time: the rest is looked up.
        hands = list(_hands().items())
        places: Iterable[int] = range(len(hands))
        for at in progress(places) if progress else places:
            seen, ways = hands[at]
            values = [
                sum(times * self._best_three(wider, 1 + more) for wider, times in _wider(seen).items())
                for more in (1, 2, 3)
            ]
            bet = 1 + _largest(values, self.folds[1] * 50 * 49 * 48)
            if bet == 1:
                found[_FOLD * BETS + bet] += ways * 50 * 49 * 48
                continue
            for wider, times in _wider(seen).items():
                threes[wider, bet] += ways * times
        for (seen, before), ways in threes.items():
            bet = before + _largest(self._after_three(seen, before), self.folds[before] * 49 * 48)
            if bet == before:
                found[_FOLD * BETS + bet] += ways * 49 * 48
                continue
            for wider, times in _wider(seen).items():
                fours[wider, bet] += ways * times
        for (seen, before), ways in fours.items():
            values = self._four(seen)[before + 1 : before + 4]
            bet = before + _largest(values, self.folds[before] * 48)
            if bet == before:
                found[_FOLD * BETS + bet] += ways * 48
                continue
            for line, times in _ends(seen).items():
                found[line * BETS + bet] += ways * times
        return found

    def _four(self, seen: Seen) -> list[int]:
        """Total gain of 0 to 10 Antes over all 48 last cards, with four cards visible."""
        found = self._fours.get(seen)
        if found is None:
            found = [0] * BETS
            for line, times in _ends(seen).items():
                for bet in range(BETS):
                    found[bet] += times * self.gains[line * BETS + bet]
            self._fours[seen] = found
        return found

    def _after_three(self, seen: Seen, before: int) -> list[int]:
        """Total gain of betting one, two or three more Antes, with three cards visible and `before` bet."""
        found = self._threes.get((seen, before))
        if found is None:
            found = [0, 0, 0]
            for wider, times in _wider(seen).items():
                last = self._four(wider)
                for more in (1, 2, 3):
                    bet = before + more
                    found[more - 1] += times * max(self.folds[bet] * 48, *last[bet + 1 : bet + 4])
            self._threes[seen, before] = found
        return found

    def _best_three(self, seen: Seen, before: int) -> int:
        return max(self.folds[before] * 49 * 48, *self._after_three(seen, before))


def _largest(values: list[int], folded: int) -> int:
    """Largest of the best wagers, 0 if folding is better than any."""
    best = max(values)
    return 0 if best < folded else max(more for more in (1, 2, 3) if values[more - 1] == best)


def _hands() -> Counter[Seen]:
    """Classes of two-card hands, and how many of the 1,326 hands are in each."""
    found: Counter[Seen] = Counter()
    for cards in combinations(range(52), 2):
        suits = [0, 0, 0, 0]
        for card in cards:
            suits[card & 3] |= 1 << (card >> 2)
        found[tuple(sorted(suits, reverse=True))] += 1
    return found


@cache
def _wider(seen: Seen) -> Counter[Seen]:
    """Classes with one more visible card, and the number of ways to each."""
    found: Counter[Seen] = Counter()
    for suit, ranks in enumerate(seen):
        for rank in range(13):
            if not ranks >> rank & 1:
                more = (*seen[:suit], ranks | 1 << rank, *seen[suit + 1 :])
                found[tuple(sorted(more, reverse=True))] += 1
    return found


@cache
def _ends(seen: Seen) -> Counter[int]:
    """Final lines by number of last cards that lead to them."""
    found: Counter[int] = Counter()
    for whole, times in _wider(seen).items():
        found[_line(whole)] += times
    return found


@cache
def _line(whole: Seen) -> int:
    cards = [rank * 4 + suit for suit, ranks in enumerate(whole) for rank in range(13) if ranks >> rank & 1]
    return _LINES.get(stud_line(five_card_class(cards)), _NOTHING)
