"""Deck of a house card case, stacked so that its top card is dealt first."""

from __future__ import annotations

from typing import Final

from hoyle.table.house_cards.table import HouseCardTable

CUT: Final = 26
"""Cards that are cut; the deck is stacked so that its top card comes first after the cut."""


def stack_deck(table: HouseCardTable, cards: list[int]) -> None:
    """Shuffle in these cards as the dealer does before a round; cut unless a shuffler is in use."""
    if table.sign.shuffler:
        table.shuffle(cards)
        return
    table.shuffle([*cards[-CUT:], *cards[:-CUT]])
    table.cut(CUT)
