"""The examples and the page for researchers are true."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

from tests.env.agents import PAGES

import hoyle.env
from hoyle.encoding.dice_game import EncodedDiceGame
from hoyle.encoding.house_card_game import EncodedHouseCardRound
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.games.house_cards.game_registry import GAMES as CARD_GAMES
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.presets.poker_presets import poker_preset

EXAMPLES = Path(__file__).parents[2] / "examples"


def _printed(name: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_six_random_agents_count_their_chips() -> None:
    told = _printed("random_agents.py", "20")
    chips = [int(each.split()[1]) for each in told.split(", ")]
    assert len(chips) == 6
    assert sum(chips) <= 0


def test_a_policy_plays_against_itself_and_then_against_chance() -> None:
    told = _printed("self_play.py", "60")
    assert re.fullmatch(r"after 60 hands with itself: [+-]\d+\.\d\d chips a hand against chance\n", told)


def test_the_page_for_researchers_has_every_field_every_environment_and_the_example() -> None:
    page = (EXAMPLES.parent / "docs" / "research.md").read_text(encoding="utf-8")
    heads = re.findall(r"^(?:\| |\* )(`[^`|:]+`(?:, `[^`|:]+`)*)", page, re.MULTILINE)
    named = {name for head in heads for name in re.findall(r"`([^`]+)`", head)}
    games = [
        *(EncodedPokerHand(poker_preset(game, book, players=3)) for book, game in PAGES),
        *(EncodedHouseCardRound(game) for game in CARD_GAMES),
        *(EncodedDiceGame(game) for game in DICE_GAMES),
    ]
    assert {field.name for game in games for field in game.fields} <= named
    assert set(hoyle.env.ENVIRONMENTS) <= named
    assert set(inspect.signature(hoyle.env.poker).parameters) <= named
    example = (EXAMPLES / "random_agents.py").read_text(encoding="utf-8")
    assert example[example.index("import sys") :] in page
