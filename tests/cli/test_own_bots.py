"""Bots that somebody brings along, and hands that are saved."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path

import pytest
from tests.cli.commands import answer, hoyle, refusal
from tests.cli.test_play import Person

from hoyle.bots.poker_bots import bot
from hoyle.cli.commands.games.play import play
from hoyle.cli.phh_file import PhhFile
from hoyle.core.errors import InvalidError
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.phh.reader import HandHistory, read_phh, read_phhs
from hoyle.history.replay.hand_replay import replay
from hoyle.table.presets.poker_presets import poker_preset

MINE = '''
from hoyle.table.poker.commands import Check

class Careful:
    """Never puts a chip in that he need not."""

    def act(self, turn, rng):
        if turn.decision.kind == "show":
            return "show"
        if turn.can("check"):
            return Check(seat=turn.seat)
        return "fold"

class Sleeper:
    def act(self, turn, rng):
        return None

class Clumsy:
    def act(self, turn, rng):
        return 1 // 0

class Cheat:
    def act(self, turn, rng):
        return "raise to 100000"

class Gambler:
    """At a table of the house: whatever comes first."""

    def act(self, turn, rng):
        return None if turn.wagers_made else turn.take(turn.decision.choices[0])

class Declining:
    """At a table of the house: nothing at all."""

    def act(self, turn, rng):
        return None

class Quitter:
    def act(self, turn, rng):
        raise SystemExit(7)

class Statue:
    pass

nobody = 3
'''


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with bots in the folder where the command is given."""
    name = f"mine_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return name


def test_a_bot_of_ones_own_sits_down_beside_the_others(mine: str) -> None:
    told = answer("deal", "holdem", "--players", "2", "--seed", "1", "--bots", f"caller,{mine}:Careful")
    assert "Seat 2 folds." in told
    run = answer("simulate", "holdem", "--hands", "12", "--seed", "1", "--bots", f"caller,{mine}:Careful")
    assert f"bots caller,{mine}:Careful" in run
    house = answer("deal", "three-card-poker", "--seed", "1", "--bots", f"{mine}:Gambler")
    assert "Seat 1" in house


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Sleeper", "answers None: expected a command or a string"),
        ("Clumsy", "fails: ZeroDivisionError"),
        ("Quitter", "fails: SystemExit: 7"),
        ("Cheat", ":Cheat': seat 4 cannot raise to 100000: it must be 6 (oneida XI.G.1)"),
        ("Statue", "Statue has no method act(turn, rng)"),
        ("nobody", "nobody is no class"),
        ("Stranger", "has no attribute 'Stranger'"),
    ],
)
def test_a_bot_that_does_not_play_is_told_in_one_line(mine: str, kind: str, words: str) -> None:
    assert words in refusal("deal", "holdem", "--seed", "1", "--bots", f"{mine}:{kind}")


@pytest.mark.parametrize("game", ["craps", "mini-dice"])
def test_a_bot_that_lets_the_dice_pass_is_told_what_was_wanted(mine: str, game: str) -> None:
    told = refusal("deal", game, "--seed", "1", "--bots", f"{mine}:Declining")
    assert f"bot '{mine}:Declining' answers None" in told
    assert "expected one of" in told


def test_a_run_against_the_house_has_no_bots(mine: str) -> None:
    assert "--bots belongs to poker" in refusal("simulate", "craps", "--bots", f"{mine}:Gambler")


@pytest.mark.parametrize("game", VARIANTS)
def test_the_bot_of_the_documentation_plays_every_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    page = (pytestconfig.rootpath / "docs" / "bots.md").read_text(encoding="utf-8")
    parts = [example.source for example in doctest.DocTestParser().get_examples(page)]
    needed = [part for part in parts if part.startswith(("import ", "from ", "class "))]
    (tmp_path / f"careful_{game.replace('-', '_')}.py").write_text("".join(needed), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    bots = f"careful_{game.replace('-', '_')}:Careful,random"
    assert "20 hands" in answer("simulate", game, "--hands", "20", "--seed", "1", "--bots", bots)


def test_a_name_that_is_none_gets_the_list() -> None:
    assert "the bots are caller, random, regular, rock" in refusal("deal", "holdem", "--bots", "zz")
    assert "or one of your own as module:Class" in refusal("simulate", "holdem", "--bots", "caller,zz")
    assert "No module named 'nowhere_at_all'" in refusal("deal", "holdem", "--bots", "nowhere_at_all:Bot")


def test_a_room_knows_its_own_bots_alone() -> None:
    with pytest.raises(InvalidError, match="unknown bot 'os:abort'"):
        bot("os:abort")


@pytest.mark.parametrize("game", VARIANTS)
def test_a_hand_that_was_dealt_is_saved_and_played_again(game: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    answer("deal", game, "--seed", "4", "--bots", "random", "--hand", "2", "--save", str(path))
    hand = read_phh(path.read_text(encoding="utf-8"))
    assert (hand.game, hand.about["hand"]) == (game, 2)
    assert replay(hand).ok


def test_every_hand_of_a_run_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    answer("simulate", "omaha-hilo8", "--hands", "7", "--seed", "2", "--rake", "10", "--save", str(path))
    hands = [hand for _, hand in read_phhs(path.read_text(encoding="utf-8"))]
    assert len(hands) == 7
    assert all(isinstance(hand, HandHistory) and replay(hand).ok for hand in hands)


def test_an_evening_is_saved_as_the_person_saw_it(tmp_path: Path) -> None:
    path = tmp_path / "evening.phhs"
    person = Person("fold", "", "fold")
    with PhhFile(path, viewer=1) as file:
        play(person.console, person.ask, poker_preset("holdem", players=3), 5, bots="caller", file=file)
    hands = [hand for _, hand in read_phhs(path.read_text(encoding="utf-8"))]
    assert [hand.about["hand"] for hand in hands if isinstance(hand, HandHistory)] == [1, 2]
    assert "????" in path.read_text(encoding="utf-8")
    assert all(isinstance(hand, HandHistory) and replay(hand).ok for hand in hands)


def test_what_cannot_be_saved_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "hands.phhs")
    assert "craps has no notation" in refusal("deal", "craps", "--save", path)
    assert "craps has no notation" in refusal("simulate", "craps", "--save", path)
    assert "a file ending in .phhs" in refusal("simulate", "holdem", "--save", str(tmp_path / "hands.txt"))
    assert "exclude each other" in refusal("simulate", "holdem", "--save", path, "--cluster", "local")
    assert "not an interactive terminal" in refusal("play", "holdem", "--save", path)
    assert hoyle("deal", "holdem", "--save", str(tmp_path / "no" / "hand.phh")).exit_code == 2
