"""Gymnasium environment of the house games: one card round or one dice session per episode."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces
from numpy.typing import NDArray

from hoyle.core.cards import parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.env.encoding.dice_session import EncodedDiceSession
from hoyle.env.encoding.house_card_game import EncodedHouseCardRound
from hoyle.env.encoding.observation_fields import ObservationFields
from hoyle.env.observation_arrays import (
    Observation,
    action_index,
    observation_space,
    observe,
    unpack_observation,
)
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES

ANSI = "ansi"


class HouseGameEnv(gymnasium.Env[Observation, int]):
    """One player against the house under one book.

    Rewards are chips, each as it is won or lost; together they are what the stack has gained. An action that
    is not legal changes nothing and is worth nothing; ``info["refused"]`` says why.
    """

    metadata: dict[str, Any] = {"render_modes": [ANSI], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self, game: str, book: str | None = None, *, render_mode: str | None = None, **options: Any
    ) -> None:
        """`options` are those of the game: ``unit``, ``stack``, ``limits``, at the dice ``rolls``."""
        if render_mode not in (None, ANSI):
            raise InvalidError(f"render mode {render_mode!r}: {ANSI!r} or none is wanted")
        self.render_mode = render_mode
        kind = EncodedDiceSession if game in DICE_GAMES else EncodedHouseCardRound
        self.game: EncodedHouseCardRound | EncodedDiceSession = kind(game, book, **options)
        self.observation_space = observation_space(self.game)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(len(self.game.actions))  # type: ignore[assignment]
        self._won = 0

    @property
    def actions(self) -> tuple[str, ...]:
        """What every action stands for."""
        return self.game.actions

    @property
    def fields(self) -> ObservationFields:
        """What every place of an observation means."""
        return self.game.fields

    def unpack(self, observation: Observation | NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation field by field."""
        return unpack_observation(self.fields, observation)

    def action_masks(self) -> NDArray[Any]:
        """1 for every action that is legal now, under the name by which some learners ask for it."""
        return observe(self.game, 0)["action_mask"]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew, by the seed; `options` may name a known ``deck`` for cards, top card first."""
        super().reset(seed=seed)
        given: Mapping[str, Any] = options or {}
        if "deck" in given and isinstance(self.game, EncodedHouseCardRound):
            deck = given["deck"]
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
        """All that the player has been told since the episode began, sentence by sentence."""
        return self.game.observed_text(0)

    def render(self) -> str | None:
        """The table as the player sees it."""
        return "\n".join(self.game.render()) if self.render_mode == ANSI else None
