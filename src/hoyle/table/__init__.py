"""Tables: many rounds of play with seats, chips, decks or dice, floor and records, all in one log.

`hoyle.table.base` is what all tables share, `kinds` the door to any of them; `poker`, `banked` (house card
games) and `dice` are the three kinds.
"""

from hoyle.table.poker.posted_sign import Fees, Jackpot, KillOption, PostedSign, Rake
from hoyle.table.poker.table import PokerTable

__all__ = ["Fees", "Jackpot", "KillOption", "PokerTable", "PostedSign", "Rake"]
