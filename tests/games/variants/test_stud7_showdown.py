"""Seven-card stud at the showdown: best five of seven, halves, lows, and every odd chip."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import cards_text

SPLIT_FORMS = ("stud7-hilo", "stud7-hilo8")
TOPICS = {
    "nj-19-47": {
        "build": "19:47-14.9(i)",
        "high": "19:47-14.9(i)1",
        "split": "19:47-14.9(i)2",
        "halves": "19:47-14.9(i)2i",
        "tied high": "19:47-14.9(i)2ii",
        "tied low": "19:47-14.9(i)2iii",
        "suits": "19:47-14.9(i)2iv",
        "qualifier": "19:47-14.9(j)",
        "two hands": "19:47-14.9(k)",
        "straight": "19:47-14.9(k)1",
        "flush": "19:47-14.9(k)2",
        "ace": "19:47-14.9(l)",
    },
    "oneida": {
        "build": "XI.I.9",
        "high": "XI.I.9(a)",
        "split": "XI.I.9(b)",
        "halves": "XI.I.9(b)(i)",
        "tied high": "XI.I.9(b)(ii)",
        "tied low": "XI.I.9(b)(iii)",
        "suits": "XI.I.9(b)(iv)",
        "qualifier": "XI.I.10",
        "two hands": "XI.I.11",
        "straight": "XI.I.11(a)",
        "flush": "XI.I.11(b)",
        "ace": "XI.I.12",
    },
}


def forms(topic: str, *games: str) -> list[Any]:
    """(book, game, citation) for some forms under both books."""
    return [
        case(id, game, f"{id} {cites[topic]}", upholds=[cites[topic]], name=f"{id}-{game}")
        for id, cites in TOPICS.items()
        for game in games or SPLIT_FORMS
    ]


def show(id: str, game: str, cards: str, **terms: Any) -> Hand:
    return Hand(id, game, cards, **terms).showdown()


# Best five of seven


@pytest.mark.parametrize(("id", "game", "cites"), forms("build", "stud7-high", *SPLIT_FORMS))
@pytest.mark.parametrize(
    "best",
    ["2c 3d Ah Kh 9h 6h 4h", "Ah Kh 2c 9h 3d 6h 4h", "Ah 2c Kh 9h 6h 4h 3d"],
    ids=["last-five", "two-down-three-up", "one-down-four-up"],
)
def test_a_hand_is_the_best_five_of_seven(id, game, cites, best):
    hand = show(id, game, f"seat 1: Ad Ac Qc Qd 9s 9c 8d\nseat 2: {best}")
    assert {seat for share, seat in hand.shares if share == "high"} == {2}
    assert hand.round.rules.page.build == cites


@pytest.mark.parametrize(("id", "game", "cites"), forms("high", "stud7-high"))
@pytest.mark.parametrize(
    "best",
    ["9c 9d 9h Jc Td 2s 3h", "Jc Td 2s 3h 9c 9d 9h", "9c Jc 2s Td 3h 9d 9h", "2s 9c 3h 9d Jc 9h Td"],
    ids=["first-five", "last-five", "first-and-last", "all-over"],
)
def test_in_the_high_game_the_best_high_hand_takes_the_whole_pot(id, game, cites, best):
    # Seat 1 has aces and queens in any five of his: only three of a kind out of all seven beat them.
    hand = show(id, game, f"seat 1: Ad Ac Qd Qs 6s Kd 5c\nseat 2: {best}")
    assert hand.shares == {("high", 2): 2}
    assert hand.award("high", 2).clause == cites


# Halves


@pytest.mark.parametrize(("id", "game", "cites"), forms("split"))
def test_best_high_and_best_low_halve_the_pot(id, game, cites):
    hand = show(id, game, "seat 1: Ad 2c 3c 4d 6s Ks Qs\nseat 2: 9c 9d 9h Jc Td 2s 3h", ante=1)
    assert hand.shares == {("high", 2): 2, ("low", 1): 2}
    assert hand.award("high", 2).clause == hand.award("low", 1).clause == cites


@pytest.mark.parametrize(("id", "game", "cites"), forms("split", "stud7-hilo"))
@pytest.mark.parametrize(
    ("worse", "better"),
    [("Qd Qh Qs Jh Jd Ts 9h", "Kc Kd Ks 2h 2d 3s 4h"), ("Jc Td 9h 8s Qd Qh Qs", "9c 8d 7h 6s 4d 4h 4s")],
    ids=["paired", "nine-high"],
)
def test_plain_high_low_has_no_qualifier(id, game, cites, worse, better):
    hand = show(id, game, f"seat 1: {worse}\nseat 2: {better}", ante=1)
    assert {seat for share, seat in hand.shares if share == "low"} == {2}


@pytest.mark.parametrize(("id", "game", "cites"), forms("halves"))
def test_the_chip_that_does_not_halve_goes_to_the_high_hand(id, game, cites):
    hand = Hand(
        id,
        game,
        """
        seat 1: Ad 2c 3c 4d 6s Ks Qs
        seat 2: 9c 9d Kh Jc Td 9s 3h
        seat 3: 5c 5d 8h
    """,
        ante=1,
    )
    while hand.round.street == "third":
        if hand.round.actor == 3:
            hand.say("fold")
        else:
            hand.passive()
    hand.showdown()
    assert hand.shares == {("high", 2): 3, ("low", 1): 2}
    assert hand.odd_chips() == {("high", 2): (1, cites)}


# Tied shares


def tied_high(id: str, game: str, first_ace: str, second_ace: str) -> Hand:
    """Two broadway straights; the kings lie the other way round. Six chips: the high half is three."""
    return show(
        id,
        game,
        f"""
        seat 1: A{first_ace} K{second_ace} Qs Jd Ts 9c 9d
        seat 2: A{second_ace} K{first_ace} Qh Jc Td 8c 8d
        seat 3: 2c 3d 4h 6s 7c 7d Jh
    """,
        ante=1,
    )


def tied_low(id: str, game: str, first_ace: str, second_ace: str) -> Hand:
    """Two lows of 7-5-4-2-A; the twos lie the other way round. Six chips: the low half is three."""
    return show(
        id,
        game,
        f"""
        seat 1: A{first_ace} 2{second_ace} 4h 5s 7d Kd Qc
        seat 2: A{second_ace} 2{first_ace} 4d 5h 7s Kh Qs
        seat 3: Jc Jd Jh 9c 9d Tc 8h
    """,
        ante=1,
    )


@pytest.mark.parametrize(("id", "game", "cites"), forms("tied high"))
def test_the_odd_chip_of_a_tied_high_goes_to_the_highest_card(id, game, cites):
    hand = tied_high(id, game, "h", "s")
    assert hand.shares == {("high", 1): 1, ("high", 2): 2, ("low", 3): 3}
    assert hand.odd_chips() == {("high", 2): (1, cites)}
    assert cards_text(hand.award("high", 2).hands[0]) == "As Kh Qh Jc Td"


@pytest.mark.parametrize(("id", "game", "cites"), forms("tied low"))
def test_the_odd_chip_of_a_tied_low_goes_to_the_lowest_card(id, game, cites):
    hand = tied_low(id, game, "h", "c")
    assert hand.shares == {("low", 1): 1, ("low", 2): 2, ("high", 3): 3}
    assert hand.odd_chips() == {("low", 2): (1, cites)}


@pytest.mark.parametrize(("id", "game", "cites"), forms("suits"))
@pytest.mark.parametrize(("lower", "higher"), [("c", "d"), ("d", "h"), ("h", "s")])
def test_suits_rank_spades_hearts_diamonds_clubs_for_odd_chips(id, game, cites, lower, higher):
    assert tied_high(id, game, lower, higher).shares == {("high", 1): 1, ("high", 2): 2, ("low", 3): 3}
    assert tied_high(id, game, higher, lower).shares == {("high", 1): 2, ("high", 2): 1, ("low", 3): 3}
    assert tied_low(id, game, lower, higher).shares == {("low", 1): 2, ("low", 2): 1, ("high", 3): 3}
    hand = tied_low(id, game, higher, lower)
    assert hand.shares == {("low", 1): 1, ("low", 2): 2, ("high", 3): 3}
    assert hand.round.rules.page.odd.suits == cites


@pytest.mark.parametrize(("unit_cents", "chips"), [(100, [2, 3, 3]), (50, [2, 4, 2])])
@pytest.mark.parametrize(("id", "game", "cites"), forms("tied high"))
def test_three_tied_highs_share_what_is_more_than_a_dollar(id, game, cites, unit_cents, chips):
    hand = show(
        id,
        game,
        """
        seat 1: Ad Ks Qs Jd Ts 9c 9d
        seat 2: As Kh Qh Jc Td 8c 8d
        seat 3: Ah Kd Qd Js Tc 8h 8s
        seat 4: 2c 3d 4h 6s 7c 7d Jh
    """,
        ante=3,
        unit_cents=unit_cents,
    )
    assert [hand.shares[("high", seat)] for seat in (1, 2, 3)] == chips
    assert hand.shares[("low", 4)] == 8


@pytest.mark.parametrize(("unit_cents", "chips"), [(100, [2, 3, 3]), (50, [2, 4, 2])])
@pytest.mark.parametrize(("id", "game", "cites"), forms("tied low"))
def test_three_tied_lows_share_what_is_more_than_a_dollar(id, game, cites, unit_cents, chips):
    hand = show(
        id,
        game,
        """
        seat 1: Ah 2c 4h 5s 7d Kd Qc
        seat 2: Ac 2h 4d 5h 7s Kh Qs
        seat 3: Ad 2s 4s 5d 7h Ks Qd
        seat 4: Jc Jd Jh 9c 9d Tc 8h
    """,
        ante=3,
        unit_cents=unit_cents,
    )
    assert [hand.shares[("low", seat)] for seat in (1, 2, 3)] == chips
    assert hand.shares[("high", 4)] == 8


# The qualifier


@pytest.mark.parametrize(("id", "game", "cites"), forms("qualifier", "stud7-hilo8"))
@pytest.mark.parametrize(
    "low",
    ["Ad 2c 3c 4d 9s Ks Qs", "Ad 2c 3c 4d 4s As 2d", "8d 7c 6s 5h Ts Js Kc"],
    ids=["nine-high", "paired", "four-low-cards"],
)
def test_without_five_different_ranks_up_to_eight_the_high_hand_takes_everything(id, game, cites, low):
    hand = show(id, game, f"seat 1: {low}\nseat 2: 9c 9d 9h Jc Td Qd Kd", ante=1)
    assert hand.shares == {("high", 2): 4}
    assert hand.award("high", 2).clause == cites


@pytest.mark.parametrize(("id", "game", "cites"), forms("qualifier", "stud7-hilo8"))
def test_eight_high_is_low_enough_and_the_ace_is_low(id, game, cites):
    hand = show(id, game, "seat 1: Ad 8c 7c 6d 4s Ks Qs\nseat 2: 9c 9d 9h Jc Td Qd Kd", ante=1)
    assert hand.shares == {("high", 2): 2, ("low", 1): 2}
    assert hand.round.rules.page.qualifier.clause == cites


# Both ways


@pytest.mark.parametrize(("id", "game", "cites"), forms("two hands"))
def test_high_and_low_may_be_two_different_hands(id, game, cites):
    hand = show(id, game, "seat 1: Kd Kc 7h Ad 2c 4h 6s\nseat 2: Qd Qc 8h As 3c 5h 7s", ante=1)
    # Kings make the high, 7-6-4-2-A the low: no one set of five would win both.
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "game", "cites"), forms("two hands"))
def test_one_set_of_five_may_serve_both_ways(id, game, cites):
    hand = show(id, game, "seat 1: Ad 2c 3h 4s 5d Kh Qh\nseat 2: Jd Jc Js 6s 4c 2h 7s", ante=1)
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "game", "cites"), forms("straight", *SPLIT_FORMS))
def test_six_five_four_three_two_is_a_straight_and_a_good_low(id, game, cites):
    hand = show(id, game, "seat 1: 6c 5d 4h 3s 2c Kd Qh\nseat 2: 7d 7c 7s 4c 3d 2d Ah", ante=1)
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "game", "cites"), forms("flush", *SPLIT_FORMS))
def test_a_flush_topped_by_an_eight_is_a_flush_and_a_good_low(id, game, cites):
    hand = show(id, game, "seat 1: 8h 6h 5h 3h 2h Kd Qs\nseat 2: 8c 7d 5s 4c 3d 8d 8s", ante=1)
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "game", "cites"), forms("ace", *SPLIT_FORMS))
def test_an_ace_counts_high_for_the_flush_and_low_for_the_low(id, game, cites):
    hand = show(id, game, "seat 1: Ah 9h 7h 5h 4h 2c Kd\nseat 2: Qd Jd 8d 6d 4d 2s 3s", ante=1)
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}
