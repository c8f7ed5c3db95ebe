"""Tables: seats, chips, decks or dice, floor rulings and one event log over many rounds of play.

`hoyle.table.base` is the interface of every table and `kind_registry` maps a game to its table class;
`poker`, `house_cards` and `dice` are the three kinds.
"""

from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import Fees, Jackpot, KillOption, Rake
from hoyle.table.poker.table import PokerTable

__all__ = ["Fees", "Jackpot", "KillOption", "PokerTable", "PostedSign", "Rake"]
