"""The order of hands in the house games."""

from __future__ import annotations

import pytest

from hoyle.core.cards import cards_text, parse_cards
from hoyle.games.house_cards.hand_values import (
    aces_up_line,
    best_four,
    best_four_cards,
    five_card_class,
    four_card_class,
    four_card_value,
    stud_line,
    three_card_class,
    three_card_value,
)
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.three_card_poker import show_dealer
from hoyle.hands import HIGH5

THREE = [
    ("high card", "5c 3d 2h"),
    ("high card", "Kc Ad 2h"),  # no straight: it does not wrap
    ("high card", "Ac Kd Jh"),
    ("pair", "2c 2d 3h"),
    ("pair", "9c 9d Ah"),
    ("pair", "Tc Td 2h"),
    ("pair", "Ac Ad Kh"),
    ("flush", "5c 3c 2c"),
    ("flush", "Ac 9c 8c"),
    ("flush", "Ac Tc 3c"),
    ("straight", "3c 2d Ah"),
    ("straight", "2c 3d 4h"),
    ("straight", "Ac Kd Qh"),
    ("three of a kind", "2c 2d 2h"),
    ("three of a kind", "Ac Ad Ah"),
    ("straight flush", "3c 2c Ac"),
    ("straight flush", "4c 3c 2c"),
    ("straight flush", "Ac Kc Qc"),
]
"""Worst first. The lowest hand without a class is 5-3-2: 4-3-2 is a straight."""


@pytest.mark.clauses(
    "oneida TCP.C.1",
    "oneida TCP.C.1/2",
    "oneida TCP.C.2",
    "oneida TCP.C.2.a",
    "oneida TCP.C.2.b",
    "oneida TCP.C.2.c",
    "oneida TCP.C.2.d",
    "oneida TCP.C.2.e",
    "oneida TCP.C.3",
)
def test_three_cards_rank_with_the_straight_above_the_flush() -> None:
    hands = [(name, parse_cards(text)) for name, text in THREE]
    values = [three_card_value(cards) for _, cards in hands]
    assert values == sorted(set(values))
    assert [three_card_class(value) for value in values] == [name for name, _ in hands]


@pytest.mark.clauses("oneida TCP.C.1", "oneida TCP.C.3/2")
def test_suits_do_not_separate_three_card_hands() -> None:
    assert three_card_value(parse_cards("Ah 9c 4d")) == three_card_value(parse_cards("As 9d 4h"))


@pytest.mark.clauses("oneida TCP.K.1.a/2")
@pytest.mark.parametrize(
    ("text", "qualifies"), [("Qc 3d 2h", True), ("Jc Td 8h", False), ("2c 2d 3h", True), ("Jh 8h 2h", True)]
)
def test_the_dealer_qualifies_with_queen_high(text: str, qualifies: bool) -> None:
    assert show_dealer(parse_cards(text), HouseCardSign("three-card-poker").page).qualifies is qualifies


FOUR = [
    ("high card", "6c 4d 3h 2s"),
    ("high card", "Qc Kd Ah 2s"),  # no straight: it does not wrap
    ("high card", "Ac Kd Qh Ts"),
    ("pair", "2c 2d 4h 3s"),
    ("pair", "8c 8d Ah Ks"),
    ("pair", "9c 9d Jh 5s"),
    ("pair", "Ac Ad Kh Qs"),
    ("two pair", "3c 3d 2h 2s"),
    ("two pair", "Ac Ad 2h 2s"),
    ("two pair", "Ac Ad Kh Ks"),
    ("straight", "4c 3d 2h As"),
    ("straight", "5c 4d 3h 2s"),
    ("straight", "Ac Kd Qh Js"),
    ("flush", "6c 4c 3c 2c"),
    ("flush", "Ac Kc Qc 9c"),
    ("flush", "Ac Kc Qc Tc"),
    ("three of a kind", "2c 2d 2h Ks"),
    ("three of a kind", "8c 8d 8h As"),
    ("three of a kind", "9c 9d 9h 2s"),
    ("three of a kind", "Ac Ad Ah 2s"),
    ("straight flush", "4c 3c 2c Ac"),
    ("straight flush", "5c 4c 3c 2c"),
    ("straight flush", "Ac Kc Qc Jc"),
    ("four of a kind", "2c 2d 2h 2s"),
    ("four of a kind", "Ac Ad Ah As"),
]


@pytest.mark.clauses(
    "oneida FCP.C.1",
    "oneida FCP.C.1/2",
    "oneida FCP.C.2",
    "oneida FCP.C.2.a",
    "oneida FCP.C.2.b",
    "oneida FCP.C.2.c",
    "oneida FCP.C.2.d",
    "oneida FCP.C.2.e",
    "oneida FCP.C.2.f",
    "oneida FCP.C.2.g",
    "oneida FCP.C.2.h",
    "oneida FCP.C.3",
)
def test_four_cards_rank_with_four_of_a_kind_on_top() -> None:
    values = [four_card_value(parse_cards(text)) for _, text in FOUR]
    assert values == sorted(set(values))
    assert [four_card_class(value) for value in values] == [name for name, _ in FOUR]


@pytest.mark.clauses("oneida FCP.A.4", "oneida FCP.J.2")
def test_the_best_four_of_five_and_of_six_play() -> None:
    assert four_card_class(best_four(parse_cards("9s 8s 7c 6s 2s"))) == "flush"
    assert four_card_class(best_four(parse_cards("Kc Kd Kh 2s 2d 2c"))) == "three of a kind"
    assert cards_text(best_four_cards(parse_cards("2d Jc Td 9s 4h 8h"))) == "Jc Td 9s 8h"


@pytest.mark.clauses("oneida FCP.K.1.b")
def test_aces_up_begins_with_a_pair_of_aces() -> None:
    lines = [aces_up_line(four_card_value(parse_cards(text))) for text in ("Kc Kd Qh Js", "Ac Ad 4h 2s")]
    assert lines == ["", "pair of aces"]


FIVE = [
    ("high card", "7c 5d 4h 3s 2c"),
    ("high card", "Qc Kd Ah 2s 3c"),  # no straight: it does not wrap
    ("pair of 2", "2c 2d 5h 4s 3c"),
    ("pair of T", "Tc Td 5h 4s 3c"),
    ("pair of A", "Ac Ad 5h 4s 3c"),
    ("two pair", "3c 3d 2h 2s 4c"),
    ("two pair", "Ac Ad Kh Ks 2c"),
    ("three of a kind", "2c 2d 2h 4s 3c"),
    ("three of a kind", "Ac Ad Ah 4s 3c"),
    ("straight", "5c 4d 3h 2s Ac"),
    ("straight", "6c 5d 4h 3s 2c"),
    ("straight", "Ac Kd Qh Js Tc"),
    ("flush", "7c 5c 4c 3c 2c"),
    ("full house", "2c 2d 2h 3s 3c"),
    ("full house", "Ac Ad Ah Ks Kc"),
    ("four of a kind", "2c 2d 2h 2s 3c"),
    ("four of a kind", "Ac Ad Ah As 3c"),
    ("straight flush", "5c 4c 3c 2c Ac"),
    ("straight flush", "Kc Qc Jc Tc 9c"),
    ("royal flush", "Ac Kc Qc Jc Tc"),
]


@pytest.mark.clauses(
    "oneida MS.F.1",
    "oneida MS.F.1.a",
    "oneida MS.F.1.b",
    "oneida MS.F.1.c",
    "oneida MS.F.1.d",
    "oneida MS.F.1.e",
    "oneida MS.F.1.f",
    "oneida MS.F.1.g",
    "oneida MS.F.1.h",
    "oneida MS.F.1.i",
    "oneida MS.F.2",
    "oneida MS.F.2/2",
)
def test_five_cards_rank_as_ever() -> None:
    values = [HIGH5.rank(parse_cards(text)) for _, text in FIVE]
    assert values == sorted(set(values))
    assert [five_card_class(parse_cards(text)) for _, text in FIVE] == [name for name, _ in FIVE]


@pytest.mark.clauses("oneida MS.M.1")
def test_pairs_pay_push_or_lose_by_their_rank() -> None:
    lines = {rank: stud_line(f"pair of {rank}") for rank in "256TJA"}
    assert lines == {
        "2": "lower",
        "5": "lower",
        "6": "sixes to tens",
        "T": "sixes to tens",
        "J": "jacks or better",
        "A": "jacks or better",
    }
