"""Games with dice: craps, and mini-dice from a covered shaker. One table's layout, wagers and dice."""

from hoyle.dice.craps import Craps
from hoyle.dice.events import DiceEvent, rebuild, replay
from hoyle.dice.mini_dice import MiniDice
from hoyle.dice.sign import CrapsSign, MiniDiceSign
from hoyle.dice.state import DiceState, DiceWager
from hoyle.dice.throws import Die

__all__ = [
    "Craps",
    "CrapsSign",
    "DiceEvent",
    "DiceState",
    "DiceWager",
    "Die",
    "MiniDice",
    "MiniDiceSign",
    "rebuild",
    "replay",
]
