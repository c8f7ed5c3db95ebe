"""The games of dice by name: the one place where a table learns which there are.

A new game is a class derived from `DiceGame`, its sign derived from `DiceSign`, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from hoyle.dice.craps import Craps
from hoyle.dice.game import DiceGame
from hoyle.dice.mini_dice import MiniDice
from hoyle.dice.sign import CrapsSign, DiceSign, MiniDiceSign
from hoyle.dice.state import DiceState
from hoyle.table.dice import shaker_waits, shooter_waits, sign_fields
from hoyle.table.waits import PendingDecision

if TYPE_CHECKING:
    from hoyle.table.dice.table import DiceTable

S = TypeVar("S", bound=DiceSign)
G = TypeVar("G", bound=DiceGame)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTableKind(Generic[S, G]):
    """What one game brings to its tables."""

    sign: type[S]
    fields: Mapping[str, sign_fields.Read]
    """What may stand on its sign, and how each of it is read."""
    game: Callable[[S, DiceState], G]
    """Takes the game up where its state stands."""
    waits: Callable[[DiceTable, G], list[PendingDecision]]
    """What is awaited of those who hold dice or shaker, and of the crew."""


_CRAPS: Final = DiceTableKind(
    sign=CrapsSign,
    fields=sign_fields.CRAPS,
    game=lambda sign, state: Craps(sign, state=state),
    waits=shooter_waits.waits,
)
_MINI_DICE: Final = DiceTableKind(
    sign=MiniDiceSign,
    fields=sign_fields.MINI_DICE,
    game=lambda sign, state: MiniDice(sign, state=state),
    waits=shaker_waits.waits,
)

GAMES: Final[dict[str, DiceTableKind[Any, Any]]] = {kind.sign.GAME: kind for kind in (_CRAPS, _MINI_DICE)}
