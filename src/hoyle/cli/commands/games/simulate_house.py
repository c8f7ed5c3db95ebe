"""House games in `hoyle simulate`: simulated results against the exact expectation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hoyle.cli.commands.odds.house_edge import counting
from hoyle.cli.long_runs import defer_interrupt, exit_interrupted, progress_bar, run_local_or_cluster
from hoyle.cli.render.console import console, print_json, print_numeric_table
from hoyle.core.errors import InvalidError
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.simulation.house_game_run import HouseReport, HouseRun


def simulate_house(
    game: str,
    rounds: int,
    strategy: str,
    seed: int,
    *,
    as_json: bool = False,
    plot: Path | None = None,
    wager: str | None = None,
    cluster: str | None = None,
) -> None:
    """Simulate a house game and print the report; with `plot`, draw one wager's running result."""
    if plot is not None and plot.suffix.lower() not in (".png", ".svg"):
        raise InvalidError(f"--plot {plot}: a file ending in .png or .svg")
    if wager is not None and plot is None:
        raise InvalidError(f"--wager {wager} says which wager --plot follows: add --plot FILE")

    with defer_interrupt() as stop, progress_bar("rounds", rounds) as progress:

        def count(steps: Iterable[int]) -> Iterator[int]:
            for step in counting(steps):
                if stop():  # no round has been played yet, so there is nothing to report
                    raise KeyboardInterrupt
                yield step

        run = HouseRun(game, rounds, strategy, seed, follow=wager)
        exact = run.exact(count)
        report = run.report(run_local_or_cluster(cluster, run, progress=progress, stop=stop), exact)
    if not report.rounds:
        exit_interrupted(0, rounds, "rounds")
    if plot is not None:
        from hoyle.cli.render.house_game_plots import plot_bankroll

        plot_bankroll(report, plot)
    if as_json:
        print_json(report.as_json())
    else:
        _print(report)
    if report.rounds < rounds:
        exit_interrupted(report.rounds, rounds, "rounds")


def _print(report: HouseReport) -> None:
    rows = [
        [
            tally.wager,
            f"{tally.rounds:,}",
            f"{100 * tally.mean:+.3f} %",
            "" if tally.exact is None else f"{-100 * float(tally.exact.edge):+.3f} %",
            f"{100 * tally.standard_error:.3f} %",
            "" if tally.z is None else f"{tally.z:+.2f}",
        ]
        for tally in report.tallies
    ]
    played = "rounds" if report.game in ANALYSES else "rolls"
    headings = ("wager", "decided", "observed", "exact", "standard error", "z-score")
    print_numeric_table(headings, rows, title=f"{report.title}, {report.rounds:,} {played}, seed {report.seed}")
    if any(tally.exact is None for tally in report.tallies):
        console().print("An exact figure is missing: it needs the compiled module hoyle._banked.")
