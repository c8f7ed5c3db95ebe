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
    """Average share of the pot (0 to 1) over random completions of the deal."""
    if not opponents:
        return 1.0
    visible = {*hand, *board, *chain.from_iterable(opponents)}
    unseen = [card for card in DECK if card not in visible]
    streets = rules.variant.streets
    later_streets = streets[[candidate.name for candidate in streets].index(street) + 1 :]
    to_come = sum(len(later.ups) for later in later_streets)
    board_to_come = sum(later.board for later in later_streets)
    draws = sum(1 for later in later_streets if later.draw)
    # Eight stud players cannot all be dealt to the end: some will have folded, so count one opponent fewer.
    while to_come + sum(len(hand) - len(shown) + to_come for shown in opponents) + board_to_come > len(
        unseen
    ):
        opponents = opponents[:-1]
    hidden = [len(hand) - len(shown) + to_come for shown in opponents]
    rows: list[bytes] = []
    for _ in range(samples):
        cards = mixed(unseen, rng)
        hands = [hand + _take(cards, to_come)]
        for shown, count in zip(opponents, hidden, strict=True):
            hands.append(shown + _take(cards, count))
        full_board = board + _take(cards, board_to_come)
        for _ in range(draws):
            hands = [_redraw(dealt, rules, cards) for dealt in hands]
        rows += [bytes(dealt + full_board) for dealt in hands]
    evaluator = BulkEvaluator(rules)
    mains, lows = evaluator.values(b"".join(rows), len(hand) + to_come, len(board) + board_to_come)
    return mean_share(mains, lows, len(opponents) + 1)


def mixed(cards: list[int], rng: random.Random) -> list[int]:
    """Shuffle the cards: the result of ``rng.sample(cards, len(cards))`` in half the time.

    It consumes the same random bits, so that a seed always gives the same hands.
    """
    pool = list(cards)
    shuffled: list[int] = []
    bits_of = rng.getrandbits
    left = len(pool)
    while left:
        bits = left.bit_length()
        index = bits_of(bits)
        while index >= left:
            index = bits_of(bits)
        left -= 1
        shuffled.append(pool[index])
        pool[index] = pool[left]
    return shuffled


def _take(cards: list[int], count: int) -> list[int]:
    """Remove `count` cards from the end of the list and return them."""
    left = len(cards) - count
    taken = cards[left:]
    del cards[left:]
    return taken


def _redraw(hand: list[int], rules: Rules, cards: list[int]) -> list[int]:
    discarded = discards(hand, rules)
    if len(discarded) > len(cards):
        return hand
    return [card for card in hand if card not in discarded] + _take(cards, len(discarded))
