"""Small helpers for tests of house card tables."""

from __future__ import annotations

from typing import Any

from tests.games.house_cards.rounds import stacked

from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.table.house_cards import HouseCardTable


def opened(game: str, **options: Any) -> HouseCardTable:
    """A table with its decks opened and ann at seat 3."""
    table = HouseCardTable.open(HouseCardSign(game, **options))
    table.open_decks()
    table.sit(3, 1000, "ann")
    return table


def ready(table: HouseCardTable, top: str = "") -> None:
    """The deck in play lies shuffled, and cut where it has to be."""
    table.shuffle(stacked(top))
    if not table.sign.shuffler:
        table.cut(10)


def betting(table: HouseCardTable, top: str = "") -> HouseCardTable:
    """The table with its betting open."""
    ready(table, top)
    table.open_wagers()
    return table


def dealt(table: HouseCardTable, *others: int, ante: int = 5) -> HouseCardTable:
    """The table with an Ante at seat 3 and those others, and their cards dealt."""
    betting(table)
    for seat in (3, *others):
        table.wager(seat, "ante", ante)
    table.no_more_bets()
    return table


def played(table: HouseCardTable) -> None:
    """One round, folded at once."""
    dealt(table).act(3, "fold")


def named(table: HouseCardTable, name: str) -> list[str]:
    """The clauses of all entries of that name, in order."""
    return [entry.clause for entry in table.log if entry.name == name]
