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
_HERE: Final = 90 if QUICK else 14
_LEAST: Final = 150 if QUICK else 14
_TRIES: Final = 8_000 if QUICK else 1_000
"""Combinations of opponents' hands tried at most; those that share a card are rejected."""
_FINE: Final = 1000


def equity_vs_ranges(
    scene: BotSituation,
    ranges: Sequence[OpponentRange],
    rng: random.Random,
    *,
    kept: Sequence[int] | None = None,
) -> float:
    """Estimate the player's share of the pot (0 to 1); `kept` are the cards they would draw to."""
    if not ranges:
        return 1.0
    layout = scene.layout
    own_to_come, shared_to_come = layout.own_to_come(scene.street), layout.shared_to_come(scene.street)
    hand = list(scene.hand)
    if layout.kind == DRAW:
        if kept is None and layout.draws_to_come(scene.street):
            discarded = discards(hand, layout.rules)
            kept = [card for card in hand if card not in discarded]
        if kept is not None:
            own_to_come, hand = len(hand) - len(kept), list(kept)
    elif layout.kind == STUD and scene.board:
        # A short seventh street has one shared card instead of one each.
        own_to_come = max(layout.holes - len(hand) - len(scene.board) - shared_to_come, 0)
    ranges = _dealable_ranges(scene, ranges, own_to_come, shared_to_come)
    cards = CardsToCome(hand, own_to_come, 0 if layout.kind == DRAW else own_to_come, shared_to_come)
    deals = min(_DEALS, int(_TRIES * _acceptance_rate(scene, ranges)))
    if deals >= _LEAST:
        try:
            return _sample_in_kernel(scene, ranges, cards, deals, rng)
        except ValueError:
            # The ranges have so few hands that they always share a card.
            pass
    return _sample_in_python(scene, ranges, cards, rng)


class CardsToCome(NamedTuple):
    """Kept hand, and the numbers of cards still dealt to the player, to each opponent and to the board."""

    hand: list[int]
    own: int
    theirs: int
    shared: int


def _sample_in_kernel(
    scene: BotSituation, ranges: Sequence[OpponentRange], cards: CardsToCome, deals: int, rng: random.Random
) -> float:
    measure = scene.layout.measure
    holes, on_board = len(cards.hand) + cards.own, len(scene.board) + cards.shared
    seats: list[tuple[int, bytes, list[int] | None]] = [(len(cards.hand), bytes(cards.hand), None)]
    for each in ranges:
        most = max(each.weights)
        weights = [max(int(_FINE * weight / most), 1) for weight in each.weights]
        seats.append((len(each.hands[0][1]), b"".join([hand for _, hand in each.hands]), weights))
    seen = mask_of(cards.hand) | mask_of(scene.board)
    for each in ranges:
        seen |= mask_of(each.rival.shown)
    dead = bytes(card for card in range(52) if (scene.gone & ~seen) >> card & 1)
    if holes * len(seats) + on_board + len(dead) > 52:
        dead = b""
    _, outcomes = kernel.equity(
        measure.main, measure.low, measure.building, holes, on_board, seats, bytes(scene.board), dead,
        Mode.SAMPLED, 0.0, deals, rng.getrandbits(64), 1, None,
    )  # fmt: skip
    total = won = 0.0
    for who, low, count in outcomes:
        total += count
        share = 1 / who.bit_count() if who & 1 else 0.0
        if low:
            share = 0.5 * share + (0.5 / low.bit_count() if low & 1 else 0.0)
        won += share * count
    return won / total


def _acceptance_rate(scene: BotSituation, ranges: Sequence[OpponentRange]) -> float:
    """Approximate probability that hands drawn from all ranges have no card in common."""
    free = len(scene.stub.cards)
    used, rate = 0, 1.0
    for each in ranges:
        if not each.hands:
            return 0.0
        hidden = len(each.hands[0][1]) - len(each.rival.shown)
        rate *= max(1 - used / free, 0.0) ** hidden
        used += hidden
    return rate


def _sample_in_python(
    scene: BotSituation, ranges: Sequence[OpponentRange], to_come: CardsToCome, rng: random.Random
) -> float:
    """Sample deals in Python: for many opponents, whose independently drawn hands would often share cards."""
    layout = scene.layout
    rows: list[bytes] = []
    mine, board, deal = bytes(to_come.hand), bytes(scene.board), scene.stub.deal
    count = to_come.own + to_come.shared + to_come.theirs * len(ranges)
    for _ in range(_HERE):
        gone = 0
        others: list[bytes] = []
        for each in ranges:
            chosen = each.pick(gone, rng)
            if chosen is None:
                hidden = each.rival.hidden if layout.kind != DRAW else layout.own
                cards = deal(hidden, gone) + bytes(each.rival.shown)
                chosen = mask_of(cards), cards
            gone |= chosen[0]
            others.append(chosen[1])
        cards = deal(count, gone)
        spread = board + cards[: to_come.shared]
        at = to_come.shared + to_come.own
        rows.append(mine + cards[to_come.shared : at] + spread)
        for other in others:
            rows.append(other + cards[at : at + to_come.theirs] + spread)
            at += to_come.theirs
    mains, lows = layout.measure.values(b"".join(rows), layout.holes, layout.on_board)
    return mean_share(mains, lows, len(ranges) + 1)


def _dealable_ranges(
    scene: BotSituation, ranges: Sequence[OpponentRange], own: int, shared: int
) -> list[OpponentRange]:
    """Ranges of as many opponents as the deck suffices for, the most active first.

    Eight stud players cannot all be dealt to the end: some will have folded by then.
    """
    kept = sorted(ranges, key=lambda each: -len(each.rival.deeds))
    free = 52 - scene.gone.bit_count()
    while len(kept) > 1 and own + shared + sum(own + each.rival.hidden for each in kept) > free:
        kept.pop()
    return kept


def current_equity(scene: BotSituation, ranges: Sequence[OpponentRange]) -> float | None:
    """Player's share of the pot if no more cards came; None while hands are incomplete.

    If the expected share is much larger than this, the hand is a draw.
    """
    layout = scene.layout
    board = bytes(scene.board)
    on_board = len(board) if layout.kind == FLOP else 0
    if layout.kind == DRAW or not ranges or (layout.kind == FLOP and not board):
        return None
    if len(scene.hand) + len(board) < layout.measure.least:
        return None
    rows = [bytes(scene.hand) + board, *[hand + board for each in ranges for _, hand in each.hands]]
    holes = len(rows[0]) - on_board
    if any(len(row) != len(rows[0]) for row in rows):
        return None
    mains, lows = layout.measure.values(b"".join(rows), holes, on_board)
    own, own_low = mains[0], lows[0] if lows else 0
    row, equity = 1, 1.0
    for each in ranges:
        won = 0.0
        for weight in each.weights:
            share = _heads_up_share(own, mains[row])
            if lows and (own_low or lows[row]):
                share = 0.5 * share + 0.5 * _heads_up_share(own_low, lows[row])
            won += weight * share
            row += 1
        equity *= won / (sum(each.weights) or 1.0)
    return equity


def _heads_up_share(own: int, other: int) -> float:
    return 1.0 if own > other else 0.5 if own == other else 0.0
