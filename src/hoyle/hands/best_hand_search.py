"""Best-hand search: building rules, the search interface and the exhaustive reference search."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from hoyle.core.cards import check_card
from hoyle.core.errors import InvalidError
from hoyle.hands.rankings import Ranking

ANY: Final = 0
"""Any mix of hole cards and board, none of one's own included (nj-19-47 19:47-14.10(j), oneida XI.J.10)."""

TWO_PLUS_THREE: Final = 1
"""Exactly two hole cards and three of the board (nj-19-47 19:47-14.11(f), oneida XI.K.10)."""


class BestHandSearch:
    """Interface of a best-hand search for one ranking, building rule and qualifier."""

    def __init__(self, ranking: Ranking, building: int, top: int) -> None:
        self.ranking = ranking
        self.building = building
        self.top = top

    def value(self, hole: list[int], board: list[int]) -> int:
        """Return the value of the best legal poker hand, 0 if none qualifies."""
        raise NotImplementedError

    def values(self, hands: list[list[int]], board: list[int]) -> list[int]:
        """Return the value of the best hand for each of many hole cards on one board."""
        return [self.value(hole, board) for hole in hands]

    def check(self, hole: list[int], board: list[int]) -> None:
        """Raise `InvalidError` for unknown cards or too few cards."""
        for card in hole:
            check_card(card)
        for card in board:
            check_card(card)
        if self.building == TWO_PLUS_THREE:
            if len(hole) < 2 or len(board) < 3:
                raise InvalidError(
                    f"{len(hole)} hole cards and {len(board)} of the board are too few: a hand takes two and three"
                )
        elif len(hole) + len(board) < self.ranking.size:
            raise InvalidError(
                f"{len(hole) + len(board)} cards are too few: a {self.ranking.name} hand has {self.ranking.size}"
            )

    def sets(self, hole: list[int], board: list[int]) -> list[tuple[int, ...]]:
        """List every legal set of cards that makes a hand."""
        if self.building == ANY:
            return list(combinations([*hole, *board], self.ranking.size))
        triples = list(combinations(board, 3))
        return [pair + triple for pair in combinations(hole, 2) for triple in triples]


class ExhaustiveSearch(BestHandSearch):
    """Exhaustive search over every legal set of cards: slow, but correct for every ranking."""

    def value(self, hole: list[int], board: list[int]) -> int:
        ranking = self.ranking
        if not board and not self.top and len(hole) == ranking.size and self.building == ANY:
            return ranking.rank(hole)
        self.check(hole, board)
        best = 0
        for cards in self.sets(hole, board):
            if not self.top or ranking.qualifies(cards, self.top):
                value = ranking.rank(cards)
                if value > best:
                    best = value
        return best
