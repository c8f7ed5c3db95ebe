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
"""Tries to draw a hand of a range that shares no card with the others."""


class OpponentRange:
    """Weighted hands that one opponent may hold."""

    def __init__(self, opponent: Opponent, hands: list[list[int]]) -> None:
        self.opponent = opponent
        self.hands = [(mask_of(hand), bytes(hand)) for hand in hands]
        self.weights = [1.0] * len(hands)
        self._sums: list[float] = []

    def weigh(self, percentiles: Sequence[float], factors: Sequence[float]) -> None:
        """Multiply the weight of each hand of a range by the factor for its percentile."""
        for index, percentile in enumerate(percentiles):
            self.weights[index] *= factors[int(percentile * STEPS)]
        self._sums = []

    def pick(self, gone: int, rng: random.Random) -> tuple[int, bytes] | None:
        """Draw a hand of a range without cards of the mask `gone`; None after several failed tries."""
        if not self._sums:
            self._sums = list(accumulate(self.weights))
        sums, hands = self._sums, self.hands
        if not hands:
            return None
        total = sums[-1]
        for _ in range(_TRIES):
            hand_mask, hand = hands[min(bisect_right(sums, rng.random() * total), len(hands) - 1)]
            if not hand_mask & gone:
                return hand_mask, hand
        return None


def opponent_ranges(situation: BotSituation, *, trust: float, rng: random.Random) -> list[OpponentRange]:
    """Estimate the range of hands of every opponent from their actions."""
    quick_count = 64 if len(situation.opponents) < 3 else 40
    hands_per_range = quick_count if QUICK else 12
    sample_hands = _from_bank if situation.start.bank else _from_deck
    ranges = [
        OpponentRange(opponent, sample_hands(situation, opponent, hands_per_range, trust, rng))
        for opponent in situation.opponents
    ]
    later_streets = sorted(
        {action.street for opponent in situation.opponents for action in opponent.actions if action.street}
    )
    rank_hands = _STREET_PERCENTILES[situation.layout.kind]
    for street in later_streets:
        street_percentiles = rank_hands(situation, ranges, street)
        for opponent_range, percentiles in zip(ranges, street_percentiles, strict=True):
            actions = [action for action in opponent_range.opponent.actions if action.street == street]
            if actions:
                opponent_range.weigh(percentiles, _weights(actions, trust))
    return ranges


# Sampling of dealt hands


def _from_bank(
    situation: BotSituation, opponent: Opponent, count: int, trust: float, rng: random.Random
) -> list[list[int]]:
    """Sample face-down starting hands, weighted by the actions before the flop or the draw."""
    bank, layout = situation.start.all_hands, situation.layout
    if opponent.shown:
        # An exposed card or a tabled hand.
        return [[*situation.stub.deal(opponent.hidden, 0), *opponent.shown] for _ in range(count)]
    if opponent.draws and rng.random() > _WRONG_DRAW:
        bank = situation.start.by_discards.get(opponent.draws[0], bank)
    weights = _weights([action for action in opponent.actions if not action.street], trust)
    hands: list[list[int]] = []
    for hand in bank.draw(weights, 3 * count, rng):
        if not hand.mask & situation.gone:
            hands.append(list(hand.cards))
            if len(hands) == count:
                break
    if layout.kind == DRAW:
        return [layout.play_out_draws(cards, layout.draws, situation.gone, rng) for cards in hands]
    return hands


def _from_deck(
    situation: BotSituation, opponent: Opponent, count: int, trust: float, rng: random.Random
) -> list[list[int]]:
    """Sample hole cards to go with the face-up cards, weighted by the actions on the first street."""
    layout, start, gone = situation.layout, situation.start, situation.gone
    factors = _weights([action for action in opponent.actions if not action.street], trust)
    down_count = layout.streets[0].ups.count(False)
    first_face_up = bytes(opponent.shown[: layout.first - down_count])
    hands = [situation.stub.deal(opponent.hidden, gone) for _ in range(2 * count)]
    weights = [factors[int(start.standing(hidden[:down_count] + first_face_up) * STEPS)] for hidden in hands]
    return [[*hidden, *opponent.shown] for hidden in rng.choices(hands, weights, k=count)]


# Percentiles of the sampled hands on a later street


def _on_board(situation: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    """Return the percentiles of sampled hands on the board of a street, averaged over boards to come."""
    layout = situation.layout
    board = bytes(situation.board[: sum(earlier.board for earlier in layout.streets[: street + 1])])
    board_to_come = layout.on_board - len(board)
    hands = [hand for opponent_range in ranges for hand in opponent_range.hands]
    sums = [0.0] * len(hands)
    counts = [0] * len(hands)
    opponents = min(len(ranges), 3)
    samples = 3 if board_to_come and QUICK else 1
    for _ in range(samples):
        dealt = situation.stub.deal(board_to_come, situation.gone)
        full_board, dealt_mask = board + dealt, mask_of(dealt)
        possible = [index for index, (hand_mask, _) in enumerate(hands) if not hand_mask & dealt_mask]
        rows = b"".join([hands[index][1] + full_board for index in possible])
        mains, lows = layout.evaluator.values(rows, layout.holes, layout.on_board)
        for index, share in zip(possible, shares(mains, lows, opponents), strict=True):
            sums[index] += share
            counts[index] += 1
    scores = [total / count if count else 0.5 for total, count in zip(sums, counts, strict=True)]
    return _percentiles(ranges, scores)


def _on_own_cards(situation: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    """Return the percentiles of sampled stud hands on a street, averaged over cards to come."""
    layout = situation.layout
    dealt_face_up = [is_up for earlier in layout.streets[: street + 1] for is_up in earlier.ups]
    down_count, up_count = dealt_face_up.count(False), dealt_face_up.count(True)
    board = bytes(situation.board)
    has_cards_to_come = len(dealt_face_up) + len(board) < layout.holes
    samples = 2 if has_cards_to_come and QUICK else 1
    deal = situation.stub.deal
    rows: list[bytes] = []
    for opponent_range in ranges:
        hidden = opponent_range.opponent.hidden
        for mask, hand in opponent_range.hands:
            # The hidden cards of a sampled hand come first, then the face-up cards in the order dealt.
            street_cards = hand[: min(down_count, hidden)] + hand[hidden : hidden + up_count] + board
            street_cards = street_cards[: layout.holes]
            to_come = layout.holes - len(street_cards)
            for _ in range(samples):
                rows.append(street_cards + deal(to_come, mask))
    mains, lows = layout.evaluator.values(b"".join(rows), layout.holes, 0)
    row_shares = shares(mains, lows, min(len(ranges), 3))
    scores = [sum(row_shares[row : row + samples]) for row in range(0, len(row_shares), samples)]
    return _percentiles(ranges, scores)


def _after_draw(situation: BotSituation, ranges: list[OpponentRange], street: int) -> list[list[float]]:
    rows = b"".join([hand for opponent_range in ranges for _, hand in opponent_range.hands])
    mains, _ = situation.layout.evaluator.values(rows, situation.layout.holes, 0)
    return _percentiles(ranges, [float(value) for value in mains])


_RankHands = Callable[[BotSituation, list[OpponentRange], int], list[list[float]]]
_STREET_PERCENTILES: Final[dict[str, _RankHands]] = {FLOP: _on_board, STUD: _on_own_cards, DRAW: _after_draw}


def _percentiles(ranges: list[OpponentRange], scores: list[float]) -> list[list[float]]:
    """Convert the scores of all opponents' hands to percentiles, range by range."""
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
    """Return the likelihood of a sequence of betting actions, by the percentile of the hand."""
    weights = [1.0] * (STEPS + 1)
    for action in actions:
        # A bet above the size of the pot is stronger evidence than a small one.
        oversize = min(max(int(10 * action.size) - 5, 0), 15)
        likelihoods = _likelihoods(action.street > 0, action.kind, min(action.level, 2), oversize, trust)
        weights = [weight * likelihood for weight, likelihood in zip(weights, likelihoods, strict=True)]
    return weights


@cache
def _likelihoods(later: bool, kind: int, level: int, oversize: int, trust: float) -> list[float]:
    """Return the likelihood of one betting action, by the percentile of the hand."""
    bet_midpoints, call_midpoints = (_BETS, _CALLS) if later else (_FIRST_BETS, _FIRST_CALLS)
    shift = 0.008 * oversize
    likelihoods: list[float] = []
    for step in range(STEPS + 1):
        percentile = step / STEPS
        bet_probability = _logistic(percentile, bet_midpoints[level] + shift)
        if kind == BET:
            probability = bet_probability
        elif kind == CALL:
            call_probability = _logistic(percentile, call_midpoints[level] + shift)
            probability = call_probability * (1 - 0.6 * bet_probability)
        else:
            probability = 1 - 0.5 * bet_probability
        likelihoods.append((_WHIM + (1 - _WHIM) * probability) ** trust)
    return likelihoods


def _logistic(percentile: float, midpoint: float) -> float:
    """Return the logistic function of a percentile: one half at the midpoint, rising over `_WIDTH`."""
    return 1 / (1 + exp((midpoint - percentile) / _WIDTH))
