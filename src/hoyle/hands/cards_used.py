"""Cards used in a hand of known value; among equal choices the odd-chip rule decides.

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
        self,
        ranking: Ranking,
        value: int,
        building: int,
        hole: list[int],
        board: list[int],
        largest_first: bool,
    ) -> None:
        self._ranking = ranking
        self._value = value
        self._wanted: list[int] = [0] * 13
        """Cards of each rank that the hand still needs; the value determines its ranks."""
        pips = ranking.pips(value)
        for pip in pips:
            # An ace is pip 14 or 1, and rank 12 either way.
            self._wanted[(pip + 11) % 13] += 1
        self._size = len(pips)
        usable = [card for card in hole + board if self._wanted[card >> 2]]
        self._laid = sorted(usable, key=ranking.merit if largest_first else ranking.order)
        self._owned: set[int] = set(hole)
        self._picked: list[int] = []
        self._by_source = building == TWO_PLUS_THREE

    def cards(self) -> tuple[int, ...]:
        """The cards used, in odd-chip order."""
        if self._by_source:
            self._pick(0, own=2, shared=3)
        else:
            self._pick(0, own=self._size, shared=0)
        return tuple(self._picked)

    def _pick(self, place: int, own: int, shared: int) -> bool:
        """Pick `own` hole cards and `shared` board cards from `place` on; whether they make the hand."""
        picked, wanted = self._picked, self._wanted
        if own + shared == 0:
            return self._ranking.worth(picked) == self._value
        for at in range(place, len(self._laid) - own - shared + 1):
            card = self._laid[at]
            mine = not self._by_source or card in self._owned
            if not wanted[card >> 2] or (own == 0 if mine else shared == 0):
                continue
            picked.append(card)
            wanted[card >> 2] -= 1
            if self._pick(at + 1, own - 1 if mine else own, shared if mine else shared - 1):
                return True
            wanted[card >> 2] += 1
            picked.pop()
        return False
