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

    def __init__(self, opponent: Opponent, hands: list[list[int]]) -> None:
        self.opponent = opponent
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


def opponent_ranges(situation: BotSituation, *, trust: float, rng: random.Random) -> list[OpponentRange]:
    """Estimate the range of every opponent."""
    count = len(situation.opponents)
    many = (64 if count < 3 else 40) if QUICK else 12
    dealt = _from_bank if situation.start.bank else _from_deck
    ranges = [
        OpponentRange(opponent, dealt(situation, opponent, many, trust, rng))
        for opponent in situation.opponents
    ]
    later = sorted(
        {action.street for opponent in situation.opponents for action in opponent.actions if action.street}
    )
    for street in later:
        standings = _STRENGTHS[situation.layout.kind](situation, ranges, street)
        for opponent_range, percentiles in zip(ranges, standings, strict=True):
            actions = [action for action in opponent_range.opponent.actions if action.street == street]
            if actions:
                opponent_range.weigh(percentiles, _weights(actions, trust))
    return ranges


# Sampling of dealt hands


def _from_bank(
    situation: BotSituation, opponent: Opponent, many: int, trust: float, rng: random.Random
) -> list[list[int]]:
    """Sample face-down starting hands, weighted by the actions before the flop or the draw."""
    bank, layout = situation.start.everybody, situation.layout
    if opponent.shown:
        # An exposed card or a tabled hand.
        return [[*situation.stub.deal(opponent.hidden, 0), *opponent.shown] for _ in range(many)]
    if opponent.draws and rng.random() > _WRONG_DRAW:
        bank = situation.start.drawers.get(opponent.draws[0], bank)
    weights = _weights([action for action in opponent.actions if not action.street], trust)
    hands: list[list[int]] = []
    for hand in bank.draw(weights, 3 * many, rng):
        if not hand.mask & situation.gone:
            hands.append(list(hand.cards))
            if len(hands) == many:
                break
    if layout.kind == DRAW:
        return [layout.drawn_out(cards, layout.draws, situation.gone, rng) for cards in hands]
    return hands


def _from_deck(
    situation: BotSituation, opponent: Opponent, many: int, trust: float, rng: random.Random
) -> list[list[int]]:
    """Sample hole cards to go with the face-up cards, weighted by the actions on the first street."""
    layout, start, gone = situation.layout, situation.start, situation.gone
    weight = _weights([action for action in opponent.actions if not action.street], trust)
    down = layout.streets[0].ups.count(False)
    shown = bytes(opponent.shown[: layout.first - down])
    hands = [situation.stub.deal(opponent.hidden, gone) for _ in range(2 * many)]
    weights = [weight[int(start.standing(hidden[:down] + shown) * STEPS)] for hidden in hands]
    return [[*hidden, *opponent.shown] for hidden in rng.choices(hands, weights, k=many)]


# Percentiles of the sampled hands on a later street


def _on_boards(situation: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    layout = situation.layout
    board = bytes(situation.board[: sum(earlier.board for earlier in layout.streets[: street + 1])])
    lacking = layout.on_board - len(board)
    hands = [hand for opponent_range in ranges for hand in opponent_range.hands]
    sums = [0.0] * len(hands)
    counts = [0] * len(hands)
    opponents = min(len(ranges), 3)
    for _ in range((3 if QUICK else 1) if lacking else 1):
        extra = situation.stub.deal(lacking, situation.gone)
        spread, gone = board + extra, mask_of(extra)
        possible = [index for index, hand in enumerate(hands) if not hand[0] & gone]
        rows = b"".join([hands[index][1] + spread for index in possible])
        mains, lows = layout.evaluator.values(rows, layout.holes, layout.on_board)
        for index, share in zip(possible, shares(mains, lows, opponents), strict=True):
            sums[index] += share
            counts[index] += 1
    scores = [sum_ / count if count else 0.5 for sum_, count in zip(sums, counts, strict=True)]
    return _percentiles(ranges, scores)


def _on_own_cards(situation: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    layout = situation.layout
    dealt = [up for earlier in layout.streets[: street + 1] for up in earlier.ups]
    downs, ups = dealt.count(False), dealt.count(True)
    board = bytes(situation.board)
    times = (2 if QUICK else 1) if len(dealt) + len(board) < layout.holes else 1
    deal = situation.stub.deal
    rows: list[bytes] = []
    for opponent_range in ranges:
        hidden = opponent_range.opponent.hidden
        for mask, hand in opponent_range.hands:
            known = hand[: min(downs, hidden)] + hand[hidden : hidden + ups] + board
            known = known[: layout.holes]
            lacking = layout.holes - len(known)
            for _ in range(times):
                rows.append(known + deal(lacking, mask))
    mains, lows = layout.evaluator.values(b"".join(rows), layout.holes, 0)
    by_row = shares(mains, lows, min(len(ranges), 3))
    return _percentiles(ranges, [sum(by_row[row : row + times]) for row in range(0, len(by_row), times)])


def _after_draw(situation: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    rows = b"".join([hand for opponent_range in ranges for _, hand in opponent_range.hands])
    mains, _ = situation.layout.evaluator.values(rows, situation.layout.holes, 0)
    return _percentiles(ranges, [float(value) for value in mains])


_Strengths = Callable[[BotSituation, list[OpponentRange], int], list[list[float]]]
_STRENGTHS: Final[dict[str, _Strengths]] = {FLOP: _on_boards, STUD: _on_own_cards, DRAW: _after_draw}


def _percentiles(ranges: list[OpponentRange], scores: list[float]) -> list[list[float]]:
    """Convert the scores of all hands to percentiles, range by range."""
    ranks = percentile_ranks(scores)
    percentiles: list[list[float]] = []
    start = 0
    for opponent_range in ranges:
        end = start + len(opponent_range.hands)
        percentiles.append([ranks[score] for score in scores[start:end]])
        start = end
    return percentiles


# Likelihood of actions


def _weights(actions: Sequence[LoggedAction], trust: float) -> list[float]:
    """Likelihood of a sequence of actions, by the percentile of the hand."""
    weights = [1.0] * (STEPS + 1)
    for action in actions:
        # A bet above the size of the pot is stronger evidence than a small one.
        large = min(max(int(10 * action.size) - 5, 0), 15)
        likelihoods = _likelihoods(action.street > 0, action.kind, min(action.level, 2), large, trust)
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
