"""Environments for reinforcement learning: poker for PettingZoo, house games for Gymnasium.

`poker` makes an environment of any poker game under any book that has it. Importing this package registers
``hoyle/ThreeCardPoker-v0``, ``hoyle/FourCardPoker-v0``, ``hoyle/MississippiStud-v0``, ``hoyle/Craps-v0`` and
``hoyle/MiniDice-v0`` with Gymnasium. They need ``hoyle[env]``; docs/research.md describes their arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle.core.errors import require_package
from hoyle.encoding.poker_action_space import Size
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.env.gymnasium_registration import ENVIRONMENTS, register
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.blind_order import BUTTON
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
    """Create a PettingZoo environment (AEC) of poker hands that all start with the same stacks.

    Defaults are the first rulebook that has the game and the room's small stakes; `limits` are ``3/6``, for
    pot-limit and no-limit the blinds. `sizes` are the wager sizes where the limit leaves a choice:
    ``"least"``, ``"most"``, or fractions of the pot. `button` fixes the seat of the button; 0 places it at
    random. Heads-up the button posts the small blind and acts first before the flop, whatever the book;
    `heads_up_blinds` may be ``"left"``, or empty to follow the book.
    """
    require_package("a poker environment", "pettingzoo", extra="env")
    from hoyle.env.poker_env import PokerEnv

    spread = poker_preset(
        game, book, players=seats, structure=structure, limits=limits, rake=rake, heads_up_blinds=heads_up_blinds
    )
    seat_stacks = [stacks] * seats if isinstance(stacks, int) else stacks
    return PokerEnv(EncodedPokerHand(spread, seat_stacks, sizes=sizes, button=button), render_mode=render_mode)


register()
