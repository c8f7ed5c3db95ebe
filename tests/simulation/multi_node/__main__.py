"""Command line of the multi-node fault simulator: runs simulations by seed."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.simulation.multi_node.seeded_run import Run, outcome_of
from tests.simulation.multi_node.simulator import EVENTS


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation.multi_node",
        description="Plays evenings at three nodes that die, sleep past their lease, are cut off and "
        "drained, with a bus that loses, doubles and delays, and a database that fails over; all by seed.",
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--seeds", type=int, default=1, help="how many from there on (1)")
    parser.add_argument("--events", type=int, default=EVENTS, help=f"events in bad weather ({EVENTS})")
    chosen = parser.parse_args(arguments)
    if chosen.events < 0 or chosen.seeds < 1:
        parser.error("at least one seed and no fewer than 0 events are wanted")
    struck: Counter[str] = Counter()
    failed = 0
    for seed in range(chosen.seed, chosen.seed + chosen.seeds):
        run = Run(seed, chosen.events)
        outcome = outcome_of(run)
        struck.update(outcome.struck)
        if outcome.wrong:
            failed += 1
            print(f"{outcome.wrong}\n{run.again()}", file=sys.stderr)
        elif chosen.seeds == 1:
            print(f"seed {seed}, {run.game}: {outcome.records} records, {outcome.answers} answers, all well")
            print(f"digest {outcome.digest}")
    troubles = ", ".join(f"{name} {count}" for name, count in sorted(struck.items()))
    print(f"{chosen.seeds - failed} of {chosen.seeds} evenings were well; troubles: {troubles or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
