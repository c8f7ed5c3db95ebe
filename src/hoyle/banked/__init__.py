"""Card games against the house: Three Card Poker, Four Card Poker and Mississippi Stud."""

from hoyle.banked.events import HouseCardEvent, rebuild, replay
from hoyle.banked.game import HouseCardGame
from hoyle.banked.games import GAMES
from hoyle.banked.round import HouseCardRound
from hoyle.banked.sign import HouseCardSign
from hoyle.banked.state import BettingPosition, HouseCardRoundState
from hoyle.banked.view import view

__all__ = [
    "GAMES",
    "BettingPosition",
    "HouseCardEvent",
    "HouseCardGame",
    "HouseCardRound",
    "HouseCardRoundState",
    "HouseCardSign",
    "rebuild",
    "replay",
    "view",
]
