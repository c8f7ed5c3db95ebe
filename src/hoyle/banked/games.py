"""The house card games the engine knows."""

from __future__ import annotations

from typing import Final

from hoyle.banked.four_card import FOUR_CARD_POKER
from hoyle.banked.game import HouseCardGame
from hoyle.banked.mississippi import MISSISSIPPI_STUD
from hoyle.banked.three_card import THREE_CARD_POKER
from hoyle.errors import InvalidError

GAMES: Final[dict[str, HouseCardGame]] = {
    game.id: game for game in (THREE_CARD_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD)
}


def house_game(id: str) -> HouseCardGame:
    """The game of that id."""
    found = GAMES.get(id)
    if found is None:
        raise InvalidError(f"unknown house game {id!r}: {', '.join(GAMES)}")
    return found
