"""Edges and whole strategies of the house games, ready to be shown.

Those of the card games are kept as data, since a page cannot wait until every deal has been counted;
``python -m tools.house_games`` counts them anew. Those of the dice are quick.
"""

from __future__ import annotations

from typing import Any

from hoyle.odds.banked.edges import edges
from hoyle.odds.banked.games import ANALYSES, analysis
from hoyle.odds.banked.known import known


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
