"""The real tables, played many times, agree with the mathematics."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hoyle.core.errors import InvalidError
from hoyle.odds.house_games.house_edge import games
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.simulation import house_game_run, simulate
from hoyle.simulation.house_game_run import BLOCK, HouseReport, HouseRun
from hoyle.simulation.house_game_tables import played_wagers
from hoyle.simulation.partitioned_run import Progress, RunMonitor, Stop

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")


def play(
    game: str,
    rounds: int,
    strategy: str = "optimal",
    seed: int = 0,
    *,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> HouseReport:
    run = HouseRun(game, rounds, strategy, seed)
    return run.report(simulate(run, progress=progress, stop=stop), run.exact())


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
    assert len(report.path) == report.followed.rounds
    assert all(tally.exact is not None and tally.rounds > 0 for tally in report.tallies)
    far = {tally.wager: tally.z for tally in report.tallies if tally.z is not None and abs(tally.z) > 5}
    assert far == {}


def test_the_same_seed_plays_the_same_rounds() -> None:
    one, same, other = (play("three-card-poker", 60, "random", seed) for seed in (1, 1, 2))
    assert one.path == same.path != other.path
    assert one.as_json()["wagers"][0]["exact"] == "-27395899/50896300"


@pytest.mark.parametrize("game", ["three-card-poker", "mississippi-stud", "craps", "mini-dice"])
@pytest.mark.parametrize("cuts", [[0, 1, 2, 3], [0, 2, 3]])
def test_the_parts_of_a_run_add_up_to_the_run(game: str, cuts: list[int]) -> None:
    run = HouseRun(game, 2 * BLOCK + 10, "simple", 5)
    whole = simulate(run)
    added = run.empty_totals()
    for start, end in reversed(list(pairwise(cuts))):
        added.include(run.play(range(start, end), RunMonitor()))
    assert (added.rounds, added.tallies) == (2 * BLOCK + 10, whole.tallies)
    assert added.path() == whole.path()


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    short, long = (play("three-card-poker", rounds, "simple", 3).path for rounds in (BLOCK + 7, 2 * BLOCK))
    assert long[: BLOCK + 7] == short


@pytest.mark.parametrize("game", [game for game in games() if game != "four-card-poker"])
def test_the_path_ends_where_its_wager_does(game: str) -> None:
    for wager in (None, played_wagers(game)[-1]):
        run = HouseRun(game, BLOCK + 20, "simple", seed=2, follow=wager)
        report = run.report(simulate(run), dict.fromkeys(played_wagers(game)))
        assert report.followed.wager == (wager or played_wagers(game)[0])
        assert len(report.path) == report.followed.rounds
        assert report.path[-1] == pytest.approx(float(report.followed.total))


@pytest.mark.parametrize("game", ["craps", "mini-dice"])
def test_every_wager_that_was_made_is_decided_and_counted(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_game_run, "BLOCK", 1)
    report = play(game, 60, seed=8)
    # A come-out is no time for a come bet.
    counted = {tally.wager: tally.rounds for tally in report.tallies if "come" not in tally.wager}
    assert set(counted.values()) == {60}
    assert len(report.path) == 60


def test_a_wager_that_is_not_played_cannot_be_followed() -> None:
    with pytest.raises(InvalidError, match="mini-dice is not played with a wager 'pass'"):
        HouseRun("mini-dice", 10, follow="pass")


def test_a_run_that_is_left_early_reports_what_was_played() -> None:
    asked = iter([False, False, True])
    report = play("craps", 40, seed=2, stop=lambda: next(asked))
    assert report.rounds == 3
    field = next(tally for tally in report.tallies if tally.wager == "field")
    assert field.rounds == 3
    assert len(report.path) == report.followed.rounds


def test_progress_is_told_while_it_plays() -> None:
    told: list[int] = []
    play("mini-dice", 120, seed=1, progress=told.append)
    assert told == [0, 50, 100]


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
            HouseRun(*arguments)
