"""Command line of the single-node fault simulator: runs simulations by seed."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.simulation.single_node.seeded_run import Run, run_simulation
from tests.simulation.single_node.simulator import EVENTS, GAMES

from hoyle.core.errors import HoyleError

_ABOUT = """\
Simulates a room whose messages are lost, duplicated and late, whose disk fails and fills, whose process
crashes and whose clock jumps, all from a seed, and checks after every step that nothing is lost, no secret is
sent, and all chips are there. A seed that fails prints the command that repeats its run.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation.single_node",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--seeds", type=int, default=1, help="the number of seeds (1)")
    parser.add_argument("--game", choices=GAMES, help="the game; otherwise all in turn, seed by seed")
    parser.add_argument("--events", type=int, default=EVENTS, help=f"events with faults ({EVENTS})")
    parser.add_argument("--store", default="", help="an empty PostgreSQL room by URL; otherwise SQLite")
    chosen = parser.parse_args(arguments)
    if chosen.events < 0 or chosen.seeds < 1:
        parser.error("expected --seeds of at least 1 and --events of at least 0")
    if chosen.store and chosen.seeds > 1:
        parser.error("--store is one empty room, for one seed")
    fault_counts: Counter[str] = Counter()
    failed = 0
    for seed in range(chosen.seed, chosen.seed + chosen.seeds):
        run = Run(seed, chosen.game or GAMES[seed % len(GAMES)], chosen.events, chosen.store)
        try:
            outcome = run_simulation(run)
        except HoyleError as error:
            print(error, file=sys.stderr)
            return 2
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
