"""Simple and random strategies of the house card games, and their house edges.

>>> three_card_edge("simple", (0, 1)).edge
Fraction(686689, 20358520)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

from hoyle.games.house_cards.hand_values import (
    best_four,
    five_card_class,
    four_card_class,
    stud_line,
    three_card_class,
    three_card_value,
)
from hoyle.hands import HIGH4
from hoyle.odds.house_games import four_card_poker, mississippi_stud, three_card_poker
from hoyle.odds.house_games.analysis_interface import Progress
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.odds.house_games.rulebook_pay_tables import ANTE_BONUS, AUTOMATIC_BONUS, STUD
from hoyle.odds.python_kernel.mississippi_stud_tree import DEALS_LEFT
from hoyle.rulebooks.book_types.pay_table import PayTable

ONE: Final = Fraction(1)
FOLD: Final = "fold"
_QUEEN_SIX_FOUR: Final = [10, 4, 2]
_SIX, _JACK = 4, 9
"""Ranks as numbers, 0 for a deuce."""


def plays_three_card(cards: list[int]) -> bool:
    """Return whether the simple strategy of Three Card Poker plays a hand: queen-six-four or better."""
    value = three_card_value(cards)
    if three_card_class(value) != "high card":
        return True
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    return ranks >= _QUEEN_SIX_FOUR


def four_card_antes(cards: list[int]) -> int:
    """Return the Antes of the simple strategy of Four Card Poker: three on tens or better, one on a pair."""
    return _antes_by_four_card_value(best_four(cards))


def _antes_by_four_card_value(value: int) -> int:
    """Return the Antes of the simple strategy of Four Card Poker for the value of the best four cards."""
    name = four_card_class(value)
    if name == "high card":
        return 0
    return 1 if name == "pair" and HIGH4.pips(value)[0] < 10 else 3


def stud_antes(visible: list[int], turned: int) -> int:
    """Return the Antes of the simple strategy of Mississippi Stud: three on a paying hand, else by points.

    A six to a ten is one point, a higher card two; two points are needed, one more for each card `turned`.
    """
    return _antes_by_ranks([card >> 2 for card in visible], turned)


def _antes_by_ranks(ranks: list[int], turned: int) -> int:
    """Return the Antes of the simple strategy of Mississippi Stud for the ranks of the visible cards."""
    counts = Counter(ranks)
    pairs = [rank for rank, count in counts.items() if count >= 2]
    if max(counts.values()) >= 3 or len(pairs) > 1 or any(rank >= _SIX for rank in pairs):
        return 3
    points = sum((rank >= _SIX) + (rank >= _JACK) for rank in counts)
    return 1 if pairs or points >= 2 + turned else 0


def side_wager_edge(best_play_edge: Edge, table: PayTable, strategy: str, antes: tuple[int, ...]) -> Edge:
    """Compute the house edge of a side wager under a strategy; only a random player folds paying hands."""
    if strategy == "simple":
        return best_play_edge
    outcomes = Outcomes()
    fold_chance = Fraction(1, len(antes))
    outcomes.add(FOLD, fold_chance, -ONE)
    for line, share in best_play_edge.lines.items():
        outcomes.add(line, share * (1 - fold_chance), table.odds(line))
    return outcomes.edge(best_play_edge.game, best_play_edge.wager, table.name)


def three_card_edge(strategy: str, antes: tuple[int, ...]) -> Edge:
    """Compute the house edge of Ante and Play in Three Card Poker under a strategy."""
    hand_counts: dict[tuple[three_card_poker.DealerResults, int], int] = {}
    for hand, results in three_card_poker.results_by_hand().items():
        choices = antes if strategy == "random" else (int(plays_three_card(list(hand))),)
        for play_antes in choices:
            # Each hand counts twice, so that a random player's two choices count once each.
            hand_counts[results, play_antes] = hand_counts.get((results, play_antes), 0) + 2 // len(choices)
    outcomes = Outcomes()
    share = Fraction(1, 2 * three_card_poker.HANDS * three_card_poker.DEALER_HANDS)
    for (results, play_antes), hands in hand_counts.items():
        if not play_antes:
            outcomes.add(FOLD, hands * three_card_poker.DEALER_HANDS * share, -ONE)
            continue
        extra = ANTE_BONUS.lines.get(three_card_class(results.value), Fraction(0))
        for line, deals, gain in results.outcomes():
            outcomes.add(line, hands * deals * share, gain + extra, Fraction(2))
    return outcomes.edge(three_card_poker.GAME, "ante-play", ANTE_BONUS.name)


def four_card_edge(strategy: str, antes: tuple[int, ...], progress: Progress | None) -> Edge | None:
    """Compute the house edge of Ante and Play in Four Card Poker by strategy; None without the kernel."""
    if KERNEL is None:
        return None
    outcomes = Outcomes()
    deal_share = Fraction(1, four_card_poker.SWEPT_DEALS)
    for sweep in four_card_poker.count_sweeps(AUTOMATIC_BONUS, progress):
        for index, value in enumerate(four_card_poker.hand_values()):
            decisions = slice(index * four_card_poker.DECISIONS, (index + 1) * four_card_poker.DECISIONS)
            deals = sum(sweep.hands[decisions]) * four_card_poker.DEALS
            wins = sum(sweep.wins[decisions])
            extra = AUTOMATIC_BONUS.lines.get(four_card_class(value), Fraction(0))
            choices = antes if strategy == "random" else (_antes_by_four_card_value(value),)
            share = deal_share / len(choices)
            for play_antes in choices:
                four_card_poker.add_play(outcomes, play_antes, wins * share, (deals - wins) * share, extra)
    return outcomes.edge(four_card_poker.GAME, "ante-play", AUTOMATIC_BONUS.name)


def stud_edge(strategy: str, antes: tuple[int, ...]) -> Edge:
    """Compute the house edge of the Ante in Mississippi Stud under a strategy."""
    outcomes = Outcomes()
    if strategy == "simple":
        for (line, bet), deals in _stud_deals(_antes_by_ranks).items():
            _add_stud_outcome(outcomes, line, Fraction(deals, mississippi_stud.DEALS), bet)
        return outcomes.edge(mississippi_stud.GAME, "ante", STUD.name)
    deals_by_line = _stud_deals(lambda ranks, turned: 1)  # never folds: every deal reaches its line
    bets_share = Fraction(1, len(antes) ** 3)
    for bets in product(antes, repeat=3):
        if 0 in bets:
            _add_stud_outcome(outcomes, FOLD, bets_share, 1 + sum(bets[: bets.index(0)]))
            continue
        for (line, _), deals in deals_by_line.items():
            chance = bets_share * Fraction(deals, mississippi_stud.DEALS)
            _add_stud_outcome(outcomes, line, chance, 1 + sum(bets))
    return outcomes.edge(mississippi_stud.GAME, "ante", STUD.name)


def _add_stud_outcome(outcomes: Outcomes, line: str, chance: Fraction, bet: int) -> None:
    outcomes.add(line, chance, bet * STUD.odds(line), Fraction(bet))


def _stud_deals(choose: Callable[[list[int], int], int]) -> Counter[tuple[str, int]]:
    """Count the Mississippi Stud deals by pay line and Antes bet, under a strategy that ignores suits."""
    deals: Counter[tuple[str, int]] = Counter()

    def visit(ranks: list[int], ways: int, bet: int) -> None:
        if len(ranks) == 5:
            for line, share in _lines(tuple(sorted(ranks))):
                deals[line, bet] += ways * share // 256
            return
        antes = choose(ranks, len(ranks) - 2)
        if not antes:
            deals[FOLD, bet] += ways * DEALS_LEFT[len(ranks)]
            return
        for rank in range(13):
            if suits := 4 - ranks.count(rank):
                visit([*ranks, rank], ways * suits, bet + antes)

    for first_rank, second_rank in combinations_with_replacement(range(13), 2):
        visit([first_rank, second_rank], 6 if first_rank == second_rank else 16, 1)
    return deals


@cache
def _lines(ranks: tuple[int, ...]) -> list[tuple[str, int]]:
    """List the pay lines of five ranks, with their shares in 256: 4 of 1024 suit combinations are a flush."""
    unsuited = stud_line(five_card_class(_cards(ranks, suited=False)))
    if len(set(ranks)) < 5:
        return [(unsuited, 256)]
    return [(unsuited, 255), (stud_line(five_card_class(_cards(ranks, suited=True))), 1)]


def _cards(ranks: tuple[int, ...], *, suited: bool) -> list[int]:
    """Return cards of these ranks; five different ranks are all of one suit only if `suited`."""
    cards = [rank * 4 + ranks[:index].count(rank) for index, rank in enumerate(ranks)]
    if not suited and len(set(ranks)) == 5:
        cards[0] += 1
    return cards
