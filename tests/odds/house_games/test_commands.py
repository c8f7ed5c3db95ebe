"""`hoyle edge` and `hoyle strategy` as people type them."""

from __future__ import annotations

import json
import os
import signal
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.cli.commands import answer_json, hoyle, refusal

from hoyle.cli.commands.games.simulate import SimulateOptions, simulate_house
from hoyle.cli.render import console
from hoyle.odds.house_games.house_edge import edges
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.rulebooks.book_types.pay_table import parse_odds
from hoyle.simulation.house_game_tables import DiceTable

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")


def test_edge_prints_exact_fractions_as_json() -> None:
    found = answer_json("edge", "three-card-poker")
    assert [(item["wager"], item["paytable"], item["edge"]) for item in found] == [
        ("ante-play", "standard", "686689/20358520"),
        ("pair-plus", "standard", "308/5525"),
        ("pair-plus", "alternate", "29/5525"),
    ]
    assert found[0]["edge_float"] == pytest.approx(0.0337298)
    assert found[1]["lines"]["straight flush"] == "12/5525"
    assert {"game", "wager", "paytable", "edge", "edge_float", "element_of_risk", "variance", "lines"} <= set(found[0])


def test_edge_of_one_craps_wager() -> None:
    (found,) = answer_json("edge", "craps", "--wager", "horn-high-12")
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
        (["edge", "snap"], "unknown game 'snap'; the games are three-card-poker"),
        (["edge", "craps", "--wager", "fire"], "unknown wager of craps 'fire'; did you mean field?"),
        (["edge", "three-card-poker", "--wager", "pair-plus", "--pay", "flush"], "LINE=ODDS"),
        (["edge", "three-card-poker", "--wager", "pair-plus", "--pay", "flush=3 for 1"], "19:47-13.6(a)"),
        (["edge", "three-card-poker", "--wager", "pair-plus", "--pay", "royal=50"], "no pay line 'royal'"),
        (["edge", "craps", "--odds", "200"], "1 to 100"),
        (["edge", "craps", "--wager", "field", "--pay", "field=-5"], "no wager can lose more than its stake"),
        (["edge", "mini-dice", "--pay", "buy-4=3"], "no pay line 'buy-4'"),
        (["strategy", "mississippi-stud", "--cards", "AhKd", "--board", "9h"], "bets: 0 for 1"),
        (["strategy", "mississippi-stud", "--cards", "AhKdQc"], "cards: two are needed, not 3 (oneida MS.I.3.a)"),
        (["strategy", "four-card-poker", "--cards", "AhKd", "--up", "2c"], "cards: five are needed, not 2"),
        (["strategy", "three-card-poker", "--table", "--out", "no/such/x.png"], "no/such/x.png: No such file"),
        (["edge", "craps", "--paytable", "missing.json"], "missing.json"),
        (["strategy", "three-card-poker"], "no cards given"),
        (["strategy", "holdem"], "holdem is not analysed: three-card-poker"),
        (["strategy", "three-card-poker", "--table", "--cards", "Qd6c4c"], "leave out --cards"),
        (["simulate", "craps", "--wager", "pass"], "add --plot FILE"),
        (["strategy", "three-card-poker", "--cards", "Qd 6c Zz"], "'Zz'"),
        (["strategy", "three-card-poker", "--cards", "Qd 6c 4c 3c"], "cards: three are needed, not 4"),
        (["strategy", "mississippi-stud", "--cards", "AhKd", "--board", "9h", "--bets", "one"], "numbers of Antes"),
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
    ("text", "part"),
    [
        ("{", "not JSON"),
        ("[1]", "an object of lines"),
        ('{"flush": [3]}', "are no odds"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_a_broken_pay_table_is_refused(tmp_path: Path, text: str, part: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text)
    result = hoyle("edge", "three-card-poker", "--wager", "pair-plus", "--paytable", str(file))
    assert (result.exit_code, part in result.stderr) == (2, True)


def test_strategy_of_one_hand() -> None:
    assert answer_json("strategy", "three-card-poker", "--cards", "Qd 6c 4c") == {
        "options": {"fold": "-1/1", "play-1x": "-18325/18424"},
        "best": ["play-1x"],
    }
    assert "best" in hoyle("strategy", "three-card-poker", "--cards", "Qd 6c 4c").stdout


@native
def test_strategy_with_an_open_card_and_with_streets() -> None:
    four = answer_json("strategy", "four-card-poker", "--cards", "Ah Ad 9c 7s 2d", "--up", "8h")
    assert four["best"] == ["play-3x"]
    stud = answer_json("strategy", "mississippi-stud", "--cards", "AhKd", "--board", "9h", "--bets", "1")
    assert stud["options"]["fold"] == "-2/1"


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_whole_strategy_as_text_and_as_a_picture(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    assert "Play Q-6-4 or better" in hoyle("strategy", "three-card-poker", "--table").stdout
    assert answer_json("strategy", "three-card-poker", "--table")[0]["rows"]["pair"][0] == "play"
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
    simulate_house(SimulateOptions(game="three-card-poker", rounds=50, plot=picture), 1)
    text = capsys.readouterr().out
    assert "-3.373 %" in text
    assert picture.is_file()
    before = os.umask(0o027)
    try:
        simulate_house(SimulateOptions(game="craps", rounds=50, plot=picture, wager="place-6"), 1)
    finally:
        os.umask(before)
    assert stat.S_IMODE(picture.stat().st_mode) == 0o640
    assert "craps, 50 rolls, seed 1" in capsys.readouterr().out
    simulate_house(SimulateOptions(game="mini-dice", rounds=50, as_json=True), 1)
    assert json.loads(capsys.readouterr().out)["game"] == "mini-dice"


def test_a_narrow_table_still_has_whole_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "WIDTH_WITHOUT_TERMINAL", 60)
    told = hoyle("edge", "three-card-poker", "--lines").stdout
    assert "686689/20358520" in told
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 60


def test_simulate_takes_house_games_too() -> None:
    found = answer_json("simulate", "mini-dice", "--rounds", "40", "--seed", "5")
    assert (found["rounds"], found["seed"], len(found["wagers"])) == (40, 5, 10)
    assert "z-score" in hoyle("simulate", "three-card-poker", "--rounds", "30", "--seed", "5").stdout
    refused = hoyle("simulate", "holdem", "--rounds", "30")
    assert (refused.exit_code, "games against the house" in refused.stderr) == (2, True)


def test_a_cluster_plays_the_same_rounds() -> None:
    args = ("simulate", "craps", "--rounds", "1200", "--seed", "5")
    assert answer_json(*args, "--cluster", "local") == answer_json(*args)


def test_ctrl_c_prints_the_rounds_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    rolls: list[int] = []

    def third_is_interrupted(self: DiceTable) -> None:
        rolls.append(1)
        if len(rolls) == 3:
            signal.raise_signal(signal.SIGINT)
        play(self)

    play = DiceTable.play
    monkeypatch.setattr(DiceTable, "play", third_is_interrupted)
    result = hoyle("simulate", "craps", "--rounds", "5000", "--seed", "1", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["rounds"] == 3
    assert result.stderr == "hoyle: interrupted after 3 of 5,000 rounds\n"


def test_ctrl_c_during_the_exact_count_leaves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: str, *, paytable: str, progress: Callable[[Iterable[int]], Iterable[int]]) -> None:
        signal.raise_signal(signal.SIGINT)
        for _ in progress(range(3)):
            raise AssertionError("it was not heard")

    monkeypatch.setattr("hoyle.simulation.house_game_run.edges", interrupted)
    result = hoyle("simulate", "four-card-poker", "--rounds", "10")
    assert (result.exit_code, result.stdout) == (130, "")


@pytest.mark.parametrize(
    ("wager", "change", "edge", "warning"),
    [
        ("buy-4", "buy-4=3", "-17/60", "buy-4 pays 3 to 1, the book exactly 2 to 1 (oneida CR.G.1/2)"),
        ("lay-4", "lay-4=3 to 5", "-11/300", "lay-4 pays 3 to 5, the book exactly 1 to 2 (oneida CR.G.2/2)"),
        ("pass-odds-6", "pass-odds-6=1", "1/11", "the book exactly 6 to 5 (oneida CR.H.5/3)"),
        ("pass", "pass=push", "251/495", "pass pushes, the book at least 1 to 1 (oneida CR.F.1)"),
        ("field", "field-12=3", "1/36", ""),
        ("field", "eleven=10", "1/18", ""),
        ("horn", "eleven=10", "7/36", "eleven pays 10 to 1, the book at least 15 to 1 (oneida CR.F.1)"),
    ],
)
def test_any_pay_line_of_craps_may_be_changed_and_the_book_is_heard(
    wager: str, change: str, edge: str, warning: str
) -> None:
    result = hoyle("edge", "craps", "--wager", wager, "--pay", change, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)[0]["edge"] == edge
    assert (warning in result.stderr) if warning else not result.stderr


def test_the_line_with_odds_is_in_the_answer_when_asked_for() -> None:
    found = answer_json("edge", "craps", "--wager", "pass", "--odds", "2")
    assert [each["wager"] for each in found] == ["pass", "pass-with-2x-odds", "dont-pass-with-2x-odds"]
    assert found[1]["element_of_risk"] == "1/165"


@pytest.mark.parametrize("game", ["three-card-poker", "mississippi-stud", "craps", "mini-dice"])
def test_every_line_that_is_printed_with_its_odds_may_be_changed_by_that_name(game: str) -> None:
    for each in edges(game, paytable="standard"):
        for line, odds in each.pays.items():
            if each.wager.startswith(("horn", "world", "c-and-e")):
                continue  # paid net of the parts that lose: the odds of the line are others
            (same,) = edges(game, each.wager, pay={line: parse_odds(odds.removesuffix(" net"))})
            assert same.edge == each.edge, (each.wager, line)


@pytest.mark.parametrize(
    ("args", "warning"),
    [
        (["three-card-poker", "--wager", "ante-play", "--pay", "bonus: straight=2"], "straight pays 2 to 1"),
        (["three-card-poker", "--wager", "pair-plus", "--pay", "Three-of-a-Kind=25"], "three of a kind pays 25"),
        (["craps", "--wager", "place-6", "--pay", "win=1"], "place-6 pays 1 to 1, the book"),
        (["craps", "--wager", "pass", "--pay", "win at once=1 to 2"], "pass pays 1 to 2, the book at least 1 to 1"),
        (["craps", "--wager", "field", "--pay", "12=1"], "field-12 pays 1 to 1, the book at least 2 to 1"),
        (["craps", "--wager", "horn", "--pay", "11=10"], "eleven pays 10 to 1, the book at least 15 to 1"),
        (["mini-dice", "--wager", "any-7", "--pay", "7=3"], "any-7 pays 3 to 1"),
    ],
)
def test_pay_takes_the_names_that_lines_prints(args: list[str], warning: str) -> None:
    result = hoyle("edge", *args, "--json")
    assert result.exit_code == 0, result.stderr
    assert f"warning: {warning}" in result.stderr


def test_a_pay_table_in_a_file_takes_those_names_too(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    lines = {"bonus: straight flush": 5, "bonus: three of a kind": 4, "Bonus: Straight": 1}
    file.write_text(json.dumps(lines), encoding="utf-8")
    (found,) = answer_json("edge", "three-card-poker", "--wager", "ante-play", "--paytable", str(file))
    assert found["edge"] == "686689/20358520"


def test_a_line_that_pays_nothing_is_refused_with_those_that_do() -> None:
    asked = ("edge", "three-card-poker", "--wager", "pair-plus", "--pay")
    lines = "straight flush, three of a kind, straight, flush, pair"
    assert refusal(*asked, "nothing=1") == f"hoyle: no pay line 'nothing': the lines are {lines}\n"
    assert "did you mean straight or straight flush?" in refusal(*asked, "straigt=9")
