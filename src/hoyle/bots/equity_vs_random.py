"""Equity against random hands: Monte Carlo estimate of a hand's share of the pot.

It uses only cards that the player can see; opponents hold any others. The estimate is good enough for a bot;
`hoyle.odds` computes exact odds.
"""

from __future__ import annotations

import random
from itertools import chain

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.strategy.bulk_evaluator import BulkEvaluator, mean_share
from hoyle.core.cards import DECK
from hoyle.games.poker.resolved_rules import Rules


def equity_vs_random(
    hand: list[int],
    board: list[int],
    opponents: list[list[int]],
    street: str,
    rules: Rules,
    rng: random.Random,
    samples: int,
) -> float:
    """Estimate a hand's average share of the pot (0 to 1) over random completions of the deal."""
    if not opponents:
        return 1.0
    visible = {*hand, *board, *chain.from_iterable(opponents)}
    unseen = [card for card in DECK if card not in visible]
    streets = rules.variant.streets
    street_index = [candidate.name for candidate in streets].index(street)
    later_streets = streets[street_index + 1 :]
    own_to_come = sum(len(later.ups) for later in later_streets)
    board_to_come = sum(later.board for later in later_streets)
    draws = sum(1 for later in later_streets if later.draw)
    hidden_counts = [len(hand) - len(face_up) + own_to_come for face_up in opponents]
    # Eight stud players cannot all be dealt to the end: some will have folded, so leave out the last ones.
    while own_to_come + sum(hidden_counts) + board_to_come > len(unseen):
        hidden_counts.pop()
    opponents = opponents[: len(hidden_counts)]
    rows: list[bytes] = []
    for _ in range(samples):
        stub = shuffle_fast(unseen, rng)
        hands = [hand + _deal(stub, own_to_come)]
        for face_up, hidden_count in zip(opponents, hidden_counts, strict=True):
            hands.append(face_up + _deal(stub, hidden_count))
        full_board = board + _deal(stub, board_to_come)
        for _ in range(draws):
            hands = [_redraw(dealt, rules, stub) for dealt in hands]
        rows += [bytes(dealt + full_board) for dealt in hands]
    evaluator = BulkEvaluator(rules)
    mains, lows = evaluator.values(b"".join(rows), len(hand) + own_to_come, len(board) + board_to_come)
    return mean_share(mains, lows, len(opponents) + 1)


def shuffle_fast(cards: list[int], rng: random.Random) -> list[int]:
    """Shuffle cards: the result of ``rng.sample(cards, len(cards))`` in half the time.

    It consumes the same random bits, so that a seed always gives the same hands.
    """
    pool = list(cards)
    shuffled: list[int] = []
    random_bits = rng.getrandbits
    pool_size = len(pool)
    while pool_size:
        bits = pool_size.bit_length()
        index = random_bits(bits)
        while index >= pool_size:
            index = random_bits(bits)
        pool_size -= 1
        shuffled.append(pool[index])
        pool[index] = pool[pool_size]
    return shuffled


def _deal(stub: list[int], count: int) -> list[int]:
    start = len(stub) - count
    dealt = stub[start:]
    del stub[start:]
    return dealt


def _redraw(hand: list[int], rules: Rules, stub: list[int]) -> list[int]:
    discarded = discards(hand, rules)
    if len(discarded) > len(stub):
        return hand
    return [card for card in hand if card not in discarded] + _deal(stub, len(discarded))
