"""Random agents for tests of the environments."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.env.poker_env import PokerEnv
from hoyle.games.poker.variants import VARIANTS
from hoyle.rulebooks import BOOKS, poker_book

PAGES = [(name, game) for name in BOOKS for game in VARIANTS if game in poker_book(name).games]
"""Every poker game under every book that has it."""
TWELVE = sorted({game for name, game in PAGES if name != "house"})
"""The games of the five rulebooks."""


def play(env: PokerEnv, rng: Random, look: Callable[[], None] = lambda: None) -> dict[str, float]:
    """Play one hand to its end and return all rewards; `look` is called before every action."""
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        look()
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(rng.choice(legal(observation)))
    return rewards


def legal(observation: Any) -> list[int]:
    """Return the actions that a mask allows."""
    found: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return found


def known(hand: EncodedPokerHand, player: int) -> set[int]:
    """Return every card that a player sees: their hand, the board and others' face-up cards."""
    row, found = hand.observation(player), set()
    for field in hand.fields:
        if field.name in ("hand", "board", "shown"):
            found |= {at % 52 for at in range(field.size) if row[field.start + at]}
    return found
