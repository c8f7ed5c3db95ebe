"""House-game plots: strategy charts and the bankroll path of a simulation (matplotlib)."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.odds.house_games.analysis_interface import Chart
from hoyle.simulation.house_game_run import HouseReport

COLOURS: Final = {
    **dict.fromkeys(("F", "fold"), "#e9e4d8"),
    **dict.fromkeys(("1", "play"), "#cfe3f5"),
    "2": "#9cc9ee",
    "3": "#7fc29b",
    "=": "#f4dd8a",
}
"""Colours by choice, distinct in greyscale too; the text of the cell says the same."""


def draw_charts(charts: list[Chart], path: Path) -> None:
    """Draw all strategy charts of a house game to one PNG or SVG file."""
    plots = _library()
    heights = [0.24 * (len(chart.rows) + 1) for chart in charts]
    widest = max(len(chart.columns) for chart in charts)
    figure, axes = plots.subplots(
        len(charts),
        1,
        figsize=(max(7.0, 3.2 + 0.5 * widest), sum(heights) + len(charts)),
        height_ratios=heights,
        squeeze=False,
    )
    for chart, axis in zip(charts, axes[:, 0], strict=True):
        axis.axis("off")
        axis.set_title(chart.title, loc="left", fontsize=11)
        table = axis.table(
            cellText=[cells for _, cells in chart.rows],
            rowLabels=[label for label, _ in chart.rows],
            colLabels=chart.columns,
            cellColours=[[_colour(cell) for cell in cells] for _, cells in chart.rows],
            cellLoc="center",
            bbox=[0, 0, 1, 1],
        )
        table.auto_set_font_size(False)
        table.set_fontsize(8)
        axis.text(0, -0.02, "  ".join(chart.notes), fontsize=8, transform=axis.transAxes, va="top")
    _save(plots, figure, path)


def _colour(cell: str) -> str:
    choice = cell.removesuffix("*")
    return COLOURS.get(choice, "white")


def plot_bankroll(report: HouseReport, path: Path) -> None:
    """Plot the running result of a simulated wager, with expectation and two standard deviations."""
    plots = _library()
    figure, axis = plots.subplots(figsize=(9, 5))
    times = range(1, len(report.path) + 1)
    axis.plot(times, report.path, linewidth=0.8, label=f"seed {report.seed}")
    wager, exact = report.followed.wager, report.followed.exact
    if exact is not None:
        edge, deviation = float(exact.edge), exact.standard_deviation
        axis.plot(times, [-edge * time for time in times], "--", linewidth=1, label="expected")
        for sign in (-2, 2):
            bound = [-edge * time + sign * deviation * time**0.5 for time in times]
            axis.plot(times, bound, ":", linewidth=0.8, color="grey")
    axis.axhline(0, color="black", linewidth=0.5)
    axis.set_xlabel(f"times that {wager} was decided")
    axis.set_ylabel("won, in units of the wager")
    axis.set_title(f"{report.title}: {wager}", loc="left")
    axis.legend(frameon=False)
    _save(plots, figure, path)


def _library() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise InvalidError("pictures need matplotlib: pip install 'hoyle[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def _save(plots: Any, figure: Any, path: Path) -> None:
    """Write the plot atomically: to a temporary file that replaces the target."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    except OSError as error:
        raise InvalidError(f"{path}: {error.strerror}") from None
    os.close(handle)
    Path(name).chmod(0o666 & ~_umask())
    try:
        figure.savefig(name, dpi=140, bbox_inches="tight", format=path.suffix[1:].lower())
        Path(name).replace(path)
    finally:
        plots.close(figure)
        Path(name).unlink(missing_ok=True)


def _umask() -> int:
    """Return the process's umask, which can be read only by setting it."""
    umask = os.umask(0o077)
    os.umask(umask)
    return umask
