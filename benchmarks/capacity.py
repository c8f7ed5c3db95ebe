"""What rooms of a thousand, a hundred thousand and a million seated players need, and how they stand a storm.

``python -m benchmarks.capacity``: the model of `tools.capacity_model` as tables, as docs/scale.md
has them.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table as Grid
from tools.capacity_model import Costs, need, storm

SIZES = (1_000, 100_000, 1_000_000)
DEAD = (0.0, 0.1, 0.33)
"""Parts of the nodes that die at once; 0: one of them."""

_console = Console(width=140)


def _grid(title: str, *columns: str) -> Grid:
    found = Grid(title=title)
    for column in columns:
        found.add_column(column, justify="right")
    return found


def main() -> None:
    """Reckon and print."""
    costs = Costs()
    needs = _grid(
        "What a room needs", "seated", "tables", "actions/s", "nodes", "MB of each", "cores for edges"
    )
    needs.add_column("gives way first")
    stores = _grid(
        "Its database and its bus",
        *("seated", "records/s", "databases", "connections", "GB of memory", "GB a day", "frames/s", "MB/s"),
    )
    storms = _grid(
        "A node that is left when others die",
        *("seated", "died", "takes up", "dealing after s", "waited before", "waited at most", "calm after s"),
    )
    for players in SIZES:
        found = need(costs, players)
        needs.add_row(
            f"{players:,}",
            f"{found.tables:,}",
            f"{found.actions:,.0f}",
            f"{found.nodes:,}",
            f"{found.memory / 1e6:,.0f}",
            f"{found.edges:.1f}",
            found.first,
        )
        stores.add_row(
            f"{players:,}",
            f"{found.records:,.0f}",
            f"{found.databases:,}",
            f"{found.connections:,}",
            f"{found.database_memory / 1e9:,.1f}",
            f"{found.disk / 1e9:,.1f}",
            f"{found.frames:,.0f}",
            f"{found.bus / 1e6:,.1f}",
        )
        for dead in DEAD:
            seen = storm(costs, found, dead=dead)
            storms.add_row(
                f"{players:,}",
                f"{max(1, round(found.nodes * dead)):,} of {found.nodes:,}",
                f"{seen.adopted:,} tables",
                f"{seen.dealing:.1f}",
                str(seen.queue),
                str(seen.longest),
                f"{seen.calm:.1f}" if seen.calm else "not in a minute",
            )
    _console.print(needs)
    _console.print(stores)
    _console.print(storms)


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=__doc__).parse_args()
    main()
