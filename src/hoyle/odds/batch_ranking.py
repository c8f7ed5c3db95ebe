"""Batch ranking of hands: one hand, or NumPy arrays of hands, by the kernel.

>>> from hoyle.hands import HIGH5
>>> value = rank_one(51, 47, 43, 39, 35, 0, 1)
>>> value > rank_one(51, 50, 49, 48, 35, 0, 1), HIGH5.describe(value)
(True, 'royal flush')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hoyle.core.cards import card_text, cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.hands import ANY, HIGH5, LOW_A5, TWO_PLUS_THREE, Ranking
from hoyle.odds.equities.input_conversion import Cards, to_card_text
from hoyle.odds.kernel_loader import SCALES, cores, kernel
from hoyle.odds.showdown_rules import game

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Rows = NDArray[Any]
    Values = NDArray[Any]

_high: Final = kernel.high


def rank_one(*cards: Cards | int) -> int:
    """Return the value of the best five of five to seven cards: numbers 0 to 51, text, or a list of either.

    Numbers, each an argument, are the fastest: they go straight to the kernel. The values are those of
    :data:`hoyle.hands.HIGH5`.

    >>> rank_one(51, 47, 43, 39, 35) == rank_one("AsKsQsJsTs") == rank_one(["As", "Ks", "Qs", "Js", "Ts"])
    True
    """
    try:
        return _high(*cards)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        if len(cards) != 1 and not any(isinstance(card, str) for card in cards):
            raise
    numbers = parse_cards(to_card_text(cards[0] if len(cards) == 1 else cards, "cards"))
    try:
        return _high(*numbers)
    except ValueError as error:
        raise InvalidError(f"cards {cards_text(numbers)}: {error}") from None


def rank(cards: ArrayLike, ranking: Ranking = HIGH5, *, top: int = 0, threads: int = 1) -> Values:
    """Return the value of the best poker hand in each row of cards; 0 where none qualifies.

    Cards are numbers 0 to 51, or text; the values are those of :mod:`hoyle.hands`.

    >>> from hoyle.hands import HIGH5
    >>> [HIGH5.describe(int(value)) for value in rank([[51, 47, 43, 39, 35, 0, 1]])]
    ['royal flush']
    """
    rows = _card_array(cards, ranking.size, 7)
    if not 0 <= top <= 13:
        raise InvalidError(f"top {top}: the highest pip of a qualifying low, 1 (ace) to 13, or 0 for none")
    return _rank(rows, ranking, ANY, top, rows.shape[1], 0, threads)


def rank_game(game_name: str, cards: ArrayLike, *, threads: int = 1) -> Values | tuple[Values, Values]:
    """Return the showdown values of rows of hole cards, then board, in a game; high and low if it has both.

    >>> high, low = rank_game("omaha-hilo8", [[48, 0, 45, 41, 5, 10, 15, 51, 47]])
    >>> bool(low[0])
    True
    """
    rules = game(game_name)
    size = rules.holes + rules.board
    rows = _card_array(cards, size, size)
    if rules.low is None:
        return _rank(rows, rules.main, rules.building, rules.top, rules.holes, rules.board, threads)
    if rules.building == TWO_PLUS_THREE and rules.low is LOW_A5 and rules.top == 8:
        return _rank_both(rows, rules.holes, threads)
    high = _rank(rows, rules.main, rules.building, 0, rules.holes, rules.board, threads)
    low = _rank(rows, rules.low, rules.building, rules.top, rules.holes, rules.board, threads)
    return high, low


def _card_array(cards: ArrayLike, min_cards: int, max_cards: int) -> Rows:
    """Convert rows of cards to a contiguous array of bytes; raise if the shape or a card is wrong."""
    try:
        import numpy as np
    except ImportError:
        raise InvalidError("rows of cards need NumPy: pip install 'hoyle[arrays]'") from None
    rows = np.asarray(_read_text(cards))
    if rows.ndim != 2 or not min_cards <= rows.shape[1] <= max_cards:
        expected = f"{min_cards}" if min_cards == max_cards else f"{min_cards} to {max_cards}"
        raise InvalidError(
            f"an array of shape {rows.shape}: rows of {expected} cards are ranked, one hand being a single row"
        )
    if rows.dtype != np.uint8:
        if rows.dtype.kind not in "iu":
            raise InvalidError(f"an array of {rows.dtype}: cards are whole numbers 0 to 51")
        outside = (rows < 0) | (rows > 51)
        if outside.any():
            row, column = np.argwhere(outside)[0]
            raise InvalidError(f"row {row}: {rows[row, column]} is not a card: cards are the numbers 0 to 51")
        rows = rows.astype(np.uint8)
    return np.ascontiguousarray(rows)


def _read_text(cards: ArrayLike) -> ArrayLike:
    """Convert rows of card text to card numbers; return other input unchanged."""
    if not isinstance(cards, list | tuple):
        return cards
    return [
        parse_cards(to_card_text(row, f"row {number}")) if _is_text(row) else row for number, row in enumerate(cards)
    ]


def _is_text(row: object) -> bool:
    """Return whether a row of cards is text, or a list with a card given as text."""
    if isinstance(row, list | tuple):
        return any(isinstance(card, str) for card in row)
    return isinstance(row, str)


def _rank(rows: Rows, ranking: Ranking, building: int, top: int, holes: int, board: int, threads: int) -> Values:
    import numpy as np

    values = np.empty(len(rows), dtype=np.uint16)
    threads = min(max(threads, 1), cores())
    bad_row = kernel.rank_rows(SCALES[ranking], building, top, holes, board, rows, values, threads)
    if bad_row >= 0:
        raise _bad_row_error(rows, bad_row)
    return values


def _rank_both(rows: Rows, holes: int, threads: int) -> tuple[Values, Values]:
    """Return the high and eight-or-better low values of each row of an Omaha game, in one pass."""
    import numpy as np

    high = np.empty(len(rows), dtype=np.uint16)
    low = np.empty(len(rows), dtype=np.uint16)
    threads = min(max(threads, 1), cores())
    bad_row = kernel.rank_rows(SCALES[HIGH5], TWO_PLUS_THREE, 0, holes, 5, rows, high, threads, low)
    if bad_row >= 0:
        raise _bad_row_error(rows, bad_row)
    return high, low


def _bad_row_error(rows: Rows, bad_row: int) -> InvalidError:
    """Build the error for a row that the kernel refused: a number that is no card, or a card twice."""
    earlier_cards: set[int] = set()
    for card in map(int, rows[bad_row]):
        if card > 51:
            return InvalidError(f"row {bad_row}: {card} is not a card: cards are the numbers 0 (2c) to 51 (As)")
        if card in earlier_cards:
            return InvalidError(
                f"row {bad_row}, {cards_text(map(int, rows[bad_row]))}: {card_text(card)} appears twice"
            )
        earlier_cards.add(card)
    raise AssertionError(f"row {bad_row} was refused without a reason")
