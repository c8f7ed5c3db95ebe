"""House-game report: the edge of every wager and the strategy charts of one game, as JSON data.

Reports of the card games are stored as data, since counting every deal takes too long for a page;
``python -m tools.house_games`` recomputes them. Dice games are computed on request.
"""

from __future__ import annotations

from typing import Any

from hoyle.odds.house_games.analysis_registry import ANALYSES, analysis
from hoyle.odds.house_games.house_edge import edges
from hoyle.odds.house_games.precomputed_results import load_precomputed


def report(game: str) -> dict[str, Any]:
    """Return the stored or computed report of a house game: the edge of every wager, and strategy charts."""
    if game in ANALYSES:
        stored: dict[str, Any] = load_precomputed().get(game) or compute_report(game)
        return stored
    return {"edges": [edge.as_json() for edge in edges(game)], "charts": []}


def compute_report(game: str) -> dict[str, Any]:
    """Compute the report of a house card game again: edges of all wagers and strategy charts."""
    return {
        "edges": [edge.as_json() for edge in edges(game)],
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
