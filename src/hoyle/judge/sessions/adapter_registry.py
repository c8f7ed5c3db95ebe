"""Registry of session adapters by game."""

from __future__ import annotations

from typing import Final

from hoyle.games.registry import GAMES
from hoyle.judge.sessions.dice_adapter import DiceTableAdapter
from hoyle.judge.sessions.house_card_adapter import HouseCardTableAdapter
from hoyle.judge.sessions.poker_adapter import PokerTableAdapter
from hoyle.judge.sessions.table_adapter import TableAdapter

_ADAPTERS: Final = {"poker": PokerTableAdapter, "house-cards": HouseCardTableAdapter, "dice": DiceTableAdapter}


def adapter_for(game: str) -> type[TableAdapter]:
    """Return the adapter class for a game."""
    return _ADAPTERS[GAMES[game].kind]
