"""Agents for tests: they take any legal action, by a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from hoyle.env.encoding.poker_game import EncodedPokerHand
from hoyle.env.poker_env import PokerEnv
from hoyle.games.poker.variants import VARIANTS
from hoyle.rulebooks import BOOKS, poker_book

PAGES = [(name, game) for name in BOOKS for game in VARIANTS if game in poker_book(name).games]
"""Every poker game under every book that has it."""
TWELVE = sorted({game for name, game in PAGES if name != "house"})
"""The games of the five rulebooks."""


def play(env: PokerEnv, rng: Random, look: Callable[[], None] = lambda: None) -> dict[str, float]:
    """One hand to its end: what everybody was rewarded with. `look` is called before every action."""
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
    """The actions that a mask leaves open."""
    found: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    return found


def known(hand: EncodedPokerHand, player: int) -> set[int]:
    """Every card that a player sees now, in his hand, on the board or before others."""
    row, found = hand.observation(player), set()
    for field in hand.fields:
        if field.name in ("hand", "board", "shown"):
            found |= {at % 52 for at in range(field.size) if row[field.start + at]}
    return found
