"""Which wagers may be made, when, and in what amounts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, SIDE, TCP, cite, stacked, started

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.wager_limits import check_opening, opening_range


def fresh(game: str, **options: object) -> HouseCardRound:
    return HouseCardRound(HouseCardSign(game, **options), dict.fromkeys(range(1, 8), 1000), stacked())  # type: ignore[arg-type]


def refused(round_: HouseCardRound, clause: str, seat: int, wager: str, chips: int, **options: Any) -> None:
    before = len(round_.log)
    with pytest.raises(IllegalError) as refusal:
        round_.wager(seat, wager, chips, **options)
    assert refusal.value.clause == f"oneida {clause}"
    assert clause in str(refusal.value)
    assert len(round_.log) == before


@pytest.mark.parametrize("game", GAMES)
def test_there_are_seven_places_and_each_takes_the_wagers_of_the_game(game: str, exercises: Exercises) -> None:
    round_ = fresh(game)
    refused(round_, cite(game, "B.1")[0][7:], 8, "ante", 5)
    refused(round_, cite(game, "B.1")[0][7:], 0, "ante", 5)
    for wager in round_.game.opening:
        round_.wager(7, wager, 5)
    with pytest.raises(IllegalError, match="no wager 'jackpot'"):
        round_.wager(1, "jackpot", 5)
    with pytest.raises(IllegalError, match="belongs to seat 7"):
        round_.wager(7, "ante", 5, owner="bob")
    exercises(*cite(game, "B.1", "B.2"))


@pytest.mark.parametrize(
    ("game", "limits"), [(TCP, ("F.1.a", "F.1.b")), (FCP, ("F.1.a", "F.1.b")), (MS, ("AMB-M16", ""))]
)
def test_wagers_lie_within_the_posted_limits(game: str, limits: tuple[str, str], exercises: Exercises) -> None:
    round_ = fresh(game, ante=(5, 50), side_limits=(2, 20))
    ante, side = (cite(game, id)[0][7:] for id in limits)
    refused(round_, ante, 1, "ante", 4)
    refused(round_, ante, 1, "ante", 51)
    round_.wager(1, "ante", 50)
    refused(round_, ante, 1, "ante", 1)
    if game != MS:
        refused(round_, side, 2, SIDE[game], 21)
        round_.wager(2, SIDE[game], 2)
        exercises(*cite(game, *limits))
    else:
        exercises(*cite(game, "AMB-M16"))


@pytest.mark.parametrize(
    ("game", "chips", "cash"), [(TCP, "F.2", "F.2/2"), (FCP, "F.2", "F.2/2"), (MS, "G.1", "G.1/2")]
)
def test_stakes_are_chips_tokens_or_coupons_and_never_spoken_cash(
    game: str, chips: str, cash: str, exercises: Exercises
) -> None:
    round_ = fresh(game)
    refused(round_, cite(game, cash)[0][7:], 1, "ante", 5, tender="cash")
    refused(round_, cite(game, chips)[0][7:], 1, "ante", 5, tender="marker")
    for seat, tender in enumerate(("chips", "token", "coupon"), 1):
        round_.wager(seat, "ante", 5, tender=tender)
    assert len(round_.state.places) == 3
    exercises(*cite(game, chips, cash))


@pytest.mark.parametrize(
    ("game", "before", "after", "play"),
    [(TCP, "F.3", "F.3/2", "F.3/3"), (FCP, "F.3", "F.3.a", "F.3.b"), (MS, "G.2", "G.3", "G.3")],
)
def test_after_no_more_bets_only_the_later_wagers_are_made_and_they_stay(
    game: str, before: str, after: str, play: str, exercises: Exercises
) -> None:
    round_ = fresh(game)
    later = round_.game.later[0]
    refused(round_, cite(game, play)[0][7:], 1, later, 5)
    round_.wager(1, "ante", 5)
    round_.wager(2, "ante", 5)
    round_.withdraw(1, "ante")
    assert round_.log[-1].clause == cite(game, before)[0]
    round_.wager(1, "ante", 5)
    if game in SIDE:
        round_.wager(2, SIDE[game], 5)
    round_.close()
    for wager in round_.game.opening:
        refused(round_, cite(game, after)[0][7:], 3, wager, 5)
        refused(round_, cite(game, after)[0][7:], 1, wager, 5)
    with pytest.raises(IllegalError, match="cannot be withdrawn") as refusal:
        round_.withdraw(1, "ante")
    assert refusal.value.clause == cite(game, after)[0]
    with pytest.raises(IllegalError) as refusal:
        round_.close()
    assert refusal.value.clause == cite(game, after)[0]
    round_.play(1, 5)
    with pytest.raises(IllegalError, match="cannot be withdrawn"):
        round_.withdraw(1, later)
    with pytest.raises(IllegalError, match="out of turn"):
        round_.play(1, 5)
    exercises(*cite(game, before, after, play))


@pytest.mark.parametrize(("game", "clause"), [(TCP, "J.1"), (FCP, "J.1"), (MS, "L.1")])
def test_a_round_needs_a_wager(game: str, clause: str, exercises: Exercises) -> None:
    round_ = fresh(game)
    with pytest.raises(IllegalError) as refusal:
        round_.close()
    assert refusal.value.clause == cite(game, clause)[0]
    if game != MS:
        round_.wager(4, SIDE[game], 5)
        round_.wager(6, "ante", 5)
        round_.wager(6, SIDE[game], 50)
        round_.close()
        assert len(round_.state.places[4].cards) == round_.game.seat_cards
        exercises(*cite(game, "F.1", "F.1.c"))
    exercises(*cite(game, clause))


@pytest.mark.parametrize(
    ("version", "ante", "side", "fits"),
    [
        *[("base", 0, 5, True), ("base", 5, 0, True), ("base", 5, 500, True)],
        *[("a", 10, 10, True), ("a", 10, 11, False), ("a", 0, 5, False), ("a", 10, 0, True)],
        *[("b", 10, 20, True), ("b", 10, 21, False), ("b", 0, 5, False), ("b", 10, 0, True)],
        *[("c", 5, 25, True), ("c", 5, 26, False), ("c", 30, 5, False), ("c", 25, 5, True)],
        *[("c", 10, 0, False), ("c", 0, 10, False)],
    ],
)
@pytest.mark.parametrize("game", [TCP, FCP])
def test_versions_tie_the_side_wager_to_the_ante(
    game: str, version: str, ante: int, side: int, fits: bool, exercises: Exercises
) -> None:
    round_ = fresh(game, variant=version)

    def make() -> None:
        for wager, chips in (("ante", ante), (SIDE[game], side)):
            if chips:
                round_.wager(1, wager, chips)
        round_.close()

    if fits:
        make()
        assert round_.phase == "deciding"
    else:
        with pytest.raises(IllegalError) as refusal:
            make()
        assert refusal.value.clause == cite(game, f"F.5.{version}")[0]
        exercises(*cite(game, "F.5", f"F.5.{version}"))


@pytest.mark.parametrize("version", ["a", "b", "c"])
@pytest.mark.parametrize("game", [TCP, FCP])
def test_the_side_wager_may_lie_there_first_and_is_judged_when_betting_closes(
    game: str, version: str, exercises: Exercises
) -> None:
    round_ = fresh(game, variant=version)
    round_.wager(1, SIDE[game], 10)
    with pytest.raises(IllegalError) as refusal:
        round_.close()
    assert refusal.value.clause == cite(game, f"F.5.{version}")[0]
    round_.wager(1, "ante", 10)
    round_.close()
    assert round_.phase == "deciding"
    exercises(*cite(game, f"F.5.{version}"))


@pytest.mark.parametrize(
    ("game", "clause", "alone"), [(TCP, "F.4", "F.4/2"), (FCP, "F.4", "F.4.a"), (MS, "G.4", "G.4/2")]
)
def test_one_player_may_hold_two_neighbouring_places_if_the_house_allows_it(
    game: str, clause: str, alone: str, exercises: Exercises
) -> None:
    strict = fresh(game, two_positions=False)
    strict.wager(3, "ante", 5, owner="ann")
    refused(strict, cite(game, clause)[0][7:], 4, "ante", 5, owner="ann")
    round_ = fresh(game)
    round_.wager(3, "ante", 5, owner="ann")
    refused(round_, cite(game, clause)[0][7:], 5, "ante", 5, owner="ann")
    round_.wager(4, "ante", 7, owner="ann")
    refused(round_, cite(game, clause)[0][7:], 2, "ante", 5, owner="ann")
    round_.close()
    round_.fold(3)
    while round_.turn == 4:
        round_.play(4)
    assert round_.state.places[3].net == -5
    assert round_.state.places[4].made["ante"] == 7
    assert not round_.state.places[4].folded
    exercises(*cite(game, clause, alone))


@pytest.mark.clauses("oneida TCP.A.4", "oneida TCP.F.1.a/2")
def test_play_in_three_card_poker_equals_the_ante() -> None:
    round_ = started(HouseCardSign(TCP), "", {1: {"ante": 10}})
    for chips in (5, 15, 20):
        with pytest.raises(IllegalError, match="it must equal it"):
            round_.play(1, chips)
    round_.play(1, 10)
    assert round_.state.places[1].made["play"] == 10


@pytest.mark.clauses("oneida FCP.A.5", "oneida FCP.F.1.a/2", "oneida FCP.J.3.a")
@pytest.mark.parametrize(("chips", "fits"), [(9, False), (10, True), (15, True), (30, True), (31, False)])
def test_play_in_four_card_poker_is_one_to_three_antes(chips: int, fits: bool) -> None:
    round_ = started(HouseCardSign(FCP), "", {1: {"ante": 10}})
    if fits:
        round_.play(1, chips)
        assert round_.state.places[1].made["play"] == chips
    else:
        with pytest.raises(IllegalError, match="between one and three times"):
            round_.play(1, chips)


def test_a_house_may_take_whole_multiples_only_in_four_card_poker() -> None:
    round_ = started(HouseCardSign(FCP, whole_multiples=True), "", {1: {"ante": 10}})
    with pytest.raises(IllegalError):
        round_.play(1, 15)
    round_.play(1, 20)


@pytest.mark.clauses(
    "oneida MS.A.2", "oneida MS.A.3", "oneida MS.A.4", "oneida MS.L.2", "oneida MS.L.3", "oneida MS.L.4"
)
def test_a_street_wager_is_one_two_or_three_antes() -> None:
    round_ = started(HouseCardSign(MS), "", {1: {"ante": 10}})
    for street, clause in (("third", "MS.L.2"), ("fourth", "MS.L.3"), ("fifth", "MS.L.4")):
        for chips in (5, 15, 40):
            with pytest.raises(IllegalError) as refusal:
                round_.play(1, chips)
            assert refusal.value.clause == f"oneida {clause}"
        round_.play(1, 30)
        assert round_.state.places[1].made[street] == 30
    assert round_.over


def test_nobody_bets_more_than_he_holds() -> None:
    round_ = HouseCardRound(HouseCardSign(TCP), {1: 12}, stacked())
    with pytest.raises(InvalidError, match="holds 12 chips, 13 are needed"):
        round_.wager(1, "ante", 13)
    with pytest.raises(InvalidError, match="no wager"):
        round_.wager(1, "ante", 0)
    round_.wager(1, "ante", 10)
    round_.close()
    with pytest.raises(InvalidError, match="holds 2 chips"):
        round_.play(1)
    assert round_.turn == 1


def test_the_ante_is_the_one_opening_wager_of_mississippi_stud() -> None:
    for game, said, legal in [
        (MS, "the Ante is compulsory", "an Ante"),
        (TCP, "no wager: make an Ante, a Pair Plus or both", "ante or pair_plus"),
    ]:
        with pytest.raises(IllegalError, match=said) as refusal:
            check_opening(HouseCardSign(game), ante=0, side=0)
        assert refusal.value.legal == legal
        assert refusal.value.clause == HouseCardSign(game).page.wagers.one_wager


@pytest.mark.parametrize(
    ("made", "wager", "held", "offered"),
    [
        ({}, "ante", 100, (5, 50, 1)),
        ({"ante": 3}, "ante", 100, (2, 47, 1)),
        ({"ante": 5}, "ante", 100, (1, 45, 1)),
        ({"ante": 9}, "ante", 7, (1, 7, 1)),
        ({"ante": 49}, "ante", 100, (1, 1, 1)),
        ({"ante": 50}, "ante", 100, None),
        ({}, "ante", 4, None),
        ({}, "ante", 5, (5, 5, 1)),
        ({}, "pair_plus", 100, (2, 40, 1)),
        ({"ante": 8}, "pair_plus", 100, (2, 40, 1)),
        ({"ante": 8, "pair_plus": 39}, "pair_plus", 100, (1, 1, 1)),
        ({"ante": 8, "pair_plus": 40}, "pair_plus", 100, None),
    ],
)
def test_what_lies_on_a_spot_counts_toward_its_least_and_its_most(
    made: dict[str, int], wager: str, held: int, offered: tuple[int, int, int] | None
) -> None:
    sign = HouseCardSign(TCP, variant="b", ante=(5, 50), side_limits=(2, 40))
    assert opening_range(sign, made, wager, held) == offered


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("a", "Pair Plus of 11 needs an Ante of at least 11, not 5"),
        ("b", "Pair Plus of 11 needs an Ante of at least 1/2 of it, not 5"),
    ],
)
def test_a_side_wager_says_how_large_an_ante_it_needs(version: str, said: str) -> None:
    with pytest.raises(IllegalError, match=said):
        check_opening(HouseCardSign(TCP, variant=version), ante=5, side=11)
