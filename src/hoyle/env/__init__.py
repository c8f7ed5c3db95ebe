"""Environments for reinforcement learning: poker for PettingZoo, house games for Gymnasium.

`poker` makes an environment of any poker game under any book that has it. Importing this package registers
``hoyle/ThreeCardPoker-v0``, ``hoyle/FourCardPoker-v0``, ``hoyle/MississippiStud-v0``, ``hoyle/Craps-v0`` and
``hoyle/MiniDice-v0`` with Gymnasium. docs/research.md says what their arrays mean, ``hoyle[env]`` is what has
to be installed for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle.core.errors import require_package
from hoyle.env.encoding.poker_action_space import Size
from hoyle.env.encoding.poker_game import EncodedPokerHand
from hoyle.env.gymnasium_registration import ENVIRONMENTS, register
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.table.poker.posted_sign import Rake
from hoyle.table.poker.rounds.blinds import BUTTON
from hoyle.table.presets.poker_presets import poker_preset

if TYPE_CHECKING:
    from hoyle.env.poker_env import PokerEnv

__all__ = ["ENVIRONMENTS", "poker", "register"]

SEATS = 6


def poker(
    game: str = "holdem",
    book: str | None = None,
    *,
    seats: int = SEATS,
    structure: str = STRUCTURES[0],
    limits: str | None = None,
    stacks: int | Sequence[int] | None = None,
    sizes: Sequence[Size] | None = None,
    button: int = 0,
    rake: Rake | None = None,
    heads_up_blinds: str = BUTTON,
    render_mode: str | None = None,
) -> PokerEnv:
    """A PettingZoo environment (AEC) of one hand after another, each with the same stacks.

    Without a book the game is played by the first that has it, at the room's usual small stakes; `limits` are
    ``3/6``, for pot-limit and no-limit the blinds. `sizes` are the wagers to choose from where the limit
    leaves a choice: ``"least"``, ``"most"``, or parts of the pot. `button` is the seat that always has it; 0
    puts it anywhere, by the seed. Between two players the button posts the small blind and acts first before
    the flop, whatever the book; `heads_up_blinds` may be ``"left"``, or empty for what the book says.
    """
    require_package("a poker environment", "pettingzoo", extra="env")
    from hoyle.env.poker_env import PokerEnv

    spread = poker_preset(
        game,
        book,
        players=seats,
        structure=structure,
        limits=limits,
        rake=rake,
        heads_up_blinds=heads_up_blinds,
    )
    each = [stacks] * seats if isinstance(stacks, int) else stacks
    return PokerEnv(EncodedPokerHand(spread, each, sizes=sizes, button=button), render_mode=render_mode)


register()
