"""A table for the house card games: sign, seats, bankrolls, the house bank, decks, floor and records."""

from hoyle.table.house.table import HouseTable

__all__ = ["HouseTable"]
