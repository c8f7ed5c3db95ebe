"""The real tables, played many times, agree with the mathematics."""

from __future__ import annotations

import pytest

from hoyle.errors import InvalidError
from hoyle.odds.banked.native import KERNEL
from hoyle.odds.banked.simulation import play

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")


@native
@pytest.mark.parametrize(
    ("game", "rounds"),
    [
        ("three-card-poker", 2000),
        ("four-card-poker", 400),
        ("mississippi-stud", 1000),
        ("craps", 1500),
        ("mini-dice", 1500),
    ],
)
def test_what_is_seen_lies_within_five_standard_errors_of_what_is_exact(game: str, rounds: int) -> None:
    report = play(game, rounds, seed=7)
    assert len(report.path) == rounds
    assert all(tally.exact is not None and tally.rounds > 0 for tally in report.tallies)
    far = {tally.wager: tally.z for tally in report.tallies if tally.z is not None and abs(tally.z) > 5}
    assert far == {}


def test_the_same_seed_plays_the_same_rounds() -> None:
    one, same, other = (play("three-card-poker", 60, "random", seed) for seed in (1, 1, 2))
    assert one.path == same.path != other.path
    assert one.as_json()["wagers"][0]["exact"] == "-27395899/50896300"


@pytest.mark.parametrize("game", ["three-card-poker", "four-card-poker", "mississippi-stud"])
@pytest.mark.parametrize("strategy", ["simple", "random"])
@native
def test_other_strategies_agree_with_their_own_exact_cost(game: str, strategy: str) -> None:
    report = play(game, 1500, strategy, seed=3)
    for tally in report.tallies:
        assert tally.exact is not None
        assert tally.z is not None
        assert abs(tally.z) < 5


def test_bad_orders_are_refused() -> None:
    for arguments in (("snap", 10), ("craps", 0), ("craps", 10, "psychic")):
        with pytest.raises(InvalidError):
            play(*arguments)
