"""Poker hand ranking in pure Python, with the interface of the C++ kernel."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from hoyle.core.cards import card_text
from hoyle.hands import ANY, BADUGI, HIGH3, HIGH4, HIGH5, LOW_27, LOW_A3, LOW_A3_STRICT, LOW_A5, LOW_A5_STRICT, Ranking
from hoyle.hands.best_hand_lookup import python_search_for
from hoyle.hands.best_hand_search import BestHandSearch

SCALES: Final[dict[Ranking, int]] = {
    HIGH5: 1,
    HIGH4: 2,
    HIGH3: 3,
    LOW_A5: 4,
    LOW_A3: 5,
    LOW_27: 6,
    LOW_A5_STRICT: 7,
    LOW_A3_STRICT: 8,
    BADUGI: 9,
}
_RANKINGS: Final = {number: ranking for ranking, number in SCALES.items()}
_OMAHA_LOW: Final = 8
"""Highest pip of a qualifying low if high and low are ranked together."""


@cache
def find_search(scale: int, building: int, top: int) -> BestHandSearch:
    """Return the cached best-hand search for a ranking number, a building rule and a low qualifier."""
    ranking = _RANKINGS[scale]
    return python_search_for(ranking, building, top if ranking.low else 0)


def high(*cards: int) -> int:
    """Return the value of the best five of five to seven cards, each an argument: numbers 0 to 51.

    >>> high(51, 47, 43, 39, 35) > high(51, 50, 49, 48, 35)
    True
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"{len(cards)} cards: five to seven are ranked")
    for index, card in enumerate(cards):
        if not 0 <= card <= 51:
            raise ValueError(f"{card} is not a card: cards are the numbers 0 (2c) to 51 (As)")
        if card in cards[:index]:
            raise ValueError(f"{card_text(card)} appears twice")
    return find_search(SCALES[HIGH5], ANY, 0).value(list(cards), [])


def rank_rows(
    scale: int,
    building: int,
    top: int,
    holes: int,
    on_board: int,
    rows: Any,
    out: Any,
    threads: int,
    out_low: Any = None,
) -> int:
    """Rank rows of card bytes into an array of 16-bit values; return the first bad row, or -1."""
    searches = [(find_search(scale, building, top), memoryview(out))]
    if out_low is not None:
        searches.append((find_search(SCALES[LOW_A5], building, _OMAHA_LOW), memoryview(out_low)))
    cards = memoryview(rows).tobytes()
    size = holes + on_board
    for row in range(len(cards) // size):
        hand = list(cards[row * size : (row + 1) * size])
        if len(set(hand)) < size or max(hand) > 51:
            return row
        for search, values in searches:
            values[row] = search.value(hand[:holes], hand[holes:])
    return -1
