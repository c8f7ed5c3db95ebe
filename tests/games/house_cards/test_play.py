"""Decisions, reveal and settlement, step by step."""

from __future__ import annotations

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, MS, SIDE, TCP, cite, clauses, started

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.events import build_event
from hoyle.games.house_cards.events import KINDS, HouseCardEvent, replay
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound

THREE = "Ah 9c Kd 9h 8d Kc 4h 7s 2s"
"""Two seats, by the shoe: seat 1 holds Ah 9h 4h, seat 2 9c 8d 7s, the dealer Kd Kc 2s."""


def settled(round_: HouseCardRound) -> list[tuple[int, str, int, str]]:
    """Every settled wager in order: seat, wager, gain, clause."""
    return [
        (facts["seat"], facts["wager"], facts["gain"], event.clause)  # type: ignore[misc]
        for event in round_.log
        if event.name == "settled"
        for facts in [event.fields()]
    ]


@pytest.mark.clauses(
    "oneida TCP.J.6",
    "oneida TCP.J.7",
    "oneida TCP.J.7.a",
    "oneida TCP.J.7.b",
    "oneida TCP.J.7.c",
    "oneida TCP.J.7.d",
    "oneida TCP.J.8",
    "oneida TCP.K.1.a",
    "oneida TCP.K.1.b",
    "oneida TCP.K.1.d",
    "oneida TCP.A.3",
)
def test_three_card_hands_are_settled_from_the_right_play_ante_bonus_pair_plus() -> None:
    round_ = started(HouseCardSign(TCP), THREE, {1: {"ante": 10, "pair_plus": 5}, 2: {"ante": 20, "pair_plus": 5}})
    round_.play(1)
    assert not round_.state.dealer_shown
    round_.play(2)
    assert round_.state.dealer_name == "pair"
    assert settled(round_) == [
        (2, "play", 20, "oneida TCP.K.1.a"),
        (2, "ante", 20, "oneida TCP.K.1.a"),
        (2, "bonus", 20, "oneida TCP.K.1.d"),
        (2, "pair_plus", 25, "oneida TCP.K.1.b"),
        (1, "play", 10, "oneida TCP.K.1.a"),
        (1, "ante", 10, "oneida TCP.K.1.a"),
        (1, "pair_plus", 20, "oneida TCP.K.1.b"),
    ]
    kinds = [event.name for event in round_.log if event.name in ("hand-turned", "collected", "dealer-revealed")]
    assert kinds == ["dealer-revealed", "hand-turned", "collected", "hand-turned", "collected"]
    assert round_.state.stacks == {1: 10_040, 2: 10_085}


@pytest.mark.clauses(
    "oneida FCP.J.7",
    "oneida FCP.J.8",
    "oneida FCP.J.8.a",
    "oneida FCP.J.8.b",
    "oneida FCP.J.8.c",
    "oneida FCP.J.8.d",
    "oneida FCP.J.9",
    "oneida FCP.J.11",
    "oneida FCP.K.1.a",
    "oneida FCP.K.1.b",
    "oneida FCP.K.1.c",
    "oneida FCP.A.1",
)
def test_four_card_hands_are_settled_from_the_right_play_ante_bonus_aces_up() -> None:
    top = "4c 7h 5c 4d 7d 5d 4h 7c 5h Jc 2h Kd 9s 3s 8s 2c"
    round_ = started(HouseCardSign(FCP), top, {1: {"ante": 10, "aces_up": 5}, 3: {"ante": 10, "aces_up": 5}})
    round_.play(1, 10)
    round_.play(3, 30)
    assert round_.state.dealer_name == "three of a kind"
    assert settled(round_) == [
        (3, "play", 30, "oneida FCP.K.1.a"),
        (3, "ante", 10, "oneida FCP.K.1.a"),
        (3, "bonus", 20, "oneida FCP.K.1.c"),
        (3, "aces_up", 35, "oneida FCP.K.1.b"),
        (1, "play", -10, "oneida FCP.K.1.a"),
        (1, "ante", -10, "oneida FCP.K.1.a"),
        (1, "bonus", 20, "oneida FCP.K.1.c"),
        (1, "aces_up", 35, "oneida FCP.K.1.b"),
    ]
    revealed = next(event for event in round_.log if event.name == "dealer-revealed")
    assert len(revealed.fields()["cards"]) == 6  # type: ignore[arg-type]
    rack = round_.state.discards[-10:]
    assert rack == round_.state.places[3].cards + round_.state.places[1].cards


@pytest.mark.parametrize(
    ("game", "ids"), [(TCP, ("J.5", "J.5.a", "J.5.b", "J.5.c")), (FCP, ("J.6", "J.6.a", "J.6.b", "J.6.c"))]
)
def test_without_a_play_wager_the_dealer_stays_hidden_and_side_wagers_are_settled(
    game: str, ids: tuple[str, ...], exercises: Exercises
) -> None:
    tops = {TCP: "Ah 9c Kd Ac 8d Kc 4h 6s 2s", FCP: "Ah 9c Kd Ac 8d Kc 4h 6s 2s 7h Jd 5d Tc 2c Qd 3s"}
    side = SIDE[game]
    round_ = started(HouseCardSign(game), tops[game], {2: {side: 5}, 6: {side: 7}})
    assert round_.options() == ["fold", "stand"]
    with pytest.raises(IllegalError, match="has no Ante"):
        round_.play(2)
    round_.stand(2)
    round_.stand(6)
    state = round_.state
    assert not state.dealer_shown
    assert len(state.dealer_up) == (1 if game == FCP else 0)
    assert state.order == [6, 2]
    assert (state.places[2].net, state.places[6].net) == (5, -7)
    assert clauses(round_, "dealer-hidden") == cite(game, ids[0])
    assert set(clauses(round_, "hand-turned")) == set(cite(game, ids[1]))
    stand = "J.2.b" if game == TCP else "J.3.b"
    assert set(clauses(round_, "stood")) == set(cite(game, stand))
    exercises(*cite(game, *ids, stand, "AMB-G8"))


@pytest.mark.parametrize(("game", "fold", "play"), [(TCP, "J.4", "J.2.a"), (FCP, "J.5", "J.3.a")])
def test_a_fold_gives_up_ante_and_side_wager_at_once(game: str, fold: str, play: str, exercises: Exercises) -> None:
    round_ = started(HouseCardSign(game), "Ah Kc Ad Kd Ac", {4: {"ante": 10, SIDE[game]: 5}})
    assert round_.options() == ["fold", "play"]
    with pytest.raises(IllegalError, match="play or fold"):
        round_.stand(4)
    round_.fold(4)
    state = round_.state
    assert (state.places[4].net, state.bank, state.stacks[4]) == (-15, 15, 9_985)
    assert state.discards[-round_.game.seat_cards :] == state.places[4].cards
    assert clauses(round_, "folded") == cite(game, fold)
    assert round_.over
    exercises(*cite(game, fold, play))


def test_a_house_may_let_pair_plus_survive_a_fold() -> None:
    round_ = started(HouseCardSign(TCP, fold_keeps_side=True), "Ah Kc Ad Kd 9c 2c", {1: {"ante": 10, "pair_plus": 5}})
    round_.fold(1)
    assert round_.state.places[1].gains == {"ante": -10, "pair_plus": 5}


@pytest.mark.clauses("oneida TCP.J.9", "oneida TCP.C.3/2", "oneida TCP.C.3/3")
def test_equal_three_card_hands_push_and_the_stakes_stay() -> None:
    round_ = started(HouseCardSign(TCP), "Ah As 9c 9d 4d 4h", {1: {"ante": 10}})
    round_.play(1)
    assert settled(round_) == [(1, "play", 0, "oneida TCP.J.9"), (1, "ante", 0, "oneida TCP.J.9")]
    assert round_.state.stacks[1] == 10_000


@pytest.mark.clauses("oneida TCP.K.1.a/2")
@pytest.mark.parametrize("top", ["Kh Jc 7s 9s 2d 4d", "Tc Jh 6d 8s 3h 5d", "Jc Jh 9c 9d 4d 4h"])
def test_a_dealer_below_queen_high_pays_the_ante_and_returns_the_play(top: str) -> None:
    round_ = started(HouseCardSign(TCP), top, {1: {"ante": 10}})
    round_.play(1)
    assert settled(round_) == [(1, "play", 0, "oneida TCP.K.1.a/2"), (1, "ante", 10, "oneida TCP.K.1.a/2")]


@pytest.mark.clauses("oneida FCP.J.10", "oneida FCP.C.3/2")
def test_equal_four_card_hands_win_for_the_player() -> None:
    round_ = started(HouseCardSign(FCP), "Js Jh Jc Jd 5d 5c 5h 5s 9c Ah Kd", {1: {"ante": 10}})
    round_.play(1, 20)
    assert settled(round_) == [(1, "play", 20, "oneida FCP.J.10"), (1, "ante", 10, "oneida FCP.J.10")]


@pytest.mark.clauses("oneida TCP.AMB-G8")
def test_seats_decide_clockwise_from_the_dealers_left() -> None:
    round_ = started(HouseCardSign(TCP), "", {2: {"ante": 10}, 5: {"ante": 10}})
    assert round_.turn == 2
    with pytest.raises(IllegalError, match="seat 2 is next") as refusal:
        round_.fold(5)
    assert refusal.value.clause == "oneida TCP.AMB-G8"
    with pytest.raises(IllegalError, match="no wager in this round"):
        round_.fold(3)
    round_.play(2)
    assert round_.turn == 5


def cards_of(event: HouseCardEvent) -> list[int]:
    cards = event.fields()["cards"]
    assert isinstance(cards, list)
    return cards


STUD = "Kc Kd 9c 2d Ah 5s 4c"
"""Two seats, by the shoe: seat 1 holds Kc Kd, seat 2 9c 2d, the community cards are Ah 5s 4c."""


@pytest.mark.clauses(
    "oneida MS.AMB-M4", "oneida MS.AMB-M14", "oneida MS.L.5/2", "oneida MS.L.5/3", "oneida MS.L.5/4", "oneida MS.L.6"
)
def test_community_cards_are_turned_one_by_one_once_all_have_acted() -> None:
    round_ = started(HouseCardSign(MS), STUD, {1: {"ante": 5}, 2: {"ante": 5}})
    state = round_.state
    for turned in range(3):
        assert (state.turned, round_.turn) == (turned, 1)
        with pytest.raises(IllegalError, match="seat 1 is next") as refusal:
            round_.play(2)
        assert refusal.value.clause == "oneida MS.AMB-M14"
        round_.play(1, 5 * (turned + 1))
        assert state.turned == turned
        round_.play(2, 5)
    assert [
        card for event in round_.log if event.name == "community-turned" for card in cards_of(event)
    ] == state.community
    assert state.order == [2, 1]
    assert state.places[1].gains == {"ante": 5, "third": 5, "fourth": 10, "fifth": 15}
    assert state.places[2].gains == {"ante": -5, "third": -5, "fourth": -5, "fifth": -5}
    assert state.discards[-4:] == state.places[2].cards + state.places[1].cards


@pytest.mark.clauses("oneida MS.A.6", "oneida MS.L.5", "oneida MS.L.3")
def test_a_fold_in_mississippi_stud_loses_every_wager_so_far() -> None:
    round_ = started(HouseCardSign(MS), STUD, {1: {"ante": 5}, 2: {"ante": 5}})
    round_.play(1)
    round_.play(2, 15)
    round_.play(1)
    round_.fold(2)
    assert round_.state.places[2].gains == {"ante": -5, "third": -15}
    assert round_.state.bank == 20
    round_.play(1)
    assert round_.state.order == [1]


@pytest.mark.clauses("oneida MS.AMB-M11")
def test_when_all_have_folded_the_other_community_cards_are_thrown_away_unseen() -> None:
    round_ = started(HouseCardSign(MS), STUD, {1: {"ante": 5}, 2: {"ante": 5}})
    round_.fold(1)
    round_.fold(2)
    assert round_.over
    assert round_.state.turned == 0
    assert clauses(round_, "community-discarded") == ["oneida MS.AMB-M11"]


PAID = [
    ("Ah Kh Qh Jh Th", 500),
    ("9c 8c 7c 6c 5c", 100),
    ("9c 9d 9h 9s 5c", 40),
    ("Qc Qd Qh 7s 7d", 10),
    ("Ad 9d 6d 4d 2d", 6),
    ("As 3d 2c 5h 4s", 4),
    ("8s 8d 8c Kh 3s", 3),
    ("3c 2d 3h 2s 9c", 2),
    ("Jc 4d Jh 9s 2c", 1),
    ("Tc 4d Th 9s 2c", 0),
    ("6c 4d 6h 9s 2c", 0),
    ("5c 4d 5h 9s 2c", -1),
    ("Ac Kd Qh 9s 2c", -1),
]


@pytest.mark.clauses("oneida MS.M.1")
@pytest.mark.parametrize(("cards", "odds"), PAID)
def test_all_four_wagers_of_mississippi_stud_are_paid_alike(cards: str, odds: int) -> None:
    round_ = started(HouseCardSign(MS), cards, {1: {"ante": 5}})
    for times in (1, 2, 3):
        round_.play(1, 5 * times)
    gains = round_.state.places[1].gains
    assert gains == {"ante": 5 * odds, "third": 5 * odds, "fourth": 10 * odds, "fifth": 15 * odds}


@pytest.mark.clauses("oneida MS.M.2", "oneida MS.M.2/3")
def test_the_posted_maximum_cuts_the_last_winnings_first() -> None:
    round_ = started(HouseCardSign(MS, max_payout=10_000), "Ah Kh Qh Jh Th", {1: {"ante": 5}})
    for times in (1, 2, 3):
        round_.play(1, 5 * times)
    assert round_.state.places[1].gains == {"ante": 2500, "third": 2500, "fourth": 5000, "fifth": 0}
    assert settled(round_)[-1][3] == "oneida MS.M.2"
    assert round_.state.stacks[1] == 20_000


@pytest.mark.clauses("oneida TCP.AMB-G1")
def test_a_void_round_gives_back_what_is_not_settled() -> None:
    round_ = started(HouseCardSign(TCP), THREE, {1: {"ante": 10, "pair_plus": 5}, 2: {"ante": 20}})
    round_.fold(1)
    round_.void("dealer card exposed", "oneida TCP.L.4")
    assert round_.phase == "void"
    assert (round_.state.places[1].net, round_.state.places[2].net) == (-15, 0)
    assert round_.state.stacks == {1: 9_985, 2: 10_000}
    with pytest.raises(InvalidError, match="cannot be voided"):
        round_.void("again", "oneida TCP.L.4")


def test_a_house_may_give_back_folds_of_a_void_round_too() -> None:
    round_ = started(HouseCardSign(TCP, void_returns_folds=True), THREE, {1: {"ante": 10}, 2: {"ante": 20}})
    round_.fold(1)
    round_.void("dealer card exposed", "oneida TCP.L.4")
    assert round_.state.stacks == {1: 10_000, 2: 10_000}


def test_a_round_voided_half_way_through_settlement_keeps_what_is_settled() -> None:
    round_ = HouseCardRound(
        HouseCardSign(TCP), {1: 100, 2: 100}, started(HouseCardSign(TCP), THREE, {1: {"ante": 1}}).state.deck, step=True
    )
    for seat in (1, 2):
        round_.wager(seat, "ante", 10)
    round_.close()
    round_.play(1)
    round_.play(2)
    round_.settle_next()
    round_.void("wrong number of cards", "oneida TCP.L.3")
    assert round_.state.stacks == {1: 100, 2: 130}


@pytest.mark.parametrize("game", [TCP, FCP, MS])
def test_the_log_alone_rebuilds_the_round(game: str) -> None:
    round_ = started(HouseCardSign(game), "", {1: {"ante": 10}, 2: {"ante": 20}})
    while round_.turn:
        round_.play(round_.turn)
    again = replay([build_event(KINDS, event.name, event.fields()) for event in round_.log])
    assert again.stacks == round_.state.stacks
    assert again.discards == round_.state.discards
    assert {seat: place.gains for seat, place in again.places.items()} == {
        seat: place.gains for seat, place in round_.state.places.items()
    }
    with pytest.raises(InvalidError, match="unknown event"):
        build_event(KINDS, "eaten", {})
    with pytest.raises(InvalidError, match="has the fields"):
        build_event(KINDS, "stood", {"seat": 1})
