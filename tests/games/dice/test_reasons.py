"""Why a throw or shake does not count, in people's words."""

from __future__ import annotations

import pytest
from tests.coverage_plugin import Exercises
from tests.games.dice.tables import craps, mini, refused

PLAYERS_CHIPS = [
    "chips that are not the bank's",
    "a die rests on chips that are not the bank's",
    "the dice touched chips that do not belong to the bank",
    "the dice touched chips that weren't the bank's",
    "a die hit chips which were not those of the bank",
    "chips not belonging to the house",
    "non-bank chips",
    "chips other than those in front of the boxperson",
    "the die struck a player's chips and not the bank's",
    "did not touch the bank, only a player's chips",
    "hit a player's chips rather than the bank's",
    "player chips",
    "players' chips",
    "a player's coupon",
    "chips of another player",
    "match play coupon",
]
BANKS_CHIPS = [
    "bank chips",
    "a die lies on the bank's chips, not on a player's",
    "a die rests on chips not of a player but of the bank",
    "a die not flat on the bank's chips",
    "the die did not leave the table but rests on the chips of the house",
]
ONE_DIE_SHORT = [
    "one die short",
    "one die was short",
    "one die fell short of the wall",
    "the second die lay short",
    "only one die hit the wall",
    "just one of the dice made it to the end of the table",
    "one of the dice stopped before the wall",
    "one die hit the back wall, the other did not",
    "one struck the wall and the other stopped in the middle",
    "no die reached the end",
    "one die did not make it",
    "short",
]


@pytest.mark.clauses("oneida CR.J.2.d")
@pytest.mark.parametrize("said", PLAYERS_CHIPS)
def test_chips_other_than_the_banks_are_no_ground_for_no_roll(said: str) -> None:
    at = craps()
    refused("CR.J.2.d", at.no_roll, said)


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        *((said, "CR.J.2.b.iii") for said in BANKS_CHIPS),
        *((said, "CR.J.2.b.ii") for said in ONE_DIE_SHORT),
        ("no roll, a hand was in the way at the end", "CR.J.2.b.vi"),
        ("a player's chips were put down late", "CR.J.2.b.vi"),
        ("the player was short of chips", "CR.J.2.b.vi"),
    ],
)
def test_a_call_of_no_roll_is_read_as_it_is_meant(said: str, clause: str, exercises: Exercises) -> None:
    at = craps()
    at.no_roll(said)
    assert at.log[-1].clause == f"oneida {clause}"
    exercises(f"oneida {clause}")


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("a die did not fall flat", "19:47-13.8(a)1"),
        ("one die had not fallen flat", "19:47-13.8(a)1"),
        ("one die fell cocked", "19:47-13.8(a)1"),
        ("a die fell, but not flat", "19:47-13.8(a)1"),
        ("the dice fell on top of each other", "19:47-13.8(a)1"),
        ("only one die lay flat", "19:47-13.8(a)1"),
        ("the dice came out cocked", "19:47-13.8(a)1"),
        ("a die fell flat on the table", "19:47-13.8(a)2"),
        ("a die fell out and lies flat", "19:47-13.8(a)2"),
        ("a die fell from the shaker", "19:47-13.8(a)2"),
        ("a die fell", "19:47-13.8(a)2"),
        ("one die is missing", "19:47-13.8(a)2"),
    ],
)
def test_a_shake_that_does_not_count_is_read_as_it_is_meant(said: str, clause: str, exercises: Exercises) -> None:
    at = mini()
    at.offer()
    at.answer("ann", accept=True)
    at.dealer_shakes()
    at.holder_shakes()
    at.no_roll(said)
    assert at.log[-1].clause == f"nj-19-47 {clause}"
    exercises(f"nj-19-47 {clause}")


@pytest.mark.clauses("nj-19-47 19:47-13.8(a)")
@pytest.mark.parametrize("said", ["fell flat", "both dice fell flat", "the dice lie flat"])
def test_dice_that_fell_flat_are_no_ground_for_no_roll(said: str) -> None:
    at = mini()
    at.offer()
    at.answer("ann", accept=True)
    at.dealer_shakes()
    at.holder_shakes()
    refused("19:47-13.8(a)", at.no_roll, said)
    at.uncover(3, 4)
