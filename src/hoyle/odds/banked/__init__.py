"""What the house games cost, exactly, and how to play them best.

>>> advise("three-card-poker", parse_cards("Qd 6c 4c")).best
['play-1x']
>>> edges("craps", "pass")[0].edge
Fraction(7, 495)
"""

from hoyle.cards import parse_cards
from hoyle.odds.banked.coach import Coach
from hoyle.odds.banked.edges import edges, wagers
from hoyle.odds.banked.strategy import advise

__all__ = ["Coach", "advise", "edges", "parse_cards", "wagers"]
