"""Odds: who wins how often, exactly where that is possible, and what ranges of hands hold.

>>> from hoyle.odds import equity
>>> result = equity("holdem", ["AhKh", "QsQd"])
>>> result.exact, result.deals, str(result[0].equity)
(True, 1712304, '197833/428076')
"""

from hoyle.odds.equity import equity
from hoyle.odds.games import GAMES, Game, game
from hoyle.odds.ranges import Range, parse_range
from hoyle.odds.ranking import rank, rank_game
from hoyle.odds.result import EquityResult, HandEquity

__all__ = [
    "GAMES",
    "EquityResult",
    "Game",
    "HandEquity",
    "Range",
    "equity",
    "game",
    "parse_range",
    "rank",
    "rank_game",
]
