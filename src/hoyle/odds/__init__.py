"""Exact analysis: what hands and wagers are worth.

>>> from hoyle.odds import equity
>>> result = equity("holdem", ["AhKh", "QsQd"])
>>> result.exact, result.deals, str(result[0].equity)
(True, 1712304, '197833/428076')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle.odds.equities import equity
    from hoyle.odds.games import GAMES, ShowdownRules, game
    from hoyle.odds.ranges import Range, parse_range
    from hoyle.odds.ranking import rank, rank_game, rank_one
    from hoyle.odds.result import EquityResult, HandEquity

__all__ = [
    "GAMES",
    "EquityResult",
    "HandEquity",
    "Range",
    "ShowdownRules",
    "equity",
    "game",
    "parse_range",
    "rank",
    "rank_game",
    "rank_one",
]

_HOMES = {
    "equity": "equities",
    "GAMES": "games",
    "ShowdownRules": "games",
    "game": "games",
    "Range": "ranges",
    "parse_range": "ranges",
    "rank": "ranking",
    "rank_game": "ranking",
    "rank_one": "ranking",
    "EquityResult": "result",
    "HandEquity": "result",
}


if not TYPE_CHECKING:  # whoever checks types sees the names above and refuses others

    def __getattr__(name: str) -> Any:
        """Found when asked for: the odds of the house games need none of these, nor the kernel."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{home}"), name)
