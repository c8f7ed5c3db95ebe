"""Hold'em at the showdown: any five of seven, and what happens when the board plays."""

from __future__ import annotations

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.games.poker import view
from hoyle.games.poker.events import Conceded, Shown

BOTH = [
    case("nj-19-47", "nj-19-47 19:47-14.10(j)", upholds=["19:47-14.10(j)"], name="nj-19-47"),
    case("oneida", "oneida XI.J.10", upholds=["XI.J.10"], name="oneida"),
]
BOARD_PLAYS = [
    case("nj-19-47", "nj-19-47 19:47-14.10(j)", upholds=["19:47-14.10(j)"], name="nj-19-47"),
    case("oneida", "oneida XI.J.10(a)", upholds=["XI.J.10(a)", "XI.C.6"], name="oneida"),
]


@pytest.mark.parametrize(("id", "cites"), BOTH)
@pytest.mark.parametrize(
    ("winner", "loser", "board"),
    [("9c 9d", "Ac Kd", "9h 9s Ah 5d 2c"), ("Ah 2c", "Ks Kc", "Kh 9h 6h 3h Jd"), ("8c 2d", "Ac Ad", "4h 5d 6s 7c Kd")],
    ids=["two-of-own", "one-of-own-for-a-flush", "one-of-own-for-a-straight"],
)
def test_the_best_five_of_own_and_board_cards_in_any_mix_win(id, cites, winner, loser, board):
    hand = Hand(id, "holdem", f"seat 1: {loser}\nseat 2: {winner}\nboard: {board}").showdown()
    assert hand.shares == {("high", 2): 4}
    assert hand.award("high", 2).clause == cites


@pytest.mark.parametrize(("id", "cites"), BOARD_PLAYS)
def test_if_the_board_is_everybodys_best_hand_all_still_in_share_alike(id, cites):
    hand = Hand(
        id,
        "holdem",
        """
        seat 1: 8s 8h
        seat 2: 9c 9s
        seat 3: 2c 3s
        seat 4: 2d 3d
        board: Th Jd Qc Ks 9d
    """,
        button=4,
    )
    hand.play("3: raise to 4\n4: fold\n1: call\n2: call").showdown()
    assert hand.won == {1: 4, 2: 4, 3: 4}
    assert {hand.award("high", seat).clause for seat in (1, 2, 3)} == {cites}


@pytest.mark.parametrize(("id", "cites"), BOTH)
def test_a_player_who_beats_the_board_does_not_share_it(id, cites):
    hand = Hand(id, "holdem", "seat 1: Ah 2c\nseat 2: 9c 9s\nseat 3: 2h 3s\nboard: Th Jd Qc Ks 9d", button=3).showdown()
    assert hand.won == {1: 6}
    assert hand.award("high", 1).clause == cites


@pytest.mark.clauses("oneida XI.J.10")
def test_a_player_left_at_the_showdown_may_throw_his_hand_in_unseen():
    hand = Hand(
        "oneida",
        "holdem",
        "seat 1: Kc Kd\nseat 2: 7c 2d\nseat 3: Qc Qd\nboard: Ah Ad 9s 5h 3c",
        button=3,
        show_in_turn=True,
    ).through("river")
    hand.play("""
        1: check
        2: check
        3: check
        1: show
        2: concede
        3: concede
        the dealer mucks
    """)
    assert [(event.seat, event.clause) for event in hand.all(Conceded)] == [
        (2, "oneida XI.J.10"),
        (3, "oneida XI.J.10"),
    ]
    assert [event.seat for event in hand.all(Shown)] == [1]
    assert "Qc" not in str(view(hand.round.state, "seat 1"))
    assert hand.won == {1: 6}
