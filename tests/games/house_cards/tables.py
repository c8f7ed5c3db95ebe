"""Helpers for tests of house card tables: opened, ready, betting and dealt tables."""

from __future__ import annotations

from typing import Any

from tests.games.house_cards.rounds import stacked

from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.table.house_cards import HouseCardTable


def opened(game: str, **options: Any) -> HouseCardTable:
    """Open a table with its decks opened and ann at seat 3."""
    table = HouseCardTable.open(HouseCardSign(game, **options))
    table.open_decks()
    table.sit(3, 1000, "ann")
    return table


def ready(table: HouseCardTable, top: str = "") -> None:
    """Shuffle the deck in play, and cut it where required."""
    table.shuffle(stacked(top))
    if not table.sign.shuffler:
        table.cut(10)


def betting(table: HouseCardTable, top: str = "") -> HouseCardTable:
    """Open the betting of a table."""
    ready(table, top)
    table.open_wagers()
    return table


def dealt(table: HouseCardTable, *others: int, ante: int = 5) -> HouseCardTable:
    """Deal a round with an Ante at seat 3 and at each other seat given."""
    betting(table)
    for seat in (3, *others):
        table.wager(seat, "ante", ante)
    table.no_more_bets()
    return table


def played(table: HouseCardTable) -> None:
    """Play one round with an immediate fold."""
    dealt(table).act(3, "fold")


def named(table: HouseCardTable, name: str) -> list[str]:
    """Clauses of all entries of that name, in order."""
    return [entry.clause for entry in table.log if entry.name == name]
