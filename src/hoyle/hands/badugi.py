"""Badugi ranking: most cards of distinct rank and suit out of four, then the lowest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from hoyle.hands import descriptions
from hoyle.hands.rankings import Ranking

_SELECTIONS: Final[list[list[int]]] = [[15], [7, 11, 13, 14], [3, 5, 6, 9, 10, 12], [1, 2, 4, 8]]
"""Bit masks that select four, three, two or one of the four cards."""

_SIZES: Final = ("", "one-card badugi", "two-card badugi", "three-card badugi", "four-card badugi")


class BadugiRanking(Ranking):
    """Badugi ranking: four cards beat three, three beat two; the ace is low and lower cards are better."""

    def __init__(self) -> None:
        super().__init__("badugi", 4, low=True, ace_low=True)
        self._value_by_mask: list[int] = []
        self._hands: list[list[int]] = []

    def rank(self, cards: Sequence[int]) -> int:
        masks = self._rank_suit_masks(cards)
        for size in range(4):
            best = 0
            for selection in _SELECTIONS[size]:
                value = self._worth(masks, selection)
                if value > best:
                    best = value
            if best:
                return best
        return 0

    def worth(self, cards: list[int]) -> int:
        masks = [_rank_suit_mask(card) for card in cards]
        return self._worth(masks, (1 << len(masks)) - 1)

    def count(self) -> int:
        if not self._value_by_mask:
            self._build_values()
        return len(self._hands) - 1

    def class_name(self, value: int) -> str:
        return _SIZES[len(self.pips(value))] if value else descriptions.NO_LOW

    def pips(self, value: int) -> list[int]:
        self._check_value(value)
        return list(self._hands[value])

    def describe(self, value: int) -> str:
        """Describe a hand: ``7-4-2-A badugi``, ``6-3-A three-card badugi``."""
        name = self.class_name(value)
        if value == 0:
            return name
        return f"{self.ranks_text(value)} {'badugi' if name == _SIZES[4] else name}"

    def _rank_suit_masks(self, cards: Sequence[int]) -> list[int]:
        if len(cards) != 4:
            raise self._invalid_hand_error(cards)
        for card in cards:
            if card < 0 or card > 51:
                raise self._invalid_hand_error(cards)
        return [_rank_suit_mask(card) for card in cards]

    def _worth(self, masks: list[int], selection: int) -> int:
        """Return the value of the cards selected by a bit mask, or 0 if two share a rank or a suit."""
        used = 0
        for index in range(len(masks)):
            if selection >> index & 1:
                if used & masks[index]:
                    return 0
                used |= masks[index]
        if not self._value_by_mask:
            self._build_values()
        return self._value_by_mask[used & 8191]

    def _build_values(self) -> None:
        """Build the table of values, by the set of ranks in the hand."""
        hands: list[list[int]] = [[]]
        for size in range(1, 5):
            hands += sorted([list(pips) for pips in combinations(range(13, 0, -1), size)], reverse=True)
        value_by_mask = [0] * 8192
        for value, pips in enumerate(hands):
            mask = 0
            for pip in pips:
                mask |= 1 << (12 if pip == 1 else pip - 2)
            value_by_mask[mask] = value
        self._hands = hands
        self._value_by_mask = value_by_mask


def _rank_suit_mask(card: int) -> int:
    """Return the bit mask of a card's rank and suit; two cards clash if their masks overlap."""
    return 1 << (card >> 2) | 1 << (13 + (card & 3))


BADUGI: Final = BadugiRanking()
