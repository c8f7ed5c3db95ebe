"""Draw odds: for each choice of cards to keep, how many draws improve the hand.

>>> best, *_ = improvements("draw5-high", "oneida", parse_cards("Qs Qd 9c 5h 2d"))
>>> cards_text(best.keep), best.ways, best.draws
('Qs Qd', 4656, 16215)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.core.validation import pluralize
from hoyle.games.poker.resolved_rules import FIXED, Rules, Stakes
from hoyle.games.poker.variants import VARIANTS
from hoyle.hands import Evaluator
from hoyle.rulebooks import poker_book

MAX_THROWN: Final = 3
"""Maximum cards thrown: more leave too little of the hand and too many draws to count."""


class Improvement(NamedTuple):
    """Odds that a draw improves a poker hand, for one choice of cards to keep."""

    keep: list[int]
    ways: int
    """Draws that improve the hand: to a better class in high games, to a lower hand in low games."""
    draws: int
    into: dict[str, int]
    """Number of improving draws by class of hand, most frequent first."""

    def as_json(self) -> dict[str, Any]:
        return {"keep": cards_text(self.keep).split(), "ways": self.ways, "draws": self.draws, "into": self.into}


def improvements(game: str, book_id: str, cards: Sequence[int]) -> list[Improvement]:
    """Compute the odds of improving a draw-poker hand for each choice of up to three discards, best first."""
    variant = VARIANTS.get(game)
    if variant is None or not variant.draws:
        draw_games = ", ".join(name for name, candidate in VARIANTS.items() if candidate.draws)
        raise InvalidError(f"game {game!r} has no draw: expected one of {draw_games}")
    if len(set(cards)) != variant.hole_cards:
        raise InvalidError(f"{pluralize(len(set(cards)), 'card')}: a hand of {game} has {variant.hole_cards}")
    rules = Rules(poker_book(book_id), game, Stakes(FIXED, small=1, big=2))
    evaluator = rules.high or rules.low
    assert evaluator is not None
    remaining = [card for card in range(52) if card not in cards]
    results = [
        _count_improvements(evaluator, list(cards), list(keep), remaining)
        for discard_count in range(1, MAX_THROWN + 1)
        for keep in combinations(cards, len(cards) - discard_count)
    ]
    return sorted(results, key=lambda improvement: -improvement.ways / improvement.draws)


def _count_improvements(evaluator: Evaluator, cards: list[int], keep: list[int], remaining: list[int]) -> Improvement:
    """Count the draws that improve a poker hand when `keep` is kept, by the class of hand they make."""
    ranking = evaluator.ranking
    current_value = evaluator.value(cards, [])
    draws = [[*keep, *drawn] for drawn in combinations(remaining, len(cards) - len(keep))]
    values = Counter(evaluator.values(draws, []))
    into: Counter[str] = Counter()
    current_class = ranking.class_name(current_value)
    for value, count in values.items():
        if value > current_value and (ranking.low or ranking.class_name(value) != current_class):
            into[ranking.class_name(value)] += count
    return Improvement(keep, into.total(), len(draws), dict(into.most_common()))


def improvements_text(game: str, book_id: str, cards: str) -> list[dict[str, Any]]:
    """Compute the odds of improving a draw-poker hand given as text, as JSON data."""
    return [improvement.as_json() for improvement in improvements(game, book_id, parse_cards(cards))]
