"""A round of a house game by itself: what it takes, when, and what it turns away."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.house_cards.rounds import FCP, GAMES, MS, TCP, stacked, started

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.house_cards.events import Settled
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.wager_limits import check_later, check_opening


def over(game: str = TCP) -> HouseCardRound:
    """A round of one player that is played to its end."""
    round_ = started(HouseCardSign(game), "", {1: {"ante": 10}})
    while round_.turn:
        round_.play(1)
    assert round_.over
    return round_


@pytest.mark.parametrize("game", GAMES)
def test_nobody_holds_less_than_nothing(game: str) -> None:
    assert HouseCardRound(HouseCardSign(game), {1: 0, 7: 5}).state.stacks == {1: 0, 7: 5}
    with pytest.raises(InvalidError, match="seat 1 cannot hold -1 chips"):
        HouseCardRound(HouseCardSign(game), {1: -1})


@pytest.mark.parametrize("game", GAMES)
def test_somebody_may_bet_all_he_has_and_not_a_chip_more(game: str) -> None:
    round_ = HouseCardRound(HouseCardSign(game), {1: 10})
    with pytest.raises(InvalidError, match="seat 1 holds 10 chips, 11 are needed"):
        round_.wager(1, "ante", 11)
    with pytest.raises(InvalidError, match="seat 2 has no chips at the table"):
        round_.wager(1, "ante", 5, paying_seat=2)
    round_.wager(1, "ante", 10)
    assert round_.state.stacks == {1: 0}


def test_a_wager_may_come_out_of_the_owners_other_place() -> None:
    round_ = HouseCardRound(HouseCardSign(TCP), {1: 50})
    round_.wager(1, "ante", 10, owner="ann")
    round_.wager(2, "ante", 20, owner="ann", paying_seat=1)
    assert round_.state.stacks == {1: 20}
    assert {seat: (place.owner, place.paying_seat) for seat, place in round_.state.places.items()} == {
        1: ("ann", 1),
        2: ("ann", 1),
    }
    alone = HouseCardRound(HouseCardSign(TCP), {3: 50})
    alone.wager(3, "ante", 10)
    assert (alone.state.places[3].owner, alone.state.places[3].paying_seat) == ("seat 3", 3)


@pytest.mark.parametrize(("seat", "wager"), [(1, "pair_plus"), (2, "ante")], ids=["not made", "nobody is there"])
def test_what_was_not_made_cannot_be_taken_back(seat: int, wager: str) -> None:
    round_ = HouseCardRound(HouseCardSign(TCP), {1: 50, 2: 50})
    round_.wager(1, "ante", 10)
    with pytest.raises(InvalidError, match=f"seat {seat} has no .* to withdraw"):
        round_.withdraw(seat, wager)


@pytest.mark.parametrize("game", GAMES)
def test_another_deck_cannot_be_placed_once_betting_is_closed(game: str) -> None:
    round_ = started(HouseCardSign(game), "", {1: {"ante": 10}})
    with pytest.raises(IllegalError, match="the deck is on the table already") as caught:
        round_.place_deck(stacked())
    assert caught.value.clause == round_.page.wagers.after_close


@pytest.mark.parametrize("count", [51, 6])
def test_part_of_a_deck_is_enough_only_where_somebody_says_so(count: int) -> None:
    assert len(HouseCardRound(HouseCardSign(TCP), {1: 50}, stacked()[:count], whole_deck=False).state.deck) == count
    with pytest.raises(IllegalError, match=f"a deck of {count} cards: one deck of 52 is used"):
        HouseCardRound(HouseCardSign(TCP), {1: 50}, stacked()[:count])


@pytest.mark.parametrize("game", GAMES)
def test_nobody_has_anything_to_decide_before_the_deal_and_after_the_end(game: str) -> None:
    before = HouseCardRound(HouseCardSign(game), {1: 50}, stacked())
    before.wager(1, "ante", 10)
    for round_, phase in ((before, "open"), (over(game), "over")):
        assert round_.turn == 0
        assert round_.options() == []
        for decide in (round_.play, round_.fold, round_.stand):
            with pytest.raises(IllegalError, match=f"seat 1 cannot decide: the round is {phase}") as caught:
                decide(1)
            assert caught.value.clause == round_.page.wagers.later_time
        with pytest.raises(InvalidError, match=f"nothing is to be settled: the round is {phase}"):
            round_.settle_next()


def test_a_play_wager_without_an_amount_is_the_ante_and_with_one_that() -> None:
    for chips, made in ((0, 10), (10, 10), (30, 30)):
        round_ = started(HouseCardSign(FCP), "", {1: {"ante": 10}, 2: {"ante": 5}})
        round_.play(1, chips)
        assert round_.state.places[1].wagers["play"] == made


def test_who_has_stood_decides_no_more() -> None:
    round_ = started(HouseCardSign(TCP), "", {1: {"pair_plus": 5}, 2: {"ante": 5}})
    assert (round_.turn, round_.options()) == (1, ["fold", "stand"])
    round_.stand(1)
    assert (round_.turn, round_.options()) == (2, ["fold", "play"])


def test_a_void_round_gives_back_what_a_fold_lost_and_takes_nothing_that_was_won() -> None:
    sign = HouseCardSign(TCP, fold_keeps_side=True, void_returns_folds=True)
    # Seat 2 folds three queens: the Ante is lost, Pair Plus stays and is paid before the round is void.
    round_ = HouseCardRound(sign, {1: 100, 2: 100}, stacked("2c Qd 7h 7s Qc 8d 9c Qs Td"), step=True)
    round_.wager(1, "ante", 10)
    round_.wager(2, "ante", 10)
    round_.wager(2, "pair_plus", 5)
    round_.close()
    round_.play(1)
    round_.fold(2)
    round_.settle_next()
    won = round_.state.stacks[2] - 90
    assert won > 0
    round_.void("a card is missing", "oneida TCP.L.3")
    assert round_.state.stacks == {1: 100, 2: 100 + won}


LUCKY: dict[str, Any] = {
    "optional_wagers": ("lucky",),
    "approved_wagers": ("lucky",),
    "optional_pay": {"lucky": {"three of a kind": "50 to 1"}},
}


@pytest.mark.clauses("oneida MS.B.4")
def test_what_an_optional_wager_wins_leaves_the_limit_of_the_round_to_the_others() -> None:
    sign = HouseCardSign(MS, round_limit=10_000, **LUCKY)
    # Both seats make three nines, which pay 3 to 1 on four wagers of 100.
    round_ = started(sign, "9c 2d 9d 3d 9s 9h Kd", {1: {"ante": 100}, 2: {"ante": 100, "lucky": 200}})
    while round_.turn:
        round_.play(round_.turn)
    gains = {seat: place.gains for seat, place in round_.state.places.items()}
    assert gains[2]["lucky"] == 10_000
    assert sum(gains[1].values()) == 4 * 300


@pytest.mark.clauses("oneida MS.B.4")
def test_every_chip_won_counts_toward_the_limit_of_the_round() -> None:
    # Seat 1 makes three nines for 3 to 1, seat 2 a pair of jacks for 1 to 1 on four wagers of one chip.
    sign = HouseCardSign(MS, round_limit=10_000)
    round_ = started(sign, "9c 9d Jc 3d 9s Jh Kd", {1: {"ante": 1000}, 2: {"ante": 1}})
    while round_.turn:
        round_.play(round_.turn)
    won = {seat: sum(place.gains.values()) for seat, place in round_.state.places.items()}
    assert won == {1: 9996, 2: 4}


@pytest.mark.parametrize(
    ("most", "gains"), [(12_000, [3000] * 4), (11_999, [3000, 3000, 3000, 2999]), (10_000, [3000] * 3 + [1000])]
)
@pytest.mark.clauses("oneida MS.M.2")
def test_the_maximum_of_a_hand_is_reached_to_the_chip(most: int, gains: list[int]) -> None:
    # Three nines pay 3 to 1.
    round_ = started(HouseCardSign(MS, max_payout=most), "9c 9d 9s 2h Kd", {1: {"ante": 1000}})
    while round_.turn:
        round_.play(1)
    settled = [event for event in round_.log if event.name == "settled"]
    assert [event.fields()["gain"] for event in settled] == gains
    capped = round_.page.pay.outcomes["capped"]
    assert [event.clause == capped for event in settled] == [gain < 3000 for gain in gains]


def test_a_losing_hand_loses_all_of_it_whatever_the_maximum() -> None:
    round_ = started(HouseCardSign(MS, max_payout=10_000, round_limit=10_000), "2c 4d 6s 8h Kd", {1: {"ante": 1000}})
    while round_.turn:
        round_.play(1)
    assert round_.state.stacks == {1: 6000}


def test_a_game_without_a_side_wager_takes_none() -> None:
    with pytest.raises(IllegalError, match="no optional wager is offered") as caught:
        check_opening(HouseCardSign(MS), ante=5, side=5)
    assert caught.value.clause == HouseCardSign(MS).page.wagers.optional
    check_opening(HouseCardSign(MS), ante=5, side=0)
    check_opening(HouseCardSign(TCP), ante=0, side=5)


@pytest.mark.parametrize(("game", "wager"), [(TCP, "play"), (FCP, "play"), (MS, "third")])
def test_without_an_ante_no_later_wager_fits_not_even_one_of_nothing(game: str, wager: str) -> None:
    for chips in (0, 5):
        with pytest.raises(IllegalError) as caught:
            check_later(HouseCardSign(game), wager, 0, chips)
        assert caught.value.legal == "no later wager without an Ante"


def test_a_push_moves_the_stake_back_and_nothing_else() -> None:
    for gain, moves in [
        (0, [("layout", "seat 1", 5)]),
        (3, [("layout", "seat 1", 5), ("bank", "seat 1", 3)]),
        (-5, [("layout", "bank", 5)]),
    ]:
        assert [tuple(move) for move in Settled(1, 1, "ante", 5, gain, "").transfers()] == moves
