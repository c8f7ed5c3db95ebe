"""How often each class occurs, counted over the whole deck: numbers that no wrong ranking reproduces.

Ranks are enumerated with the number of ways to suit them, so that all 2,598,960 five-card and all 133,784,560
seven-card hands are counted without dealing each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest

from hoyle.core.cards import DECK
from hoyle.hands import (
    ANY,
    BADUGI,
    HIGH3,
    HIGH5,
    LOW_27,
    LOW_A3,
    LOW_A3_STRICT,
    LOW_A5,
    LOW_A5_STRICT,
    Evaluator,
    Ranking,
)

FIVE_CARD = {
    "high card": 1302540,
    "one pair": 1098240,
    "two pairs": 123552,
    "three-of-a-kind": 54912,
    "straight": 10200,
    "flush": 5108,
    "full house": 3744,
    "four-of-a-kind": 624,
    "straight flush": 36,
    "royal flush": 4,
}
SEVEN_CARD = {
    "high card": 23294460,
    "one pair": 58627800,
    "two pairs": 31433400,
    "three-of-a-kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
    "full house": 3473184,
    "four-of-a-kind": 224848,
    "straight flush": 37260,
    "royal flush": 4324,
}
THREE_CARD = {
    "high card": 16440,
    "one pair": 3744,
    "flush": 1096,
    "straight": 720,
    "three-of-a-kind": 52,
    "straight flush": 44,
    "royal flush": 4,
}
ACE_TO_FIVE = {
    "5": 1024,
    "6": 5120,
    "7": 15360,
    "8": 35840,
    "9": 71680,
    "T": 129024,
    "J": 215040,
    "Q": 337920,
    "K": 506880,
    "one pair": 1098240,
    "two pairs": 123552,
    "three-of-a-kind": 54912,
    "full house": 3744,
    "four-of-a-kind": 624,
}
ACE_TO_FIVE_OF_SEVEN = {
    "5": 781824,
    "6": 3151360,
    "7": 7426560,
    "8": 13171200,
    "9": 19174400,
    "T": 23675904,
    "J": 24837120,
    "Q": 21457920,
    "K": 13939200,
    "one pair": 5948800,
    "two pairs": 219648,
    "full house": 624,
}
EIGHT_OR_BETTER_OF_SEVEN = 24530944
DEUCE_TO_SEVEN = {
    "unpaired low": 1303560,
    "one pair": 1098240,
    "two pairs": 123552,
    "three-of-a-kind": 54912,
    "straight": 9180,
    "flush": 5112,
    "full house": 3744,
    "four-of-a-kind": 624,
    "straight flush": 36,
}


def rank_collections(size: int) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Every collection of ranks, as cards no three of one suit, with the number of cards of each rank."""
    for ranks in combinations_with_replacement(range(13), size):
        counts = tuple(Counter(ranks).values())
        if max(counts) <= 4:
            yield [rank * 4 + place % 4 for place, rank in enumerate(ranks)], counts


@cache
def suitings(counts: tuple[int, ...], most: int) -> int:
    """In how many ways ranks so often held can be suited with at most ``most`` cards of one suit."""
    choices = [list(combinations(range(4), count)) for count in counts]
    return sum(
        max(Counter(suit for suits in chosen for suit in suits).values()) <= most for chosen in product(*choices)
    )


def suited_collections(size: int) -> Iterator[list[int]]:
    """Every collection of ranks of one suit, in clubs."""
    for ranks in combinations(range(13), size):
        yield [rank * 4 for rank in ranks]


def low_label(ranking: Ranking, value: int) -> str:
    name = ranking.class_name(value)
    return ranking.ranks_text(value)[0] if name == "unpaired low" else name


def test_five_card_high_classes_occur_as_often_as_in_a_deck() -> None:
    counted: Counter[str] = Counter()
    values: set[int] = set()
    for cards, counts in rank_collections(5):
        value = HIGH5.rank(cards)
        values.add(value)
        counted[HIGH5.class_name(value)] += suitings(counts, 4)
    for cards in suited_collections(5):
        value = HIGH5.rank(cards)
        values.add(value)
        counted[HIGH5.class_name(value)] += 4
    assert counted == FIVE_CARD
    assert sum(counted.values()) == 2598960
    assert values == set(range(1, 7463))


def test_seven_card_high_classes_occur_as_often_as_in_a_deck() -> None:
    stud = Evaluator(HIGH5, ANY)
    counted: Counter[str] = Counter()
    values: set[int] = set()
    for cards, counts in rank_collections(7):
        value = stud.value(cards, [])
        values.add(value)
        counted[HIGH5.class_name(value)] += suitings(counts, 4)
    # With five or more clubs the rest cannot matter: no full house or four of a kind fits in beside them.
    for clubs in (5, 6, 7):
        for cards in suited_collections(clubs):
            value = stud.value(cards, [1 + 4 * ((cards[0] // 4 + 1) % 13), 2][: 7 - clubs])
            values.add(value)
            counted[HIGH5.class_name(value)] += 4 * comb(39, 7 - clubs)
    assert counted == SEVEN_CARD
    assert sum(counted.values()) == 133784560
    assert len(values) == 4824


def test_three_card_high_classes_occur_as_often_as_in_a_deck() -> None:
    values = [HIGH3.rank(cards) for cards in combinations(DECK, 3)]
    assert Counter(HIGH3.class_name(value) for value in values) == THREE_CARD
    assert set(values) == set(range(1, 742))


def test_ace_to_five_lows_occur_as_often_as_in_a_deck() -> None:
    counted: Counter[str] = Counter()
    eight_or_better = 0
    eight = Evaluator(LOW_A5, ANY, 8)
    for cards, counts in rank_collections(5):
        ways = prod(comb(4, count) for count in counts)
        counted[low_label(LOW_A5, LOW_A5.rank(cards))] += ways
        eight_or_better += ways if eight.value(cards, []) else 0
    assert counted == ACE_TO_FIVE
    assert eight_or_better == 57344 == sum(ACE_TO_FIVE[top] for top in "5678")


def test_the_best_low_of_seven_cards_occurs_as_often_as_in_a_deck() -> None:
    stud, eight = Evaluator(LOW_A5, ANY), Evaluator(LOW_A5, ANY, 8)
    counted: Counter[str] = Counter()
    values: set[int] = set()
    qualified = 0
    for cards, counts in rank_collections(7):
        ways = prod(comb(4, count) for count in counts)
        value = stud.value(cards, [])
        values.add(value)
        counted[low_label(LOW_A5, value)] += ways
        if low := eight.value(cards, []):
            assert low == value
            qualified += ways
    assert counted == ACE_TO_FIVE_OF_SEVEN
    assert qualified == EIGHT_OR_BETTER_OF_SEVEN
    assert len(values) == 5083


def test_deuce_to_seven_classes_occur_as_often_as_in_a_deck() -> None:
    counted: Counter[str] = Counter()
    for cards, counts in rank_collections(5):
        counted[LOW_27.class_name(LOW_27.rank(cards))] += suitings(counts, 4)
    for cards in suited_collections(5):
        counted[LOW_27.class_name(LOW_27.rank(cards))] += 4
    assert counted == DEUCE_TO_SEVEN


def test_badugi_sizes_occur_as_often_as_they_must() -> None:
    """In a deck of the six lowest ranks and the ace, where every hand can be dealt."""
    deck = [*DECK[:24], *DECK[48:]]
    sizes = Counter(BADUGI.class_name(BADUGI.rank(cards)) for cards in combinations(deck, 4))
    assert sizes["four-card badugi"] == 7 * 6 * 5 * 4
    assert sizes["one-card badugi"] == 7 + 4 * comb(7, 4)
    assert sum(sizes.values()) == comb(28, 4)
    two = sum(largest_clean(cards) == 2 for cards in combinations(deck, 4))
    assert sizes["two-card badugi"] == two


def largest_clean(cards: tuple[int, ...]) -> int:
    """Size of the largest choice with all ranks and all suits different."""
    return max(
        size
        for size in range(1, 5)
        for chosen in combinations(cards, size)
        if len({card // 4 for card in chosen}) == len({card % 4 for card in chosen}) == size
    )


@pytest.mark.parametrize(
    ("ranking", "count"),
    [
        (HIGH5, 7462),
        (LOW_A5, 6175),
        (LOW_A5_STRICT, 7462),
        (LOW_27, 7462),
        (HIGH3, 741),
        (LOW_A3, 455),
        (LOW_A3_STRICT, 741),
        (BADUGI, 1092),
    ],
    ids=lambda value: value.name if isinstance(value, Ranking) else "",
)
def test_every_value_is_a_hand_of_its_own(ranking: Ranking, count: int) -> None:
    assert ranking.count() == count
    hands = {(ranking.class_name(value), ranking.ranks_text(value)) for value in range(1, count + 1)}
    assert len(hands) == count
    assert len({ranking.describe(value) for value in range(1, count + 1)}) == count
