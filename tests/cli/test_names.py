"""Games, books, wagers and all else that goes by a name, as people type it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import answer, answer_json, hoyle, refusal

from hoyle.cli.parameter_types import game_name
from hoyle.games.registry import GAMES


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
    assert game_name(typed) == (game, "")


def test_every_other_name_leads_to_one_game() -> None:
    for game in GAMES.values():
        assert {game_name(other).game for other in (*game.aliases, game.name)} == {game.id}


@pytest.mark.parametrize(
    "words",
    [
        ("deal", "O8", "--seed", "1"),
        ("deal", "THREE CARD POKER", "--seed", "1"),
        ("simulate", "Texas Hold'em", "--hands", "2", "--seed", "1"),
        ("simulate", "Mini Dice", "--rounds", "2", "--seed", "1"),
        ("play", "Seven Card Stud"),
        ("playthrough", "mini craps", "--seed", "1", "--rolls", "1"),
        ("equity", "Texas Hold'em", "10hAs", "KdKc"),
        ("range", "PLO", "AA**"),
        ("edge", "Three Card Poker"),
        ("strategy", "3 card poker", "--cards", "Qd6c4c"),
        ("rules", "--game", "Omaha Hi-Lo"),
    ],
    ids=" ".join,
)
def test_every_command_takes_a_game_by_its_other_names(words: tuple[str, ...]) -> None:
    assert answer(*words)


@pytest.mark.parametrize(
    "words",
    [
        ("deal", "holdem", "--book", "ONEIDA", "--seed", "1"),
        ("simulate", "holdem", "--book", "Nj 19 47", "--hands", "2", "--seed", "1"),
        ("simulate", "craps", "--book", "ONEIDA", "--rounds", "2", "--seed", "1"),
        ("playthrough", "holdem", "--book", "Oneida", "--seed", "1"),
        ("play", "omaha-hilo8", "--book", "CA Omaha"),
        ("rules", "ONEIDA"),
        ("rules", "Room 2012"),
        ("rules", "HOUSE"),
        ("ask", "odd-chip", "--book", "ONEIDA"),
        ("ask", "odd-chip", "--book", "ALL"),
        ("deal", "holdem", "--structure", "NO LIMIT", "--seed", "1"),
        ("deal", "holdem", "--bots", "ROCK, Caller", "--seed", "1"),
        ("simulate", "tcp", "--strategy", "Optimal", "--rounds", "2", "--seed", "1"),
        ("rules", "oneida", "--kind", "RULE"),
        ("edge", "tcp", "--wager", "Pair Plus", "--paytable", "STANDARD"),
        ("edge", "craps", "--wager", "PLACE 6"),
        ("judge", "--example", "SHOWDOWN"),
        ("judge", "--format", "Show Order"),
    ],
    ids=" ".join,
)
def test_any_case_and_spelling_will_do(words: tuple[str, ...]) -> None:
    assert answer(*words)


def test_the_regulators_lists_and_recorded_hands_go_by_any_spelling_too(tmp_path: Path) -> None:
    hand = tmp_path / "hand.phh"
    answer("deal", "holdem", "--seed", "4", "--save", str(hand))
    assert "nothing is otherwise by" in answer("replay", str(hand), "--book", "ONEIDA")
    assert answer("replay", str(hand), "--pokerstars", "--reader", "Poker", "--hero", "2")
    missing = str(tmp_path / "room.db")
    for words in (("report", "EVENTS"), ("history", "--person", "ann", "--game", "Hold'em", "--book", "OneIda")):
        assert "room.db" in refusal(*words, "--database", missing)


def test_a_case_names_book_game_and_kind_as_people_do(tmp_path: Path) -> None:
    case = json.loads(answer("judge", "--example", "showdown"))
    case |= {"rulebook": "ONEIDA", "game": "Omaha Hi-Lo", "kind": "Showdown"}
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case), encoding="utf-8")
    assert "as expected" in answer("judge", str(file))
    file.write_text(json.dumps(case | {"rulebook": "oneda"}), encoding="utf-8")
    assert "did you mean oneida?" in refusal("judge", str(file))


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("equity", "holdm", "AsAh", "KsKh"), "holdem"),
        (("edge", "crap"), "craps"),
        (("dael", "holdem"), "deal"),
        (("rules", "oneda"), "oneida"),
        (("deal", "holdem", "--book", "oneda"), "oneida"),
        (("replay", "hand.phh", "--book", "oneda"), "oneida"),
        (("ask", "odd-chip", "--book", "oneda"), "oneida"),
        (("history", "--person", "ann", "--game", "holdm"), "holdem"),
        (("history", "--person", "ann", "1/last", "--under", "oneda"), "oneida"),
        (("edge", "craps", "--wager", "pas"), "pass"),
        (("edge", "tcp", "--wager", "pare plus"), "pair-plus"),
        (("simulate", "tcp", "--plot", "x.png", "--wager", "ante-pley"), "ante-play"),
        (("judge", "--example", "showdwn"), "showdown"),
        (("deal", "holdem", "--bots", "rok"), "rock"),
    ],
)
def test_what_is_nearly_right_is_asked_back(words: tuple[str, ...], meant: str) -> None:
    assert f"did you mean {meant}" in refusal(*words)


def test_what_nobody_knows_gets_the_whole_list() -> None:
    told = refusal("deal", "zebra")
    assert "holdem" in told
    assert "three-card-poker" in told
    assert "craps" in told
    assert "holdem" not in refusal("edge", "zebra")


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("pot limit omaha", "Omaha high, pot-limit"),
        ("PLO", "Omaha high, pot-limit"),
        ("nlhe", "Hold'em, no-limit"),
        ("No-Limit Hold'em", "Hold'em, no-limit"),
        ("limit holdem", "Hold'em, fixed-limit"),
    ],
)
def test_a_game_that_is_called_by_its_limit_is_played_so(game: str, title: str) -> None:
    assert title in answer("deal", game, "--seed", "1")


def test_a_structure_that_is_named_goes_before_the_name_of_the_game() -> None:
    assert "Omaha high, no-limit" in answer("deal", "plo", "--structure", "no-limit", "--seed", "1")


@pytest.mark.parametrize(
    ("typed", "written"), [("10h9h", "Th9h"), ("A♠K♠", "AsKs"), ("A10s+", "ATs+"), ("1010-77", "TT-77"), ("10%", "10%")]
)
def test_ranges_know_tens_and_suits_as_they_are_drawn(typed: str, written: str) -> None:
    found, wanted = answer_json("range", "holdem", typed), answer_json("range", "holdem", written)
    assert found["hands"] == wanted["hands"]
    assert found["sample"] == wanted["sample"]


def test_a_range_may_mix_them_with_anything() -> None:
    told = answer("equity", "holdem", "A♠K♠, QQ+", "random", "--samples", "1000", "--sample")
    assert "random" in told
    assert "character 5 '9'" in refusal("range", "holdem", "10hx9h")


def test_suits_are_letters_where_the_terminal_has_no_signs() -> None:
    words = [sys.executable, "-m", "hoyle", "deal", "holdem", "--book", "oneida", "--seed", "3"]
    told = subprocess.run(
        words, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    ).stdout
    assert b"?" not in told, told
    assert b"Seat 2 gets " in told


def test_the_example_of_every_kind_is_ruled_as_it_expects(tmp_path: Path) -> None:
    kinds = [line.split()[0] for line in answer("judge", "--kinds").splitlines() if "?" in line]
    assert "showdown" in kinds
    for kind in kinds:
        example = answer("judge", "--example", kind)
        file = tmp_path / f"{kind}.json"
        file.write_text(example, encoding="utf-8")
        assert json.loads(example)["kind"] == kind
        assert "as expected" in answer("judge", str(file))


@pytest.mark.parametrize(
    ("typed", "offered", "not_offered"),
    [
        ("deal h", {"holdem"}, {"house"}),
        ("deal holdem --book h", {"house"}, set()),
        ("edge ", {"craps", "three-card-poker"}, {"holdem"}),
        ("strategy ", {"four-card-poker"}, {"holdem", "craps"}),
        ("equity r", {"razz"}, {"room"}),
        ("rules o", {"oneida"}, set()),
        ("rules --game cr", {"craps"}, set()),
        ("ask --book ", {"oneida", "all"}, set()),
        ("replay hand.phh --book ", {"room-2012", "house", "all"}, set()),
        ("history --person ann --under ", {"ca-omaha", "all"}, set()),
        ("history --person ann --game mini", {"mini-dice"}, set()),
        ("edge craps --wager place-", {"place-6"}, {"field"}),
        ("judge --example sh", {"showdown", "show_order"}, {"rake"}),
        ("report e", {"events"}, set()),
        ("simulate holdem --bots rock,b", {"rock,bully"}, set()),
        ("simulate holdem --structure p", {"pot-limit"}, set()),
    ],
)
def test_a_shell_offers_the_names(typed: str, offered: set[str], not_offered: set[str]) -> None:
    words = f"hoyle {typed}"
    at = len(words.split()) - (not words.endswith(" "))
    result = hoyle(env={"_HOYLE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)})
    found = {line.partition(",")[2] for line in result.stdout.splitlines()}
    assert offered <= found
    assert not found & not_offered


def test_the_help_says_how_a_shell_is_told(pytestconfig: pytest.Config) -> None:
    told = "_HOYLE_COMPLETE=bash_source hoyle"
    assert told in answer("--help")
    assert told in (pytestconfig.rootpath / "README.md").read_text(encoding="utf-8")
