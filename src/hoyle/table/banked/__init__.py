"""A table for the house card games: sign, seats, bankrolls, the bank, decks, floor and records."""

from hoyle.table.banked.table import BankedTable

__all__ = ["BankedTable"]
