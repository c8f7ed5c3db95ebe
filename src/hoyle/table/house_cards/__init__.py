"""A table for the house card games: sign, seats, bankrolls, the bank, decks, floor and records."""

from hoyle.table.house_cards.table import HouseCardTable

__all__ = ["HouseCardTable"]
