"""Registry of dice games: sign, game and pending decisions of craps and mini-dice.

A new game is a class derived from `DiceGame`, its sign derived from `DiceSign`, and a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.game_state import DiceState
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign
from hoyle.table.dice.pending import shaker_decisions, shooter_decisions
from hoyle.table.dice.posted_sign import SIGNS
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.pending_decisions import PendingDecision

S = TypeVar("S", bound=DiceSign)
G = TypeVar("G", bound=DiceGame)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTableKind(Generic[S, G]):
    """Registry entry of a dice game: its sign, its game and its pending decisions."""

    sign: type[S]
    game: Callable[[S, DiceState], G]
    """Builds the game on its state."""
    decisions: Callable[[DiceTableBase, G], list[PendingDecision]]
    """Pending decisions of the crew and of whoever holds dice or shaker."""


_CRAPS: Final = DiceTableKind(
    sign=CrapsSign, game=lambda sign, state: Craps(sign, state=state), decisions=shooter_decisions.build_decisions
)
_MINI_DICE: Final = DiceTableKind(
    sign=MiniDiceSign, game=lambda sign, state: MiniDice(sign, state=state), decisions=shaker_decisions.build_decisions
)

GAMES: Final[dict[str, DiceTableKind[Any, Any]]] = {kind.sign.GAME: kind for kind in (_CRAPS, _MINI_DICE)}


def register(kind: DiceTableKind[Any, Any]) -> None:
    """Register a dice game with its sign, so that tables can be opened for it."""
    GAMES[kind.sign.GAME] = kind
    SIGNS[kind.sign.GAME] = kind.sign
