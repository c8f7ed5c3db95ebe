"""`hoyle equity` and `hoyle range`, as people type them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.commands import hoyle


def test_equities_stand_in_a_table() -> None:
    result = hoyle("equity", "holdem", "AhKh", "QsQd")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "holdem: 1,712,304 deals, exact"
    assert lines[2].split() == ["AhKh", "46.214%", "46.02%", "0.39%", "197833/428076"]


def test_json_has_the_fraction_and_the_shares() -> None:
    hands = ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"]
    result = hoyle("equity", "omaha-hilo8", *hands, "--json")
    found = json.loads(result.stdout)
    assert (found["game"], found["exact"], found["deals"]) == ("omaha-hilo8", True, 658008)
    assert [hand["hand"] for hand in found["hands"]] == hands
    assert [hand["equity"] for hand in found["hands"]] == ["28612/82251", "217489/658008", "70541/219336"]
    first = found["hands"][0]
    assert first["equity_float"] == pytest.approx(28612 / 82251)
    assert {"win", "tie", "scoop", "high", "low", "quarter"} <= set(first)


def test_sampled_json_has_an_error_and_no_fraction() -> None:
    result = hoyle("equity", "holdem", "AhKh", "random", "random", "--samples", "5000", "--seed", "3", "--json")
    found = json.loads(result.stdout)
    assert not found["exact"]
    assert found["deals"] == 5000
    assert all(hand["equity"] is None and hand["stderr"] > 0 for hand in found["hands"])


def test_board_and_dead_cards_are_taken_into_account() -> None:
    result = hoyle("equity", "holdem", "AhKh", "QsQd", "8c8d", "--board", "2h7hTc8s", "--dead", "3h", "--json")
    found = json.loads(result.stdout)
    assert found["deals"] == 41
    assert (found["board"], found["dead"]) == ("2h 7h Tc 8s", "3h")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["equity", "holdem", "AhKh", "AhQd"], "hoyle: card Ah appears in hand 1 and in hand 2"),
        (["equity", "holdem", "AhKh", "QQ+, AKb"], "character 8 'b'"),
        (["equity", "omaha-high", *["random"] * 13], "hoyle: 13 hands of omaha-high: 2 to 11"),
        (["range", "omaha-high", "AA**b"], "character 5 'b'"),
        (["equity", "holdem", "AhKh", "QsQd", "--plot", "odds.gif"], ".png or .svg"),
        (["equity", "holdem", "AhKh", "QsQd", "--plot", "nowhere/odds.svg"], "there is no folder 'nowhere'"),
        (["equity", "holdem", "AhKh", "(" * 3000], "nested too deep"),
    ],
)
def test_what_is_wrong_is_one_line_and_no_traceback(words: list[str], message: str) -> None:
    result = hoyle(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_range_is_counted_and_sampled() -> None:
    result = hoyle("range", "omaha-high", "AA**ds", "--sample", "3")
    assert result.stdout.splitlines()[0] == "AA**ds: 864 of 270,725 hands (0.32%)"
    assert len(result.stdout.splitlines()) == 4
    found = json.loads(hoyle("range", "holdem", "QQ+, AKs", "--sample", "2", "--json").stdout)
    assert found["hands"] == 22
    assert len(found["sample"]) == 2


def test_a_range_of_holdem_is_shown_as_a_chart_unless_hands_are_asked_for() -> None:
    lines = hoyle("range", "holdem", "QQ+, AKs, AhKd").stdout.splitlines()
    assert lines[0] == "QQ+, AKs, AhKd: 23 of 1,326 hands (1.73%)"
    assert [line.split()[:3] for line in lines[1:4]] == [["AA", "AKs", "."], ["8%", "KK", "."], [".", ".", "QQ"]]
    assert len(lines) == 14
    assert len(hoyle("range", "holdem", "QQ+", "--sample", "3").stdout.splitlines()) == 4
    assert len(hoyle("range", "omaha-high", "AA**").stdout.splitlines()) == 9
    assert len(json.loads(hoyle("range", "holdem", "QQ+", "--json").stdout)["sample"]) == 8


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("streets.svg", ["holdem", "AhKh", "QsQd", "--board", "2h7hTc8s"]),
        ("range.png", ["holdem", "AhKh", "QQ+,AK"]),
        ("unknown.svg", ["holdem", "AhKh", "Qs??"]),
        ("unknown.png", ["holdem", "Ah??", "QQ+"]),
        ("bars.svg", ["razz", "As2h4s8dKc", "3c5c6cJhQd"]),
    ],
)
def test_pictures_are_drawn(tmp_path: Path, name: str, words: list[str]) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / name
    result = hoyle("equity", *words, "--plot", str(file))
    assert result.exit_code == 0, result.stderr
    assert f"drawn in {file}" in result.stdout
    start = file.read_bytes()[:200]
    assert start.startswith(b"\x89PNG") if name.endswith("png") else b"<svg" in file.read_bytes()


def test_hands_of_a_range_stand_in_the_picture_as_they_weigh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.axes import Axes

    drawn: list[object] = []
    monkeypatch.setattr(Axes, "hist", lambda *_, weights, **__: drawn.append(weights))
    file = str(tmp_path / "range.svg")
    assert hoyle("equity", "holdem", "AhKh", "QQ, 76s@25%", "--plot", file).exit_code == 0
    assert hoyle("equity", "holdem", "AhKh", "QQ, 76s", "--plot", file).exit_code == 0
    weights, none = drawn
    assert isinstance(weights, list)
    assert sorted(weights) == [0.25] * 4 + [1.0] * 6
    assert none is None
