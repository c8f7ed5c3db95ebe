"""Hand evaluator: value and cards of the best hand from hole cards and board.

>>> from hoyle.core.cards import cards_text, parse_cards
>>> from hoyle.hands.rankings import HIGH5
>>> omaha = Evaluator(HIGH5, TWO_PLUS_THREE)
>>> best = omaha.best(parse_cards("As Ks 2d 2h"), parse_cards("Qs Js 4s 2c 9h"))
>>> HIGH5.describe(best.value), cards_text(best.cards)
('ace-high flush, A-K-Q-J-4', 'As Ks Qs Js 4s')
"""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.hands.best_hand_lookup import search_for
from hoyle.hands.best_hand_search import ANY, TWO_PLUS_THREE
from hoyle.hands.cards_used import CardsUsedFinder
from hoyle.hands.rankings import Ranking


class BestHand(NamedTuple):
    """Best hand of a player: its value and its cards."""

    value: int
    cards: tuple[int, ...]
    """The cards used, in the order that decides odd chips; empty if nothing qualifies."""


class Evaluator:
    """Best-hand evaluator for one ranking, building rule and qualifier; cards must be distinct."""

    def __init__(self, ranking: Ranking, building: int, top: int = 0) -> None:
        if building not in (ANY, TWO_PLUS_THREE):
            raise InvalidError(f"{building} is no building rule: ANY or TWO_PLUS_THREE")
        if building == TWO_PLUS_THREE and ranking.size != 5:
            raise InvalidError(f"two plus three cards make five, a {ranking.name} hand has {ranking.size}")
        if top and not ranking.low:
            raise InvalidError(f"a qualifier of {top} belongs to a low, not to {ranking.name}")
        if not 0 <= top <= 13:
            raise InvalidError(f"a qualifier of {top} is no rank: 8 for eight or better, 0 for none")
        self.ranking = ranking
        self.building = building
        self.top = top
        self._search = search_for(ranking, building, top)

    def value(self, hole: list[int], board: list[int]) -> int:
        """Return the value of the best poker hand, 0 if none qualifies."""
        return self._search.value(hole, board)

    def values(self, hands: list[list[int]], board: list[int]) -> list[int]:
        """Return the value of the best hand for each of many hole cards on one board."""
        return self._search.values(hands, board)

    def best(self, hole: list[int], board: list[int], *, largest_first: bool = False) -> BestHand:
        """Return the best hand and its cards; of equal sets, the one best for odd chips (AMB-08).

        `largest_first`: in a low, odd chips look at the largest pip first instead of the smallest (AMB-09).
        """
        value = self._search.value(hole, board)
        if value == 0:
            return BestHand(0, ())
        return BestHand(value, self.cards_of(value, hole, board, largest_first=largest_first))

    def cards_of(
        self, value: int, hole: list[int], board: list[int], *, largest_first: bool = False
    ) -> tuple[int, ...]:
        """Return the cards of a best hand whose value is known and not 0."""
        return CardsUsedFinder(self.ranking, value, self.building, hole, board, largest_first).cards()
