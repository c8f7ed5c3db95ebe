"""How much of the pot a hand may expect, guessed by dealing the rest of the hand many times over.

Only cards the player can see go in; rivals hold anything else. Good enough for a bot to choose by; exact odds
are no business of this module.
"""

from __future__ import annotations

import random

from hoyle.cards import DECK
from hoyle.poker.division import Contest, best_of
from hoyle.poker.rules import Rules
from hoyle.room.drawing import discards


def share_of_pot(
    hand: list[int],
    board: list[int],
    rivals: list[list[int]],
    street: str,
    rules: Rules,
    rng: random.Random,
    samples: int,
) -> float:
    """The average share (0 to 1) over random ways the hand could go on."""
    if not rivals:
        return 1.0
    seen = set(hand) | set(board)
    for cards in rivals:
        seen.update(cards)
    unseen = [card for card in DECK if card not in seen]
    streets = rules.variant.streets
    later = streets[[each.name for each in streets].index(street) + 1 :]
    to_come = sum(len(each.ups) for each in later)
    board_to_come = sum(each.board for each in later)
    draws = sum(1 for each in later if each.draw)
    # Eight stud players cannot all be dealt to the end: some will have folded, so count one rival fewer.
    while to_come + sum(len(hand) - len(shown) + to_come for shown in rivals) + board_to_come > len(unseen):
        rivals = rivals[:-1]
    everybody = list(range(len(rivals) + 1))
    total = 0.0
    for _ in range(samples):
        cards = rng.sample(unseen, len(unseen))
        hands = [hand + _take(cards, to_come)]
        for shown in rivals:
            hands.append(shown + _take(cards, len(hand) - len(shown) + to_come))
        full_board = board + _take(cards, board_to_come)
        for _ in range(draws):
            hands = [_redraw(each, rules, cards) for each in hands]
        contest = Contest(hands, full_board, rules.high, rules.low)
        total += _share_of_first(contest, everybody)
    return total / samples


def _take(cards: list[int], count: int) -> list[int]:
    """So many cards off the end."""
    left = len(cards) - count
    taken = cards[left:]
    del cards[left:]
    return taken


def _redraw(hand: list[int], rules: Rules, cards: list[int]) -> list[int]:
    laid = discards(hand, rules)
    if len(laid) > len(cards):
        return hand
    return [card for card in hand if card not in laid] + _take(cards, len(laid))


def _share_of_first(contest: Contest, everybody: list[int]) -> float:
    highs = best_of(contest.high_values, everybody) if contest.high is not None else []
    lows = best_of(contest.low_values, everybody) if contest.low is not None else []
    part = 0.5 if highs and lows else 1.0
    share = part / len(highs) if 0 in highs else 0.0
    return share + (part / len(lows) if 0 in lows else 0.0)
