"""House-game report: edge of every wager and strategy charts, ready for display.

Those of the card games are kept as data, since a page cannot wait until every deal has been counted;
``python -m tools.house_games`` counts them anew. Those of the dice are quick.
"""

from __future__ import annotations

from typing import Any

from hoyle.odds.house_games.analysis_registry import ANALYSES, analysis
from hoyle.odds.house_games.house_edge import edges
from hoyle.odds.house_games.precomputed import known


def report(game: str) -> dict[str, Any]:
    """What every wager of the game costs, and the charts of its best play."""
    if game in ANALYSES:
        found: dict[str, Any] = known().get(game) or compute_report(game)
        return found
    return {"edges": [each.as_json() for each in edges(game)], "charts": []}


def compute_report(game: str) -> dict[str, Any]:
    """The same, counted now."""
    return {
        "edges": [each.as_json() for each in edges(game)],
        "charts": [
            {
                "title": chart.title,
                "columns": chart.columns,
                "rows": [{"hand": hand, "cells": cells} for hand, cells in chart.rows],
                "notes": chart.notes,
            }
            for chart in analysis(game).charts()
        ],
    }
