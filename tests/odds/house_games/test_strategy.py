"""Advice for one hand, charts for all of them, and the coach at a live table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.house_cards.rounds import FCP, MS, TCP, started

from hoyle.core.cards import parse_card, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.advice import Coach, advise
from hoyle.odds.house_games.analysis_registry import analysis
from hoyle.odds.house_games.kernel_loader import KERNEL

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")


@pytest.mark.parametrize(
    ("text", "best"), [("Qd 6c 4c", "play-1x"), ("Qd 6c 3c", "fold"), ("Qd 5c 4h", "fold"), ("2c 2d 3h", "play-1x")]
)
def test_queen_six_four_is_the_last_hand_to_play(text: str, best: str) -> None:
    assert advise(TCP, parse_cards(text)).best == [best]


def test_values_of_queen_six_four_are_exact() -> None:
    assert advise(TCP, parse_cards("Qd 6c 4c")).as_json() == {
        "options": {"fold": "-1/1", "play-1x": "-18325/18424"},
        "best": ["play-1x"],
    }


@native
def test_four_card_poker_bets_three_antes_with_aces_and_folds_king_high() -> None:
    aces = advise(FCP, parse_cards("Ah Ad 9c 7s 2d"), up=parse_card("8h"))
    assert aces.best == ["play-3x"]
    assert list(aces.options) == ["fold", "play-1x", "play-2x", "play-3x"]
    step = aces.options["play-2x"] - aces.options["play-1x"]
    assert aces.options["play-3x"] - aces.options["play-2x"] == step > 0
    assert advise(FCP, parse_cards("Kh Jd 9c 7s 2d"), up=parse_card("8h")).best == ["fold"]
    quads = advise(FCP, parse_cards("Ah Ad Ac As 2d"), up=parse_card("8h"))
    assert quads.options["play-3x"] == 4 + 25


@native
def test_mississippi_stud_values_count_what_is_bet_already() -> None:
    pair = advise(MS, parse_cards("Ah Ad"))
    assert pair.best == ["play-3x"]
    assert pair.options["fold"] == -1
    made = advise(MS, parse_cards("Ah Ad"), board=parse_cards("9h 4c"), bets=[3, 3])
    assert made.options["fold"] == -7
    assert made.options["play-3x"] >= 10
    assert advise(MS, parse_cards("5c 2d")).best == ["fold"]


@native
def test_ties_are_reported_as_ties() -> None:
    found = advise(MS, parse_cards("7c 2d"), board=parse_cards("Qd Th"), bets=[1, 1])
    assert found.options["fold"] == found.options["play-1x"] == -3
    assert found.best == ["fold", "play-1x"]


@native
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": TCP, "cards": "Qd 6c"}, "cards: three are needed"),
        ({"game": TCP, "cards": "Qd Qd 4c"}, "appears twice"),
        ({"game": TCP, "cards": "Qd 6c 4c", "up": "8h"}, "no open dealer card"),
        ({"game": TCP, "cards": "Qd 6c 4c", "board": "8h", "bets": [1]}, "no community cards"),
        ({"game": FCP, "cards": "Ah Ad 9c 7s 2d"}, "open card is needed"),
        ({"game": FCP, "cards": "Ah Ad 9c 7s", "up": "8h"}, "cards: five are needed"),
        ({"game": FCP, "cards": "Ah Ad 9c 7s 2d", "up": "2d"}, "appears twice"),
        ({"game": MS, "cards": "Ah"}, "cards: two are needed"),
        ({"game": MS, "cards": "Ah Ad", "board": "9h"}, "bets: 0 for 1"),
        ({"game": MS, "cards": "Ah Ad", "board": "9h", "bets": [4]}, "one, two or three"),
        ({"game": MS, "cards": "Ah Ad", "board": "9h 8h 7h", "bets": [1, 1, 1]}, "none is left to be bought"),
        ({"game": "craps", "cards": ""}, "no decisions"),
        ({"game": "snap", "cards": ""}, "unknown house game"),
    ],
)
def test_what_cannot_be_decided_is_refused(arguments: dict[str, object], message: str) -> None:
    up = arguments.get("up")
    board = arguments.get("board")
    with pytest.raises(InvalidError, match=message):
        advise(
            str(arguments["game"]),
            parse_cards(str(arguments["cards"])),
            up=parse_card(str(up)) if up else None,
            board=parse_cards(str(board)) if board else None,
            bets=arguments.get("bets"),  # type: ignore[arg-type]
        )


@native
def test_charts_say_what_advice_says() -> None:
    (three,) = analysis(TCP).charts()
    assert three.notes == ["Play Q-6-4 or better, fold everything lower."]
    (four,) = analysis(FCP).charts()
    rows = dict(four.rows)
    assert rows["pair of A"] == ["3"] * 13
    assert rows["lower"] == ["F"] * 13
    third, fourth, fifth = analysis(MS).charts()
    grid = dict(third.rows)
    assert grid["A"][0] == "3"
    assert grid["2"][-1] == "3"
    assert dict(fourth.rows)["high pair"] == ["3", "3", "3"]
    assert not any("*" in cell for chart in (fourth, fifth) for _, cells in chart.rows for cell in cells)
    assert three.as_json()["columns"] == ["choice", "worst", "best"]
    with pytest.raises(InvalidError, match="craps is not analysed"):
        analysis("craps")


# The coach


@native
@pytest.mark.parametrize("game", [TCP, FCP, MS])
def test_the_coach_advises_what_the_table_offers(game: str) -> None:
    coach = Coach(game)
    table = started(HouseCardSign(game), "Ah 9c Kd 7h 8d Kc 4h 6s 2s 3c Jd", {1: {"ante": 10}})
    while table.turn:
        advice = coach.advise(table, 1)
        assert set(advice.best) <= set(advice.options)
        table.play(1)


def test_the_coach_counts_the_side_wager_that_a_fold_gives_up() -> None:
    coach = Coach(TCP)
    top = "Qd 9c 6c 7h 4c Kc"
    table = started(HouseCardSign(TCP), top, {1: {"ante": 10, "pair_plus": 4}})
    advice = coach.advise(table, 1)
    assert advice.options["fold"] == -14
    assert advice.options["play-1x"] == 10 * Fraction(-18325, 18424) - 4
    kept = started(HouseCardSign(TCP, fold_keeps_side=True), top, {1: {"ante": 10, "pair_plus": 4}})
    assert coach.advise(kept, 1).options["fold"] == -14
    alone = started(HouseCardSign(TCP), "2c 9c 2d 7h 4c Kc", {1: {"pair_plus": 4}})
    assert coach.advise(alone, 1).options == {"fold": -4, "stand": 4}


@native
def test_the_coach_reads_aces_up_too() -> None:
    table = started(HouseCardSign(FCP), "Ac Kc Ad Kd 7h 9h 5s 6s 2c 4c 3d", {1: {"ante": 10, "aces_up": 2}})
    advice = Coach(FCP).advise(table, 1)
    plain = advise(FCP, table.state.places[1].cards, up=table.state.dealer_up[0])
    assert advice.options["play-3x"] == 10 * plain.options["play-3x"] + 2
    assert advice.options["fold"] == -12


def test_the_coach_speaks_only_when_it_is_the_seats_turn() -> None:
    coach = Coach(TCP)
    table = started(HouseCardSign(TCP), "", {1: {"ante": 10}, 2: {"ante": 10}})
    with pytest.raises(InvalidError, match="nothing to decide"):
        coach.advise(table, 2)
    with pytest.raises(InvalidError, match="knows three-card-poker"):
        coach.advise(started(HouseCardSign(MS), "", {1: {"ante": 10}}), 1)
