"""The peers' side of `benchmarks.odds`: run in their own environment, prints operations per second as JSON.

Each peer gets its cards in the form it likes best, made before the clock starts.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"


def text(card: int) -> str:
    return RANKS[card >> 2] + SUITS[card & 3]


def speed(call: Callable[[Any], object], inputs: Sequence[Any], seconds: float) -> float:
    """Calls per second of the processor, the best of five parts."""
    best = 0.0
    for _ in range(5):
        done, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds / 5:
            for each in inputs:
                call(each)
            done += len(inputs)
        best = max(best, done / took)
    return best


def main() -> None:
    work = json.load(sys.stdin)
    seconds, seven, omaha = work["seconds"], work["seven"], work["omaha"]
    found: dict[str, dict[str, float]] = {}

    def note(task: str, peer: str, value: float) -> None:
        found.setdefault(task, {})[peer] = value

    import eval7

    note(
        "seven",
        "eval7",
        speed(eval7.evaluate, [[eval7.Card(text(c)) for c in hand] for hand in seven], seconds),
    )
    hero, villain = [eval7.Card("Ah"), eval7.Card("Kh")], eval7.HandRange("QsQd")
    note(
        "preflop",
        "eval7",
        20_000
        * speed(
            lambda count: eval7.py_hand_vs_range_monte_carlo(hero, villain, [], count), [20_000], seconds
        ),
    )

    from phevaluator import evaluate_cards, evaluate_omaha_cards

    note("seven", "phevaluator", speed(lambda hand: evaluate_cards(*hand), seven, seconds))
    # Board first, then the hole cards.
    note(
        "omaha", "phevaluator", speed(lambda hand: evaluate_omaha_cards(*hand[4:], *hand[:4]), omaha, seconds)
    )

    from treys import Card, Evaluator

    treys = Evaluator()
    dealt = [[Card.new(text(card)) for card in hand] for hand in seven]
    note("seven", "treys", speed(lambda hand: treys.evaluate(hand[2:], hand[:2]), dealt, seconds))

    import pokerkit as pk

    def cards(hand: list[int]) -> tuple[Any, ...]:
        return tuple(pk.Card.parse("".join(map(text, hand))))

    some = [(cards(hand[:2]), cards(hand[2:])) for hand in seven[:50]]
    note("seven", "pokerkit", speed(lambda hand: pk.StandardHighHand.from_game(*hand), some, seconds))
    some = [(cards(hand[:4]), cards(hand[4:])) for hand in omaha[:50]]
    note("omaha", "pokerkit", speed(lambda hand: pk.OmahaHoldemHand.from_game(*hand), some, seconds))
    note(
        "omaha8",
        "pokerkit",
        speed(
            lambda hand: (
                pk.OmahaHoldemHand.from_game(*hand),
                pk.OmahaEightOrBetterLowHand.from_game_or_none(*hand),
            ),
            some,
            seconds,
        ),
    )

    def equities(problem: tuple[list[str], tuple[Any, ...]]) -> object:
        hands, types = problem
        ranges = [[tuple(pk.Card.parse(hand))] for hand in hands]
        holes = len(hands[0]) // 2
        return pk.calculate_equities(ranges, (), holes, 5, pk.Deck.STANDARD, types, sample_count=50)

    pair = (["AhKh", "QsQd"], (pk.StandardHighHand,))
    three = (
        ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"],
        (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand),
    )
    note("preflop", "pokerkit", 50 * speed(equities, [pair], seconds))
    note("omaha8 preflop", "pokerkit", 50 * speed(equities, [three], seconds))
    json.dump(found, sys.stdout)


main()
