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
HandClass = tuple[int, ...]
"""Visible cards up to a renaming of suits: bit masks of the ranks of each suit, largest first."""
ClassCounts = Counter[tuple[HandClass, int]]
"""Number of deals by class of visible cards and Antes bet."""

_STUD: Final = "mississippi-stud"
_PAY: Final = house_card_book(first_book_with(_STUD)).page(_STUD).pay.main["standard"]
_LINE_INDEXES: Final = {line: index for index, line in enumerate(_PAY.lines)}
_NOTHING: Final = len(_LINE_INDEXES)
_FOLD: Final = _NOTHING + 1
BETS: Final = 11
"""One more than the maximum Antes that can be bet."""
DEALS_LEFT: Final = {2: 50 * 49 * 48, 3: 49 * 48, 4: 48}
"""Number of ordered deals of the remaining cards, by number of visible cards."""


class StudTree:
    """Decision tree of Mississippi Stud, from the gain of every line and of a fold with 0 to 10 Antes."""

    def __init__(self, gains: list[int]) -> None:
        self.gains = gains
        self.folds = gains[_FOLD * BETS :]
        self._final_gains: dict[HandClass, list[int]] = {}
        self._fourth_street_gains: dict[tuple[HandClass, int], list[int]] = {}
        self._outcomes: list[int] = []

    def outcomes(self, progress: Progress | None = None) -> list[int]:
        """Count the deals by final line and Antes bet under best play, the largest of equal wagers made."""
        self._outcomes = [0] * ((_FOLD + 1) * BETS)
        self._play_fifth_street(self._play_fourth_street(self._play_third_street(progress)))
        return self._outcomes

    def play_gains(self, cards: Iterable[int], bet: int) -> list[int]:
        """Sum the gains of betting one, two and three more Antes with these cards visible and `bet` Antes bet."""
        visible = _hand_class(cards)
        street = sum(ranks.bit_count() for ranks in visible)
        if street == 2:
            return self._sum_third_street_gains(visible)
        if street == 3:
            return self._sum_fourth_street_gains(visible, bet)
        return self._sum_final_gains(visible)[bet + 1 : bet + 4]

    def _play_third_street(self, progress: Progress | None) -> ClassCounts:
        """Bet or fold every hand of two cards; return the deals that continue, with the next card.

        This evaluates the whole tree and takes nearly all of the time; later streets look up its results.
        """
        continuing: ClassCounts = Counter()
        hands = list(_two_card_classes().items())
        indexes: Iterable[int] = range(len(hands))
        for index in progress(indexes) if progress else indexes:
            visible, ways = hands[index]
            bet = self._bet_or_fold(2, 1, self._sum_third_street_gains(visible), ways)
            if bet > 1:
                _deal_next_card(visible, bet, ways, continuing)
        return continuing

    def _play_fourth_street(self, hands: ClassCounts) -> ClassCounts:
        """Bet or fold every hand of three cards; return the deals that continue, with the next card."""
        continuing: ClassCounts = Counter()
        for (visible, bet_before), ways in hands.items():
            gains = self._sum_fourth_street_gains(visible, bet_before)
            bet = self._bet_or_fold(3, bet_before, gains, ways)
            if bet > bet_before:
                _deal_next_card(visible, bet, ways, continuing)
        return continuing

    def _play_fifth_street(self, hands: ClassCounts) -> None:
        """Bet or fold every hand of four cards, and count the lines that the last card makes."""
        for (visible, bet_before), ways in hands.items():
            gains = self._sum_final_gains(visible)[bet_before + 1 : bet_before + 4]
            bet = self._bet_or_fold(4, bet_before, gains, ways)
            if bet > bet_before:
                for line, count in _final_lines(visible).items():
                    self._outcomes[line * BETS + bet] += ways * count

    def _bet_or_fold(self, visible_cards: int, bet_before: int, gains: list[int], ways: int) -> int:
        """Return the Antes bet after the largest of the best wagers; a fold is counted and bets no more."""
        deals_left = DEALS_LEFT[visible_cards]
        best = max(gains)
        if best < self.folds[bet_before] * deals_left:
            self._outcomes[_FOLD * BETS + bet_before] += ways * deals_left
            return bet_before
        return bet_before + max(antes for antes in (1, 2, 3) if gains[antes - 1] == best)

    def _sum_final_gains(self, visible: HandClass) -> list[int]:
        """Sum the gain of four visible cards over all 48 last cards, by Antes bet (0 to 10)."""
        gains_by_bet = self._final_gains.get(visible)
        if gains_by_bet is None:
            gains_by_bet = [0] * BETS
            for line, count in _final_lines(visible).items():
                for bet in range(BETS):
                    gains_by_bet[bet] += count * self.gains[line * BETS + bet]
            self._final_gains[visible] = gains_by_bet
        return gains_by_bet

    def _sum_third_street_gains(self, visible: HandClass) -> list[int]:
        """Sum the gains of betting one, two and three Antes beside the first with two cards visible."""
        gains = [0, 0, 0]
        for next_visible, count in _next_classes(visible).items():
            for added in (1, 2, 3):
                gains[added - 1] += count * self._best_fourth_street_gain(next_visible, 1 + added)
        return gains

    def _sum_fourth_street_gains(self, visible: HandClass, bet_before: int) -> list[int]:
        """Sum the gains of betting one, two and three more Antes with three cards visible."""
        gains = self._fourth_street_gains.get((visible, bet_before))
        if gains is None:
            gains = [0, 0, 0]
            for next_visible, count in _next_classes(visible).items():
                final_gains = self._sum_final_gains(next_visible)
                for added in (1, 2, 3):
                    bet = bet_before + added
                    fold_gain = self.folds[bet] * DEALS_LEFT[4]
                    gains[added - 1] += count * max(fold_gain, *final_gains[bet + 1 : bet + 4])
            self._fourth_street_gains[visible, bet_before] = gains
        return gains

    def _best_fourth_street_gain(self, visible: HandClass, bet_before: int) -> int:
        """Return the gain of the best choice with three cards visible, a fold included."""
        fold_gain = self.folds[bet_before] * DEALS_LEFT[3]
        return max(fold_gain, *self._sum_fourth_street_gains(visible, bet_before))


def _deal_next_card(visible: HandClass, bet: int, ways: int, hands: ClassCounts) -> None:
    """Add the deals of every next card after these visible cards to `hands`."""
    for next_visible, count in _next_classes(visible).items():
        hands[next_visible, bet] += ways * count


def _two_card_classes() -> Counter[HandClass]:
    return Counter(map(_hand_class, combinations(range(52), 2)))


def _hand_class(cards: Iterable[int]) -> HandClass:
    suit_masks = [0, 0, 0, 0]
    for card in cards:
        suit_masks[card & 3] |= 1 << (card >> 2)
    return tuple(sorted(suit_masks, reverse=True))


@cache
def _next_classes(visible: HandClass) -> Counter[HandClass]:
    """Count the cards that can come next by the class of hand they make."""
    classes: Counter[HandClass] = Counter()
    for suit, ranks in enumerate(visible):
        for rank in range(13):
            if not ranks >> rank & 1:
                suit_masks = (*visible[:suit], ranks | 1 << rank, *visible[suit + 1 :])
                classes[tuple(sorted(suit_masks, reverse=True))] += 1
    return classes


@cache
def _final_lines(visible: HandClass) -> Counter[int]:
    """Count the last cards by the pay line that they make with four visible cards."""
    lines: Counter[int] = Counter()
    for hand, count in _next_classes(visible).items():
        lines[_line_index(hand)] += count
    return lines


@cache
def _line_index(hand: HandClass) -> int:
    cards = [rank * 4 + suit for suit, ranks in enumerate(hand) for rank in range(13) if ranks >> rank & 1]
    return _LINE_INDEXES.get(stud_line(five_card_class(cards)), _NOTHING)
