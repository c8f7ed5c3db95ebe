"""Discard heuristics for draw games: which cards a sensible player keeps."""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import rank_of, suit_of
from hoyle.games.poker.resolved_rules import Rules
from hoyle.hands import Evaluator, Ranking

GOOD_LOW: Final = 8
"""Highest pip worth keeping toward a low."""

WHEEL: Final = [0, 1, 2, 3, 12]
"""Ranks of the lowest straight, five to ace."""
ACE: Final = 12


def discards(hand: list[int], rules: Rules) -> list[int]:
    """Return the cards that a sensible player discards from a hand of a draw game."""
    kept = keep_high(hand) if rules.high is not None or rules.low is None else keep_low(hand, rules.low)
    return [card for card in hand if card not in kept]


def keep_high(hand: list[int]) -> list[int]:
    """Return the cards to keep for a high hand.

    In order: made hands, pairs and better, four to a flush, four to an open straight, the highest card.
    """
    ranks = [rank_of(card) for card in hand]
    paired = [card for card, rank in zip(hand, ranks, strict=True) if ranks.count(rank) > 1]
    if len(paired) > 2:
        has_four_of_a_kind = ranks.count(rank_of(paired[1])) == 4
        return list(hand) if has_four_of_a_kind else paired
    ordered = sorted(hand)
    rank_span = rank_of(ordered[4]) - rank_of(ordered[0])
    has_straight = not paired and (rank_span == 4 or sorted(ranks) == WHEEL)
    if has_straight:
        return list(hand)
    suits = [suit_of(card) for card in hand]
    for suit in set(suits):
        if suits.count(suit) >= 4:
            return [card for card in hand if suit_of(card) == suit]
    if paired:
        return paired
    for start in range(2):
        four = ordered[start : start + 4]
        is_open_straight = rank_of(four[3]) - rank_of(four[0]) == 3 and rank_of(four[3]) < ACE
        if is_open_straight:
            return four
    return [ordered[-1]]


def keep_low(hand: list[int], low: Evaluator) -> list[int]:
    """Return the low cards of different ranks to keep; break a straight or flush that spoils the low."""
    ranking = low.ranking
    if ranking.size == 4:
        best_cards = low.best(hand, []).cards
        return [card for card in best_cards if ranking.pip(card) <= GOOD_LOW]
    kept: list[int] = []
    kept_ranks: set[int] = set()
    for card in sorted(hand, key=ranking.pip):
        if ranking.pip(card) <= GOOD_LOW and rank_of(card) not in kept_ranks:
            kept.append(card)
            kept_ranks.add(rank_of(card))
    if len(kept) == 5 and _is_straight_or_flush(kept, ranking):
        kept.pop()
    return kept


def _is_straight_or_flush(cards: list[int], ranking: Ranking) -> bool:
    return ranking.class_name(ranking.rank(cards)) != "unpaired low"
