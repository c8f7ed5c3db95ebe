"""A policy for limit hold'em between two learns from its own hands, then plays against chance.

python examples/self_play.py [HANDS]
"""

import sys
from typing import Any

import numpy as np

import hoyle.env

env = hoyle.env.poker("holdem", seats=2, limits="2/4")
policy = np.zeros((env.fields.size, len(env.actions)))
chance = np.random.default_rng(1)


def odds(seen: dict[str, Any], weights: Any) -> Any:
    """How likely each action is: a soft choice among the legal ones."""
    merit = np.exp(seen["observation"] @ weights) * seen["action_mask"]
    return merit / merit.sum()


def play(minds: dict[str, Any], learn: bool) -> dict[str, float]:
    """One hand; whoever learns makes what he did likelier if it won, and less likely if it lost."""
    env.reset(seed=int(chance.integers(2**31)))
    done: list[tuple[str, Any, int, Any]] = []
    won: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, won[agent], over, _, _ = env.last()
        likely = None if over else odds(seen, minds[agent])
        action = None if over else int(chance.choice(len(env.actions), p=likely))
        if action is not None:
            done.append((agent, seen, action, likely))
        env.step(action)
    for agent, seen, action, likely in done if learn else ():
        policy[:, :] += 0.002 * won[agent] * np.outer(seen["observation"], np.eye(len(likely))[action] - likely)
    return won


hands = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
for _ in range(hands):
    play({"seat_1": policy, "seat_2": policy}, learn=True)
score = sum(play({"seat_1": policy, "seat_2": 0 * policy}, learn=False)["seat_1"] for _ in range(hands // 2))
print(f"after {hands} hands with itself: {score / (hands // 2):+.2f} chips a hand against chance")
