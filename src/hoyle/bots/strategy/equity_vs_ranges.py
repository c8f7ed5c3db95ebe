"""Equity against ranges: Monte Carlo share of the pot against the opponents' likely hands.

Split pots count as the game divides them: halves, quarters and thirds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.bulk_evaluator import QUICK, mean_share
from hoyle.bots.strategy.card_layout import DRAW, FLOP, STUD, mask_of
from hoyle.bots.strategy.opponent_ranges import OpponentRange
from hoyle.bots.strategy.situation import BotSituation
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.kernel_loader import kernel

_DEALS: Final = 500 if QUICK else 60
_PYTHON_DEALS: Final = 90 if QUICK else 14
_MIN_KERNEL_DEALS: Final = 150 if QUICK else 14
_TRIES: Final = 8_000 if QUICK else 1_000
"""Combinations of opponents' hands tried at most; those that share a card are rejected."""
_WEIGHT_SCALE: Final = 1000
"""Integer weight of a range's most likely hand, for the kernel."""


def equity_vs_ranges(
    situation: BotSituation, ranges: Sequence[OpponentRange], rng: random.Random, *, kept: Sequence[int] | None = None
) -> float:
    """Estimate the player's share of the pot (0 to 1); `kept` are the cards they would draw to."""
    if not ranges:
        return 1.0
    layout = situation.layout
    own_to_come = layout.own_to_come(situation.street)
    shared_to_come = layout.shared_to_come(situation.street)
    hand = list(situation.hand)
    if layout.kind == DRAW:
        if kept is None and layout.draws_to_come(situation.street):
            discarded = discards(hand, layout.rules)
            kept = [card for card in hand if card not in discarded]
        if kept is not None:
            own_to_come, hand = len(hand) - len(kept), list(kept)
    elif layout.kind == STUD and situation.board:
        # A short seventh street has one shared card instead of one each.
        own_to_come = max(layout.holes - len(hand) - len(situation.board) - shared_to_come, 0)
    ranges = _dealable_ranges(situation, ranges, own_to_come, shared_to_come)
    cards = CardsToCome(hand, own_to_come, 0 if layout.kind == DRAW else own_to_come, shared_to_come)
    deals = min(_DEALS, int(_TRIES * _acceptance_rate(situation, ranges)))
    if deals >= _MIN_KERNEL_DEALS:
        try:
            return _sample_in_kernel(situation, ranges, cards, deals, rng)
        except ValueError:
            # The ranges have so few hands that they always share a card.
            pass
    return _sample_in_python(situation, ranges, cards, rng)


class CardsToCome(NamedTuple):
    """Cards of a deal to complete: the kept hand, and how many cards come for player, opponents and board."""

    hand: list[int]
    own: int
    theirs: int
    shared: int


def _sample_in_kernel(
    situation: BotSituation, ranges: Sequence[OpponentRange], cards: CardsToCome, deals: int, rng: random.Random
) -> float:
    """Estimate the player's share of the pot with the kernel, which rejects hands that share a card."""
    evaluator = situation.layout.evaluator
    holes, on_board = len(cards.hand) + cards.own, len(situation.board) + cards.shared
    seats: list[tuple[int, bytes, list[int] | None]] = [(len(cards.hand), bytes(cards.hand), None)]
    for opponent_range in ranges:
        hands, weights = opponent_range.hands, opponent_range.weights
        heaviest = max(weights)
        scaled = [max(int(_WEIGHT_SCALE * weight / heaviest), 1) for weight in weights]
        seats.append((len(hands[0][1]), b"".join([hand for _, hand in hands]), scaled))
    visible = mask_of(cards.hand) | mask_of(situation.board)
    for opponent_range in ranges:
        visible |= mask_of(opponent_range.opponent.shown)
    dead = bytes(card for card in range(52) if (situation.gone & ~visible) >> card & 1)
    if holes * len(seats) + on_board + len(dead) > 52:
        dead = b""
    _, outcomes = kernel.equity(
        evaluator.main, evaluator.low, evaluator.building, holes, on_board, seats, bytes(situation.board),
        dead, Mode.SAMPLED, 0.0, deals, rng.getrandbits(64), 1, None,
    )  # fmt: skip
    deals_counted = won = 0.0
    for high_winners, low_winners, count in outcomes:
        # Winners are bit masks of seats; the player's seat is the lowest bit.
        share = 1 / high_winners.bit_count() if high_winners & 1 else 0.0
        if low_winners:
            share = 0.5 * share + (0.5 / low_winners.bit_count() if low_winners & 1 else 0.0)
        won += share * count
        deals_counted += count
    return won / deals_counted


def _acceptance_rate(situation: BotSituation, ranges: Sequence[OpponentRange]) -> float:
    """Estimate the probability that hands drawn from all ranges have no card in common."""
    unseen_count = len(situation.stub.cards)
    used_count, rate = 0, 1.0
    for opponent_range in ranges:
        if not opponent_range.hands:
            return 0.0
        hidden_count = len(opponent_range.hands[0][1]) - len(opponent_range.opponent.shown)
        rate *= max(1 - used_count / unseen_count, 0.0) ** hidden_count
        used_count += hidden_count
    return rate


def _sample_in_python(
    situation: BotSituation, ranges: Sequence[OpponentRange], to_come: CardsToCome, rng: random.Random
) -> float:
    """Sample deals in Python: for many opponents, whose independently drawn hands would often share cards."""
    layout = situation.layout
    rows: list[bytes] = []
    own_hand, board, deal = bytes(to_come.hand), bytes(situation.board), situation.stub.deal
    count = to_come.own + to_come.shared + to_come.theirs * len(ranges)
    for _ in range(_PYTHON_DEALS):
        used_mask = 0
        opponent_hands: list[bytes] = []
        for opponent_range in ranges:
            picked = opponent_range.pick(used_mask, rng)
            if picked is None:
                hidden = opponent_range.opponent.hidden if layout.kind != DRAW else layout.own
                cards = deal(hidden, used_mask) + bytes(opponent_range.opponent.shown)
                picked = mask_of(cards), cards
            hand_mask, hand = picked
            used_mask |= hand_mask
            opponent_hands.append(hand)
        cards = deal(count, used_mask)
        full_board = board + cards[: to_come.shared]
        end = to_come.shared + to_come.own
        rows.append(own_hand + cards[to_come.shared : end] + full_board)
        for hand in opponent_hands:
            rows.append(hand + cards[end : end + to_come.theirs] + full_board)
            end += to_come.theirs
    mains, lows = layout.evaluator.values(b"".join(rows), layout.holes, layout.on_board)
    return mean_share(mains, lows, len(ranges) + 1)


def _dealable_ranges(
    situation: BotSituation, ranges: Sequence[OpponentRange], own: int, shared: int
) -> list[OpponentRange]:
    """Return the ranges of as many opponents as the deck suffices for, the most active first.

    Eight stud players cannot all be dealt to the end: some will have folded by then.
    """
    dealable = sorted(ranges, key=lambda opponent_range: -len(opponent_range.opponent.actions))
    unseen_count = 52 - situation.gone.bit_count()

    def cards_needed() -> int:
        return own + shared + sum(own + opponent_range.opponent.hidden for opponent_range in dealable)

    while len(dealable) > 1 and cards_needed() > unseen_count:
        dealable.pop()
    return dealable


def current_equity(situation: BotSituation, ranges: Sequence[OpponentRange]) -> float | None:
    """Estimate the player's share of the pot if no more cards came; None while hands are incomplete.

    If the expected share is much larger than this, the hand is a draw.
    """
    layout = situation.layout
    own_hand, board = bytes(situation.hand), bytes(situation.board)
    if layout.kind == DRAW or not ranges or (layout.kind == FLOP and not board):
        return None
    if len(own_hand) + len(board) < layout.evaluator.least:
        return None
    hands = [own_hand, *(hand for opponent_range in ranges for _, hand in opponent_range.hands)]
    if any(len(hand) != len(own_hand) for hand in hands):
        return None
    hole_count, on_board = (len(own_hand), len(board)) if layout.kind == FLOP else (len(own_hand) + len(board), 0)
    rows = b"".join([hand + board for hand in hands])
    high_values, low_values = layout.evaluator.values(rows, hole_count, on_board)
    own, *others = zip(high_values, low_values or [0] * len(hands), strict=True)
    opponent_hands = iter(others)
    equity = 1.0
    for opponent_range in ranges:
        shares = [_heads_up_share(own, next(opponent_hands)) for _ in opponent_range.weights]
        won = sum(weight * share for weight, share in zip(opponent_range.weights, shares, strict=True))
        # The chances against several opponents are multiplied as if their hands were independent.
        equity *= won / (sum(opponent_range.weights) or 1.0)
    return equity


def _heads_up_share(own: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the share of the pot that high and low value win against another hand's."""
    high, low = (0.5 if mine == theirs else float(mine > theirs) for mine, theirs in zip(own, other, strict=True))
    return 0.5 * high + 0.5 * low if own[1] or other[1] else high
