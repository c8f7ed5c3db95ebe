"""Gymnasium registration: the environment ids of the house games."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import require_package

require_package("hoyle.env", "gymnasium", "numpy", extra="env")

import gymnasium  # noqa: E402

from hoyle.games.registry import GAMES  # noqa: E402

ENVIRONMENTS: Final[dict[str, dict[str, Any]]] = {
    f"hoyle/{id.title().replace('-', '')}-v0": {"game": id} for id, game in GAMES.items() if game.kind != "poker"
}
"""Environment ids, such as ``hoyle/ThreeCardPoker-v0``, and their arguments."""

MAX_EPISODE_STEPS: Final = 2_000
"""Step limit of an episode: betting and taking down between two rolls could go on for ever."""


def register() -> None:
    """Register the house-game environments with Gymnasium, unless they are registered already."""
    for name, options in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="hoyle.env.house_game_env:HouseGameEnv",
                kwargs=options,
                max_episode_steps=MAX_EPISODE_STEPS,
            )
