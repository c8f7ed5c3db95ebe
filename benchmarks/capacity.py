"""Capacity report: resources for rooms of three sizes, and the impact of node failures on them.

``python -m benchmarks.capacity``: the model of `tools.capacity_model` as tables, as docs/scale.md
has them.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table as Grid
from tools.capacity_model import Costs, required_resources, simulate_failure

SIZES = (1_000, 100_000, 1_000_000)
DEAD = (0.0, 0.1, 0.33)
"""Fractions of the nodes that die at once; 0: one of them."""

_console = Console(width=140)


def _grid(title: str, *columns: str) -> Grid:
    grid = Grid(title=title)
    for column in columns:
        grid.add_column(column, justify="right")
    return grid


def main() -> None:
    """Compute and print the tables."""
    costs = Costs()
    needs = _grid("What a room needs", "seated", "tables", "actions/s", "nodes", "MB of each", "cores for edges")
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
        resources = required_resources(costs, players)
        needs.add_row(
            f"{players:,}",
            f"{resources.tables:,}",
            f"{resources.actions:,.0f}",
            f"{resources.nodes:,}",
            f"{resources.memory / 1e6:,.0f}",
            f"{resources.edges:.1f}",
            resources.bottleneck,
        )
        stores.add_row(
            f"{players:,}",
            f"{resources.records:,.0f}",
            f"{resources.databases:,}",
            f"{resources.connections:,}",
            f"{resources.database_memory / 1e9:,.1f}",
            f"{resources.disk / 1e9:,.1f}",
            f"{resources.frames:,.0f}",
            f"{resources.bus / 1e6:,.1f}",
        )
        for dead in DEAD:
            impact = simulate_failure(costs, resources, dead=dead)
            storms.add_row(
                f"{players:,}",
                f"{max(1, round(resources.nodes * dead)):,} of {resources.nodes:,}",
                f"{impact.adopted:,} tables",
                f"{impact.dealing_after:.1f}",
                str(impact.queue_before),
                str(impact.longest_queue),
                f"{impact.calm_after:.1f}" if impact.calm_after else "not in a minute",
            )
    _console.print(needs)
    _console.print(stores)
    _console.print(storms)


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=__doc__).parse_args()
    main()
