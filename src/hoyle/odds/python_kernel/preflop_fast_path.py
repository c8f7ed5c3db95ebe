"""Fast path for preflop equity: groups boards by rank where suits cannot matter.

Suits matter only where somebody has a flush. Boards that give one are taken with their cards of that suit,
the other cards by rank; all others by rank alone. :data:`BOARDS_BY_RANKS` then stand for 1.7 million.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import Final

from hoyle.hands import HIGH5, LOW_A5, TWO_PLUS_THREE
from hoyle.hands.hash_keys import rank_key
from hoyle.odds.python_kernel.equity_request import Problem, Showdown, Tally

BOARDS_BY_RANKS: Final = 50_000
"""About so many, more or fewer as the hands are suited."""
BOARD: Final = 5
NEVER: Final = BOARD + 1


def goes_by_ranks(problem: Problem) -> bool:
    """Whether the whole board is to come, and two hole cards play at most."""
    showdown = problem.showdown
    return (
        problem.to_come == BOARD
        and showdown.main.ranking is HIGH5
        and (showdown.low is None or showdown.low.ranking is LOW_A5)
        and (showdown.building == TWO_PLUS_THREE or problem.holes == 2)
    )


def count_by_ranks(
    showdown: Showdown, hands: list[list[int]], left: list[int], weight: int, tally: Tally
) -> None:
    """Who wins how often with these hands and a board of the cards left."""
    flush_at = [_flush_at(showdown.building, hands, suit) for suit in range(4)]
    with_flush: Counter[int] = Counter()
    for suit in range(4):
        for board, ways in _suited_boards(left, suit, flush_at[suit]):
            with_flush[rank_key(board)] += ways
            tally[showdown.winners(hands, board)] += weight * ways
    for board, ways in _collections(left, BOARD, flush_at):
        without = ways - with_flush[rank_key(board)]
        tally[showdown.winners(hands, board)] += weight * without


def _flush_at(building: int, hands: list[list[int]], suit: int) -> int:
    """How many cards of a suit on the board make it somebody's flush."""
    most = max(sum(card & 3 == suit for card in hand) for hand in hands)
    if building == TWO_PLUS_THREE:
        return 3 if most >= 2 else NEVER
    return BOARD - most


def _suited_boards(left: list[int], suit: int, least: int) -> Iterator[tuple[list[int], int]]:
    """Boards with so many cards of a suit or more, and how often the like of them comes."""
    suited = [card for card in left if card & 3 == suit]
    others = [card for card in left if card & 3 != suit]
    for size in range(least, BOARD + 1):
        rest = list(_collections(others, BOARD - size))
        for cards in combinations(suited, size):
            for drawn, ways in rest:
                yield [*cards, *drawn], ways


def _collections(
    left: list[int], size: int, flush_at: Sequence[int] = (NEVER,) * 4
) -> Iterator[tuple[list[int], int]]:
    """One set of cards without a flush for each collection of ranks, and how many sets have these ranks."""
    by_rank: list[list[int]] = [[] for _ in range(13)]
    for card in left:
        by_rank[card >> 2].append(card)
    # Not the same suit first in every rank: the first try then hardly ever is a flush.
    by_rank = [cards[at % 4 :] + cards[: at % 4] for at, cards in enumerate(by_rank)]
    for ranks in combinations_with_replacement(range(13), size):
        choices = [list(combinations(by_rank[rank], many)) for rank, many in Counter(ranks).items()]
        for chosen in product(*choices):
            cards = [card for part in chosen for card in part]
            suits = [card & 3 for card in cards]
            if all(suits.count(suit) < flush_at[suit] for suit in range(4)):
                yield cards, prod(map(len, choices))
                break
