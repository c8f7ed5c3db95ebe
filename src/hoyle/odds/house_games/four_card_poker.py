"""Four Card Poker analysis: exact value of each decision and house edge of each wager.

The C++ kernel counts (``kernel/banked``); this module turns the counts into values and edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil, comb
from typing import Final, NamedTuple

from hoyle.core.cards import check_card, check_distinct
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.hand_values import (
    FOUR_CARD_CLASSES,
    aces_up_line,
    best_four,
    four_card_class,
    four_card_value,
)
from hoyle.hands import HIGH4
from hoyle.odds.house_games.analysis_interface import Progress
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.odds.house_games.kernel_loader import KERNEL, require_kernel
from hoyle.odds.house_games.precomputed_results import precomputed_edge
from hoyle.odds.house_games.rulebook_pay_tables import ACES_UP, AUTOMATIC_BONUS
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text

GAME: Final = "four-card-poker"
HANDS: Final = comb(52, 5)
DEALS: Final = comb(46, 5)
"""Combinations of the dealer's five hole cards, given a hand and the open card."""

FOLD, ONCE, ANY, THRICE = 0, 1, 2, 3
"""Best decisions; with ANY one, two and three Antes are worth the same."""
DECISIONS: Final = 4
"""Number of decisions, by which a sweep separates its counts."""

SWEPT_DEALS: Final = HANDS * 47 // 4 * DEALS
"""Deals that the thirteen sweeps count: one suit of the open card stands for all four."""


class Sweep(NamedTuple):
    """Counts of all Four Card Poker hands against one rank of the dealer's open card.

    Both lists are indexed by ``DECISIONS * value index + decision``.
    """

    up: int
    """Rank of the open card."""
    hands: list[int]
    wins: list[int]
    """Deals that the hands win."""


def play_values(cards: list[int], up: int, bonus: PayTable = AUTOMATIC_BONUS) -> list[Fraction]:
    """Compute the expected win of Ante and Play with one, two and three Antes, in Antes; folding wins -1."""
    if len(cards) != 5:
        raise InvalidError(f"cards: five are needed, not {len(cards)} (oneida FCP.A.4)")
    for card in (*cards, up):
        check_card(card)
    check_distinct([*cards, up])
    beaten = KERNEL.four_card_hand(cards, up) if KERNEL is not None else count_beating_hands(cards, up)
    net_wins = Fraction(DEALS - 2 * beaten, DEALS)
    extra = bonus.lines.get(four_card_class(best_four(cards)), Fraction(0))
    return [(1 + antes) * net_wins + extra for antes in (1, 2, 3)]


def count_beating_hands(cards: list[int], up: int, deck: Iterable[int] = range(52)) -> int:
    """Count the dealer hands that beat a player's five cards, by brute force: reference for the kernel."""
    own_value = best_four(cards)
    remaining = [card for card in deck if card != up and card not in cards]
    better = {four for four in combinations(sorted([*remaining, up]), 4) if four_card_value(list(four)) > own_value}
    count = 0
    for five in combinations(remaining, 5):
        count += any(four in better for four in combinations(sorted([*five, up]), 4))
    return count


def count_sweeps(bonus: PayTable = AUTOMATIC_BONUS, progress: Progress | None = None) -> list[Sweep]:
    """Count every Four Card Poker hand against each rank of open card, on two threads; cached."""
    kernel = require_kernel("the exact count of Four Card Poker under a bonus of your own")
    key = tuple(bonus.lines.get(name, Fraction(0)) for name in FOUR_CARD_CLASSES)
    if key in _SWEEP_CACHE:
        return _SWEEP_CACHE[key]
    # Playing once wins 2 * lead / DEALS + bonus and folding -1: play from this lead on.
    min_leads = [ceil(-(1 + extra) * DEALS / 2) for extra in key]
    ranks: Iterable[int] = range(13)
    results: list[Sweep] = []
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(kernel.four_card_sweep, rank * 4, min_leads) for rank in ranks]
        try:
            for rank in progress(ranks) if progress else ranks:
                hand_counts, wins = jobs[rank].result()
                results.append(Sweep(rank, hand_counts, wins))
        except BaseException:
            for job in jobs:
                job.cancel()
            raise
    _SWEEP_CACHE[key] = results
    return results


_SWEEP_CACHE: Final[dict[tuple[Fraction, ...], list[Sweep]]] = {}


def hand_values() -> range:
    """Return the values of all four-card hands in the kernel's order, worst first, without gaps."""
    return range(1, HIGH4.count() + 1)


def ante_play_edge(bonus: PayTable = AUTOMATIC_BONUS, progress: Progress | None = None) -> Edge:
    """Compute the house edge of Ante and Play in Four Card Poker with best play; ties bet most."""
    if KERNEL is None and bonus.lines == AUTOMATIC_BONUS.lines:
        return precomputed_edge(GAME, "ante-play", bonus.name)
    outcomes = Outcomes()
    deal_share = Fraction(1, SWEPT_DEALS)
    for sweep in count_sweeps(bonus, progress):
        for index, value in enumerate(hand_values()):
            extra = bonus.lines.get(four_card_class(value), Fraction(0))
            for decision, antes in ((FOLD, 0), (ONCE, 1), (ANY, 3), (THRICE, 3)):
                deals = sweep.hands[index * DECISIONS + decision] * DEALS
                wins = sweep.wins[index * DECISIONS + decision]
                if deals:
                    add_play(outcomes, antes, wins * deal_share, (deals - wins) * deal_share, extra)
    pays = {f"bonus: {line}": odds_text(odds) for line, odds in bonus.lines.items()}
    for line in bonus.lines:
        outcomes.lines[f"bonus: {line}"] = _line_shares(by_class=True)[line]
    return outcomes.edge(GAME, "ante-play", bonus.name, pays=pays, warnings=tuple(bonus.disallowed_odds()))


def add_play(outcomes: Outcomes, antes: int, win: Fraction, lose: Fraction, bonus: Fraction) -> None:
    """Add a Play wager of `antes` (0 folds) to an edge: won or lost with these chances, plus the bonus."""
    if not antes:
        outcomes.add("fold", win + lose, Fraction(-1))
        return
    bet = Fraction(1 + antes)
    outcomes.add(f"win {antes}x", win, bonus + bet, bet)
    outcomes.add(f"lose {antes}x", lose, bonus - bet, bet)


def aces_up_edge(table: PayTable = ACES_UP) -> Edge:
    """Compute the house edge of Aces Up, the side wager of Four Card Poker."""
    if KERNEL is None and table.lines == ACES_UP.lines:
        return precomputed_edge(GAME, "aces-up", table.name)
    outcomes = Outcomes()
    remaining = Fraction(1)
    for line, odds in table.lines.items():
        share = _line_shares(by_class=False)[line]
        outcomes.add(line, share, odds)
        remaining -= share
    outcomes.add("nothing", remaining, Fraction(-1))
    pays = {line: odds_text(odds) for line, odds in table.lines.items()}
    return outcomes.edge(GAME, "aces-up", table.name, pays=pays, warnings=tuple(table.disallowed_odds()))


@cache
def _line_shares(*, by_class: bool) -> dict[str, Fraction]:
    """Return the probability that the best four of five cards make each class, or each line of Aces Up."""
    hand_counts: dict[str, int] = {}
    for value, hands in _hand_counts().items():
        line = four_card_class(value) if by_class else aces_up_line(value)
        hand_counts[line] = hand_counts.get(line, 0) + hands
    return {line: Fraction(hands, HANDS) for line, hands in hand_counts.items()}


@cache
def _hand_counts() -> dict[int, int]:
    """Count the five-card hands by the value of their best four cards."""
    if KERNEL is not None:
        return dict(zip(hand_values(), KERNEL.four_card_counts(), strict=True))
    values = {four: four_card_value(list(four)) for four in combinations(range(52), 4)}
    counts: dict[int, int] = {}
    for five in combinations(range(52), 5):
        value = max(values[four] for four in combinations(five, 4))
        counts[value] = counts.get(value, 0) + 1
    return counts
