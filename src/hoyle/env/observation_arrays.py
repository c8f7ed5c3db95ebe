"""Observation arrays: observations and action masks as NumPy arrays, and their spaces."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hoyle.core.errors import InvalidError
from hoyle.encoding.game_interface import EncodedGame
from hoyle.encoding.observation_fields import ObservationFields

ANSI: Final = "ansi"

Observation = dict[str, NDArray[Any]]
"""``observation``: the player's view as a vector; ``action_mask``: 1 for every legal action."""


def observation_space(game: EncodedGame) -> spaces.Dict:
    """Build the Gymnasium space of a game's observations and action masks."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (game.fields.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
        }
    )


def action_index(action: Any) -> int:
    """Convert an agent's action to an int; accepts Python and NumPy integers, not 1.5 or ``"1"``."""
    try:
        return index(action)
    except TypeError:
        raise InvalidError(f"action {action!r}: expected an integer") from None


def observe(game: EncodedGame, player: int) -> Observation:
    """Return a player's observation and action mask; the mask is empty unless it is their turn."""
    mask = bytearray(len(game.actions))
    if player == game.turn:
        for number in game.legal:
            mask[number] = 1
    return {
        "observation": np.frombuffer(game.observation(player), np.float32),
        "action_mask": np.frombuffer(mask, np.int8),
    }


class EncodedEnvironment:
    """What both kinds of environments share: actions and fields of an encoded game, and its rendering."""

    def __init__(self, game: EncodedGame, render_mode: str | None) -> None:
        if render_mode not in (None, ANSI):
            raise InvalidError(f"render mode {render_mode!r}: expected {ANSI!r} or None")
        self._encoded = game
        self.render_mode = render_mode

    @property
    def actions(self) -> tuple[str, ...]:
        """Labels of the environment's discrete actions."""
        return self._encoded.actions

    @property
    def fields(self) -> ObservationFields:
        """Fields of the environment's observation vector."""
        return self._encoded.fields

    def unpack(self, observation: Observation | NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Split an observation vector into its named fields, each in its shape."""
        row = observation["observation"] if isinstance(observation, Mapping) else observation
        return {field.name: row[field.start : field.stop].reshape(field.shape) for field in self.fields}

    def render(self) -> str | None:
        """Render the table: a house game as its player sees it, poker as a spectator does."""
        return "\n".join(self._encoded.render()) if self.render_mode == ANSI else None
