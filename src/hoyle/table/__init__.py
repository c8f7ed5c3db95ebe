"""Many rounds of play at one table: sign, seats, button, blinds, kill, decks, floor and records."""

from hoyle.table.poker.sign import Fees, Jackpot, KillOption, Rake, Sign
from hoyle.table.poker.table import Table

__all__ = ["Fees", "Jackpot", "KillOption", "Rake", "Sign", "Table"]
