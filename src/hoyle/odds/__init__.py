"""Exact odds: equities of poker hands and ranges, and house edges of house-game wagers.

>>> from hoyle.odds import equity
>>> result = equity("holdem", ["AhKh", "QsQd"])
>>> result.exact, result.deals, str(result[0].equity)
(True, 1712304, '197833/428076')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle.odds.batch_ranking import rank, rank_game, rank_one
    from hoyle.odds.equities.calculator import equity
    from hoyle.odds.equities.equity_result import EquityResult, HandEquity
    from hoyle.odds.ranges.hand_range import Range, parse_range
    from hoyle.odds.showdown_rules import GAMES, ShowdownRules, game

__all__ = [
    "GAMES", "EquityResult", "HandEquity", "Range", "ShowdownRules", "equity", "game", "parse_range",
    "rank", "rank_game", "rank_one"
]  # fmt: skip

_HOMES = {
    "equity": "equities.calculator",
    "GAMES": "showdown_rules",
    "ShowdownRules": "showdown_rules",
    "game": "showdown_rules",
    "Range": "ranges.hand_range",
    "parse_range": "ranges.hand_range",
    "rank": "batch_ranking",
    "rank_game": "batch_ranking",
    "rank_one": "batch_ranking",
    "EquityResult": "equities.equity_result",
    "HandEquity": "equities.equity_result",
}


if not TYPE_CHECKING:  # type checkers use the imports above and reject other names

    def __getattr__(name: str) -> Any:
        """Import a name on first use: house-game odds need neither these modules nor the kernel."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{home}"), name)
