"""What is kept as data is what is counted."""

from __future__ import annotations

import json

from hoyle.odds.banked.games import ANALYSES
from hoyle.odds.banked.kept import compute_report, report
from hoyle.odds.banked.known import FILE
from hoyle.odds.banked.stud import ante


def test_the_strategy_of_three_card_poker_is_kept_as_it_is_counted() -> None:
    """After a wanted change: ``python -m tools.house_games``."""
    assert report("three-card-poker") == json.loads(json.dumps(compute_report("three-card-poker")))


def test_every_house_card_game_is_kept() -> None:
    assert list(json.loads(FILE.read_text(encoding="utf-8"))) == list(ANALYSES)
    assert report("mississippi-stud")["edges"][0]["edge"] == str(ante().edge)
