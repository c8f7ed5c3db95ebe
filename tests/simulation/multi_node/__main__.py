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
        description="Simulates three nodes that crash, sleep past their lease, are partitioned and "
        "drained, with a bus that loses, doubles and delays, and a database that fails over; all by seed.",
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--seeds", type=int, default=1, help="the number of seeds (1)")
    parser.add_argument("--events", type=int, default=EVENTS, help=f"events with faults ({EVENTS})")
    chosen = parser.parse_args(arguments)
    if chosen.events < 0 or chosen.seeds < 1:
        parser.error("expected --seeds of at least 1 and --events of at least 0")
    fault_counts: Counter[str] = Counter()
    failed = 0
    for seed in range(chosen.seed, chosen.seed + chosen.seeds):
        run = Run(seed, chosen.events)
        outcome = outcome_of(run)
        fault_counts.update(outcome.fault_counts)
        if outcome.failure:
            failed += 1
            print(f"{outcome.failure}\n{run.again()}", file=sys.stderr)
        elif chosen.seeds == 1:
            print(f"seed {seed}, {run.game}: {outcome.records} records, {outcome.answers} answers, all well")
            print(f"digest {outcome.digest}")
    faults = ", ".join(f"{name} {count}" for name, count in sorted(fault_counts.items()))
    print(f"{chosen.seeds - failed} of {chosen.seeds} runs passed; faults: {faults or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
