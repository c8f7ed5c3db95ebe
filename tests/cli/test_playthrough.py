"""`hoyle playthrough`: games as learning programs see them."""

from __future__ import annotations

import pytest
from tests.cli.commands import answer, refusal

from hoyle.games.poker.variants import VARIANTS
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES


@pytest.mark.parametrize("game", [*VARIANTS, *HOUSE_GAMES])
def test_every_game_is_played_through_and_the_money_adds_up(game: str) -> None:
    rolls = ("--rolls", "1") if game in DICE_GAMES else ()
    told = answer("playthrough", game, "--seed", "3", *rolls).splitlines()
    returns, house = told[-2], told[-1]
    assert told[-3] == "over"
    assert sum(map(int, returns.split()[1:])) + int(house.split()[1]) == 0


def test_the_same_seed_and_actions_print_the_same_game() -> None:
    words = ("playthrough", "stud5-high", "--players", "3", "--seed", "5")
    whole = answer(*words)
    taken = [line.split()[1] for line in whole.splitlines() if line.startswith("action:")]
    assert answer(*words, "--actions", ",".join(taken)) == whole
    assert answer(*words, "--actions", " ".join(taken[:2])) != answer(*words[:-1], "6")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("holdem", "--actions", "two"), "an action 'two': expected a number"),
        (("three-card-poker", "--players", "3"), "three-card-poker has one player against the house"),
        (("craps", "--structure", "no-limit"), "--structure no-limit belongs to poker"),
        (("holdem", "--rolls", "3"), "--rolls belongs to dice, not to holdem"),
        (("craps", "--rolls", "0"), "rolls 0"),
        (("whist",), "unknown game 'whist'"),
    ],
)
def test_what_cannot_be_played_through_is_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in refusal("playthrough", *words)
