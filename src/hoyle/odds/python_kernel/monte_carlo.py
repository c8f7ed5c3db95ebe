"""Monte Carlo sampling of deals from a seed, in pure Python.

Nothing here is left to chance: what is drawn follows from the seed by arithmetic, as in the kernel.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from hashlib import shake_128
from itertools import accumulate
from struct import unpack
from typing import Final

from hoyle.odds.python_kernel.equity_request import Problem, Share, Tally, mask_of

IN_ONE_PIECE: Final = 1024
"""Samples from one row of numbers, whoever does this piece of the work."""
MAX_REJECTED: Final = 500 * IN_ONE_PIECE

_HAND: Final = 3000
"""Rough nanoseconds to deal and rank a hand."""
_BLOCK: Final = 512
"""Numbers that are made at once."""


def sample(problem: Problem, samples: int, seed: int, share: Share) -> Tally:
    """Who wins how often in so many deals, the same for the same seed."""
    dealer = _Dealer(problem)
    tally = Tally()
    pieces = -(-samples // IN_ONE_PIECE)
    for piece in share.of(range(pieces), pieces, IN_ONE_PIECE * len(problem.seats) * _HAND):
        many = min(IN_ONE_PIECE, samples - piece * IN_ONE_PIECE)
        for hands, board in dealer.deals(many, numbers(seed, piece)):
            tally[problem.showdown.winners(hands, board)] += 1
    return tally


def numbers(seed: int, piece: int) -> Iterator[int]:
    """Numbers of 64 bits without end, each as likely as any other: a row of its own for every piece."""
    block = 0
    while True:
        made = shake_128(f"{seed} {piece} {block}".encode()).digest(8 * _BLOCK)
        yield from unpack(f"<{_BLOCK}Q", made)
        block += 1


class _Dealer:
    """Deals one problem again and again."""

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

    def deals(self, many: int, drawn: Iterator[int]) -> Iterator[tuple[list[list[int]], list[int]]]:
        """All players' hands and the board."""
        rejected = 0
        while many:
            used = self._choose_holdings(drawn)
            if used is None:
                rejected += 1
                if rejected > MAX_REJECTED:
                    raise ValueError("holdings of the players leave hardly any deal without a card twice")
                continue
            cards = self._draw(used, drawn)
            hands = [
                held + cards[start:end] for held, (start, end) in zip(self._hands, self._draws, strict=True)
            ]
            yield hands, self._problem.board + cards[len(cards) - self._problem.to_come :]
            many -= 1

    def _choose_holdings(self, drawn: Iterator[int]) -> int | None:
        """Their cards; or None where two share one, and all are to be chosen anew."""
        used = self._problem.gone
        for player in self._ranges:
            sums = self._sums[player]
            at = bisect_right(sums, next(drawn) * sums[-1] >> 64)
            mask = self._masks[player][at]
            if mask & used:
                return None
            used |= mask
            self._hands[player] = self._problem.seats[player].holdings[at]
        return used

    def _draw(self, used: int, drawn: Iterator[int]) -> list[int]:
        deck = self._deck
        size = len(deck)
        cards: list[int] = []
        while len(cards) < self._needed:
            card = deck[next(drawn) * size >> 64]
            if not used >> card & 1:
                used |= 1 << card
                cards.append(card)
        return cards
