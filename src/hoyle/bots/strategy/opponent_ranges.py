"""Opponent ranges: weighted hands that each opponent may hold, given their actions so far.

Each opponent gets a sample of hands that they could have been dealt, weighted by their actions: a raise
before the flop leaves the better starting hands, and every later bet, call, check and draw changes the
weights. No hand is ruled out, since players sometimes act regardless of their cards.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from math import exp
from typing import Final

from hoyle.bots.strategy.action_log import BET, CALL, LoggedAction
from hoyle.bots.strategy.bulk_evaluator import QUICK, percentile_ranks, shares
from hoyle.bots.strategy.card_layout import DRAW, FLOP, STUD, mask_of
from hoyle.bots.strategy.situation import BotSituation, Opponent
from hoyle.bots.strategy.starting_hands import STEPS

_WHIM: Final = 0.12
"""Probability that a player acts regardless of their cards."""
_WIDTH: Final = 0.11
_WRONG_DRAW: Final = 0.04
"""Probability that a player drew another number of cards than the heuristic does."""

# Percentiles around which players bet, raise and reraise; and call a bet, a raise and a reraise.
_FIRST_BETS: Final = (0.70, 0.84, 0.93)
_FIRST_CALLS: Final = (0.38, 0.58, 0.75)
_BETS: Final = (0.55, 0.78, 0.90)
_CALLS: Final = (0.42, 0.42, 0.66)
_TRIES: Final = 8


class OpponentRange:
    """Weighted hands that one opponent may hold."""

    def __init__(self, rival: Opponent, hands: list[list[int]]) -> None:
        self.rival = rival
        self.hands = [(mask_of(hand), bytes(hand)) for hand in hands]
        self.weights = [1.0] * len(hands)
        self._sums: list[float] = []

    def weigh(self, standings: Sequence[float], weight: Sequence[float]) -> None:
        """Multiply the weight of each hand by the factor for its percentile."""
        for index, standing in enumerate(standings):
            self.weights[index] *= weight[int(standing * STEPS)]
        self._sums = []

    def pick(self, gone: int, rng: random.Random) -> tuple[int, bytes] | None:
        """Draw a hand without cards of the mask `gone`; None after several failed tries."""
        if not self._sums:
            self._sums = list(accumulate(self.weights))
        sums, hands = self._sums, self.hands
        if not hands:
            return None
        total = sums[-1]
        for _ in range(_TRIES):
            chosen = hands[min(bisect_right(sums, rng.random() * total), len(hands) - 1)]
            if not chosen[0] & gone:
                return chosen
        return None


def opponent_ranges(scene: BotSituation, *, trust: float, rng: random.Random) -> list[OpponentRange]:
    """Estimate the range of every opponent."""
    count = len(scene.rivals)
    many = (64 if count < 3 else 40) if QUICK else 12
    dealt = _from_bank if scene.start.bank else _from_deck
    ranges = [OpponentRange(rival, dealt(scene, rival, many, trust, rng)) for rival in scene.rivals]
    later = sorted({deed.street for rival in scene.rivals for deed in rival.deeds if deed.street})
    for street in later:
        standings = _STRENGTHS[scene.layout.kind](scene, ranges, street)
        for each, percentiles in zip(ranges, standings, strict=True):
            deeds = [deed for deed in each.rival.deeds if deed.street == street]
            if deeds:
                each.weigh(percentiles, _weights(deeds, trust))
    return ranges


# Sampling of dealt hands


def _from_bank(
    scene: BotSituation, rival: Opponent, many: int, trust: float, rng: random.Random
) -> list[list[int]]:
    """Sample face-down starting hands, weighted by the actions before the flop or the draw."""
    bank, layout = scene.start.everybody, scene.layout
    if rival.shown:
        # An exposed card or a tabled hand.
        return [[*scene.stub.deal(rival.hidden, 0), *rival.shown] for _ in range(many)]
    if rival.draws and rng.random() > _WRONG_DRAW:
        bank = scene.start.drawers.get(rival.draws[0], bank)
    weights = _weights([deed for deed in rival.deeds if not deed.street], trust)
    hands: list[list[int]] = []
    for hand in bank.draw(weights, 3 * many, rng):
        if not hand.mask & scene.gone:
            hands.append(list(hand.cards))
            if len(hands) == many:
                break
    if layout.kind == DRAW:
        return [layout.drawn_out(cards, layout.draws, scene.gone, rng) for cards in hands]
    return hands


def _from_deck(
    scene: BotSituation, rival: Opponent, many: int, trust: float, rng: random.Random
) -> list[list[int]]:
    """Sample hole cards to go with the face-up cards, weighted by the actions on the first street."""
    layout, start, gone = scene.layout, scene.start, scene.gone
    weight = _weights([deed for deed in rival.deeds if not deed.street], trust)
    down = layout.streets[0].ups.count(False)
    shown = bytes(rival.shown[: layout.first - down])
    hands = [scene.stub.deal(rival.hidden, gone) for _ in range(2 * many)]
    weights = [weight[int(start.standing(hidden[:down] + shown) * STEPS)] for hidden in hands]
    return [[*hidden, *rival.shown] for hidden in rng.choices(hands, weights, k=many)]


# Percentiles of the sampled hands on a later street


def _on_boards(scene: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    layout = scene.layout
    board = bytes(scene.board[: sum(each.board for each in layout.streets[: street + 1])])
    lacking = layout.on_board - len(board)
    hands = [hand for each in ranges for hand in each.hands]
    sums = [0.0] * len(hands)
    counts = [0] * len(hands)
    rivals = min(len(ranges), 3)
    for _ in range((3 if QUICK else 1) if lacking else 1):
        extra = scene.stub.deal(lacking, scene.gone)
        spread, gone = board + extra, mask_of(extra)
        possible = [index for index, hand in enumerate(hands) if not hand[0] & gone]
        rows = b"".join([hands[index][1] + spread for index in possible])
        mains, lows = layout.measure.values(rows, layout.holes, layout.on_board)
        for index, share in zip(possible, shares(mains, lows, rivals), strict=True):
            sums[index] += share
            counts[index] += 1
    scores = [sum_ / count if count else 0.5 for sum_, count in zip(sums, counts, strict=True)]
    return _percentiles(ranges, scores)


def _on_own_cards(scene: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    layout = scene.layout
    dealt = [up for each in layout.streets[: street + 1] for up in each.ups]
    downs, ups = dealt.count(False), dealt.count(True)
    board = bytes(scene.board)
    times = (2 if QUICK else 1) if len(dealt) + len(board) < layout.holes else 1
    deal = scene.stub.deal
    rows: list[bytes] = []
    for each in ranges:
        hidden = each.rival.hidden
        for mask, hand in each.hands:
            known = hand[: min(downs, hidden)] + hand[hidden : hidden + ups] + board
            known = known[: layout.holes]
            lacking = layout.holes - len(known)
            for _ in range(times):
                rows.append(known + deal(lacking, mask))
    mains, lows = layout.measure.values(b"".join(rows), layout.holes, 0)
    by_row = shares(mains, lows, min(len(ranges), 3))
    return _percentiles(ranges, [sum(by_row[row : row + times]) for row in range(0, len(by_row), times)])


def _after_draw(scene: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    rows = b"".join([hand for each in ranges for _, hand in each.hands])
    mains, _ = scene.layout.measure.values(rows, scene.layout.holes, 0)
    return _percentiles(ranges, [float(value) for value in mains])


_Strengths = Callable[[BotSituation, list[OpponentRange], int], list[list[float]]]
_STRENGTHS: Final[dict[str, _Strengths]] = {FLOP: _on_boards, STUD: _on_own_cards, DRAW: _after_draw}


def _percentiles(ranges: list[OpponentRange], scores: list[float]) -> list[list[float]]:
    """Convert the scores of all hands to percentiles, range by range."""
    ranks = percentile_ranks(scores)
    percentiles: list[list[float]] = []
    start = 0
    for each in ranges:
        end = start + len(each.hands)
        percentiles.append([ranks[score] for score in scores[start:end]])
        start = end
    return percentiles


# Likelihood of actions


def _weights(deeds: Sequence[LoggedAction], trust: float) -> list[float]:
    """Likelihood of a sequence of actions, by the percentile of the hand."""
    weights = [1.0] * (STEPS + 1)
    for deed in deeds:
        # A bet above the size of the pot is stronger evidence than a small one.
        large = min(max(int(10 * deed.size) - 5, 0), 15)
        likelihoods = _likelihoods(deed.street > 0, deed.kind, min(deed.level, 2), large, trust)
        weights = [weight * likelihood for weight, likelihood in zip(weights, likelihoods, strict=True)]
    return weights


@cache
def _likelihoods(later: bool, kind: int, level: int, large: int, trust: float) -> list[float]:
    """Likelihood of one action, by the percentile of the hand."""
    bets, calls = (_BETS, _CALLS) if later else (_FIRST_BETS, _FIRST_CALLS)
    extra = 0.008 * large
    likelihoods: list[float] = []
    for step in range(STEPS + 1):
        percentile = step / STEPS
        raises = _logistic(percentile, bets[level] + extra)
        if kind == BET:
            likely = raises
        elif kind == CALL:
            likely = _logistic(percentile, calls[level] + extra) * (1 - 0.6 * raises)
        else:
            likely = 1 - 0.5 * raises
        likelihoods.append((_WHIM + (1 - _WHIM) * likely) ** trust)
    return likelihoods


def _logistic(percentile: float, midpoint: float) -> float:
    return 1 / (1 + exp((midpoint - percentile) / _WIDTH))
