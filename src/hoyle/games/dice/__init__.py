"""Dice games: craps, and mini-dice from a covered shaker; one table's layout, wagers and dice."""

from hoyle.games.dice.craps import Craps
from hoyle.games.dice.events import DiceEvent, replay
from hoyle.games.dice.game_state import DiceState, DiceWager
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.games.dice.throw_rulings import Die

__all__ = [
    "Craps", "CrapsSign", "DiceEvent", "DiceState", "DiceWager", "Die", "MiniDice", "MiniDiceSign",
    "replay"
]  # fmt: skip
