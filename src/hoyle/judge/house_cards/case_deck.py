"""A deck of a case made ready at a house card table, so that its top card is the first to be dealt."""

from __future__ import annotations

from typing import Final

from hoyle.table.house_cards.table import HouseCardTable

CUT: Final = 26
"""Cards that are cut where a deck must be; it is stacked so that its top card comes first all the same."""


def stack_deck(table: HouseCardTable, cards: list[int]) -> None:
    """The dealer's routine before a round: shuffle, and cut what was shuffled by hand."""
    if table.sign.shuffler:
        table.shuffle(cards)
        return
    table.shuffle([*cards[-CUT:], *cards[:-CUT]])
    table.cut(CUT)
