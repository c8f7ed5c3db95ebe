"""Registry of session adapters by game."""

from __future__ import annotations

from typing import Final

from hoyle.games.house_cards.game_registry import GAMES as HOUSE_CARDS
from hoyle.games.poker.variants import VARIANTS
from hoyle.judge.sessions.dice_adapter import DiceTableAdapter
from hoyle.judge.sessions.house_card_adapter import HouseCardTableAdapter
from hoyle.judge.sessions.poker_adapter import PokerTableAdapter
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.table.dice.game_registry import GAMES as DICE

GAMES: Final = [*VARIANTS, *HOUSE_CARDS, *DICE]
"""Games that a session can be played in; a game registered later is appended."""


def adapter_for(game: str) -> type[TableAdapter]:
    """Return the adapter class for a game."""
    if game in VARIANTS:
        return PokerTableAdapter
    return HouseCardTableAdapter if game in HOUSE_CARDS else DiceTableAdapter
