"""A table for the house card games: sign, seats, bankrolls, the bank, decks, floor and records."""

from hoyle.table.banked.table import HouseCardTable

__all__ = ["HouseCardTable"]
