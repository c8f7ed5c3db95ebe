"""Games, books and commands as people type them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tests.cli.commands import answer, refusal

from hoyle.cli.names import ALIASES, game_name


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("HOLDEM", "holdem"), ("Texas Hold'em", "holdem"), ("o8", "omaha-hilo8"),
        ("Omaha Hi/Lo", "omaha-hilo8"), ("seven card stud", "stud7-high"), ("Big O", "big-omaha-hilo8"),
        ("Three Card Poker", "three-card-poker"), ("Craps", "craps"), ("mini dice", "mini-dice"),
        ("RAZZ", "razz"),
    ],
)  # fmt: skip
def test_a_game_is_known_by_its_other_names(typed: str, game: str) -> None:
    assert game_name(typed) == game


def test_every_other_name_leads_to_one_game() -> None:
    assert {game_name(other) for others in ALIASES.values() for other in others} == set(ALIASES)


def test_all_commands_take_them() -> None:
    assert "KdKc" in answer("equity", "Texas Hold'em", "10hAs", "KdKc")
    assert "oneida XI.K" in answer("deal", "o8", "--book", "ONEIDA", "--seed", "1")
    assert "3.37" in answer("edge", "Three Card Poker")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("equity", "holdm", "AsAh", "KsKh"), "holdem"),
        (("edge", "crap"), "craps"),
        (("dael", "holdem"), "deal"),
        (("rules", "oneda"), "oneida"),
    ],
)
def test_what_is_nearly_right_is_asked_back(words: tuple[str, ...], meant: str) -> None:
    assert f"did you mean {meant}" in refusal(*words)


def test_suits_are_letters_where_the_terminal_has_no_signs() -> None:
    words = [sys.executable, "-m", "hoyle", "deal", "holdem", "--book", "oneida", "--seed", "3"]
    told = subprocess.run(
        words, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    ).stdout
    assert b"?" not in told, told
    assert b"Seat 2 gets " in told


def test_the_example_of_every_kind_is_ruled_as_it_expects(tmp_path) -> None:
    kinds = [line.split()[0] for line in answer("judge", "--kinds").splitlines() if "?" in line]
    assert "showdown" in kinds
    for kind in kinds:
        example = answer("judge", "--example", kind)
        file = tmp_path / f"{kind}.json"
        file.write_text(example, encoding="utf-8")
        assert json.loads(example)["kind"] == kind
        assert "as expected" in answer("judge", str(file))
