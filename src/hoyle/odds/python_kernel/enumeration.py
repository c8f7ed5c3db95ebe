"""Exact enumeration of deals in pure Python, with an estimate of its cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, product
from math import comb, inf, prod
from typing import Final

from hoyle.hands import TWO_PLUS_THREE
from hoyle.odds.python_kernel.equity_request import Hand, Problem, Share, Tally, mask_of
from hoyle.odds.python_kernel.preflop_fast_path import BOARDS_BY_RANKS, count_by_ranks, goes_by_ranks

MAX_DEALS: Final = 9e18
"""Largest number of deals that the kernel counts."""
MAX_HANDS: Final = 1_000_000
"""Maximum hands of all players, since they are kept in memory."""

_PAIRING, _LOOKING_UP, _SHOWDOWN = 300, 500, 3000
"""Rough nanoseconds to compare two hands, to look up a set of cards, and to find the winners."""

Shown = tuple[int, int, int, int, int]
"""A hand at the showdown: player's bit, cards others could hold, weight, main value, low value."""


def exact_cost(problem: Problem) -> float:
    """Rough nanoseconds to count every deal; infinity if there are too many."""
    sizes = [problem.count_hands(seat) for seat in problem.seats]
    heaviest = prod(max(seat.weights) for seat in problem.seats)
    boards = comb(len(problem.free), problem.to_come)
    if prod(sizes) * heaviest * boards > MAX_DEALS or sum(sizes) > MAX_HANDS:
        return inf
    if goes_by_ranks(problem):
        return prod(sizes) * _matchup_cost(problem)
    return boards * _board_cost(problem, sizes)


def count_all(problem: Problem, share: Share, *, one_by_one: bool) -> Tally:
    """Count the winners of every deal; with ``one_by_one``, without shortcuts."""
    tally = Tally()
    hands = [problem.hands(seat) for seat in problem.seats]
    sizes = [len(each) for each in hands]
    in_order = not one_by_one and _ordering_cost(problem, sizes) < _pairing_cost(sizes)
    if goes_by_ranks(problem) and not one_by_one:
        _count_matchups(problem, hands, share, tally)
    elif problem.to_come or in_order:
        _count_boards(problem, hands, share, tally, in_order=in_order)
    else:
        _count_hands(problem, hands, share, tally)
    return tally


def _matchup_cost(problem: Problem) -> float:
    return BOARDS_BY_RANKS * (len(problem.seats) * _ranking_cost(problem) + _SHOWDOWN)


def _board_cost(problem: Problem, sizes: Sequence[int]) -> float:
    comparing = min(_pairing_cost(sizes), _ordering_cost(problem, sizes))
    return sum(sizes) * _ranking_cost(problem) + comparing


def _ranking_cost(problem: Problem) -> float:
    pairs = comb(problem.holes, 2) if problem.showdown.building == TWO_PLUS_THREE else 1
    return 800 + 700 * pairs


def _pairing_cost(sizes: Sequence[int]) -> float:
    return prod(sizes) * _PAIRING


def _ordering_cost(problem: Problem, sizes: Sequence[int]) -> float:
    if len(sizes) > 2 or problem.showdown.low is not None:
        return inf
    unsure = max(problem.holes - seat.certain.bit_count() for seat in problem.seats)
    return (1 << unsure) * (3 * sizes[0] + sizes[1]) * _LOOKING_UP


def _count_matchups(problem: Problem, hands: list[list[Hand]], share: Share, tally: Tally) -> None:
    """Count hold'em and Omaha before the flop, one combination of hands after the other."""
    for chosen in share.of(product(*hands), prod(map(len, hands)), _matchup_cost(problem)):
        used = mask_of(card for hand in chosen for card in hand.cards)
        if used.bit_count() == len(chosen) * problem.holes:
            left = [card for card in problem.free if not used >> card & 1]
            weight = prod(hand.weight for hand in chosen)
            count_by_ranks(problem.showdown, [hand.cards for hand in chosen], left, weight, tally)


def _count_boards(
    problem: Problem, hands: list[list[Hand]], share: Share, tally: Tally, *, in_order: bool
) -> None:
    boards = comb(len(problem.free), problem.to_come)
    cost = _board_cost(problem, [len(each) for each in hands])
    for drawn in share.of(combinations(problem.free, problem.to_come), boards, cost):
        shown = _show(problem, hands, drawn)
        if in_order:
            _compare_in_order(shown[0], shown[1], tally)
        else:
            *others, longest = sorted(shown, key=len)
            for chosen in product(*others):
                _compare(chosen, longest, tally)


def _count_hands(problem: Problem, hands: list[list[Hand]], share: Share, tally: Tally) -> None:
    """Count with a complete board; the work is split by the players' hands instead of by boards."""
    *others, longest = sorted(_show(problem, hands, ()), key=len)
    for chosen in share.of(product(*others), prod(map(len, others)), len(longest) * _PAIRING):
        _compare(chosen, longest, tally)


def _show(problem: Problem, hands: list[list[Hand]], drawn: Sequence[int]) -> list[list[Shown]]:
    """Evaluate each player's hands that are possible with this board."""
    board = [*problem.board, *drawn]
    on_board = mask_of(drawn)
    shown: list[list[Shown]] = []
    for player, each in enumerate(hands):
        held = [hand for hand in each if not hand.unsure & on_board]
        mains, lows = problem.showdown.values([hand.cards for hand in held], board)
        shown.append(
            [
                (1 << player, hand.unsure, hand.weight, main, low)
                for hand, main, low in zip(held, mains, lows, strict=True)
            ]
        )
    return shown


def _compare(chosen: Sequence[Shown], hands: list[Shown], tally: Tally) -> None:
    """Compare one hand of each other player with all hands of one player, skipping shared cards."""
    used, times = 0, 1
    best = who = best_low = low_who = 0
    for bit, mask, weight, main, low in chosen:
        if mask & used:
            return
        used |= mask
        times *= weight
        who = bit if main > best else who | bit if main == best else who
        low_who = bit if low > best_low else low_who | bit if low == best_low else low_who
        best, best_low = max(best, main), max(best_low, low)
    for bit, mask, weight, main, low in hands:
        if not mask & used:
            winners = bit if main > best else who | bit if main == best else who
            low_winners = bit if low > best_low else low_who | bit if low == best_low else low_who
            tally[winners, low_winners if low or best_low else 0] += times * weight


def _compare_in_order(first: list[Shown], second: list[Shown], tally: Tally) -> None:
    """Compare two players' hands without pairing each with each.

    The second player's hands are added in order of value, each counted under every subset of its cards; the
    number that share no card with a hand of the first player follows by inclusion-exclusion.
    """
    holding: defaultdict[int, int] = defaultdict(int)
    coming = sorted(second, key=_value, reverse=True)

    def add_below(value: float) -> None:
        while coming and _value(coming[-1]) < value:
            _, mask, weight, _, _ = coming.pop()
            for part in _parts(mask):
                holding[part] += weight

    def disjoint(hands: list[Shown]) -> int:
        total = 0
        for _, mask, weight, _, _ in hands:
            for part in _parts(mask):
                held = holding.get(part, 0)
                total += -weight * held if part.bit_count() & 1 else weight * held
        return total

    won = not_lost = 0
    for value, same in groupby(sorted(first, key=_value), key=_value):
        hands = list(same)
        add_below(value)
        won += disjoint(hands)
        add_below(value + 1)
        not_lost += disjoint(hands)
    add_below(inf)
    tally[0b01, 0] += won
    tally[0b11, 0] += not_lost - won
    tally[0b10, 0] += disjoint(first) - not_lost


def _value(hand: Shown) -> int:
    return hand[3]


def _parts(mask: int) -> Iterator[int]:
    """Every subset of the cards, including the empty one."""
    part = mask
    while part:
        yield part
        part = (part - 1) & mask
    yield 0
