"""Card games against the house: Three Card Poker, Four Card Poker and Mississippi Stud."""

from hoyle.games.house_cards.events import HouseCardEvent, replay
from hoyle.games.house_cards.game_definition import HouseCardGame
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import BettingPosition, HouseCardRoundState
from hoyle.games.house_cards.view import view

__all__ = [
    "GAMES", "BettingPosition", "HouseCardEvent", "HouseCardGame", "HouseCardRound",
    "HouseCardRoundState", "HouseCardSign", "replay", "view"
]  # fmt: skip
