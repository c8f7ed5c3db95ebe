"""Fast path for preflop equity: groups boards by rank where suits cannot matter.

Suits matter only where a player has a flush. Boards that give one are counted with their cards of that suit
and the others by rank; all other boards by rank alone: :data:`BOARDS_BY_RANKS` instead of 1.7 million.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import Final

from hoyle.hands import HIGH5, LOW_A5, TWO_PLUS_THREE
from hoyle.hands.hash_keys import rank_key
from hoyle.odds.python_kernel.equity_problem import Problem, Showdown, Tally

BOARDS_BY_RANKS: Final = 50_000
"""Approximate number of boards by rank; it depends on how the hands are suited."""
BOARD: Final = 5
"""Number of board cards."""
NEVER: Final = BOARD + 1
"""Number of suited board cards that no board has: no flush is possible."""


def applies_to(problem: Problem) -> bool:
    """Return whether boards can be counted by rank: the whole board is to come, and two hole cards play."""
    showdown = problem.showdown
    return (
        problem.to_come == BOARD
        and showdown.main.ranking is HIGH5
        and (showdown.low is None or showdown.low.ranking is LOW_A5)
        and (showdown.building == TWO_PLUS_THREE or problem.holes == 2)
    )


def count_by_ranks(
    showdown: Showdown, hands: list[list[int]], cards_left: list[int], weight: int, tally: Tally
) -> None:
    """Count the winners of known hands over all boards, grouping boards of the same ranks."""
    flush_at = [_board_cards_for_flush(showdown.building, hands, suit) for suit in range(4)]
    with_flush: Counter[int] = Counter()
    for suit in range(4):
        for board, ways in _suited_boards(cards_left, suit, flush_at[suit]):
            with_flush[rank_key(board)] += ways
            tally[showdown.winners(hands, board)] += weight * ways
    for board, ways in _boards_by_rank(cards_left, BOARD, flush_at):
        ways_without_flush = ways - with_flush[rank_key(board)]
        tally[showdown.winners(hands, board)] += weight * ways_without_flush


def _board_cards_for_flush(building: int, hands: list[list[int]], suit: int) -> int:
    """Return how many board cards of a suit give a player a flush; `NEVER` if none do."""
    most_suited = max(sum(card & 3 == suit for card in hand) for hand in hands)
    if building == TWO_PLUS_THREE:
        return 3 if most_suited >= 2 else NEVER
    return BOARD - most_suited


def _suited_boards(cards_left: list[int], suit: int, min_suited: int) -> Iterator[tuple[list[int], int]]:
    """Yield boards with at least `min_suited` cards of a suit, each with the number of equivalent boards."""
    suited = [card for card in cards_left if card & 3 == suit]
    unsuited = [card for card in cards_left if card & 3 != suit]
    for size in range(min_suited, BOARD + 1):
        rank_groups = list(_boards_by_rank(unsuited, BOARD - size))
        for cards in combinations(suited, size):
            for drawn, ways in rank_groups:
                yield [*cards, *drawn], ways


def _boards_by_rank(
    cards_left: list[int], size: int, flush_at: Sequence[int] = (NEVER,) * 4
) -> Iterator[tuple[list[int], int]]:
    """Yield one set of cards without a flush for each collection of ranks, and the number of such sets."""
    by_rank: list[list[int]] = [[] for _ in range(13)]
    for card in cards_left:
        by_rank[card >> 2].append(card)
    # Start each rank with another suit, so that the first choice is hardly ever a flush.
    by_rank = [cards[index % 4 :] + cards[: index % 4] for index, cards in enumerate(by_rank)]
    for ranks in combinations_with_replacement(range(13), size):
        choices = [list(combinations(by_rank[rank], count)) for rank, count in Counter(ranks).items()]
        for chosen in product(*choices):
            cards = [card for rank_cards in chosen for card in rank_cards]
            suits = [card & 3 for card in cards]
            if all(suits.count(suit) < flush_at[suit] for suit in range(4)):
                yield cards, prod(map(len, choices))
                break
