"""Ranking: one hand in the leanest call there is, or many at once, from and to NumPy arrays.

>>> from hoyle.hands import HIGH5
>>> value = rank_one(51, 47, 43, 39, 35, 0, 1)
>>> value > rank_one(51, 50, 49, 48, 35, 0, 1), HIGH5.describe(value)
(True, 'royal flush')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hoyle.cards import card_text, cards_text
from hoyle.errors import InvalidError
from hoyle.hands import ANY, HIGH5, LOW_A5, TWO_PLUS_THREE, Ranking
from hoyle.odds.games import game
from hoyle.odds.native import SCALES, cores, kernel

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Cards = NDArray[Any]
    Values = NDArray[Any]

rank_one: Final = kernel.high
"""Value of the best five of five to seven cards, each an argument: numbers 0 to 51.

The kernel's own call, with nothing around it. The values are those of :data:`hoyle.hands.HIGH5`.

>>> rank_one(51, 47, 43, 39, 35) > rank_one(51, 50, 49, 48, 35)
True
"""


def rank(cards: ArrayLike, ranking: Ranking = HIGH5, *, top: int = 0, threads: int = 1) -> Values:
    """Values of rows of cards, the best choice of each row; 0 where nothing qualifies.

    Cards are numbers 0 to 51; the values are those of :mod:`hoyle.hands`.

    >>> from hoyle.hands import HIGH5
    >>> [HIGH5.describe(int(value)) for value in rank([[51, 47, 43, 39, 35, 0, 1]])]
    ['royal flush']
    """
    rows = _rows(cards, ranking.size, 7)
    if not 0 <= top <= 13:
        raise InvalidError(f"top {top}: the highest pip of a qualifying low, 1 (ace) to 13, or 0 for none")
    return _rank(rows, ranking, ANY, top, rows.shape[1], 0, threads)


def rank_game(of: str, cards: ArrayLike, *, threads: int = 1) -> Values | tuple[Values, Values]:
    """Values at the showdown of a game: rows of hole cards, then the board. High and low if it has both.

    >>> high, low = rank_game("omaha-hilo8", [[48, 0, 45, 41, 5, 10, 15, 51, 47]])
    >>> bool(low[0])
    True
    """
    found = game(of)
    size = found.holes + found.board
    rows = _rows(cards, size, size)
    if found.low is None:
        return _rank(rows, found.main, found.building, found.top, found.holes, found.board, threads)
    if found.building == TWO_PLUS_THREE and found.low is LOW_A5 and found.top == 8:
        return _rank_both(rows, found.holes, threads)
    high = _rank(rows, found.main, found.building, 0, found.holes, found.board, threads)
    low = _rank(rows, found.low, found.building, found.top, found.holes, found.board, threads)
    return high, low


def _rows(cards: ArrayLike, least: int, most: int) -> Cards:
    try:
        import numpy as np
    except ImportError:
        raise InvalidError("rows of cards need NumPy: pip install 'hoyle[arrays]'") from None
    rows = np.asarray(cards)
    if rows.ndim != 2 or not least <= rows.shape[1] <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise InvalidError(
            f"an array of shape {rows.shape}: rows of {wanted} cards are ranked, one hand being a single row"
        )
    if rows.dtype != np.uint8:
        if rows.dtype.kind not in "iu":
            raise InvalidError(f"an array of {rows.dtype}: cards are whole numbers 0 to 51")
        outside = (rows < 0) | (rows > 51)
        if outside.any():
            row, place = np.argwhere(outside)[0]
            raise InvalidError(f"row {row}: {rows[row, place]} is not a card: cards are the numbers 0 to 51")
        rows = rows.astype(np.uint8)
    return np.ascontiguousarray(rows)


def _rank(
    rows: Cards, ranking: Ranking, building: int, top: int, holes: int, board: int, threads: int
) -> Values:
    import numpy as np

    values = np.empty(len(rows), dtype=np.uint16)
    threads = min(max(threads, 1), cores())
    bad = kernel.rank_rows(SCALES[ranking], building, top, holes, board, rows, values, threads)
    if bad >= 0:
        raise _refuse(rows, bad)
    return values


def _rank_both(rows: Cards, holes: int, threads: int) -> tuple[Values, Values]:
    import numpy as np

    high = np.empty(len(rows), dtype=np.uint16)
    low = np.empty(len(rows), dtype=np.uint16)
    threads = min(max(threads, 1), cores())
    bad = kernel.rank_rows(SCALES[HIGH5], TWO_PLUS_THREE, 0, holes, 5, rows, high, threads, low)
    if bad >= 0:
        raise _refuse(rows, bad)
    return high, low


def _refuse(rows: Cards, bad: int) -> InvalidError:
    seen: set[int] = set()
    for card in map(int, rows[bad]):
        if card > 51:
            return InvalidError(f"row {bad}: {card} is not a card: cards are the numbers 0 (2c) to 51 (As)")
        if card in seen:
            return InvalidError(
                f"row {bad}, {cards_text(map(int, rows[bad]))}: {card_text(card)} appears twice"
            )
        seen.add(card)
    raise AssertionError(f"row {bad} was refused without a reason")
