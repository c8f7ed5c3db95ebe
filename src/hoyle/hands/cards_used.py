"""Finder of the cards that form a hand whose value is already known; the odd-chip rule breaks ties.

A player who can form their hand in several ways is taken to use the one that serves them best for odd chips
(AMB-08). With the cards sorted in odd-chip order, that is the lexicographically first legal choice of the
hand's value. The value determines the ranks, so few choices are left to try.
"""

from __future__ import annotations

from hoyle.hands.best_hand_search import TWO_PLUS_THREE
from hoyle.hands.rankings import Ranking


class CardsUsedFinder:
    """Backtracking search for the cards of a hand whose value is known."""

    def __init__(
        self, ranking: Ranking, value: int, building: int, hole: list[int], board: list[int], largest_first: bool
    ) -> None:
        self._ranking = ranking
        self._value = value
        self._ranks_needed: list[int] = [0] * 13
        """Cards of each rank that the hand still needs; the value determines its ranks."""
        pips = ranking.pips(value)
        for pip in pips:
            # An ace is pip 14 or 1, and rank 12 either way.
            self._ranks_needed[(pip + 11) % 13] += 1
        self._size = len(pips)
        candidates = [card for card in hole + board if self._ranks_needed[card >> 2]]
        self._candidates = sorted(candidates, key=ranking.merit if largest_first else ranking.order)
        self._hole_cards: set[int] = set(hole)
        self._picked: list[int] = []
        self._by_source = building == TWO_PLUS_THREE

    def cards(self) -> tuple[int, ...]:
        """Return the cards used, in odd-chip order."""
        if self._by_source:
            self._pick(0, hole_needed=2, board_needed=3)
        else:
            self._pick(0, hole_needed=self._size, board_needed=0)
        return tuple(self._picked)

    def _pick(self, start: int, hole_needed: int, board_needed: int) -> bool:
        """Pick that many hole and board cards from `start` on; return whether they make the hand."""
        picked, ranks_needed = self._picked, self._ranks_needed
        if hole_needed + board_needed == 0:
            return self._ranking.worth(picked) == self._value
        for index in range(start, len(self._candidates) - hole_needed - board_needed + 1):
            card = self._candidates[index]
            from_hole = not self._by_source or card in self._hole_cards
            if not ranks_needed[card >> 2] or (hole_needed == 0 if from_hole else board_needed == 0):
                continue
            picked.append(card)
            ranks_needed[card >> 2] -= 1
            if self._pick(
                index + 1,
                hole_needed - 1 if from_hole else hole_needed,
                board_needed if from_hole else board_needed - 1,
            ):
                return True
            ranks_needed[card >> 2] += 1
            picked.pop()
        return False
