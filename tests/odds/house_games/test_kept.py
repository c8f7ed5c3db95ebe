"""What is kept as data is what is counted."""

from __future__ import annotations

import json

from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.game_report import compute_report, report
from hoyle.odds.house_games.mississippi_stud import ante_edge
from hoyle.odds.house_games.precomputed_results import FILE


def test_the_strategy_of_three_card_poker_is_kept_as_it_is_counted() -> None:
    """After a wanted change: ``python -m tools.house_games``."""
    assert report("three-card-poker") == json.loads(json.dumps(compute_report("three-card-poker")))


def test_every_house_card_game_is_kept() -> None:
    assert list(json.loads(FILE.read_text(encoding="utf-8"))) == list(ANALYSES)
    assert report("mississippi-stud")["edges"][0]["edge"] == str(ante_edge().edge)
