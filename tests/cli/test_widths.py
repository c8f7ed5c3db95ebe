"""Whatever is printed is as wide as the terminal, and no figure is cut."""

from __future__ import annotations

import re

import pytest
from tests.cli.commands import hoyle


def printed(words: str, columns: int) -> str:
    result = hoyle(*words.split("|"), env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "words",
    [
        "judge|--kinds",
        "playthrough|holdem|--seed|1",
        "playthrough|craps|--seed|1",
        "rules|--readings",
        "edge|three-card-poker",
        "ask|--list",
    ],
)
def test_no_line_is_wider_than_the_terminal(words: str, columns: int) -> None:
    lines = printed(words, columns).splitlines()
    assert lines
    assert [line for line in lines if len(line.rstrip()) > columns] == []


@pytest.mark.parametrize("words", ["deal|--help", "simulate|--help", "play|--help", "judge|--format|session"])
def test_help_and_examples_fit_into_eighty_columns(words: str) -> None:
    assert [line for line in printed(words, 80).splitlines() if len(line) > 80] == []


def test_a_pipe_that_asks_for_no_width_gets_whole_lines() -> None:
    result = hoyle("playthrough", "craps", "--seed", "1")
    assert max(map(len, result.stdout.splitlines())) > 500


@pytest.mark.parametrize("columns", [30, 40, 80])
def test_fractions_are_whole_in_narrow_tables(columns: int) -> None:
    text = printed("strategy|four-card-poker|--cards|Qd Qc 4c 9h 2s|--up|Kd", columns)
    assert "…" not in text
    assert len(re.findall(r"-?\d+/\d+", text)) >= 2


def test_a_wager_is_never_broken_in_two() -> None:
    assert "ante-play" in printed("edge|three-card-poker", 80)
