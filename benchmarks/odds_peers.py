"""The peers' side of `benchmarks.odds`: run in their own environment, prints operations per second as JSON.

Each peer gets its cards in the form it likes best, made before the clock starts.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import Any

from benchmarks.clock import speed

RANKS, SUITS = "23456789TJQKA", "cdhs"

SLOW_HANDS, SLOW_SAMPLES = 50, 50
"""For PokerKit, which would take seconds for more; a call costs it nothing beside the work."""


def text(card: int) -> str:
    return RANKS[card >> 2] + SUITS[card & 3]


def main() -> None:
    work = json.load(sys.stdin)
    found: dict[str, dict[str, float]] = {}
    for peer in (eval7, phevaluator, treys, pokerkit):
        for task, figure in peer(**work).items():
            found.setdefault(task, {})[peer.__name__] = figure
    json.dump(found, sys.stdout)


def eval7(seconds: float, samples: int, seven: list[list[int]], **_: Any) -> dict[str, float]:
    from eval7 import Card, HandRange, evaluate, py_hand_vs_range_monte_carlo

    hands = [([Card(text(card)) for card in hand],) for hand in seven]
    pair: tuple[Any, ...] = ([Card("Ah"), Card("Kh")], HandRange("QsQd"), [], samples)
    return {
        "seven": speed(seconds, hands, evaluate),
        "preflop": samples * speed(seconds, [pair], py_hand_vs_range_monte_carlo),
    }


def phevaluator(seconds: float, seven: list[list[int]], omaha: list[list[int]], **_: Any) -> dict[str, float]:
    from phevaluator import evaluate_cards, evaluate_omaha_cards

    board_first = [(*hand[4:], *hand[:4]) for hand in omaha]
    return {
        "seven": speed(seconds, [tuple(hand) for hand in seven], evaluate_cards),
        "omaha": speed(seconds, board_first, evaluate_omaha_cards),
    }


def treys(seconds: float, seven: list[list[int]], **_: Any) -> dict[str, float]:
    from treys import Card, Evaluator

    dealt = [[Card.new(text(card)) for card in hand] for hand in seven]
    return {"seven": speed(seconds, [(hand[:2], hand[2:]) for hand in dealt], Evaluator().evaluate)}


def pokerkit(seconds: float, seven: list[list[int]], omaha: list[list[int]], **_: Any) -> dict[str, float]:
    import pokerkit as pk

    def cards(hand: str) -> tuple[Any, ...]:
        return tuple(pk.Card.parse(hand))

    def dealt(hands: list[list[int]], holes: int) -> list[tuple[Any, ...]]:
        texts = [[text(card) for card in hand] for hand in hands[:SLOW_HANDS]]
        return [(cards("".join(hand[:holes])), cards("".join(hand[holes:]))) for hand in texts]

    def sampled(hands: list[str], *types: type) -> float:
        ranges = [[cards(hand)] for hand in hands]
        problem = (ranges, (), len(hands[0]) // 2, 5, pk.Deck.STANDARD, types)
        call = partial(pk.calculate_equities, sample_count=SLOW_SAMPLES)
        return SLOW_SAMPLES * speed(seconds, [problem], call)

    high, low = pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand
    fours = dealt(omaha, 4)
    return {
        "seven": speed(seconds, dealt(seven, 2), pk.StandardHighHand.from_game),
        "omaha": speed(seconds, fours, high.from_game),
        "omaha8": speed(seconds, fours, high.from_game, low.from_game_or_none),
        "preflop": sampled(["AhKh", "QsQd"], pk.StandardHighHand),
        "omaha8 preflop": sampled(["As2sKhQh", "9c9dTcTd", "AdAc3h4h"], high, low),
    }


if __name__ == "__main__":
    main()
