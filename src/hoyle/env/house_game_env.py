"""Gymnasium environment of the house games: one card round or one dice session per episode."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces
from numpy.typing import NDArray

from hoyle.core.cards import parse_cards
from hoyle.core.errors import IllegalError
from hoyle.encoding.dice_game import EncodedDiceGame
from hoyle.encoding.house_card_game import EncodedHouseCardRound
from hoyle.env.observation_arrays import ANSI, EncodedEnvironment, Observation, action_index, observation_space, observe
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES


class HouseGameEnv(EncodedEnvironment, gymnasium.Env[Observation, int]):
    """Gymnasium environment of one player against the house under one rulebook.

    Rewards are the chips won or lost at each step; their sum is the gain of the stack. An illegal action
    changes nothing and gives no reward; ``info["refused"]`` has the reason.
    """

    metadata: dict[str, Any] = {"render_modes": [ANSI], "render_fps": 4}  # noqa: RUF012

    def __init__(self, game: str, book: str | None = None, *, render_mode: str | None = None, **options: Any) -> None:
        """Set up the game; `options` are ``unit``, ``stack``, ``limits``, and ``rolls`` for dice."""
        kind = EncodedDiceGame if game in DICE_GAMES else EncodedHouseCardRound
        self.game: EncodedHouseCardRound | EncodedDiceGame = kind(game, book, **options)
        EncodedEnvironment.__init__(self, self.game, render_mode)
        self.observation_space = observation_space(self.game)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(len(self.game.actions))  # type: ignore[assignment]
        self._won = 0

    def action_masks(self) -> NDArray[Any]:
        """Return the mask of legal actions, under the method name that sb3-contrib calls."""
        return observe(self.game, 0)["action_mask"]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new episode of a house game; `options` may give a ``deck`` for cards, top card first."""
        super().reset(seed=seed)
        settings: Mapping[str, Any] = options or {}
        if "deck" in settings and isinstance(self.game, EncodedHouseCardRound):
            deck = settings["deck"]
            self.game.deal(parse_cards(deck) if isinstance(deck, str) else [int(card) for card in deck])
        else:
            self.game.reset(Random(int(self.np_random.integers(2**63))))
        self._won = 0
        return observe(self.game, 0), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {}
        try:
            self.game.step(action_index(action))
        except IllegalError as error:
            info["refused"] = str(error)
        before, [self._won] = self._won, self.game.returns()
        reward = float(self._won - before)
        return observe(self.game, 0), reward, self.game.is_over, False, info

    def narration(self) -> list[str]:
        """Return the dealer's sentences that the player has heard since the episode began."""
        return self.game.observed_text(0)
