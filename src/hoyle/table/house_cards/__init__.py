"""House card table: sign, seats, bankrolls, the bank, decks, floor rulings and log."""

from hoyle.table.house_cards.table import HouseCardTable

__all__ = ["HouseCardTable"]
