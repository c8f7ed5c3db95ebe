"""Tables: many rounds of play with seats, chips, decks or dice, floor and records, all in one log.

`hoyle.table.base` is what all tables share, `kinds` the door to any of them; `poker`, `banked` (house card
games) and `dice` are the three kinds.
"""

from hoyle.table.poker.sign import Fees, Jackpot, KillOption, Rake, Sign
from hoyle.table.poker.table import Table

__all__ = ["Fees", "Jackpot", "KillOption", "Rake", "Sign", "Table"]
