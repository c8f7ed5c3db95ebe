"""Omaha and Big Omaha at the showdown: two plus three, halves, lows, and every odd chip.

A card after a slash is the fifth one, dealt only where Big Omaha is played.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import cards_text

BY_CARD = ("nj-19-47", "oneida", "room-2012")
BY_POSITION = ("nj-13-69f", "ca-omaha")
SPLIT: dict[str, dict[str, tuple[str, ...]]] = {
    "nj-19-47": {
        "build": ("19:47-14.11(f)",),
        "split": ("19:47-14.11(f)2",),
        "halves": ("19:47-14.11(f)2i",),
        "high": ("19:47-14.11(f)2ii",),
        "low": ("19:47-14.11(f)2iii",),
        "suits": ("19:47-14.11(f)2iv",),
        "none": ("19:47-14.11(g)",),
        "straights": ("19:47-14.3[XI.C.4]",),
        "two": ("19:47-14.11(h)1", "19:47-14.11(h)"),
        "same": ("19:47-14.11(h)2", "19:47-14.11(h)"),
        "ace": ("19:47-14.11(h)3", "19:47-14.11(h)"),
    },
    "nj-13-69f": {
        "build": ("13:69F-14.11(A)(f)",),
        "split": ("13:69F-14.11(A)(f)2",),
        "halves": ("13:69F-14.11(A)(f)2i",),
        "high": ("13:69F-14.11(A)(f)2ii",),
        "low": ("13:69F-14.11(A)(f)2iii",),
        "suits": ("13:69F-14.11(A)(f)2iv",),
        "none": ("13:69F-14.11(A)(g)", "13:69F-14.9(j)"),
        "straights": ("13:69F-14.9(j)",),
        "two": ("13:69F-14.11(A)(h)1", "13:69F-14.11(A)(h)"),
        "same": ("13:69F-14.11(A)(h)2", "13:69F-14.11(A)(h)"),
        "ace": ("13:69F-14.11(A)(h)3", "13:69F-14.11(A)(h)"),
    },
    "oneida": {
        "build": ("XI.K.10",),
        "split": ("XI.K.10(b)",),
        "halves": ("XI.K.10(b)(i)",),
        "high": ("XI.K.10(b)(ii)",),
        "low": ("XI.K.10(b)(iii)",),
        "suits": ("XI.K.10(b)(iv)",),
        "none": ("XI.K.11",),
        "straights": ("XI.K.10(b)(v)", "XI.C.4"),
        "two": ("XI.K.12(a)", "XI.K.12"),
        "same": ("XI.K.12(b)", "XI.K.12"),
        "ace": ("XI.K.12(c)", "XI.K.12"),
    },
    "ca-omaha": {
        "build": ("OBJ", "AWARD"),
        "split": ("AWARD.2",),
        "halves": ("AWARD.4",),
        "high": ("AWARD.4",),
        "low": ("AWARD.4",),
        "none": ("AWARD.1", "VAL-LO"),
        "straights": ("VAL-LO",),
        "two": ("OBJ", "AWARD"),
        "same": ("AWARD.2",),
        "ace": ("VAL-HI", "VAL-LO"),
    },
    "room-2012": {
        "build": ("OMA(5)",),
        "split": ("OMA(5)",),
        "halves": ("OMA(5)(A)",),
        "high": ("OMA(5)(B)",),
        "low": ("OMA(5)(C)",),
        "suits": ("OMA(5)(D)",),
        "none": ("OMA(6)",),
        "straights": ("OMA(6)",),
        "two": ("OMA(7)(i)", "OMA(7)"),
        "same": ("OMA(7)(ii)", "OMA(7)"),
        "ace": ("OMA(7)(iii)", "OMA(7)"),
    },
}
HIGH_ONLY = {
    ("nj-19-47", "omaha-high"): ("19:47-14.11(f)1", "19:47-14.11(f)"),
    ("nj-13-69f", "big-omaha-high"): ("13:69F-14.11(A)(f)1", "13:69F-14.11(A)(f)"),
    ("oneida", "omaha-high"): ("XI.K.10(a)", "XI.K.10"),
}


def split_games(topic: str, books: tuple[str, ...] = tuple(SPLIT)) -> list[Any]:
    """(book, citation) for the high-low split form of every book, upholding what it says on the topic."""
    return [case(id, f"{id} {SPLIT[id][topic][0]}", upholds=SPLIT[id][topic], name=id) for id in books]


def high_games() -> list[Any]:
    return [case(id, game, f"{id} {cites[0]}", upholds=cites) for (id, game), cites in HIGH_ONLY.items()]


def omaha(id: str, cards: str, game: str = "", **terms: Any) -> Hand:
    """A hand of the book's Omaha, high-low unless another form is named."""
    game = game or ("big-omaha-hilo8" if id == "nj-13-69f" else "omaha-hilo8")
    lines = [line.strip() for line in cards.strip().splitlines()]
    if game.startswith("big"):
        lines = [line.replace("/", " ") for line in lines]
    return Hand(id, game, "\n".join(line.partition("/")[0] for line in lines), **terms)


# Two plus three

FOUR_SPADES_IN_THE_HAND = """
    seat 1: As Ks Qs Js / Jd
    seat 2: 9c 9d 3h 3c / Kd
    board: Ts 6s 2d 9h 4c
"""
FOUR_HEARTS_ON_THE_BOARD = """
    seat 1: Qh Jc Jd Tc / Td
    seat 2: Ac 9c 8s 8d / Ts
    board: Ah Kh 9h 5h 2c
"""
STRAIGHT_ON_THE_BOARD = """
    seat 1: Kc Qd 3c 2d / 2c
    seat 2: 9c 9s 4c 2h / 2s
    board: 5h 6d 7s 8c 9h
"""


@pytest.mark.parametrize(("id", "cites"), split_games("build"))
@pytest.mark.parametrize(
    "cards", [FOUR_SPADES_IN_THE_HAND, FOUR_HEARTS_ON_THE_BOARD], ids=["three-of-own", "one-of-own"]
)
def test_a_hand_is_two_of_ones_own_cards_and_three_of_the_board(id, cites, cards):
    # Of any five cards seat 1 would hold a royal flush in the first hand and a flush in the second.
    hand = omaha(id, cards).showdown()
    assert hand.won == {2: 4}
    assert hand.round.rules.page.build == cites


@pytest.mark.parametrize(("id", "game", "cites"), high_games())
@pytest.mark.parametrize(
    "cards",
    [FOUR_SPADES_IN_THE_HAND, FOUR_HEARTS_ON_THE_BOARD, STRAIGHT_ON_THE_BOARD],
    ids=["three-of-own", "one-of-own", "none-of-own"],
)
def test_two_plus_three_holds_in_the_high_game_too(id, game, cites, cards):
    hand = omaha(id, cards, game).showdown()
    assert hand.shares == {("high", 2): 4}
    assert hand.award("high", 2).clause == cites


# High takes it, or halves

KINGS_AND_A_SIX_LOW = """
    seat 1: As 6h Qd Js / Td
    seat 2: Kh 9s 9d Tc / Jd
    board: 2h 3d 4c Kd Kc
"""


@pytest.mark.parametrize(("id", "game", "cites"), high_games())
def test_in_the_high_game_the_best_high_hand_takes_the_whole_pot(id, game, cites):
    hand = omaha(id, KINGS_AND_A_SIX_LOW, game).showdown()
    assert hand.shares == {("high", 2): 4}
    assert hand.award("high", 2).clause == cites


@pytest.mark.parametrize(("id", "cites"), split_games("split"))
def test_best_high_and_best_low_halve_the_pot(id, cites):
    hand = omaha(id, KINGS_AND_A_SIX_LOW).showdown()
    assert hand.shares == {("high", 2): 2, ("low", 1): 2}
    assert hand.award("high", 2).clause == hand.award("low", 1).clause == cites
    assert hand.odd_chips() == {}


# The chip that does not halve


def odd_pot(id: str, seat_2: str, seat_3: str) -> Hand:
    """Five chips for seats 2 and 3; seat 3 has the button and the small blind has folded."""
    hand = omaha(
        id,
        f"""
        seat 1: 5s 5h 7s 7h / 8s
        seat 2: {seat_2}
        seat 3: {seat_3}
        board: 2h 3d 4c Kd Kc
    """,
        button=3,
    )
    return hand.play("3: call\n1: fold\n2: check").showdown()


KINGS = "Kh 9s 9d Tc / Jd"
SIX_LOW = "As 6h Qd Js / Td"


@pytest.mark.parametrize(("id", "cites"), split_games("halves", BY_CARD))
def test_the_chip_that_does_not_halve_goes_to_the_high_hand(id, cites):
    high_first = odd_pot(id, KINGS, SIX_LOW)
    assert high_first.shares == {("high", 2): 3, ("low", 3): 2}
    low_first = odd_pot(id, SIX_LOW, KINGS)
    assert low_first.shares == {("low", 2): 2, ("high", 3): 3}
    assert low_first.odd_chips() == {("high", 3): (1, cites)}


@pytest.mark.parametrize(("id", "cites"), split_games("halves", BY_POSITION))
def test_the_chip_that_does_not_halve_goes_to_the_first_winner_left_of_the_button(id, cites):
    high_first = odd_pot(id, KINGS, SIX_LOW)
    assert high_first.shares == {("high", 2): 2, ("low", 3): 2, ("odd", 2): 1}
    low_first = odd_pot(id, SIX_LOW, KINGS)
    assert low_first.shares == {("low", 2): 2, ("high", 3): 2, ("odd", 2): 1}
    assert low_first.odd_chips() == {("odd", 2): (1, cites)}


# Tied high


def tied_high(id: str, first_ace: str, second_ace: str, **terms: Any) -> Hand:
    """Seats 1 and 2 share the high with jacks and ace-king; the kings lie the other way round."""
    return omaha(
        id,
        f"""
        seat 1: A{first_ace} K{second_ace} Qs Td / 9s
        seat 2: A{second_ace} K{first_ace} Qh Ts / 9c
        seat 3: 3c 7c 9d Th / 8c
        board: 2s 4h 6d Jc Js
    """,
        button=3,
        **terms,
    ).showdown()


SUITS = [("h", "s"), ("d", "h"), ("c", "d"), ("c", "s")]


@pytest.mark.parametrize(("id", "cites"), split_games("high", BY_CARD))
def test_the_odd_chip_of_a_tied_high_goes_to_the_highest_card(id, cites):
    hand = tied_high(id, "h", "s")
    assert hand.shares == {("high", 1): 1, ("high", 2): 2, ("low", 3): 3}
    assert hand.odd_chips() == {("high", 2): (1, cites)}
    assert cards_text(hand.award("high", 2).hands[0]) == "As Kh Js Jc 6d"
    other = tied_high(id, "s", "h")
    assert other.shares == {("high", 1): 2, ("high", 2): 1, ("low", 3): 3}


@pytest.mark.parametrize(("id", "cites"), split_games("suits", BY_CARD))
@pytest.mark.parametrize(("lower", "higher"), SUITS)
def test_suits_rank_spades_hearts_diamonds_clubs_for_odd_chips(id, cites, lower, higher):
    assert tied_high(id, lower, higher).shares == {("high", 1): 1, ("high", 2): 2, ("low", 3): 3}
    assert tied_high(id, higher, lower).shares == {("high", 1): 2, ("high", 2): 1, ("low", 3): 3}
    assert tied_low(id, lower, higher).shares == {("low", 1): 2, ("low", 2): 1, ("high", 3): 3}
    assert tied_low(id, higher, lower).shares == {("low", 1): 1, ("low", 2): 2, ("high", 3): 3}
    page = hand_page(id)
    assert page.odd.suits == cites


def hand_page(id: str) -> Any:
    return omaha(id, "", seats=[1, 2]).round.rules.page


@pytest.mark.parametrize(("id", "cites"), split_games("high", BY_POSITION))
@pytest.mark.parametrize(("lower", "higher"), SUITS)
def test_the_odd_chip_of_a_tied_high_goes_to_the_first_of_them_left_of_the_button(id, cites, lower, higher):
    for hand in (tied_high(id, lower, higher), tied_high(id, higher, lower)):
        assert hand.shares == {("high", 1): 2, ("high", 2): 1, ("low", 3): 3}
        assert hand.odd_chips() == {("high", 1): (1, cites)}


@pytest.mark.clauses("nj-13-69f 13:69F-14.11(A)(f)2iv")
@pytest.mark.parametrize(("lower", "higher"), SUITS)
def test_big_omaha_ranks_suits_but_never_looks_at_them(lower, higher):
    assert hand_page("nj-13-69f").odd.suits == "nj-13-69f 13:69F-14.11(A)(f)2iv"
    for share in (tied_high, tied_low):
        one = share("nj-13-69f", lower, higher)
        other = share("nj-13-69f", higher, lower)
        assert one.shares == other.shares


def two_left_over(half: str) -> list[Any]:
    """(book, cents to the unit, the shares of seats 1 to 3) where eight chips go three ways."""
    rows = [
        ("nj-19-47", 100, [2, 3, 3]),
        ("nj-19-47", 50, [2, 4, 2]),
        ("oneida", 100, [2, 3, 3]),
        ("oneida", 50, [2, 4, 2]),
        ("nj-13-69f", 100, [3, 3, 2]),
        ("nj-13-69f", 50, [4, 2, 2]),
        ("room-2012", 100, [2, 4, 2]),
        ("ca-omaha", 100, [4, 2, 2]),
    ]
    return [case(id, cents, shares, upholds=SPLIT[id][half]) for id, cents, shares in rows]


def three_way_high(id: str, **terms: Any) -> Hand:
    """Three tie for a high half of eight chips: two are left over. The aces are diamond, spade, heart."""
    hand = omaha(
        id,
        """
        seat 1: Ad Ks Qs Td / 9s
        seat 2: As Kh Qh Tc / 9c
        seat 3: Ah Kd Qd Ts / 9h
        seat 4: 3c 7c 8d Th / 9d
        board: 2s 4h 6d Jc Js
    """,
        button=4,
        **terms,
    )
    return hand.play("3: raise to 4\n4: call\n1: call\n2: call").showdown()


@pytest.mark.parametrize(("id", "unit_cents", "highs"), two_left_over("high"))
def test_no_more_than_a_dollar_is_left_over_to_one_player_where_the_book_says_so(id, unit_cents, highs):
    hand = three_way_high(id, unit_cents=unit_cents)
    assert [hand.shares[("high", seat)] for seat in (1, 2, 3)] == highs
    assert hand.shares[("low", 4)] == 8


# Tied low


def tied_low(id: str, first_ace: str, second_ace: str, **terms: Any) -> Hand:
    """Seats 1 and 2 share the low with 7-6-4-2-A; the sevens lie the other way round."""
    return omaha(
        id,
        f"""
        seat 1: A{first_ace} 7{second_ace} Ks Qd / Ts
        seat 2: A{second_ace} 7{first_ace} Kd Qs / Tc
        seat 3: Jh 9c 9d Td / Th
        board: 2s 4h 6d Jc Js
    """,
        button=3,
        **terms,
    ).showdown()


@pytest.mark.parametrize(("id", "cites"), split_games("low", BY_CARD))
def test_the_odd_chip_of_a_tied_low_goes_to_the_lowest_card(id, cites):
    hand = tied_low(id, "h", "c")
    assert hand.shares == {("low", 1): 1, ("low", 2): 2, ("high", 3): 3}
    assert hand.odd_chips() == {("low", 2): (1, cites)}


@pytest.mark.parametrize(("id", "cites"), split_games("low", BY_POSITION))
def test_the_odd_chip_of_a_tied_low_goes_to_the_first_of_them_left_of_the_button(id, cites):
    for hand in (tied_low(id, "h", "c"), tied_low(id, "c", "h")):
        assert hand.shares == {("low", 1): 2, ("low", 2): 1, ("high", 3): 3}
        assert hand.odd_chips() == {("low", 1): (1, cites)}


@pytest.mark.parametrize(("id", "unit_cents", "lows"), two_left_over("low"))
def test_three_tied_lows_leave_two_chips_over(id, unit_cents, lows):
    hand = omaha(
        id,
        """
        seat 1: Ah 7c Ks Qd / Ts
        seat 2: Ac 7d Kd Qs / Tc
        seat 3: Ad 7h Kh Qh / 9s
        seat 4: Jh 9c 9d Td / Th
        board: 2s 4h 6d Jc Js
    """,
        button=4,
        unit_cents=unit_cents,
    )
    hand.play("3: raise to 4\n4: call\n1: call\n2: call").showdown()
    assert [hand.shares[("low", seat)] for seat in (1, 2, 3)] == lows
    assert hand.shares[("high", 4)] == 8


# California's own two cases


@pytest.mark.clauses("ca-omaha AWARD.3")
def test_california_shares_a_tied_high_without_a_low_and_gives_the_odd_chip_by_position():
    hand = omaha(
        "ca-omaha",
        """
        seat 1: 9h 9c 8h 8c
        seat 2: As Kc Qd Td
        seat 3: Ah Kd Qc Ts
        board: 2s 4h Jc Js Th
    """,
        button=3,
    )
    hand.play("3: call\n1: fold\n2: check").showdown()
    assert hand.shares == {("high", 2): 3, ("high", 3): 2}
    assert hand.award("high", 2).clause == "ca-omaha AWARD.1"
    assert hand.odd_chips() == {("high", 2): (1, "ca-omaha AWARD.3")}


@pytest.mark.clauses("ca-omaha AWARD.4")
def test_california_gives_the_low_half_to_the_lowest_qualifier_not_to_every_one():
    hand = omaha(
        "ca-omaha",
        """
        seat 1: Ah Ks Qs Td
        seat 2: As Kh Qh Ts
        seat 3: 3c 7c 9d Th
        seat 4: 3d 8c 9h Tc
        board: 2s 4h 6d Jc Js
    """,
        button=4,
    ).showdown()
    assert hand.shares == {("high", 1): 2, ("high", 2): 2, ("low", 3): 4}


@pytest.mark.clauses("ca-omaha AWARD.2")
def test_one_player_may_win_both_halves_in_california():
    hand = omaha("ca-omaha", SAME_FIVE).showdown()
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


# The qualifier


@pytest.mark.parametrize(("id", "cites"), split_games("none"))
@pytest.mark.parametrize(
    ("hole", "why"),
    [
        ("Ah 9h Qd Qc / Jd", "a nine is too high"),
        ("Ah 2h Qd Qc / Jd", "the two is paired"),
        ("Ah Kh Qd Qc / Jd", "one low card is not two"),
    ],
    ids=["nine-low", "paired", "one-card"],
)
def test_without_a_qualifying_low_the_best_high_hand_takes_everything(id, cites, hole, why):
    hand = omaha(
        id,
        f"""
        seat 1: {hole}
        seat 2: Kc Ks Td 9c / 9d
        board: 2s 4h 6d Jc Kd
    """,
        button=2,
    ).showdown()
    assert hand.shares == {("high", 2): 4}, why
    assert hand.award("high", 2).clause == cites


@pytest.mark.parametrize(("id", "cites"), split_games("none"))
def test_eight_high_is_low_enough(id, cites):
    hand = omaha(
        id,
        """
        seat 1: Ah 8h Qd Qc / Jd
        seat 2: Kc Ks Td 9c / 9d
        board: 2s 4h 6d Jc Kd
    """,
        button=2,
    ).showdown()
    assert hand.shares == {("high", 2): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "cites"), split_games("straights"))
@pytest.mark.parametrize(
    "cards",
    [
        """
        seat 1: Ad 5s Qh Jc / Jd
        seat 2: Ac 6d Jh Qc / Js
        seat 3: Kh Ks 9c 9d / 9h
        board: 2h 3h 4c Kd Qs
        """,
        """
        seat 1: Ah 6h Jc Tc / Td
        seat 2: Ac 7d Jh Ts / 9c
        seat 3: Kh Kc 9d Th / 8s
        board: 2h 3h 5h Kd Ks
        """,
    ],
    ids=["straight", "flush"],
)
def test_a_straight_or_a_flush_does_a_low_no_harm(id, cites, cards):
    hand = omaha(id, cards, button=3).showdown()
    assert hand.shares[("low", 1)] == 3
    assert ("low", 2) not in hand.shares


# Both ways

SAME_FIVE = """
    seat 1: As 2c Qh Qd / Jd
    seat 2: Kd Kh 8s 7d / Jh
    board: 3h 4d 5c Js Kc
"""


@pytest.mark.parametrize(("id", "cites"), split_games("two"))
def test_high_and_low_may_be_two_different_hands(id, cites):
    hand = omaha(
        id,
        """
        seat 1: Kh Kc As 2s / Td
        seat 2: Qd Qc Ah 5h / Th
        board: Ks 3c 4d 8h Jc
    """,
    ).showdown()
    # Kings make the high, ace and two the low; no one set of five would win both.
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "cites"), split_games("same"))
def test_one_set_of_five_may_serve_both_ways(id, cites):
    hand = omaha(id, SAME_FIVE).showdown()
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


@pytest.mark.parametrize(("id", "cites"), split_games("ace"))
def test_an_ace_counts_high_for_the_flush_and_low_for_the_wheel(id, cites):
    hand = omaha(
        id,
        """
        seat 1: As 6s 2d Jc / Jd
        seat 2: Qs Js 7d 2c / Td
        board: Ks 9s 5s 4d 3c
    """,
    ).showdown()
    assert hand.shares == {("high", 1): 2, ("low", 1): 2}


# Order of the cards


@pytest.mark.clauses("ca-omaha VAL-LO")
@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("8h Ah", "7d 2d"),  # 8-6-4-3-A and 7-6-4-3-2: the ace does not help the larger card
        ("7h 2h", "7d Ad"),  # 7-6-4-3-2 and 7-6-4-3-A: compared down to the last card
        ("7h Ah", "5d 2d"),  # 7-6-4-3-A and 6-5-4-3-2
        ("5h Ah", "2d Ad"),  # 6-5-4-3-A and 6-4-3-2-A
    ],
)
def test_lows_are_compared_from_their_highest_card_down(worse, better):
    board = "board: 3s 4c 6d Kd Qh"
    hand = omaha("ca-omaha", f"seat 1: {worse} Jd Jc\nseat 2: {better} Ts 9s\n{board}").showdown()
    assert {seat for share, seat in hand.shares if share == "low"} == {2}


@pytest.mark.parametrize(
    ("id", "game"),
    [
        case("ca-omaha", "omaha-hilo8", upholds=["VAL-HI"]),
        case("room-2012", "omaha-hilo8", upholds=["RANK(1)"]),
        case("nj-19-47", "omaha-high", upholds=["19:47-14.3(a)"]),
        case("oneida", "omaha-high", upholds=["XI.C.1", "XI.C.5"]),
    ],
)
def test_cards_rank_from_the_ace_down_and_suits_are_equal(id, game):
    ranks = "AKQJT98765432"
    for higher, lower in pairwise(ranks):
        # Four of a kind in the hand is only a pair: nothing but its rank can decide.
        board = [rank for rank in ranks if rank not in (higher, lower)][:10:2]
        hand = omaha(
            id,
            f"""
            seat 1: {lower}s {lower}h {lower}d {lower}c
            seat 2: {higher}s {higher}h {higher}d {higher}c
            board: {board[0]}s {board[1]}h {board[2]}d {board[3]}c {board[4]}s
        """,
            game,
        )
        assert hand.showdown().won == {2: 4}, (higher, lower)
    tie = omaha(id, "seat 1: As Kh 9s 9h\nseat 2: Ac Kd 9c 9d\nboard: Qs Jh 7d 5c 2s", game)
    assert tie.showdown().won == {1: 2, 2: 2}
