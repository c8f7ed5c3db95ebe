"""Equity problem for the Python kernel: players' holdings, board, dead cards and showdown comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from math import comb
from typing import Final, NamedTuple, TypeVar

from hoyle.core.cards import card_text
from hoyle.odds.python_kernel.hand_ranking import find_search

Progress = Callable[[int, int], object]
"""Callback for progress: units of work done, and in all."""
Tally = Counter[tuple[int, int]]
"""Count by winners of the high or only pot and winners of the low, as bit masks of players."""

_REPORT_INTERVAL: Final = 1e8
"""Nanoseconds between two reports of progress."""

Item = TypeVar("Item")


class Share(NamedTuple):
    """Part of an equity calculation that this worker does, with its progress callback."""

    part: int
    parts: int
    progress: Progress | None

    def of(self, items: Iterable[Item], count: int, cost: float) -> Iterator[Item]:
        """Yield the items of work of this part; all parts together have each item once.

        Progress is reported about every tenth of a second, given the cost of an item in nanoseconds.
        """
        start, end = count * self.part // self.parts, count * (self.part + 1) // self.parts
        step = max(1, int(_REPORT_INTERVAL / max(cost, 1)))
        for done, item in enumerate(islice(items, start, end), 1):
            yield item
            if self.progress is not None and (done % step == 0 or done == end - start):
                self.progress(done, end - start)


class Showdown:
    """Showdown comparison of one poker game: main ranking and optional low."""

    def __init__(self, main: tuple[int, int], low: tuple[int, int] | None, building: int) -> None:
        self.building = building
        self.main = find_search(main[0], building, main[1])
        self.low = None if low is None else find_search(low[0], building, low[1])

    def values(self, hands: list[list[int]], board: list[int]) -> tuple[list[int], list[int]]:
        """Return the values of poker hands in the main pot, and in the low."""
        lows = [0] * len(hands) if self.low is None else self.low.values(hands, board)
        return self.main.values(hands, board), lows

    def winners(self, hands: list[list[int]], board: list[int]) -> tuple[int, int]:
        """Return the bit masks of the winners of the main pot and of the low; 0 if no low qualifies."""
        mains, lows = self.values(hands, board)
        return _players_with(max(mains), mains), _players_with(max(lows), lows) if any(lows) else 0


class Hand(NamedTuple):
    """Complete hand that a player may hold, with its weight."""

    cards: list[int]
    unsure: int
    """Bit mask of the cards that others could hold instead."""
    weight: int


class Seat(NamedTuple):
    """Possible holdings of one player in an equity problem, all of `known` cards."""

    known: int
    holdings: list[list[int]]
    weights: list[int]

    @property
    def certain(self) -> int:
        """Bit mask of the cards that this player is known to hold."""
        return mask_of(self.holdings[0]) if len(self.holdings) == 1 else 0


class Problem:
    """Equity problem: showdown, seats, board and dead cards."""

    def __init__(
        self,
        showdown: Showdown,
        holes: int,
        on_board: int,
        seats: list[tuple[int, bytes, list[int] | None]],
        board: bytes,
        dead: bytes,
    ) -> None:
        self.showdown = showdown
        self.holes = holes
        self.board = list(board)
        self.to_come = on_board - len(board)
        self.seats = [_seat(*seat) for seat in seats]
        self.gone = mask_of([*board, *dead])
        """Bit mask of the cards that are dead, on the board, or known to be in a player's hand."""
        for seat in self.seats:
            if duplicates := self.gone & seat.certain:
                raise ValueError(f"card {card_text(duplicates.bit_length() - 1)} is held twice")
            self.gone |= seat.certain

    @property
    def free(self) -> list[int]:
        """Cards that can still be dealt."""
        return [card for card in range(52) if not self.gone >> card & 1]

    def hands(self, seat: Seat) -> list[Hand]:
        """List every hand that a player may hold, ignoring the other players' unknown cards."""
        hands: list[Hand] = []
        free = self.free
        for holding, weight in zip(seat.holdings, seat.weights, strict=True):
            unsure = mask_of(holding) & ~seat.certain
            if unsure & self.gone:
                continue
            cards_left = [card for card in free if not unsure >> card & 1]
            for drawn in combinations(cards_left, self.holes - seat.known):
                hands.append(Hand(holding + list(drawn), unsure | mask_of(drawn), weight))
        return hands

    def count_hands(self, seat: Seat) -> int:
        """Estimate the number of a player's hands, without listing them."""
        cards_left = len(self.free) - (0 if seat.certain else seat.known)
        return len(seat.holdings) * comb(cards_left, self.holes - seat.known)


def _seat(known: int, cards: bytes, weights: list[int] | None) -> Seat:
    """Build a seat from its holdings as concatenated card bytes; without known cards it has an empty one."""
    holdings: list[list[int]] = [[]]
    if known:
        holdings = [list(cards[start : start + known]) for start in range(0, len(cards), known)]
    return Seat(known, holdings, [1] * len(holdings) if weights is None else weights)


def mask_of(cards: Iterable[int]) -> int:
    """Return the bit mask of a set of cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _players_with(best: int, values: list[int]) -> int:
    players = 0
    for player, value in enumerate(values):
        if value == best:
            players |= 1 << player
    return players
