"""Exact equity by enumeration of all deals, in pure Python, with an estimate of its cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product
from math import comb, inf, prod
from operator import attrgetter
from typing import Final, NamedTuple

from hoyle.hands import TWO_PLUS_THREE
from hoyle.odds.python_kernel.equity_problem import Hand, Problem, Share, Tally, mask_of
from hoyle.odds.python_kernel.preflop_fast_path import BOARDS_BY_RANKS, applies_to, count_by_ranks

MAX_DEALS: Final = 9e18
"""Largest number of deals that the kernel counts."""
MAX_HANDS: Final = 1_000_000
"""Maximum hands of all players, since they are kept in memory."""

_COMPARE_COST, _LOOKUP_COST, _SHOWDOWN_COST = 300, 500, 3000
"""Rough nanoseconds to compare two hands, to look up a set of cards, and to find the winners."""


class EvaluatedHand(NamedTuple):
    """Possible hand of one player at the showdown, with its values."""

    player_bit: int
    unsure: int
    """Bit mask of the cards that others could hold instead."""
    weight: int
    main: int
    low: int


def exact_cost(problem: Problem) -> float:
    """Estimate the nanoseconds to count every deal of an equity problem; infinity if there are too many."""
    sizes = [problem.count_hands(seat) for seat in problem.seats]
    heaviest = prod(max(seat.weights) for seat in problem.seats)
    boards = comb(len(problem.free), problem.to_come)
    if prod(sizes) * heaviest * boards > MAX_DEALS or sum(sizes) > MAX_HANDS:
        return inf
    if applies_to(problem):
        return prod(sizes) * _matchup_cost(problem)
    return boards * _board_cost(problem, sizes)


def count_all(problem: Problem, share: Share, *, one_by_one: bool) -> Tally:
    """Count the winners of every deal of an equity problem; with ``one_by_one``, without shortcuts."""
    tally = Tally()
    hands = [problem.hands(seat) for seat in problem.seats]
    sizes = [len(player_hands) for player_hands in hands]
    in_order = not one_by_one and _ordering_cost(problem, sizes) < _pairing_cost(sizes)
    if applies_to(problem) and not one_by_one:
        _count_matchups(problem, hands, share, tally)
    elif problem.to_come or in_order:
        _count_boards(problem, hands, share, tally, in_order=in_order)
    else:
        _count_hands(problem, hands, share, tally)
    return tally


def _matchup_cost(problem: Problem) -> float:
    """Estimate the nanoseconds to count all boards of one combination of hands by rank."""
    return BOARDS_BY_RANKS * (len(problem.seats) * _ranking_cost(problem) + _SHOWDOWN_COST)


def _board_cost(problem: Problem, sizes: Sequence[int]) -> float:
    """Estimate the nanoseconds to count one board, given the number of hands of each player."""
    comparison_cost = min(_pairing_cost(sizes), _ordering_cost(problem, sizes))
    return sum(sizes) * _ranking_cost(problem) + comparison_cost


def _ranking_cost(problem: Problem) -> float:
    """Estimate the nanoseconds to rank one hand: a lookup for each pair of hole cards in Omaha, else one."""
    pairs = comb(problem.holes, 2) if problem.showdown.building == TWO_PLUS_THREE else 1
    return 800 + 700 * pairs


def _pairing_cost(sizes: Sequence[int]) -> float:
    """Estimate the nanoseconds to compare every combination of the players' hands."""
    return prod(sizes) * _COMPARE_COST


def _ordering_cost(problem: Problem, sizes: Sequence[int]) -> float:
    """Estimate the nanoseconds to compare two players' hands in order of value; infinity if impossible."""
    if len(sizes) > 2 or problem.showdown.low is not None:
        return inf
    max_uncertain = max(problem.holes - seat.certain.bit_count() for seat in problem.seats)
    return (1 << max_uncertain) * (3 * sizes[0] + sizes[1]) * _LOOKUP_COST


def _count_matchups(problem: Problem, hands: list[list[Hand]], share: Share, tally: Tally) -> None:
    for matchup in share.of(product(*hands), prod(map(len, hands)), _matchup_cost(problem)):
        used = mask_of(card for hand in matchup for card in hand.cards)
        if used.bit_count() == len(matchup) * problem.holes:
            cards_left = [card for card in problem.free if not used >> card & 1]
            weight = prod(hand.weight for hand in matchup)
            count_by_ranks(problem.showdown, [hand.cards for hand in matchup], cards_left, weight, tally)


def _count_boards(problem: Problem, hands: list[list[Hand]], share: Share, tally: Tally, *, in_order: bool) -> None:
    boards = comb(len(problem.free), problem.to_come)
    cost = _board_cost(problem, [len(player_hands) for player_hands in hands])
    for drawn in share.of(combinations(problem.free, problem.to_come), boards, cost):
        evaluated = _evaluate_hands(problem, hands, drawn)
        if in_order:
            _compare_in_order(evaluated[0], evaluated[1], tally)
        else:
            *shorter, longest = sorted(evaluated, key=len)
            for combination in product(*shorter):
                _compare(combination, longest, tally)


def _count_hands(problem: Problem, hands: list[list[Hand]], share: Share, tally: Tally) -> None:
    *shorter, longest = sorted(_evaluate_hands(problem, hands, ()), key=len)
    for combination in share.of(product(*shorter), prod(map(len, shorter)), len(longest) * _COMPARE_COST):
        _compare(combination, longest, tally)


def _evaluate_hands(problem: Problem, hands: list[list[Hand]], drawn: Sequence[int]) -> list[list[EvaluatedHand]]:
    """Evaluate the hands of each player that are possible with this board."""
    board = [*problem.board, *drawn]
    on_board = mask_of(drawn)
    evaluated: list[list[EvaluatedHand]] = []
    for player, player_hands in enumerate(hands):
        possible = [hand for hand in player_hands if not hand.unsure & on_board]
        mains, lows = problem.showdown.values([hand.cards for hand in possible], board)
        evaluated.append(
            [
                EvaluatedHand(1 << player, hand.unsure, hand.weight, main, low)
                for hand, main, low in zip(possible, mains, lows, strict=True)
            ]
        )
    return evaluated


def _compare(combination: Sequence[EvaluatedHand], hands: list[EvaluatedHand], tally: Tally) -> None:
    """Count the winners of one hand of each other player against all hands of one player.

    Combinations in which two hands share a card are skipped.
    """
    used, weight_product = 0, 1
    best = winning = best_low = low_winning = 0
    for bit, mask, weight, main, low in combination:
        if mask & used:
            return
        used |= mask
        weight_product *= weight
        winning = bit if main > best else winning | bit if main == best else winning
        low_winning = bit if low > best_low else low_winning | bit if low == best_low else low_winning
        best, best_low = max(best, main), max(best_low, low)
    for bit, mask, weight, main, low in hands:
        if not mask & used:
            winners = bit if main > best else winning | bit if main == best else winning
            low_winners = bit if low > best_low else low_winning | bit if low == best_low else low_winning
            tally[winners, low_winners if low or best_low else 0] += weight_product * weight


def _compare_in_order(first: list[EvaluatedHand], second: list[EvaluatedHand], tally: Tally) -> None:
    """Count the winners of two players' hands without pairing each with each.

    The second player's hands are added in order of value, each counted under every subset of its cards; the
    number that share no card with a hand of the first player follows by inclusion-exclusion.
    """
    weight_by_subset: defaultdict[int, int] = defaultdict(int)
    main_value = attrgetter("main")
    remaining = sorted(second, key=main_value, reverse=True)

    def add_below(value: float) -> None:
        while remaining and remaining[-1].main < value:
            hand = remaining.pop()
            for subset in _subsets(hand.unsure):
                weight_by_subset[subset] += hand.weight

    def disjoint_pairs(hands: list[EvaluatedHand]) -> int:
        total = 0
        for hand in hands:
            for subset in _subsets(hand.unsure):
                pairs = hand.weight * weight_by_subset.get(subset, 0)
                total += -pairs if subset.bit_count() & 1 else pairs
        return total

    wins = not_lost = 0
    for value, group in groupby(sorted(first, key=main_value), key=main_value):
        hands = list(group)
        add_below(value)
        wins += disjoint_pairs(hands)
        add_below(value + 1)
        not_lost += disjoint_pairs(hands)
    add_below(inf)
    tally[0b01, 0] += wins
    tally[0b11, 0] += not_lost - wins
    tally[0b10, 0] += disjoint_pairs(first) - not_lost


def _subsets(mask: int) -> Iterator[int]:
    """Yield every subset of a bit mask of cards, the empty one last."""
    subset = mask
    while subset:
        yield subset
        subset = (subset - 1) & mask
    yield 0
