"""Equity by Monte Carlo sampling of deals from a seed, in pure Python.

Sampling is deterministic: all draws are derived from the seed, as in the kernel.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from hashlib import shake_128
from itertools import accumulate
from struct import unpack
from typing import Final

from hoyle.odds.python_kernel.equity_problem import Problem, Share, Tally, mask_of

PIECE_SIZE: Final = 1024
"""Samples per random stream, so that results do not depend on how the work is split."""
MAX_REJECTED: Final = 500 * PIECE_SIZE

_HAND_COST: Final = 3000
"""Rough nanoseconds to deal and rank a hand."""
_BLOCK: Final = 512
"""Random numbers generated at once."""


def sample(problem: Problem, samples: int, seed: int, share: Share) -> Tally:
    """Count the winners of random deals of an equity problem; the same seed gives the same counts."""
    dealer = _Dealer(problem)
    tally = Tally()
    pieces = -(-samples // PIECE_SIZE)
    for piece in share.of(range(pieces), pieces, PIECE_SIZE * len(problem.seats) * _HAND_COST):
        count = min(PIECE_SIZE, samples - piece * PIECE_SIZE)
        for hands, board in dealer.deals(count, random_stream(seed, piece)):
            tally[problem.showdown.winners(hands, board)] += 1
    return tally


def random_stream(seed: int, piece: int) -> Iterator[int]:
    """Yield an endless stream of uniform 64-bit numbers, one stream for each seed and piece."""
    block = 0
    while True:
        digest = shake_128(f"{seed} {piece} {block}".encode()).digest(8 * _BLOCK)
        yield from unpack(f"<{_BLOCK}Q", digest)
        block += 1


class _Dealer:
    """Random dealer of hands and boards for one equity problem."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._deck = problem.free
        self._hands = [seat.holdings[0] for seat in problem.seats]
        self._masks = [[mask_of(holding) for holding in seat.holdings] for seat in problem.seats]
        self._sums = [list(accumulate(seat.weights)) for seat in problem.seats]
        self._ranges = [player for player, masks in enumerate(self._masks) if len(masks) > 1]
        ends = list(accumulate([problem.holes - seat.known for seat in problem.seats]))
        self._draws = list(zip([0, *ends], ends, strict=False))
        self._needed = ends[-1] + problem.to_come

    def deals(self, count: int, random_numbers: Iterator[int]) -> Iterator[tuple[list[list[int]], list[int]]]:
        """Yield random deals: all players' hands and the board."""
        rejected = 0
        while count:
            used = self._choose_holdings(random_numbers)
            if used is None:
                rejected += 1
                if rejected > MAX_REJECTED:
                    raise ValueError("holdings of the players leave hardly any deal without a card twice")
                continue
            cards = self._draw(used, random_numbers)
            hands = [holding + cards[start:end] for holding, (start, end) in zip(self._hands, self._draws, strict=True)]
            yield hands, self._problem.board + cards[len(cards) - self._problem.to_come :]
            count -= 1

    def _choose_holdings(self, random_numbers: Iterator[int]) -> int | None:
        """Choose a random holding for each range; return the cards in use, None if two share one."""
        used = self._problem.gone
        for player in self._ranges:
            sums = self._sums[player]
            index = bisect_right(sums, next(random_numbers) * sums[-1] >> 64)
            mask = self._masks[player][index]
            if mask & used:
                return None
            used |= mask
            self._hands[player] = self._problem.seats[player].holdings[index]
        return used

    def _draw(self, used: int, random_numbers: Iterator[int]) -> list[int]:
        """Draw the missing cards of all hands and the board at random, without those in the mask `used`."""
        deck = self._deck
        size = len(deck)
        cards: list[int] = []
        while len(cards) < self._needed:
            card = deck[next(random_numbers) * size >> 64]
            if not used >> card & 1:
                used |= 1 << card
                cards.append(card)
        return cards
