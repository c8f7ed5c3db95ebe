"""Plots (matplotlib): equities, strategy charts and the bankroll path of a simulation."""

from __future__ import annotations

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from hoyle.core.cards import UNKNOWN, cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.odds.equities.calculator import equity
from hoyle.odds.equities.equity_result import EquityResult
from hoyle.odds.house_games.analysis_interface import Chart
from hoyle.odds.ranges.hand_range import parse_range
from hoyle.odds.showdown_rules import game
from hoyle.simulation.house_game_run import HouseReport
from hoyle.simulation.random_decks import make_rng

STREETS: Final = ((0, "preflop"), (3, "flop"), (4, "turn"), (5, "river"))
MAX_HANDS: Final = 400
"""Hands of a range that are computed one by one; of a larger range, a sample of so many."""
MAX_SAMPLES: Final = 20_000
"""Samples for each of those hands, if its deals are not counted exactly."""
COLOURS: Final = {
    **dict.fromkeys(("F", "fold"), "#e9e4d8"),
    **dict.fromkeys(("1", "play"), "#cfe3f5"),
    "2": "#9cc9ee",
    "3": "#7fc29b",
    "=": "#f4dd8a",
}
"""Colours by choice, distinct in greyscale too; the text of the cell says the same."""
_NEEDS_MATPLOTLIB: Final = "pictures need matplotlib: pip install 'hoyle[plot]'"


def check_file(file: Path) -> None:
    """Refuse a plot file that cannot be drawn, before any computation."""
    if file.suffix.lower() not in (".png", ".svg"):
        raise InvalidError(f"{str(file)!r}: pictures are drawn as .png or .svg")
    if not file.parent.is_dir():
        raise InvalidError(f"{str(file)!r}: there is no folder {str(file.parent)!r}")
    if find_spec("matplotlib") is None:
        raise InvalidError(_NEEDS_MATPLOTLIB)


def draw_equity(file: Path, result: EquityResult, *, samples: int | None, seed: int) -> None:
    """Write an equity plot: a distribution if one of two hands is a range, else equity by street."""
    check_file(file)
    pyplot = _library()
    figure, axes = pyplot.subplots(figsize=(7.5, 4.2), layout="constrained")
    try:
        villain = _range_of(result)
        if villain is not None:
            _draw_distribution(axes, result, villain, samples=samples, seed=seed)
        else:
            _draw_streets(axes, result, samples=samples, seed=seed)
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(file, dpi=160)
    finally:
        pyplot.close(figure)


def _range_of(result: EquityResult) -> int | None:
    """Index of the one of two players whose hand is a range; the second if both are."""
    if len(result) != 2 or not game(result.game).flop:
        return None
    for player in (1, 0):
        if not _is_cards(result[player].hand):
            return player
    return None


def _is_cards(text: str) -> bool:
    try:
        return bool(parse_cards(text, unknown=True))
    except InvalidError:
        return False


def _draw_distribution(axes: Any, result: EquityResult, villain: int, *, samples: int | None, seed: int) -> None:
    hero = 1 - villain
    dead_cards = parse_cards(result.board) + parse_cards(result.dead)
    if _is_cards(result[hero].hand):
        dead_cards += [card for card in parse_cards(result[hero].hand, unknown=True) if card != UNKNOWN]
    hand_range = parse_range(result.game, result[villain].hand, gone=dead_cards)
    all_hands = len(hand_range) <= MAX_HANDS
    hands = list(hand_range) if all_hands else hand_range.sample(MAX_HANDS, make_rng(seed))
    shares = [
        equity(
            result.game,
            [result[hero].hand, cards_text(cards).replace(" ", "")],
            board=result.board,
            dead=result.dead,
            samples=min(samples or MAX_SAMPLES, MAX_SAMPLES),
            seed=seed,
        )[0].equity_float
        for cards in hands
    ]
    weighted = all_hands and hand_range.weights  # sampled hands are drawn in proportion to their weights
    axes.hist(
        [100 * share for share in shares],
        bins=[5 * i for i in range(21)],
        weights=[weight / max(weighted) for weight in weighted] if weighted else None,
        color="#2b6f4e",
        rwidth=0.94,
    )
    axes.axvline(100 * result[hero].equity_float, color="#a33", linewidth=1.5)
    axes.set_xlabel(f"equity of {result[hero].hand} (%), on average {result[hero].equity_float:.1%}")
    axes.set_ylabel(f"hands of {result[villain].hand}" + ("" if all_hands else ", drawn"))
    axes.set_title(_title(result))


def _draw_streets(axes: Any, result: EquityResult, *, samples: int | None, seed: int) -> None:
    board = parse_cards(result.board)
    streets = [(cards, name) for cards, name in STREETS if cards <= len(board)]
    if not game(result.game).flop or len(streets) < 2:
        places = range(len(result))
        axes.bar(places, [100 * hand.equity_float for hand in result], color="#2b6f4e")
        axes.set_xticks(places, [hand.hand for hand in result])
    else:
        shares: list[list[float]] = []
        for cards, _ in streets:
            part = equity(
                result.game,
                [hand.hand for hand in result],
                board=cards_text(board[:cards]),
                dead=result.dead,
                samples=samples,
                seed=seed,
            )
            shares.append([100 * hand.equity_float for hand in part])
        places = range(len(streets))
        for player, hand in enumerate(result):
            axes.plot(places, [street[player] for street in shares], marker="o", label=hand.hand)
        axes.set_xticks(places, [_street(name, board, cards) for cards, name in streets])
        axes.legend(frameon=False)
    axes.set_ylim(0, 100)
    axes.set_ylabel("equity (%)")
    axes.set_title(_title(result))


def _street(name: str, board: list[int], cards: int) -> str:
    new_cards = board[:3] if cards == 3 else board[cards - 1 : cards]
    return f"{name}\n{cards_text(new_cards)}" if cards else name


def _title(result: EquityResult) -> str:
    board = f", board {result.board}" if result.board else ""
    return f"{result.game}{board}"


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
        raise InvalidError(_NEEDS_MATPLOTLIB) from None
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
