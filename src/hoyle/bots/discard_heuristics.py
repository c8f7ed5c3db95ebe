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


def discards(hand: list[int], rules: Rules) -> list[int]:
    """Return the cards to discard."""
    kept = keep_low(hand, rules.low) if rules.high is None and rules.low is not None else keep_high(hand)
    return [card for card in hand if card not in kept]


def keep_high(hand: list[int]) -> list[int]:
    """Return the cards to keep for a high hand.

    In order: made hands, pairs and better, four to a flush, four to an open straight, the highest card.
    """
    ranks = [rank_of(card) for card in hand]
    matched = [card for card, rank in zip(hand, ranks, strict=True) if ranks.count(rank) > 1]
    if len(matched) > 2:
        return list(hand) if ranks.count(rank_of(matched[1])) == 4 else matched
    ordered = sorted(hand)
    span = rank_of(ordered[4]) - rank_of(ordered[0])
    if not matched and (span == 4 or sorted(ranks) == WHEEL):
        return list(hand)
    suits = [suit_of(card) for card in hand]
    for suit in set(suits):
        if suits.count(suit) >= 4:
            return [card for card in hand if suit_of(card) == suit]
    if matched:
        return matched
    for start in range(2):
        four = ordered[start : start + 4]
        if rank_of(four[3]) - rank_of(four[0]) == 3 and rank_of(four[3]) < 12:
            return four
    return [ordered[-1]]


def keep_low(hand: list[int], low: Evaluator) -> list[int]:
    """Return the low cards of different ranks to keep; break a straight or flush that spoils the low."""
    ranking = low.ranking
    if ranking.size == 4:
        used = low.best(hand, []).cards
        return [card for card in used if ranking.pip(card) <= GOOD_LOW]
    kept: list[int] = []
    for card in sorted(hand, key=ranking.pip):
        if ranking.pip(card) <= GOOD_LOW and rank_of(card) not in [rank_of(other) for other in kept]:
            kept.append(card)
    if len(kept) == 5 and _spoiled(kept, ranking):
        kept.pop()
    return kept


def _spoiled(cards: list[int], ranking: Ranking) -> bool:
    return ranking.class_name(ranking.rank(cards)) != "unpaired low"
