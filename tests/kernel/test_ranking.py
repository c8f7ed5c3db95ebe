"""The kernel gives the values of hoyle.hands, to the last unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import pytest

from hoyle.core.cards import DECK, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.hands import (
    ANY,
    BADUGI,
    HIGH3,
    HIGH4,
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
from hoyle.hands.best_hand_kernel import SCALES
from hoyle.hands.best_hand_lookup import python_search_for

np = pytest.importorskip("numpy")
kernel = pytest.importorskip("hoyle._kernel", reason="the kernel was not built")
odds = pytest.importorskip("hoyle.odds")

SHAPES = [
    (HIGH5, ANY, 0, 5, 0),
    (HIGH5, ANY, 0, 6, 0),
    (HIGH5, ANY, 0, 2, 5),
    (HIGH5, TWO_PLUS_THREE, 0, 4, 3),
    (HIGH5, TWO_PLUS_THREE, 0, 4, 4),
    (HIGH5, TWO_PLUS_THREE, 0, 4, 5),
    (HIGH5, TWO_PLUS_THREE, 0, 5, 5),
    (HIGH5, TWO_PLUS_THREE, 0, 6, 5),
    (LOW_A5, TWO_PLUS_THREE, 8, 4, 5),
    (LOW_A5, TWO_PLUS_THREE, 8, 5, 5),
    (LOW_A5, TWO_PLUS_THREE, 8, 6, 5),
    (LOW_A5, TWO_PLUS_THREE, 0, 4, 5),
    (LOW_A5, ANY, 0, 5, 0),
    (LOW_A5, ANY, 0, 7, 0),
    (LOW_A5, ANY, 8, 7, 0),
    (LOW_A5, ANY, 8, 6, 1),
    (LOW_A5_STRICT, ANY, 8, 7, 0),
    (LOW_A5_STRICT, TWO_PLUS_THREE, 8, 4, 5),
    (LOW_27, ANY, 0, 5, 0),
    (LOW_27, ANY, 0, 7, 0),
    (HIGH3, ANY, 0, 3, 0),
    (HIGH3, ANY, 0, 3, 1),
    (HIGH3, ANY, 0, 6, 0),
    (LOW_A3, ANY, 6, 3, 1),
    (LOW_A3_STRICT, ANY, 6, 3, 1),
    (HIGH4, ANY, 0, 4, 0),
    (HIGH4, ANY, 0, 5, 0),
    (HIGH4, ANY, 0, 6, 0),
    (BADUGI, ANY, 0, 4, 0),
    (BADUGI, ANY, 0, 5, 0),
]


def shape_name(shape: tuple[Ranking, int, int, int, int]) -> str:
    ranking, building, top, holes, board = shape
    return f"{ranking.name}-{holes}+{board}{'-exactly' if building else ''}{f'-top{top}' if top else ''}"


def deals(count: int, size: int, seed: int) -> Iterator[list[int]]:
    random = Random(seed)
    for _ in range(count):
        yield random.sample(DECK, size)


def check_random(shape: tuple[Ranking, int, int, int, int], count: int) -> None:
    ranking, building, top, holes, board = shape
    plain = python_search_for(ranking, building, top)
    scale = SCALES[ranking]
    dealt = list(deals(count, holes + board, seed=holes * 100 + board + top))
    rows = np.array(dealt, dtype=np.uint8)
    values = np.empty(len(rows), dtype=np.uint16)
    assert kernel.rank_rows(scale, building, top, holes, board, rows, values, 1) == -1
    for cards, value in zip(dealt, values, strict=True):
        hole, shared_cards = cards[:holes], cards[holes:]
        assert kernel.value(scale, building, top, hole, shared_cards) == value
        assert plain.value(hole, shared_cards) == value, cards


@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_random_hands_are_worth_what_the_reference_says(shape: tuple[Ranking, int, int, int, int]) -> None:
    check_random(shape, 1500)


@pytest.mark.exhaustive
@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_a_great_many_random_hands_are_worth_what_the_reference_says(shape: tuple[Ranking, int, int, int, int]) -> None:
    check_random(shape, 100_000)


@pytest.mark.parametrize("ranking", [HIGH3, LOW_A3, LOW_A3_STRICT], ids=lambda ranking: ranking.name)
def test_every_hand_of_three_cards_agrees(ranking: Ranking) -> None:
    hands = list(combinations(DECK, 3))
    values = odds.rank(np.array(hands, dtype=np.uint8), ranking)
    assert values.tolist() == [ranking.rank(hand) for hand in hands]


@pytest.mark.parametrize("ranking", [HIGH4, BADUGI], ids=lambda ranking: ranking.name)
def test_every_hand_of_four_cards_agrees(ranking: Ranking) -> None:
    hands = list(combinations(DECK, 4))
    values = odds.rank(np.array(hands, dtype=np.uint8), ranking)
    assert values.tolist() == [ranking.rank(hand) for hand in hands]


@pytest.mark.parametrize("ranking", [HIGH5, LOW_A5, LOW_A5_STRICT, LOW_27], ids=lambda ranking: ranking.name)
def test_every_collection_of_five_ranks_agrees_suited_or_not(ranking: Ranking) -> None:
    hands = [
        [rank * 4 + place % 4 for place, rank in enumerate(ranks)]
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    ]
    hands += [[rank * 4 + 2 for rank in ranks] for ranks in combinations(range(13), 5)]
    values = odds.rank(np.array(hands, dtype=np.uint8), ranking)
    assert values.tolist() == [ranking.rank(hand) for hand in hands]


@pytest.mark.parametrize("ranking", [HIGH5, LOW_A5], ids=lambda ranking: ranking.name)
def test_every_collection_of_seven_ranks_agrees(ranking: Ranking) -> None:
    hands = [
        [rank * 4 + place % 4 for place, rank in enumerate(ranks)]
        for ranks in combinations_with_replacement(range(13), 7)
        if all(ranks[place] != ranks[place + 4] for place in range(3))
    ]
    assert len(hands) == 49205
    plain = python_search_for(ranking, ANY, 0)
    values = odds.rank(np.array(hands, dtype=np.uint8), ranking)
    assert values.tolist() == [plain.value(hand, []) for hand in hands]


def test_omaha_high_and_low_come_in_one_call() -> None:
    for game, holes in (("omaha-hilo8", 4), ("big-omaha-hilo8", 5), ("omaha6-hilo8", 6)):
        dealt = list(deals(3000, holes + 5, seed=holes))
        high, low = odds.rank_game(game, np.array(dealt))
        for cards, one, other in zip(dealt, high, low, strict=True):
            hole, board = cards[:holes], cards[holes:]
            assert Evaluator(HIGH5, TWO_PLUS_THREE).value(hole, board) == one
            assert Evaluator(LOW_A5, TWO_PLUS_THREE, 8).value(hole, board) == other


def test_every_game_ranks_its_own_showdown() -> None:
    for name, game in odds.GAMES.items():
        dealt = list(deals(200, game.holes + game.board, seed=1))
        values = odds.rank_game(name, np.array(dealt))
        main = values[0] if game.low else values
        evaluator = Evaluator(game.main, game.building)
        assert [evaluator.value(cards[: game.holes], cards[game.holes :]) for cards in dealt] == main.tolist()


def test_the_lean_call_ranks_five_to_seven_cards() -> None:
    for size in (5, 6, 7):
        for cards in deals(2000, size, seed=size):
            assert odds.rank_one(*cards) == python_search_for(HIGH5, ANY, 0).value(cards, [])


def test_values_of_several_hands_on_one_board_agree_with_one_by_one() -> None:
    for cards in deals(300, 17, seed=3):
        board, hands = cards[:5], [cards[5 + 4 * i : 9 + 4 * i] for i in range(3)]
        together = kernel.values(kernel.HIGH5, TWO_PLUS_THREE, 0, hands, board)
        assert together == [kernel.value(kernel.HIGH5, TWO_PLUS_THREE, 0, hand, board) for hand in hands]


def test_threads_change_nothing() -> None:
    rows = np.array(list(deals(20_000, 7, seed=9)), dtype=np.uint8)
    rows = np.concatenate([rows] * 250)
    assert (odds.rank(rows, threads=1) == odds.rank(rows, threads=4)).all()


def test_a_card_twice_in_a_row_of_an_array_is_named() -> None:
    rows = np.array(list(deals(5000, 7, seed=5)), dtype=np.uint8)
    rows[4321, 6] = rows[4321, 0]
    with pytest.raises(InvalidError, match=r"row 4321, .* appears twice"):
        odds.rank(rows)
    omaha = np.array(list(deals(500, 9, seed=5)), dtype=np.uint8)
    omaha[77, 8] = omaha[77, 1]
    for game in ("omaha-high", "omaha-hilo8"):
        with pytest.raises(InvalidError, match=r"row 77, .* appears twice"):
            odds.rank_game(game, omaha)


@pytest.mark.parametrize("wrong", [52, 60, 63, 64, 124, 252, 255])
def test_a_byte_that_is_no_card_is_named(wrong: int) -> None:
    for size in (5, 6, 7):
        rows = np.array(list(deals(3000, size, seed=6)), dtype=np.uint8)
        rows[2999, size - 1] = wrong
        with pytest.raises(InvalidError, match=rf"row 2999: {wrong} is not a card"):
            odds.rank(rows)
        flush = np.array([[*range(0, 4 * size - 4, 4), wrong]], dtype=np.uint8)
        with pytest.raises(InvalidError, match=rf"row 0: {wrong} is not a card"):
            odds.rank(flush)
    omaha = np.array([[0, 20, wrong, 2, 4, 8, 12, 17, 22]], dtype=np.uint8)
    with pytest.raises(InvalidError, match=rf"row 0: {wrong} is not a card"):
        odds.rank_game("omaha-high", omaha)
    omaha = np.full((10, 9), wrong, dtype=np.uint8)
    with pytest.raises(InvalidError, match=rf"row 0: {wrong} is not a card"):
        odds.rank_game("omaha-hilo8", omaha)


def test_arrays_of_other_shapes_and_kinds_are_refused() -> None:
    with pytest.raises(InvalidError, match=r"shape \(4, 8\)"):
        odds.rank(np.zeros((4, 8), dtype=np.uint8))
    with pytest.raises(InvalidError, match="rows of 9 cards"):
        odds.rank_game("omaha-high", np.zeros((4, 8), dtype=np.uint8))
    with pytest.raises(InvalidError, match="float64"):
        odds.rank(np.zeros((4, 7)))
    with pytest.raises(InvalidError, match="row 2: -3 is not a card"):
        odds.rank(np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, -3, 3, 4]]))
    assert odds.rank(np.zeros((0, 7), dtype=np.uint8)).tolist() == []
    assert odds.rank(np.array([parse_cards("AsKsQsJsTs")], dtype=np.int64)).tolist() == [7462]


def test_the_kernel_refuses_what_it_cannot_rank_and_does_not_crash() -> None:
    for wrong in (
        lambda: odds.rank_one(0, 1, 2, 3),
        lambda: odds.rank_one(0, 1, 2, 3, 52),
        lambda: odds.rank_one(0, 1, 2, 3, -1),
        lambda: odds.rank_one(0, 1, 2, 3, 3),
        lambda: odds.rank_one(0, 1, 2, 3, 1 << 80),
        lambda: kernel.value(99, 0, 0, [0, 1, 2, 3, 4], []),
        lambda: kernel.value(kernel.HIGH5, 0, 0, list(range(8)), []),
        lambda: kernel.value(kernel.HIGH5, 1, 0, [0], [1, 2, 3, 4, 5]),
        lambda: kernel.rank_rows(kernel.HIGH5, 0, 0, 7, 0, bytes(13), bytearray(2), 1),
        lambda: kernel.rank_rows(kernel.HIGH5, 0, 0, 7, 0, bytes(14), np.zeros(1, np.uint16), 1),
        lambda: kernel.count_values(kernel.HIGH5, 0, 9, 1, None),
    ):
        with pytest.raises((ValueError, OverflowError)):
            wrong()
    with pytest.raises(TypeError):
        odds.rank_one(1.5, 1, 2, 3, 4)


def test_one_hand_may_be_text_a_list_or_numbers() -> None:
    numbers = parse_cards("AsKsQsJsTs2c")
    royal = odds.rank_one(*numbers)
    assert royal == 7462
    listed = ["As", "Ks", "Qs", "Js", "Ts", "2c"]
    for hand in ("As Ks Qs Js Ts 2c", "AsKsQsJsTs2c", listed, tuple(numbers), np.array(numbers)):
        assert odds.rank_one(hand) == royal, hand
    assert odds.rank_one(*listed) == odds.rank_one("As", *numbers[1:]) == royal
    assert odds.rank(["AsKsQsJsTs", "2c3c4d5h7s"]).tolist() == [7462, 1]
    assert odds.rank([listed]).tolist() == [7462]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("AsKsQsJs",), "cards As Ks Qs Js: 4 cards: five to seven are ranked"),
        (("AsAsQsJsTs",), "As appears twice"),
        (("AxKsQsJsTs",), "'Ax' in 'AxKsQsJsTs' (card 1) is not a card"),
        ((None,), "cards None: expected cards as text or a list"),
        (("As", "Ks", "Qs", "Js", 99), "99 is no card"),
    ],
)
def test_text_that_is_no_hand_is_refused(cards: tuple[Any, ...], words: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(words)):
        odds.rank_one(*cards)
