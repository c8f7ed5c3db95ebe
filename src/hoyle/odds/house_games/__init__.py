"""Exact house edges and best play of the house games.

>>> advise("three-card-poker", parse_cards("Qd 6c 4c")).best
['play-1x']
>>> edges("craps", "pass")[0].edge
Fraction(7, 495)
"""

from hoyle.core.cards import parse_cards
from hoyle.odds.house_games.advice import Coach, advise
from hoyle.odds.house_games.house_edge import edges, wagers

__all__ = ["Coach", "advise", "edges", "parse_cards", "wagers"]
