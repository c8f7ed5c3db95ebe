"""PettingZoo environment of poker: one agent per seat (AEC), one hand per episode."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv

from hoyle.core.cards import parse_cards
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.env.observation_arrays import ANSI, EncodedEnvironment, Observation, action_index, observation_space, observe


class PokerEnv(EncodedEnvironment, AECEnv):  # type: ignore[misc]
    """PettingZoo environment of poker hands under one rulebook; `hoyle.env.poker` creates it.

    Rewards are the chips won or lost, all at the end of the hand; they sum to minus what the house took,
    which ``infos`` has. An illegal action raises an error that lists the legal ones, and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "hoyle_poker_v0", "render_modes": [ANSI], "is_parallelizable": True}

    def __init__(self, hand: EncodedPokerHand, *, render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        EncodedEnvironment.__init__(self, hand, render_mode)
        self.hand = hand
        self.possible_agents = [f"seat_{seat}" for seat in hand.offer.seats]
        self._player_of = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: observation_space(hand) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(len(hand.actions)) for agent in self.possible_agents}
        self._rng: Random | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a poker hand; a seed starts a new reproducible series of hands.

        `options` may give a known ``deck``, top card first, and the seat of the ``button``.
        """
        if seed is not None or self._rng is None:
            self._rng = Random(seed)
        settings = options or {}
        if "deck" in settings:
            deck = settings["deck"]
            cards = parse_cards(deck) if isinstance(deck, str) else [int(card) for card in deck]
            self.hand.deal(cards, int(settings.get("button", 1)), self._rng)
        else:
            self.hand.reset(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select_agent_or_finish()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.hand.step(action_index(action))
        self._cumulative_rewards[agent] = 0
        self._select_agent_or_finish()

    def fork(self) -> PokerEnv:
        """Copy the poker environment with the same cards to come, for search."""
        duplicate = copy(self)
        duplicate._encoded = duplicate.hand = self.hand.fork()
        duplicate._rng = duplicate.hand.rng
        duplicate.agents = list(self.agents)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(duplicate, name, dict(getattr(self, name)))
        duplicate.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return duplicate

    def observe(self, agent: str) -> Observation:
        return observe(self.hand, self._player_of[agent])

    def narration(self, agent: str) -> list[str]:
        """Return the dealer's sentences that an agent has heard since the deal."""
        return self.hand.observed_text(self._player_of[agent])

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _select_agent_or_finish(self) -> None:
        hand = self.hand
        if not hand.is_over:
            self.agent_selection = self.possible_agents[hand.turn]
            return
        house_chips = hand.house_chips()
        for agent, chips in zip(self.possible_agents, hand.returns(), strict=True):
            self.rewards[agent] = chips
            self._cumulative_rewards[agent] += chips
            self.terminations[agent] = True
            self.infos[agent] = {"taken": house_chips}
        self.agent_selection = self.agents[0]
