"""Steps per second of the environments for researchers, side by side with RLCard's and PettingZoo's own.

Agents choose at random among what is legal, in the same loop for all, by turns. PettingZoo's Texas hold'em is
RLCard behind PettingZoo's interface, as ours is a table behind it; a numbered game stands beside bare RLCard.
`python -m benchmarks.environments [SECONDS]` prints the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

import hoyle.env
from benchmarks.peers import importable
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.table.presets.poker_presets import poker_preset

Play = Callable[[int], int]
"""Plays so many hands and says how many steps that took."""
CHUNK = 50
"""Hands between two looks at the clock."""
GAMES = ("holdem", "omaha-hilo8", "stud7-hilo8", "draw5-high")


def pettingzoo(env: Any) -> Play:
    """Any AEC environment with masks."""
    rng, seed = Random(1), iter(range(2**31))

    def play(hands: int) -> int:
        steps = 0
        for _ in range(hands):
            env.reset(seed=next(seed))
            for _agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
                    steps += 1
        return steps

    return play


def rlcard() -> Play:
    """RLCard's limit hold'em between two, without PettingZoo."""
    importable()
    env: Any = import_module("rlcard").make("limit-holdem", config={"seed": 1})
    rng = Random(1)

    def play(hands: int) -> int:
        steps = 0
        for _ in range(hands):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                steps += 1
        return steps

    return play


def texas() -> Play:
    """PettingZoo's own limit hold'em between two."""
    importable()
    return pettingzoo(import_module("pettingzoo.classic.rlcard_envs.texas_holdem").raw_env())


def numbered(game: str, players: int) -> Play:
    """Ours without PettingZoo: every state seen as a row of numbers, every action a number."""
    hand, rng, chance = EncodedPokerHand(poker_preset(game, players=players)), Random(1), Random(2)

    def play(hands: int) -> int:
        steps = 0
        for _ in range(hands):
            hand.reset(chance)
            while not hand.is_over:
                hand.observation(hand.turn)
                hand.step(rng.choice(hand.legal))
                steps += 1
        return steps

    return play


def per_second(plays: list[Play], seconds: float) -> list[float]:
    """Steps per second of the processor, by turns so that whatever else the machine does slows all alike."""
    spent, done = [0.0] * len(plays), [0] * len(plays)
    for play in plays:
        play(CHUNK)
    while min(spent) < seconds:
        at = spent.index(min(spent))
        began = time.process_time()
        done[at] += plays[at](CHUNK)
        spent[at] += time.process_time() - began
    return [steps / took for steps, took in zip(done, spent, strict=True)]


def main(seconds: float = 2.0) -> None:
    """Measure and print the tables."""
    print(f"{'limit hold' + chr(39) + 'em between two, steps/s':38}{'hoyle':>10}{'peer':>10}{'times':>8}")
    for name, ours, peer in (
        ("PettingZoo: its Texas hold'em", pettingzoo(hoyle.env.poker("holdem", seats=2)), texas()),
        ("without it: RLCard", numbered("holdem", 2), rlcard()),
    ):
        mine, other = per_second([ours, peer], seconds)
        print(f"{name:38}{mine:10,.0f}{other:10,.0f}{mine / other:7.1f}x")
    print(f"{'six players, steps/s':38}{'PettingZoo':>10}{'bare':>10}")
    for game in GAMES:
        wrapped, bare = per_second([pettingzoo(hoyle.env.poker(game)), numbered(game, 6)], seconds)
        print(f"{game:38}{wrapped:10,.0f}{bare:10,.0f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
