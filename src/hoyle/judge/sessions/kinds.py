"""The kinds of tables at which a session can be played, by game."""

from __future__ import annotations

from typing import Final

from hoyle.banked.games import GAMES as HOUSE_CARDS
from hoyle.judge.sessions.dice import DiceTableAdapter
from hoyle.judge.sessions.house_cards import HouseCardTableAdapter
from hoyle.judge.sessions.poker import PokerTableAdapter
from hoyle.judge.sessions.setting import TableAdapter
from hoyle.poker.variants import VARIANTS
from hoyle.table.dice.games import GAMES as DICE

GAMES: Final = [*VARIANTS, *HOUSE_CARDS, *DICE]
"""Every game that a session can be played in; one that is registered later is added."""


def adapter_for(game: str) -> type[TableAdapter]:
    """The kind of table at which a game is played."""
    if game in VARIANTS:
        return PokerTableAdapter
    return HouseCardTableAdapter if game in HOUSE_CARDS else DiceTableAdapter
