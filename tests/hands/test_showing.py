"""Which up-cards show best in stud."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.core.cards import UNKNOWN, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.hands import upcard_low_value, upcard_value


def assert_best_first(values: list[int]) -> None:
    assert values == sorted(set(values), reverse=True)


@pytest.mark.parametrize(
    "hands",
    [
        ["Ac", "Kd", "Th", "2s"],
        ["Ac Ad", "2c 2d", "Ac Kd", "Ac Qd", "Kc Qd", "3c 2d"],
        ["2c 2d 2h", "Ac Ad Kh", "Ac Ad 2h", "3c 3d 2h", "Ac Kd Qh", "4c 3d 2h"],
        ["2c 2d 2h 2s", "Ac Ad Ah Ks", "3c 3d 2c 2d", "Ac Ad Kh Qs", "Ac Kd Qh Js", "As Ks Qs Ts"],
        ["2c 2d 2h 2s 3c", "2c 2d 2h 3s 3c", "Ac Ad Ah Ks Qc", "3c 3d 2h 2s 4c", "2c 2d 5h 4s 3c", "As Ks Qs Js Ts"],
    ],
    ids=["one", "two", "three", "four", "five"],
)
def test_groups_show_before_side_cards_and_straights_and_flushes_never(hands: list[str]) -> None:
    assert_best_first([upcard_value(parse_cards(hand)) for hand in hands])


def test_suits_never_decide_what_shows_best() -> None:
    assert upcard_value(parse_cards("As Ks")) == upcard_value(parse_cards("Kc Ad"))
    assert upcard_value(parse_cards("9s 9h 4s 2s")) == upcard_value(parse_cards("2d 9d 4c 9c"))


@pytest.mark.parametrize(
    "hands",
    [
        ["Ac", "2d", "Th", "Ks"],
        ["2c Ad", "3c Ad", "3c 2d", "Kc Ad", "Kc Qd", "Ac Ad", "Kc Kd"],
        ["4c 3d 2h As", "5c 3d 2h As", "Kc Qd Jh Ts", "Ac Ad 3h 2s", "2c 2d 3h As", "2c 2d Ah As", "Ac Ad Ah 2s"],
    ],
    ids=["one", "two", "four"],
)
def test_the_lowest_unpaired_cards_show_best_in_razz(hands: list[str]) -> None:
    assert_best_first([upcard_low_value(parse_cards(hand)) for hand in hands])


up_cards = st.integers(1, 5).flatmap(
    lambda size: st.tuples(*[st.lists(st.integers(0, 51), min_size=size, max_size=size, unique=True) for _ in range(2)])
)


def groups(cards: list[int], *, ace: int) -> list[tuple[int, int]]:
    counts = Counter(ace if card // 4 == 12 else card // 4 for card in cards)
    return sorted([(count, rank) for rank, count in counts.items()], reverse=True)


def shape_first(cards: list[int], *, ace: int) -> tuple[list[int], list[int]]:
    grouped = groups(cards, ace=ace)
    return [count for count, _ in grouped], [rank for _, rank in grouped]


@given(up_cards)
def test_two_hands_showing_compare_by_groups_and_ranks(hands: tuple[list[int], list[int]]) -> None:
    first, second = hands
    left, right = shape_first(first, ace=12), shape_first(second, ace=12)
    assert (upcard_value(first) > upcard_value(second)) == (left > right)
    left, right = shape_first(first, ace=-1), shape_first(second, ace=-1)
    assert (upcard_low_value(first) > upcard_low_value(second)) == (left < right)


@pytest.mark.parametrize("show", [upcard_value, upcard_low_value])
def test_only_known_cards_show_and_no_more_than_five(show: object) -> None:
    assert callable(show)
    for cards in ([], [0, 4, 8, 12, 16, 20]):
        with pytest.raises(InvalidError, match="one to five"):
            show(cards)
    with pytest.raises(InvalidError, match="unknown card"):
        show([0, UNKNOWN])
