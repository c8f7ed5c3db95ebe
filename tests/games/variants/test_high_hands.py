"""The classes of five-card hands, each met at the table by the best hand of the class below."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

ROYAL = ["Ah Kh Qh Jh Th", "Ks Qs Js Ts 9s"]
STRAIGHT_FLUSH = ["Ks Qs Js Ts 9s", "Qd Jd Td 9d 8d", "6h 5h 4h 3h 2h", "5c 4c 3c 2c Ac", "Ks Kd Kh Kc As"]
QUADS = ["As Ad Ah Ac 2s", "Ks Kd Kh Kc Qs", "3s 3d 3h 3c 4s", "2s 2d 2h 2c 4d", "As Ad Ah Ks Kd"]
FULL_HOUSE = ["As Ad Ah Ks Kd", "Qs Qd Qh Jc Jd", "3s 3d 3h 4c 4d", "2s 2d 2h 5h 5d", "Ac Kc Qc Jc 9c"]
FLUSH = ["Ac Kc Qc Jc 9c", "Ad Kd Qd Jd 8d", "8h 5h 4h 3h 2h", "7s 5s 4s 3s 2s", "Ah Kd Qs Jd Tc"]
STRAIGHT = ["As Kd Qc Jd Ts", "Kh Qd Jc Th 9d", "6h 5s 4c 3d 2h", "5h 4d 3c 2s Ah", "As Ad Ac Kd Qs"]
TRIPS = ["As Ad Ac Kd Qs", "Kh Ks Kc Qd Js", "3s 3d 3h 5c 4s", "2s 2d 2h 5d 4c", "As Ad Ks Kd Qc"]
TWO_PAIRS = ["As Ad Kc Kd 2s", "Ah Ac Qs Qd Jc", "4s 4d 2h 2c 3s", "3h 3c 2s 2d 4c", "As Ad Kc Qd Js"]
PAIR = ["As Ad 2c 3d 4s", "Kc Kd Ah Qd Js", "3s 3d 5h 4c 2h", "2s 2d 5c 4d 3c", "Ac Kd Qs Jh 9d"]
NOTHING = ["Ac Kd Qs Jh 9d", "Ad Kh Qc Js 8d", "8h 5s 4d 3c 2h", "7d 5h 4c 3s 2d"]

CLASSES: list[tuple[str, str, list[str]]] = [
    ("royal-flush", "XI.C.2(a)", ROYAL),
    ("straight-flush", "XI.C.2(b)", STRAIGHT_FLUSH),
    ("four-of-a-kind", "XI.C.2(c)", QUADS),
    ("full-house", "XI.C.2(d)", FULL_HOUSE),
    ("flush", "XI.C.2(e)", FLUSH),
    ("straight", "XI.C.2(f)", STRAIGHT),
    ("three-of-a-kind", "XI.C.2(g)", TRIPS),
    ("two-pairs", "XI.C.2(h)", TWO_PAIRS),
    ("one-pair", "XI.C.2(i)", PAIR),
    ("none", "XI.C.2", NOTHING),
]


def ladders() -> list[Any]:
    cases = []
    for name, oneida, hands in CLASSES:
        cases.append(case("nj-19-47", hands, upholds=["19:47-14.3(b)"], name=f"nj-19-47-{name}"))
        cases.append(case("oneida", hands, upholds=[oneida, "XI.C.2"], name=f"oneida-{name}"))
    return cases


def winner(id: str, first: str, second: str) -> set[int]:
    hand = Hand(id, "stud5-high", f"seat 1: {first}\nseat 2: {second}").showdown()
    return set(hand.won)


@pytest.mark.parametrize(("id", "hands"), ladders())
def test_each_hand_of_the_class_beats_the_next_down_to_the_class_below(id, hands):
    for better, worse in pairwise(hands):
        assert winner(id, better, worse) == {1}, (better, worse)
        assert winner(id, worse, better) == {2}, (better, worse)


@pytest.mark.parametrize(
    "id", [case("nj-19-47", upholds=["19:47-14.3(b)", "19:47-14.3(a)"]), case("oneida", upholds=["XI.C.2(f)"])]
)
@pytest.mark.parametrize("wrapped", ["Qs Kd Ac 2d 3s", "Ks Ad 2h 3d 4s", "Js Qd Kc Ad 2s"])
def test_a_straight_does_not_go_round_the_corner(id, wrapped):
    assert winner(id, wrapped, "5s 5d 7h 8c 9c") == {2}
