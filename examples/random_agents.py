"""Six agents play Omaha high-low at random and count their chips.

python examples/random_agents.py [HANDS]
"""

import sys
from collections import Counter

import hoyle.env

env = hoyle.env.poker("omaha-hilo8", book="oneida", seats=6)
won: Counter[str] = Counter()
for hand in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
    env.reset(seed=hand)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        won[agent] += int(reward)
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
print(", ".join(f"{agent} {chips:+d}" for agent, chips in sorted(won.items())))
