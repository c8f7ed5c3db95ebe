"""Precomputed edges and strategy charts of the house card games, loaded from package data.

``python -m tools.house_games`` recomputes them; builds without the C++ kernel use them.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from hoyle.odds.house_games.edge_result import Edge

FILE: Final = Path(__file__).parent.parent / "data" / "house_games.json"


@cache
def load_precomputed() -> dict[str, Any]:
    """Load the precomputed edges and strategy charts of all house card games, by game, as plain data."""
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def precomputed_edge(game: str, wager: str, paytable: str) -> Edge:
    """Return the precomputed house edge of a wager under a pay table of the book.

    >>> precomputed_edge("four-card-poker", "ante-play", "standard").edge
    Fraction(8840827253, 317119576410)
    """
    for data in load_precomputed()[game]["edges"]:
        if (data["wager"], data["paytable"]) == (wager, paytable):
            return Edge(
                game=game,
                wager=wager,
                paytable=paytable,
                edge=Fraction(data["edge"]),
                element_of_risk=Fraction(data["element_of_risk"]),
                variance=Fraction(data["variance_exact"]),
                lines={line: Fraction(share) for line, share in data["lines"].items()},
                pays=data["pays"],
            )
    raise KeyError(f"{game} {wager} {paytable}")
