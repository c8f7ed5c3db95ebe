"""Games with dice: craps, and mini-dice from a covered shaker. One table's layout, wagers and dice."""

from hoyle.dice.craps import Craps
from hoyle.dice.events import Event, rebuild, replay
from hoyle.dice.mini_dice import MiniDice
from hoyle.dice.sign import CrapsSign, MiniSign
from hoyle.dice.state import State, Wager
from hoyle.dice.throws import Die

__all__ = [
    "Craps",
    "CrapsSign",
    "Die",
    "Event",
    "MiniDice",
    "MiniSign",
    "State",
    "Wager",
    "rebuild",
    "replay",
]
