"""Game catalogue: display name, short description and family of every game."""

from __future__ import annotations

from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.game_registry import GAMES as CARD_GAMES
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES

COMMUNITY: Final = "community"
STUD_AND_DRAW: Final = "stud-and-draw"
HOUSE: Final = "house"
DICE: Final = "dice"
FAMILIES: Final = (COMMUNITY, STUD_AND_DRAW, HOUSE, DICE)


class GameName(NamedTuple):
    """Catalogue entry of a game: display name, description and family."""

    name: str
    about: str
    family: str


NAMES: Final[dict[str, GameName]] = {
    "omaha-hilo8": GameName("Omaha hi-lo 8", "four hole cards, eight or better", COMMUNITY),
    "omaha-high": GameName("Omaha high", "four hole cards, two of them play", COMMUNITY),
    "big-omaha-hilo8": GameName("Big Omaha hi-lo 8", "five hole cards, eight or better", COMMUNITY),
    "big-omaha-high": GameName("Big Omaha high", "five hole cards, two of them play", COMMUNITY),
    "holdem": GameName("Hold\u2019em", "two hole cards", COMMUNITY),
    "stud7-hilo8": GameName("Seven-card stud hi-lo 8", "up-cards, eight or better", STUD_AND_DRAW),
    "stud7-hilo": GameName("Seven-card stud hi-lo", "up-cards, any low", STUD_AND_DRAW),
    "stud7-high": GameName("Seven-card stud", "up-cards, forced bet", STUD_AND_DRAW),
    "stud5-high": GameName("Five-card stud", "one card down, four up", STUD_AND_DRAW),
    "draw5-high": GameName("Five-card draw", "one draw, high wins", STUD_AND_DRAW),
    "draw5-low": GameName("Five-card draw low", "one draw, low wins", STUD_AND_DRAW),
    "mambo-hilo6": GameName("Mambo stud hi-lo 6", "three cards and one shared, six or better", STUD_AND_DRAW),
    "razz": GameName("Razz", "seven-card stud, low wins", STUD_AND_DRAW),
    "draw27-single": GameName("2-7 single draw", "one draw, deuce to seven low", STUD_AND_DRAW),
    "draw27-triple": GameName("2-7 triple draw", "three draws, deuce to seven low", STUD_AND_DRAW),
    "badugi": GameName("Badugi", "three draws, four suits", STUD_AND_DRAW),
    **{game.id: GameName(game.title, game.about, HOUSE) for game in CARD_GAMES.values()},
    **{game: GameName(kind.sign.TITLE, kind.sign.ABOUT, DICE) for game, kind in DICE_GAMES.items()},
}
"""Display names in the order in which a lobby lists them."""


def game_name(game: str) -> GameName:
    """Return the display name of a game."""
    name = NAMES.get(game)
    if name is None:
        raise InvalidError(f"unknown game {game!r}; the games are {', '.join(NAMES)}")
    return name
