"""Which hand beats which: every class of every book, against its neighbours and inside itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hoyle.core.cards import parse_cards
from hoyle.hands import BADUGI, HIGH3, HIGH5, LOW_27, LOW_A3, LOW_A3_STRICT, LOW_A5, LOW_A5_STRICT, Ranking


def rank(ranking: Ranking, text: str) -> int:
    return ranking.rank(parse_cards(text))


def assert_best_first(ranking: Ranking, hands: Sequence[str]) -> None:
    values = [rank(ranking, hand) for hand in hands]
    for better, worse, first, second in zip(hands, hands[1:], values, values[1:], strict=False):
        assert first > second, f"{better} must beat {worse}"


def assert_tie(ranking: Ranking, *hands: str) -> None:
    assert len({rank(ranking, hand) for hand in hands}) == 1, hands


def assert_class(ranking: Ranking, name: str, above: str | None, hands: Sequence[str], below: str) -> None:
    """The class holds these hands, best and worst of all first and last, between its two neighbours."""
    assert_best_first(ranking, [*([above] if above else []), *hands, below])
    members = [value for value in range(1, ranking.count() + 1) if ranking.class_name(value) == name]
    assert members == list(range(rank(ranking, hands[-1]), rank(ranking, hands[0]) + 1))


def clause_case(name: str, *values: Any, clauses: str) -> Any:
    return pytest.param(name, *values, marks=pytest.mark.clauses(*clauses.split(", ")), id=name)


@pytest.mark.parametrize(
    ("name", "above", "hands", "below"),
    [
        clause_case(
            "royal flush",
            None,
            ["As Ks Qs Js Ts"],
            "Kh Qh Jh Th 9h",
            clauses="oneida XI.C.2(a), room-2012 RANK(2)(i), ca-omaha RANK.1",
        ),
        clause_case(
            "straight flush",
            "Ac Kc Qc Jc Tc",
            ["Kh Qh Jh Th 9h", "9s 8s 7s 6s 5s", "6d 5d 4d 3d 2d", "5c 4c 3c 2c Ac"],
            "Ac Ad Ah As Kc",
            clauses="oneida XI.C.2(b), room-2012 RANK(2)(ii), ca-omaha RANK.2",
        ),
        clause_case(
            "four-of-a-kind",
            "5c 4c 3c 2c Ac",
            ["Ac Ad Ah As Kc", "Ac Ad Ah As 2c", "Kc Kd Kh Ks Ac", "2c 2d 2h 2s Ac", "2c 2d 2h 2s 3c"],
            "Ac Ad Ah Kc Kd",
            clauses="oneida XI.C.2(c), room-2012 RANK(2)(iii), ca-omaha RANK.3",
        ),
        clause_case(
            "full house",
            "2c 2d 2h 2s 3c",
            ["Ac Ad Ah Kc Kd", "Ac Ad Ah 2c 2d", "8c 8d 8h 2c 2d", "7c 7d 7h Ac Ad", "2c 2d 2h 3c 3d"],
            "Ah Kh Qh Jh 9h",
            clauses="oneida XI.C.2(d), room-2012 RANK(2)(iv), ca-omaha RANK.4",
        ),
        clause_case(
            "flush",
            "2c 2d 2h 3c 3d",
            ["Ah Kh Qh Jh 9h", "Ac Kc 4c 3c 2c", "As Qs Js Ts 9s", "Ks Qs Js Ts 8s", "7d 5d 4d 3d 2d"],
            "Ac Kd Qh Js Tc",
            clauses="oneida XI.C.2(e), room-2012 RANK(2)(v), ca-omaha RANK.5",
        ),
        clause_case(
            "straight",
            "7d 5d 4d 3d 2d",
            ["Ac Kd Qh Js Tc", "Kd Qh Js Tc 9d", "6d 5h 4s 3c 2d", "5h 4s 3c 2d Ah"],
            "Ac Ad Ah Kc Qd",
            clauses="oneida XI.C.2(f), room-2012 RANK(2)(vi), ca-omaha RANK.6",
        ),
        clause_case(
            "three-of-a-kind",
            "5h 4s 3c 2d Ah",
            ["Ac Ad Ah Kc Qd", "Ac Ad Ah 3c 2d", "Kc Kd Kh Ac Qd", "2c 2d 2h Ac Kd", "2c 2d 2h 4c 3d"],
            "Ac Ad Kc Kd Qh",
            clauses="oneida XI.C.2(g), room-2012 RANK(2)(vii), ca-omaha RANK.7",
        ),
        clause_case(
            "two pairs",
            "2c 2d 2h 4c 3d",
            ["Ac Ad Kc Kd Qh", "Ac Ad Kc Kd 2h", "Ac Ad 2c 2d Kh", "Kc Kd Qc Qd Ah", "3c 3d 2c 2d 4h"],
            "Ac Ad Kc Qd Jh",
            clauses="oneida XI.C.2(h), room-2012 RANK(2)(viii), ca-omaha RANK.8",
        ),
        clause_case(
            "one pair",
            "3c 3d 2c 2d 4h",
            ["Ac Ad Kc Qd Jh", "Ac Ad 4c 3d 2h", "Kc Kd Ac Qd Jh", "3c 3d 6h 5s 4c", "2c 2d 5c 4d 3h"],
            "Ac Kd Qh Js 9c",
            clauses="oneida XI.C.2(i), room-2012 RANK(2)(ix), ca-omaha RANK.9",
        ),
    ],
)
def test_a_five_card_class_stands_between_its_neighbours(
    name: str, above: str | None, hands: list[str], below: str
) -> None:
    assert_class(HIGH5, name, above, hands, below)


@pytest.mark.clauses("ca-omaha RANK.10")
def test_a_hand_of_no_class_goes_by_its_cards_from_ace_king_down_to_seven_high() -> None:
    hands = ["Ac Kd Qh Js 9c", "Ac Kd Qh Js 8c", "Ac Qd Jh Ts 9c", "Kc Qd Jh Ts 8c", "7c 5d 4h 3s 2c"]
    assert_best_first(HIGH5, ["2c 2d 5c 4d 3h", *hands])
    assert rank(HIGH5, hands[-1]) == 1
    assert HIGH5.class_name(rank(HIGH5, hands[0])) == "high card"


FIVE_CARD_CLASSES = [
    "As Ks Qs Js Ts",
    "5c 4c 3c 2c Ac",
    "2c 2d 2h 2s 3c",
    "2c 2d 2h 3c 3d",
    "7d 5d 4d 3d 2d",
    "5h 4s 3c 2d Ah",
    "2c 2d 2h 4c 3d",
    "3c 3d 2c 2d 4h",
    "2c 2d 5c 4d 3h",
    "Ac Kd Qh Js 9c",
]


@pytest.mark.clauses("oneida XI.C.2", "room-2012 RANK(2)", "ca-omaha RANK", "nj-19-47 19:47-14.3(b)")
def test_the_worst_of_each_five_card_class_beats_any_hand_of_none() -> None:
    assert_best_first(HIGH5, FIVE_CARD_CLASSES)
    names = [HIGH5.class_name(rank(HIGH5, hand)) for hand in FIVE_CARD_CLASSES]
    assert names == [
        "royal flush",
        "straight flush",
        "four-of-a-kind",
        "full house",
        "flush",
        "straight",
        "three-of-a-kind",
        "two pairs",
        "one pair",
        "high card",
    ]


@pytest.mark.clauses("oneida XI.C.2(f)", "room-2012 RANK(2)(vi)", "nj-19-47 19:47-14.3(b)")
@pytest.mark.parametrize("wrapped", ["Qc Kd Ah 2s 3c", "Kc Ad 2h 3s 4c", "Jc Qd Kh As 2c"])
def test_a_straight_does_not_wrap_around_the_ace(wrapped: str) -> None:
    assert HIGH5.class_name(rank(HIGH5, wrapped)) == "high card"
    suited = " ".join(card[0] + "s" for card in wrapped.split())
    assert HIGH5.class_name(rank(HIGH5, suited)) == "flush"


@pytest.mark.clauses("oneida XI.C.1", "room-2012 RANK(1)", "ca-omaha VAL-HI", "nj-19-47 19:47-14.3(a)")
def test_cards_rank_from_the_ace_down_to_the_two_and_suits_are_equal() -> None:
    side_cards = [f"{rank}h" for rank in "AKQJT987654"]
    assert_best_first(HIGH5, [f"3c 3d 2c 2d {card}" for card in side_cards])
    assert_best_first(HIGH5, [f"{r}c {r}d {r}h {r}s {'K' if r == 'A' else 'A'}c" for r in "AKQJT98765432"])
    assert_tie(HIGH5, *[f"A{s} K{s} 9{s} 5{s} 2{s}" for s in "cdhs"])
    assert_tie(HIGH5, "Ac Ad Kc 7d 2h", "Ah As Ks 7h 2s")


@pytest.mark.clauses("room-2012 RANK(1)", "nj-19-47 19:47-14.3(a)")
def test_the_ace_falls_below_the_two_only_to_complete_a_straight() -> None:
    wheel = rank(HIGH5, "5h 4s 3c 2d Ah")
    assert HIGH5.class_name(wheel) == "straight"
    assert wheel < rank(HIGH5, "6d 5h 4s 3c 2d")
    assert_best_first(HIGH5, ["Ac 6d 4h 3s 2c", "Kc Qd Jh Ts 8c"])
    assert_best_first(HIGH5, ["Ac Ad 5c 4d 3h", "2c 2d Ac Kd Qh"])


COMPARISONS = [
    ("3c 3d 6h 5s 4c", "2c 2d Ah Ks Qc"),
    ("8c 8d 8h 2c 2d", "7c 7d 7h Ac Ad"),
    ("9c 9d 4h 4s 2c", "8c 8d 7h 7s Ac"),
    ("Tc Td Ah 9s 3c", "Th Ts Ac 8d 7h"),
    ("Ac Td 9h 5s 3c", "Ah Ts 9c 5d 2h"),
    ("Kh Jh 9h 7h 6h", "Ks Js 9s 7s 5s"),
]


@pytest.mark.clauses("oneida XI.C.6", "room-2012 RANK(3)", "nj-19-47 19:47-14.3[RANK(3)]")
@pytest.mark.parametrize(("better", "worse"), COMPARISONS)
def test_in_one_class_the_group_decides_and_then_the_side_cards(better: str, worse: str) -> None:
    assert HIGH5.class_name(rank(HIGH5, better)) == HIGH5.class_name(rank(HIGH5, worse))
    assert_best_first(HIGH5, [better, worse])


@pytest.mark.clauses("oneida XI.C.6", "room-2012 RANK(3)", "nj-19-47 19:47-14.3[RANK(3)]")
def test_hands_that_differ_only_in_suits_tie() -> None:
    assert_tie(HIGH5, "Ac Kd Qh Js Tc", "Ad Kh Qs Jc Td")
    assert_tie(HIGH5, "Qc Qd 8h 8s Ac", "Qh Qs 8c 8d Ad")
    assert_tie(LOW_A5, "8c 5d 4h 2s Ac", "8d 5h 4s 2c Ad")


@pytest.mark.parametrize(
    ("name", "above", "hands", "below"),
    [
        clause_case("royal flush", None, ["Ah Kh Qh"], "Ks Qs Js", clauses="oneida XI.C.3(a)"),
        clause_case(
            "straight flush",
            "As Ks Qs",
            ["Ks Qs Js", "5h 4h 3h", "4d 3d 2d", "3c 2c Ac"],
            "Ac Ad Ah",
            clauses="oneida XI.C.3(b)",
        ),
        clause_case(
            "three-of-a-kind", "3c 2c Ac", ["Ac Ad Ah", "Kc Kd Kh", "2c 2d 2h"], "Ac Kd Qh", clauses="oneida XI.C.3(c)"
        ),
        clause_case(
            "straight",
            "2c 2d 2h",
            ["Ac Kd Qh", "Kc Qd Jh", "4c 3d 2h", "3c 2d Ah"],
            "Ac Kc Jc",
            clauses="oneida XI.C.3(d)",
        ),
        clause_case(
            "flush",
            "3c 2d Ah",
            ["Ac Kc Jc", "Ac 4c 2c", "Kc Qc Tc", "5c 3c 2c"],
            "Ac Ad Kh",
            clauses="oneida XI.C.3(e)",
        ),
        clause_case(
            "one pair",
            "5c 3c 2c",
            ["Ac Ad Kh", "Ac Ad 2h", "Kc Kd Ah", "2c 2d Ah", "2c 2d 3h"],
            "Ac Kd Jh",
            clauses="oneida XI.C.3(f)",
        ),
    ],
)
def test_a_three_card_class_stands_between_its_neighbours(
    name: str, above: str | None, hands: list[str], below: str
) -> None:
    assert_class(HIGH3, name, above, hands, below)


@pytest.mark.clauses("oneida XI.C.3", "nj-19-47 19:47-14.3(c)")
def test_three_cards_put_trips_above_a_straight_and_a_straight_above_a_flush() -> None:
    hands = ["As Ks Qs", "3c 2c Ac", "2c 2d 2h", "3c 2d Ah", "5c 3c 2c", "2c 2d 3h", "Ac Kd Jh"]
    assert_best_first(HIGH3, hands)
    names = [HIGH3.class_name(rank(HIGH3, hand)) for hand in hands]
    assert names == ["royal flush", "straight flush", "three-of-a-kind", "straight", "flush", "one pair", "high card"]


@pytest.mark.clauses("oneida XI.C.3(d)", "nj-19-47 19:47-14.3(c)")
def test_king_ace_two_is_no_three_card_straight() -> None:
    assert HIGH3.class_name(rank(HIGH3, "Kc Ad 2h")) == "high card"
    assert HIGH3.class_name(rank(HIGH3, "Kc Ac 2c")) == "flush"


UNPAIRED_LOWS = [
    "5c 4d 3h 2s Ac",
    "6c 4d 3h 2s Ac",
    "6c 5d 4h 3s 2c",
    "7c 6d 4h 3s 2c",
    "8c 6d 5h 3s Ac",
    "8c 7d 6h 5s 4c",
    "9c 4d 3h 2s Ac",
    "Kc 4d 3h 2s Ac",
    "Kc Qd Jh Ts 9c",
]
PAIRED_LOWS = [
    "Ac Ad 4h 3s 2c",
    "Ac Ad 5h 3s 2c",
    "Ac Ad Kh Qs Jc",
    "2c 2d 4h 3s Ac",
    "Kc Kd Qh Js Tc",
    "2c 2d Ah As 3c",
    "2c 2d Ah As Kc",
    "3c 3d Ah As 2c",
    "Kc Kd Qh Qs Jc",
    "Ac Ad Ah 3s 2c",
    "Kc Kd Kh Qs Jc",
    "Ac Ad Ah 2s 2c",
    "2c 2d 2h As Ac",
    "Kc Kd Kh Qs Qc",
    "Ac Ad Ah As 2c",
    "Kc Kd Kh Ks Qc",
]


@pytest.mark.clauses("oneida XI.C.4", "nj-19-47 19:47-14.3[XI.C.4]")
def test_lows_run_from_the_wheel_to_four_kings_in_reverse_of_the_high_classes() -> None:
    assert_best_first(LOW_A5, [*UNPAIRED_LOWS, *PAIRED_LOWS])
    assert rank(LOW_A5, UNPAIRED_LOWS[0]) == LOW_A5.count()
    assert rank(LOW_A5, PAIRED_LOWS[-1]) == 1


@pytest.mark.clauses("ca-omaha VAL-LO")
def test_california_compares_lows_from_the_highest_card_whatever_the_suits() -> None:
    assert_best_first(LOW_A5, ["5c 4c 3c 2c Ac", "6c 5d 4h 3s 2c", "7c 6d 4h 3s 2c", "8c 6d 5h 3s Ac"])
    assert_tie(LOW_A5, "5c 4c 3c 2c Ac", "5c 4d 3h 2s Ac")
    assert_tie(LOW_A5, "8c 6c 5c 3c Ac", "8c 6d 5h 3s Ac")
    assert not LOW_A5.qualifies(parse_cards("9c 4d 3h 2s Ac"), 8)
    assert not LOW_A5.qualifies(parse_cards("4c 4d 3h 2s Ac"), 8)
    assert LOW_A5.qualifies(parse_cards("8c 7d 6h 5s 4c"), 8)


@pytest.mark.clauses("oneida XI.C.1", "oneida XI.C.5")
def test_the_ace_is_the_best_high_card_and_the_smallest_low_card() -> None:
    low_to_high = "A23456789TJQK"
    side_cards = [rank for rank in low_to_high if rank not in "JQ"]
    assert_best_first(LOW_A5, [f"Jc Jd Qc Qd {rank}h" for rank in side_cards])
    assert_best_first(HIGH5, [f"Jc Jd Qc Qd {rank}h" for rank in ["A", *reversed(side_cards[1:])]])
    pairs = [f"{rank}c {rank}d" for rank in low_to_high]
    assert_best_first(LOW_A3, [f"{pair} {'K' if pair[0] != 'K' else 'Q'}h" for pair in pairs])


@pytest.mark.clauses("oneida XI.C.4", "nj-19-47 19:47-14.3[XI.C.4]")
def test_three_card_lows_ignore_straights_and_flushes() -> None:
    assert_best_first(
        LOW_A3, ["3c 2c Ac", "4c 2d Ah", "4c 3d 2h", "6c 5d 4h", "Kc Qc Jc", "Ac Ad 2h", "Kc Kd Qh", "Ac Ad Ah"]
    )
    assert rank(LOW_A3, "3c 2c Ac") == LOW_A3.count()
    assert rank(LOW_A3, "Kc Kd Kh") == 1


def test_by_the_letter_straights_and_flushes_spoil_a_low() -> None:
    hands = [
        "6c 4d 3h 2s Ac",
        "6c 5d 3h 2s Ac",
        "Kc Qd Jh Ts Ac",
        "Kc Qd Jh Ts 8c",
        *PAIRED_LOWS[:11],
        "5c 4d 3h 2s Ac",
        "6c 5d 4h 3s 2c",
        "Kc Qd Jh Ts 9c",
        "6c 4c 3c 2c Ac",
        "Kc Qc Jc Tc 8c",
        *PAIRED_LOWS[11:],
        "5c 4c 3c 2c Ac",
        "Kc Qc Jc Tc 9c",
    ]
    assert_best_first(LOW_A5_STRICT, hands)
    assert rank(LOW_A5_STRICT, hands[0]) == LOW_A5_STRICT.count()
    assert rank(LOW_A5_STRICT, hands[-1]) == 1


def test_by_the_letter_three_card_lows_mirror_three_card_highs() -> None:
    hands = [
        "4c 2d Ah",
        "4c 3d Ah",
        "Kc Qd Th",
        "Ac Ad 2h",
        "Kc Kd Qh",
        "4c 2c Ac",
        "Kc Qc Tc",
        "3c 2d Ah",
        "Kc Qd Jh",
        "Ac Ad Ah",
        "Kc Kd Kh",
        "3c 2c Ac",
        "Kc Qc Jc",
    ]
    assert_best_first(LOW_A3_STRICT, hands)
    assert rank(LOW_A3_STRICT, hands[0]) == LOW_A3_STRICT.count()
    assert rank(LOW_A3_STRICT, hands[-1]) == 1


def test_deuce_to_seven_has_the_ace_high_and_no_wheel() -> None:
    hands = [
        "7c 5d 4h 3s 2c",
        "7c 6d 4h 3s 2c",
        "8c 5d 4h 3s 2c",
        "Kc Qd Jh Ts 8c",
        "Ac 5d 4h 3s 2c",
        "Ac 6d 4h 3s 2c",
        "Ac Kd Qh Js 9c",
        "2c 2d 5h 4s 3c",
        "Ac Ad Kh Qs Jc",
        "3c 3d 2h 2s 4c",
        "2c 2d 2h 4s 3c",
        "6c 5d 4h 3s 2c",
        "Ac Kd Qh Js Tc",
        "7c 5c 4c 3c 2c",
        "Ac 5c 4c 3c 2c",
        "2c 2d 2h 3s 3c",
        "2c 2d 2h 2s 3c",
        "6c 5c 4c 3c 2c",
        "Ac Kc Qc Jc Tc",
    ]
    assert_best_first(LOW_27, hands)
    assert rank(LOW_27, hands[0]) == LOW_27.count()
    assert rank(LOW_27, hands[-1]) == 1


def test_badugi_counts_cards_first_and_then_how_low_they_are() -> None:
    hands = [
        "4s 3h 2d Ac",
        "5s 3h 2d Ac",
        "Ks Qh Jd Tc",
        "3h 2d Ac Kc",
        "Ks Qh Jd Jc",
        "2d Ac Kc Kd",
        "Ks Kh Qs Qh",
        "As Ac Ad Ah",
        "Ks 8s 5s 2s",
        "Kc Kd Kh Ks",
    ]
    assert rank(BADUGI, hands[0]) == BADUGI.count()
    assert [BADUGI.ranks_text(rank(BADUGI, hand)) for hand in hands] == [
        "4-3-2-A",
        "5-3-2-A",
        "K-Q-J-T",
        "3-2-A",
        "K-Q-J",
        "2-A",
        "K-Q",
        "A",
        "2",
        "K",
    ]
    assert_best_first(BADUGI, hands)
