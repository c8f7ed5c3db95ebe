"""What rooms of a thousand, a hundred thousand and a million seated players need, and how they stand a storm.

``python -m benchmarks.capacity``: the model of `hoyle.server.nodes.capacity` as tables, as docs/scale.md
has them.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Grid

from hoyle.server.nodes.capacity import Costs, need, storm

SIZES = (1_000, 100_000, 1_000_000)
DEAD = (0.0, 0.1, 0.33)
"""Parts of the nodes that die at once; 0: one of them."""

_console = Console(width=140)


def main() -> None:
    """Reckon and print."""
    costs = Costs()
    needs = Grid(title="What a room needs")
    for column in (
        "seated",
        "tables",
        "actions/s",
        "nodes",
        "MB a node",
        "records/s",
        "databases",
        "GB a day",
    ):
        needs.add_column(column, justify="right")
    needs.add_column("gives way first")
    storms = Grid(title="A node that is left when others die")
    for column in (
        "seated",
        "died",
        "takes up",
        "dealing after s",
        "waited before",
        "waited at most",
        "calm after s",
    ):
        storms.add_column(column, justify="right")
    for players in SIZES:
        found = need(costs, players)
        needs.add_row(
            f"{players:,}",
            f"{found.tables:,}",
            f"{found.actions:,.0f}",
            f"{found.nodes:,}",
            f"{found.memory / 1e6:,.0f}",
            f"{found.records:,.0f}",
            f"{found.databases:,}",
            f"{found.disk / 1e9:,.1f}",
            found.first,
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
    _console.print(storms)


if __name__ == "__main__":
    main()
