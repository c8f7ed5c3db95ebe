"""`hoyle edge` and `hoyle strategy` as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hoyle.cli import cli
from hoyle.cli.house import simulate_house
from hoyle.odds.banked.native import KERNEL

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")


def hoyle(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), prog_name="hoyle")


def answer(*words: str) -> Any:
    result = hoyle(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_edge_prints_exact_fractions_as_json() -> None:
    found = answer("edge", "three-card-poker")
    assert [(item["wager"], item["paytable"], item["edge"]) for item in found] == [
        ("ante-play", "standard", "686689/20358520"),
        ("pair-plus", "standard", "308/5525"),
        ("pair-plus", "alternate", "29/5525"),
    ]
    assert found[0]["edge_float"] == pytest.approx(0.0337298)
    assert found[1]["lines"]["straight flush"] == "12/5525"
    assert {"game", "wager", "paytable", "edge", "edge_float", "element_of_risk", "variance", "lines"} <= set(
        found[0]
    )


def test_edge_of_one_craps_wager() -> None:
    (found,) = answer("edge", "craps", "--wager", "horn-high-12")
    assert (found["edge"], found["rolls_per_decision"]) == ("23/180", "1/1")


def test_edge_in_words_shows_what_craps_players_ask_for() -> None:
    text = hoyle("edge", "craps", "--odds", "3").output
    for part in ("7/495", "1671/196", "557/165", "Pass with 3x odds: 0.4714 %"):
        assert part in text


def test_a_pay_table_of_ones_own_is_read_and_warned_about(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    lines = {"straight flush": 40, "three of a kind": "30 to 1", "straight": "6:1", "flush": 3, "pair": 1}
    file.write_text(json.dumps(lines))
    result = hoyle("edge", "three-card-poker", "--wager", "pair-plus", "--paytable", str(file))
    assert result.exit_code == 0
    assert "warning: flush pays 3 to 1, the book 4 to 1 (oneida TCP.K.1.b)" in result.stderr
    assert "custom" in result.stdout


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["edge", "snap"], "unknown house game 'snap'"),
        (["edge", "craps", "--wager", "fire"], "no wager 'fire'"),
        (["edge", "three-card-poker", "--wager", "pair-plus", "--pay", "flush"], "LINE=ODDS"),
        (["edge", "three-card-poker", "--wager", "pair-plus", "--pay", "flush=3 for 1"], "19:47-13.6(a)"),
        (["edge", "three-card-poker", "--wager", "pair-plus", "--pay", "royal=50"], "no pay line 'royal'"),
        (["edge", "craps", "--odds", "200"], "1 to 100"),
        (["edge", "craps", "--paytable", "missing.json"], "missing.json"),
        (["strategy", "three-card-poker"], "no cards given"),
        (["strategy", "three-card-poker", "--cards", "Qd 6c Zz"], "'Zz'"),
        (["strategy", "three-card-poker", "--cards", "Qd 6c 4c 3c"], "three cards are needed"),
        (
            ["strategy", "mississippi-stud", "--cards", "AhKd", "--board", "9h", "--bets", "one"],
            "numbers of Antes",
        ),
        (["strategy", "three-card-poker", "--cards", "Qd6c4c", "--out", "x.png"], "add --table"),
        (["strategy", "three-card-poker", "--table", "--out", "x.gif"], ".png or .svg"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], part: str) -> None:
    result = hoyle(*words)
    assert result.exit_code == 2
    assert part in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("text", "part"), [("{", "not JSON"), ("[1]", "an object of lines"), ('{"flush": [3]}', "are no odds")]
)
def test_a_broken_pay_table_is_refused(tmp_path: Path, text: str, part: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text)
    result = hoyle("edge", "three-card-poker", "--wager", "pair-plus", "--paytable", str(file))
    assert (result.exit_code, part in result.stderr) == (2, True)


def test_strategy_of_one_hand() -> None:
    assert answer("strategy", "three-card-poker", "--cards", "Qd 6c 4c") == {
        "options": {"fold": "-1/1", "play-1x": "-18325/18424"},
        "best": ["play-1x"],
    }
    assert "best" in hoyle("strategy", "three-card-poker", "--cards", "Qd 6c 4c").stdout


@native
def test_strategy_with_an_open_card_and_with_streets() -> None:
    four = answer("strategy", "four-card-poker", "--cards", "Ah Ad 9c 7s 2d", "--up", "8h")
    assert four["best"] == ["play-3x"]
    stud = answer("strategy", "mississippi-stud", "--cards", "AhKd", "--board", "9h", "--bets", "1")
    assert stud["options"]["fold"] == "-2/1"


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_whole_strategy_as_text_and_as_a_picture(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    assert "Play Q-6-4 or better" in hoyle("strategy", "three-card-poker", "--table").stdout
    assert answer("strategy", "three-card-poker", "--table")[0]["rows"]["pair"][0] == "1"
    picture = tmp_path / f"chart.{suffix}"
    result = hoyle("strategy", "three-card-poker", "--table", "--out", str(picture))
    assert result.exit_code == 0, result.output
    assert picture.read_bytes()[:5] == {"png": b"\x89PNG\r", "svg": b"<?xml"}[suffix]
    assert [file.name for file in tmp_path.iterdir()] == [picture.name]


def test_a_simulation_reports_both_figures_and_draws_its_path(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "path.svg"
    simulate_house("three-card-poker", 50, "optimal", 1, plot=picture)
    text = capsys.readouterr().out
    assert "-3.373 %" in text
    assert picture.is_file()
    simulate_house("mini-dice", 50, "optimal", 1, as_json=True)
    assert json.loads(capsys.readouterr().out)["game"] == "mini-dice"


def test_simulate_takes_house_games_too() -> None:
    found = answer("simulate", "mini-dice", "--rounds", "40", "--seed", "5")
    assert (found["rounds"], found["seed"], len(found["wagers"])) == (40, 5, 10)
    assert "errors apart" in hoyle("simulate", "three-card-poker", "--rounds", "30", "--seed", "5").stdout
    refused = hoyle("simulate", "holdem", "--rounds", "30")
    assert (refused.exit_code, "games against the house" in refused.stderr) == (2, True)
