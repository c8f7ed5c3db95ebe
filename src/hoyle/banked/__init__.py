"""Card games against the house: Three Card Poker, Four Card Poker and Mississippi Stud."""

from hoyle.banked.events import Event, rebuild, replay
from hoyle.banked.game import Game
from hoyle.banked.games import GAMES
from hoyle.banked.round import Round
from hoyle.banked.sign import Sign
from hoyle.banked.state import Place, State
from hoyle.banked.view import view

__all__ = ["GAMES", "Event", "Game", "Place", "Round", "Sign", "State", "rebuild", "replay", "view"]
