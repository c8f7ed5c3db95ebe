"""Registry of house card games by id."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.four_card_poker import FOUR_CARD_POKER
from hoyle.games.house_cards.game_definition import HouseCardGame
from hoyle.games.house_cards.mississippi_stud import MISSISSIPPI_STUD
from hoyle.games.house_cards.three_card_poker import THREE_CARD_POKER

GAMES: Final[dict[str, HouseCardGame]] = {
    game.id: game for game in (THREE_CARD_POKER, FOUR_CARD_POKER, MISSISSIPPI_STUD)
}


def house_game(id: str) -> HouseCardGame:
    """Return the house card game with this id, or raise."""
    game = GAMES.get(id)
    if game is None:
        raise InvalidError(f"unknown house game {id!r}: {', '.join(GAMES)}")
    return game
