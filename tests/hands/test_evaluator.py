"""The value and the cards of the best hand, against trying every legal set of cards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.core.cards import UNKNOWN, cards_text, parse_cards
from hoyle.core.errors import InvalidError
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
    TWO_PLUS_THREE,
    Evaluator,
    Ranking,
)

SHAPES = [
    (HIGH5, ANY, 0, 2, 5),
    (HIGH5, ANY, 0, 2, 3),
    (HIGH5, ANY, 0, 7, 0),
    (HIGH5, ANY, 0, 6, 1),
    (HIGH5, ANY, 0, 5, 0),
    (HIGH5, TWO_PLUS_THREE, 0, 4, 5),
    (HIGH5, TWO_PLUS_THREE, 0, 4, 3),
    (HIGH5, TWO_PLUS_THREE, 0, 5, 5),
    (HIGH5, TWO_PLUS_THREE, 0, 6, 5),
    (LOW_A5, TWO_PLUS_THREE, 8, 4, 5),
    (LOW_A5, TWO_PLUS_THREE, 8, 5, 5),
    (LOW_A5, TWO_PLUS_THREE, 8, 6, 5),
    (LOW_A5, TWO_PLUS_THREE, 0, 4, 5),
    (LOW_A5, ANY, 8, 7, 0),
    (LOW_A5, ANY, 8, 6, 1),
    (LOW_A5, ANY, 0, 7, 0),
    (LOW_A5, ANY, 0, 6, 1),
    (LOW_A5, ANY, 0, 5, 0),
    (LOW_A5_STRICT, TWO_PLUS_THREE, 8, 4, 5),
    (LOW_A5_STRICT, ANY, 0, 7, 0),
    (LOW_A5_STRICT, ANY, 8, 7, 0),
    (LOW_27, ANY, 0, 5, 0),
    (LOW_27, ANY, 0, 7, 0),
    (BADUGI, ANY, 0, 4, 0),
    (BADUGI, ANY, 0, 5, 0),
    (HIGH3, ANY, 0, 3, 1),
    (LOW_A3, ANY, 6, 3, 1),
    (LOW_A3, ANY, 0, 3, 1),
    (LOW_A3_STRICT, ANY, 6, 3, 1),
]
EVERY_SHAPE = pytest.mark.parametrize(
    ("ranking", "building", "top", "held", "shared_cards"),
    SHAPES,
    ids=[f"{r.name} {'two+three' if b else 'any'} {t or ''} {h}+{s}" for r, b, t, h, s in SHAPES],
)


def decks(size: int, suits: int) -> st.SearchStrategy[list[int]]:
    """Distinct cards; with fewer suits, flushes and lows come up often."""
    cards = [card for card in range(52) if card % 4 < suits]
    return st.lists(st.sampled_from(cards), min_size=size, max_size=size, unique=True)


def some_cards(size: int) -> st.SearchStrategy[list[int]]:
    return st.one_of(decks(size, 4), decks(size, 2), decks(size, 1) if size <= 13 else decks(size, 2))


def legal_sets(ranking: Ranking, building: int, hole: list[int], board: list[int]) -> list[list[int]]:
    if building == ANY:
        return [list(cards) for cards in combinations(hole + board, ranking.size)]
    return [[*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3)]


def in_odd_chip_order(ranking: Ranking, cards: list[int]) -> list[int]:
    """High: from the top, spades first. Low: from the smallest pip, clubs first (AMB-08, AMB-09)."""
    if not ranking.low:
        return sorted(cards, reverse=True)
    return sorted(cards, key=lambda card: pip_and_suit(ranking, card))


def pip_and_suit(ranking: Ranking, card: int) -> tuple[int, int]:
    rank = card // 4
    return (-1 if rank == 12 and ranking is not LOW_27 else rank, card % 4)


@EVERY_SHAPE
@given(data=st.data())
def test_the_value_is_the_best_of_all_legal_sets(
    ranking: Ranking, building: int, top: int, held: int, shared_cards: int, data: st.DataObject
) -> None:
    cards = data.draw(some_cards(held + shared_cards))
    hole, board = cards[:held], cards[held:]
    values = [
        ranking.rank(chosen)
        for chosen in legal_sets(ranking, building, hole, board)
        if not top or qualifies(chosen, top)
    ]
    assert Evaluator(ranking, building, top).value(hole, board) == max(values, default=0)


def qualifies(cards: list[int], top: int) -> bool:
    pips = {1 if card // 4 == 12 else card // 4 + 2 for card in cards}
    return len(pips) == len(cards) and max(pips) <= top


@EVERY_SHAPE
@given(data=st.data())
def test_many_hands_on_one_board_are_worth_what_each_is_worth_alone(
    ranking: Ranking, building: int, top: int, held: int, shared_cards: int, data: st.DataObject
) -> None:
    cards = data.draw(some_cards(held * 2 + shared_cards)) if held < 6 else data.draw(decks(19, 4))
    board, rest = cards[:shared_cards], cards[shared_cards:]
    hands = [rest[:held], rest[held : held * 2]]
    evaluator = Evaluator(ranking, building, top)
    assert evaluator.values(hands, board) == [evaluator.value(hole, board) for hole in hands]


@EVERY_SHAPE
@given(data=st.data())
def test_the_cards_used_are_the_legal_set_that_is_best_for_odd_chips(
    ranking: Ranking, building: int, top: int, held: int, shared_cards: int, data: st.DataObject
) -> None:
    cards = data.draw(some_cards(held + shared_cards))
    hole, board = cards[:held], cards[held:]
    evaluator = Evaluator(ranking, building, top)
    best = evaluator.best(hole, board)
    assert best.value == evaluator.value(hole, board)
    if best.value == 0:
        assert best.cards == ()
        return
    if ranking is BADUGI:
        candidates = [
            list(chosen) for chosen in combinations(hole, len(best.cards)) if BADUGI.worth(list(chosen)) == best.value
        ]
    else:
        candidates = [
            chosen for chosen in legal_sets(ranking, building, hole, board) if ranking.rank(chosen) == best.value
        ]
    laid = [in_odd_chip_order(ranking, chosen) for chosen in candidates]
    expected = min(laid, key=lambda hand: [pip_and_suit(ranking, card) for card in hand]) if ranking.low else max(laid)
    assert list(best.cards) == expected


def outline(cards: list[int], *, ace_low: bool, wheel: bool) -> tuple[Any, ...]:
    """An independent account of what a hand is: class, then ranks by group; compares as high poker does."""
    pips = [1 if ace_low and card // 4 == 12 else card // 4 + 2 for card in cards]
    counts = Counter(pips)
    grouped = sorted(pips, key=lambda pip: (counts[pip], pip), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    straight = len(counts) == len(cards) and max(pips) - min(pips) == len(cards) - 1
    if wheel and sorted(pips) == [*range(2, len(cards) + 1), 14]:
        straight, grouped = True, [*range(len(cards), 1, -1), 1]
    if len(cards) == 3:
        # From the bottom: high card, pair, flush, straight, three of a kind, straight flush.
        place = 5 if straight and flush else 3 if straight else 2 if flush else {3: 4, 2: 1, 1: 0}[shape[0]]
        return (place, grouped)
    if straight and flush:
        return ([5, 1], grouped)
    if straight:
        return ([3, 1, 2], grouped)
    if flush:
        return ([3, 1, 3], grouped)
    return (shape, grouped)


POKER_RANKINGS = [
    (HIGH5, False, True),
    (LOW_A5_STRICT, True, False),
    (LOW_27, False, False),
    (HIGH3, False, True),
    (LOW_A3_STRICT, True, False),
]


@pytest.mark.parametrize(
    ("ranking", "ace_low", "wheel"), POKER_RANKINGS, ids=[ranking.name for ranking, _, _ in POKER_RANKINGS]
)
@given(data=st.data())
def test_two_hands_compare_as_their_classes_and_ranks_do(
    ranking: Ranking, ace_low: bool, wheel: bool, data: st.DataObject
) -> None:
    first = data.draw(some_cards(ranking.size))
    second = data.draw(some_cards(ranking.size))
    better = outline(first, ace_low=ace_low, wheel=wheel)
    worse = outline(second, ace_low=ace_low, wheel=wheel)
    if ranking.low:
        better, worse = worse, better
    left, right = ranking.rank(first), ranking.rank(second)
    assert (left > right) == (better > worse)
    assert (left == right) == (better == worse)


def test_a_board_that_plays_is_everyone_s_hand() -> None:
    holdem = Evaluator(HIGH5, ANY)
    board = parse_cards("As Ks Qs Js Ts")
    assert holdem.values([parse_cards("2c 2d"), parse_cards("Ah Ad")], board) == [7462, 7462]
    assert cards_text(holdem.best(parse_cards("2c 2d"), board).cards) == "As Ks Qs Js Ts"


@pytest.mark.parametrize(
    ("hole", "board", "class_name"),
    [
        ("As 2c 3d 7h", "Ks Qs Js Ts 9d", "high card"),
        ("Ac Ad Ah As", "Kc Qd 9h 5s 2c", "one pair"),
        ("As 2d 3d 7h", "Ks Qs 5s 9s 9d", "one pair"),
        ("As 2s 3d 7h", "Ks Qs 5c 9s 9d", "flush"),
        ("Kc 2d 3h 4s", "Kd Kh 7c 7d 7h", "three-of-a-kind"),
    ],
)
def test_omaha_takes_exactly_two_from_the_hand(hole: str, board: str, class_name: str) -> None:
    omaha = Evaluator(HIGH5, TWO_PLUS_THREE)
    assert HIGH5.class_name(omaha.value(parse_cards(hole), parse_cards(board))) == class_name


@pytest.mark.clauses("ca-omaha VAL-LO")
def test_a_low_needs_five_different_ranks_of_eight_or_less() -> None:
    eight = Evaluator(LOW_A5, TWO_PLUS_THREE, 8)
    assert LOW_A5.ranks_text(eight.value(parse_cards("Ac 8d Kh Ks"), parse_cards("7c 6d 5h Qs Qd"))) == "8-7-6-5-A"
    assert eight.value(parse_cards("Ac 9d Kh Ks"), parse_cards("7c 6d 5h Qs Qd")) == 0
    assert eight.value(parse_cards("Ac 2d Kh Ks"), parse_cards("2c 6d Ah Qs Qd")) == 0
    assert eight.best(parse_cards("Ac 2d Kh Ks"), parse_cards("2c 6d Ah Qs Qd")) == (0, ())
    assert LOW_A5.describe(0) == "no qualifying low"


def test_six_or_better_needs_three_different_ranks() -> None:
    six = Evaluator(LOW_A3, ANY, 6)
    assert LOW_A3.ranks_text(six.value(parse_cards("Ac Ad 5h"), parse_cards("4s"))) == "5-4-A"
    assert six.value(parse_cards("Ac Ad 5h"), parse_cards("7s")) == 0


def test_where_the_letter_counts_straights_the_wheel_falls_behind_a_six() -> None:
    board = parse_cards("2c 3d 4h 8s Jc")
    hands = [parse_cards("As 5d Kc Kd"), parse_cards("Ad 6h Qh Qc")]
    wheel, six = Evaluator(LOW_A5, TWO_PLUS_THREE, 8).values(hands, board)
    assert wheel > six
    spoiled, six = Evaluator(LOW_A5_STRICT, TWO_PLUS_THREE, 8).values(hands, board)
    assert spoiled < six
    assert LOW_A5_STRICT.ranks_text(spoiled) == "8-5-3-2-A"


def test_of_two_equal_kickers_the_better_suit_plays_for_the_odd_chip() -> None:
    holdem = Evaluator(HIGH5, ANY)
    best = holdem.best(parse_cards("9s 2c"), parse_cards("9h Ac Kd Qh Jc"))
    assert cards_text(best.cards) == "Ac Kd Qh 9s 9h"
    best = holdem.best(parse_cards("Ts 2c"), parse_cards("Th Ac Kd Qh Jc"))
    assert cards_text(best.cards) == "Ac Kd Qh Jc Ts"
    low = Evaluator(LOW_A5, ANY, 8)
    best = low.best(parse_cards("As 2d Ac 3h 5d 8c 5c"), [])
    assert cards_text(best.cards) == "Ac 2d 3h 5c 8c"


def test_badugi_names_the_cards_that_play() -> None:
    badugi = Evaluator(BADUGI, ANY)
    assert cards_text(badugi.best(parse_cards("4d 3d 2c Ah"), []).cards) == "Ah 2c 3d"
    assert cards_text(badugi.best(parse_cards("As Ah Ad Ac"), []).cards) == "Ac"


@pytest.mark.parametrize(
    ("evaluator", "hole", "board"),
    [
        (Evaluator(HIGH5, ANY), 2, 5),
        (Evaluator(HIGH5, TWO_PLUS_THREE), 4, 5),
        (Evaluator(LOW_A5, ANY, 8), 6, 1),
        (Evaluator(LOW_A5, TWO_PLUS_THREE, 8), 4, 5),
        (Evaluator(LOW_A5_STRICT, ANY), 6, 1),
        (Evaluator(BADUGI, ANY), 4, 0),
        (Evaluator(LOW_27, ANY), 5, 0),
    ],
    ids=["high", "omaha", "low", "omaha low", "strict low", "badugi", "deuce to seven"],
)
def test_a_card_face_down_cannot_be_ranked_and_leaves_nothing_behind(
    evaluator: Evaluator, hole: int, board: int
) -> None:
    cards = list(range(48, 48 - 4 * (hole + board), -4))
    known = evaluator.value(cards[:hole], cards[hole:])
    for place in range(hole + board):
        hidden = [*cards[:place], UNKNOWN, *cards[place + 1 :]]
        for ask in (evaluator.value, evaluator.best):
            with pytest.raises(InvalidError, match="unknown card"):
                ask(hidden[:hole], hidden[hole:])
        with pytest.raises(InvalidError, match="unknown card"):
            evaluator.values([hidden[:hole]], hidden[hole:])
    assert evaluator.value(cards[:hole], cards[hole:]) == known


@pytest.mark.parametrize("ranking", [HIGH5, LOW_A5, HIGH3, BADUGI], ids=lambda ranking: ranking.name)
def test_a_hand_has_exactly_its_number_of_cards(ranking: Ranking) -> None:
    for wrong in (ranking.size - 1, ranking.size + 1):
        with pytest.raises(InvalidError, match=f"has {ranking.size} cards, not {wrong}"):
            ranking.rank(list(range(0, 5 * wrong, 5)))
    with pytest.raises(InvalidError, match="unknown card"):
        ranking.rank([UNKNOWN, *range(ranking.size - 1)])


def test_too_few_cards_are_refused_every_time() -> None:
    for evaluator in (Evaluator(HIGH5, ANY), Evaluator(LOW_A5, ANY, 8), Evaluator(LOW_A5_STRICT, ANY)):
        for _ in range(2):
            with pytest.raises(InvalidError, match="4 cards are too few"):
                evaluator.value(parse_cards("Ac Kd"), parse_cards("Qh Js"))
    for evaluator in (Evaluator(HIGH5, TWO_PLUS_THREE), Evaluator(LOW_A5, TWO_PLUS_THREE, 8)):
        evaluator.value(parse_cards("Ac Kd"), parse_cards("Qh Js 9c"))
        for hole, board in (("Ac", "Qh Js 9c"), ("Ac Kd", "Qh Js")):
            with pytest.raises(InvalidError, match="too few: a hand takes two and three"):
                evaluator.value(parse_cards(hole), parse_cards(board))


def test_an_evaluator_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(InvalidError, match="two plus three cards make five"):
        Evaluator(HIGH3, TWO_PLUS_THREE)
    with pytest.raises(InvalidError, match="belongs to a low"):
        Evaluator(HIGH5, ANY, 8)
    with pytest.raises(InvalidError, match="7 is no building rule"):
        Evaluator(HIGH5, 7)
    with pytest.raises(InvalidError, match="a qualifier of 14 is no rank"):
        Evaluator(LOW_A5, ANY, 14)


def test_a_value_outside_the_ranking_is_refused() -> None:
    for value in (-1, 7463):
        with pytest.raises(InvalidError, match=f"{value} is no value of the five-card high ranking: 1 to 7462"):
            HIGH5.describe(value)
