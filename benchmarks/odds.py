"""`python -m benchmarks.odds [SECONDS] [--plot FILE]`: ranking and equity beside the peers, in one run.

The peers live in an environment of their own (`benchmarks.peers`).
Everything runs on one core unless it says otherwise, and is measured in seconds of the processor, so that
other work on the machine disturbs little; hands are random and the same for all.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.peers import environment
from hoyle.hands import HIGH5, LOW_A5, TWO_PLUS_THREE, Evaluator
from hoyle.odds import equity, rank, rank_game
from hoyle.odds.native import cores, kernel

ARRAY = 1_000_000
MOST_ONE_BY_ONE = 5_000_000
"""Deals that are also counted in turn."""


class Row(NamedTuple):
    title: str
    unit: str
    ours: float
    task: str
    """What of the peers' figures stands beside it."""


def main(seconds: float = 1.0, plot: Path | None = None) -> None:
    random = Random(1)
    seven = [random.sample(range(52), 7) for _ in range(20_000)]
    omaha = [random.sample(range(52), 9) for _ in range(20_000)]
    theirs = ask_peers({"seconds": seconds, "seven": seven, "omaha": omaha})
    rows = [*one_by_one(seven, omaha, seconds), *from_arrays(seconds), *equities(seconds)]
    console = Console(width=130)
    console.print(side_by_side(rows, theirs))
    console.print(times(seconds))
    if plot is not None:
        draw(plot, rows, theirs)


def ask_peers(work: dict[str, Any]) -> dict[str, dict[str, float]]:
    script = Path(__file__).with_name("odds_peers.py")
    answer = subprocess.run(
        [environment(), script], input=json.dumps(work), text=True, capture_output=True, check=True
    )
    found: dict[str, dict[str, float]] = json.loads(answer.stdout)
    return found


def speed(call: Callable[[], int], seconds: float) -> float:
    """Operations per second of the processor, each call saying how many it did; the best of five parts."""
    call()
    best = 0.0
    for _ in range(5):
        done, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds / 5:
            done += call()
        best = max(best, done / took)
    return best


def one_by_one(seven: list[list[int]], omaha: list[list[int]], seconds: float) -> list[Row]:
    high, low = Evaluator(HIGH5, TWO_PLUS_THREE), Evaluator(LOW_A5, TWO_PLUS_THREE, 8)
    split = [(hand[:4], hand[4:]) for hand in omaha]

    def sevens() -> int:
        call = kernel.high
        for hand in seven:
            call(*hand)
        return len(seven)

    def omahas() -> int:
        for hole, board in split:
            high.value(hole, board)
        return len(split)

    def splits() -> int:
        for hole, board in split:
            high.value(hole, board)
            low.value(hole, board)
        return len(split)

    return [
        Row("seven cards, one call each", "hands/s", speed(sevens, seconds), "seven"),
        Row("Omaha high, one call each", "hands/s", speed(omahas, seconds), "omaha"),
        Row("Omaha hi-lo 8, one call for each half", "hands/s", speed(splits, seconds), "omaha8"),
    ]


def from_arrays(seconds: float) -> list[Row]:
    generator = np.random.default_rng(1)

    def deal(cards: int) -> Any:
        return np.argsort(generator.random((ARRAY, 52)), axis=1)[:, :cards].astype(np.uint8)

    rows: list[Row] = []
    cards = deal(7)
    rows.append(
        Row("seven cards, from an array", "hands/s", speed(lambda: len(rank(cards)), seconds), "seven")
    )
    for game, title, task in (
        ("omaha-high", "Omaha high", "omaha"),
        ("omaha-hilo8", "Omaha hi-lo 8, both halves", "omaha8"),
        ("big-omaha-hilo8", "Big Omaha hi-lo 8, both halves", ""),
    ):
        table = deal(10 if game.startswith("big") else 9)

        def ranked(game: str = game, table: Any = table) -> int:
            rank_game(game, table)
            return ARRAY

        rows.append(Row(f"{title}, from an array", "hands/s", speed(ranked, seconds), task))
    return rows


def equities(seconds: float) -> list[Row]:
    pair, three = ["AhKh", "QsQd"], ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"]

    def count(game: str, hands: list[str], **options: Any) -> Callable[[], int]:
        return lambda: equity(game, hands, threads=1, **options).deals

    sampled = {"exact": False, "samples": 100_000}
    return [
        Row(
            "hold'em AhKh-QsQd, sampled",
            "deals/s",
            speed(count("holdem", pair, **sampled), seconds),
            "preflop",
        ),
        Row("hold'em AhKh-QsQd, exact", "deals/s", speed(count("holdem", pair), seconds), "preflop"),
        Row(
            "Omaha hi-lo 8 three ways, sampled",
            "deals/s",
            speed(count("omaha-hilo8", three, **sampled), seconds),
            "omaha8 preflop",
        ),
        Row(
            "Omaha hi-lo 8 three ways, exact",
            "deals/s",
            speed(count("omaha-hilo8", three), seconds),
            "omaha8 preflop",
        ),
    ]


def side_by_side(rows: list[Row], peers: dict[str, dict[str, float]]) -> Table:
    names = sorted({name for found in peers.values() for name in found})
    table = Table(title="hoyle and its peers, one core; in brackets, how many times as fast hoyle is")
    for head in ("", "hoyle", *names):
        table.add_column(head, justify="left" if not head else "right")
    for row in rows:
        beside = peers.get(row.task, {})
        cells = [beside_cell(row.ours, beside[name]) if name in beside else "-" for name in names]
        table.add_row(row.title, f"{short(row.ours)} {row.unit}", *cells)
    return table


def beside_cell(ours: float, theirs: float) -> str:
    times_as_fast = ours / theirs
    return (
        f"{short(theirs)} ({times_as_fast:,.0f}x)"
        if times_as_fast >= 10
        else f"{short(theirs)} ({times_as_fast:.1f}x)"
    )


def short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"


def times(seconds: float) -> Table:
    """Problems that have no peer here: how long they take, and what every deal in turn would take."""
    table = Table(title="time for an exact answer, one core, through the Python API")
    table.add_column("")
    table.add_column("deals", justify="right")
    table.add_column("milliseconds", justify="right")
    table.add_column("deals/s", justify="right")
    table.add_column("without short cuts", justify="right")
    flop = ["AhKh", "QsQd", "8c8d", "7c6c", "2s2d", "AcJd"]
    six = ["As2sKhQh", "9c9dTcTd", "AdAc3h4h", "5s6s7d8d", "KsKdJhJd", "QcJc8h8s"]
    for title, game, hands, board in (
        ("hold'em, two hands", "holdem", ["AhKh", "QsQd"], ""),
        ("hold'em, AhKh against a random hand", "holdem", ["AhKh", "random"], ""),
        ("hold'em, six ways on the flop", "holdem", flop, "2h7hTc"),
        ("Omaha hi-lo 8, three ways", "omaha-hilo8", six[:3], ""),
        ("Omaha hi-lo 8, six ways on the flop", "omaha-hilo8", six, "2h7hTs"),
        ("stud, five cards each", "stud7-high", ["AsAhKsKd2c", "QcJcTc9c2d"], ""),
        ("stud, three cards each", "stud7-high", ["AsAhKs", "QcJcTc"], ""),
        ("stud hi-lo 8, five cards each", "stud7-hilo8", ["AsAhKs4d2c", "3c5c6c7h9d"], ""),
        ("razz, three cards each", "razz", ["As2h4s", "3c5c6c"], ""),
        ("draw, aces and a king against three eights", "draw5-high", ["AhAdKc", "8c8d8h"], ""),
        ("2-7, one card each", "draw27-single", ["7h5s3d2c", "8c6d4h3s"], ""),
    ):
        deals = equity(game, hands, board=board, exact=True, threads=1).deals
        best = min(timed(game, hands, board) for _ in range(5))
        plain = "-"
        if deals <= MOST_ONE_BY_ONE:
            slow = min(timed(game, hands, board, one_by_one=True) for _ in range(5))
            plain = f"{short(deals / slow)} ({slow / best:.1f}x)"
        table.add_row(title, f"{deals:,}", f"{best * 1e3:.3f}", short(deals / best), plain)
    # In turns and the best of three, so that other work on the machine meets both.
    turns = [(counted(1), counted(cores())) for _ in range(3)]
    one, many = min(turn[0] for turn in turns), min(turn[1] for turn in turns)
    title = f"every hand of seven cards ({cores()} cores: {one / many:.2f}x)"
    table.add_row(title, "133,784,560", f"{one * 1e3:.0f}", short(133_784_560 / one), "-")
    return table


def counted(threads: int) -> float:
    """Seconds to count every hand of seven cards."""
    start = time.perf_counter()
    kernel.count_values(kernel.HIGH5, 0, 7, threads, None)
    return time.perf_counter() - start


def timed(game: str, hands: list[str], board: str, *, one_by_one: bool = False) -> float:
    start = time.perf_counter()
    equity(game, hands, board=board, exact=True, threads=1, one_by_one=one_by_one)
    return time.perf_counter() - start


def draw(file: Path, rows: list[Row], peers: dict[str, dict[str, float]]) -> None:
    """How many times as fast as the fastest peer, row by row."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    shown = [(row.title, row.ours / max(peers[row.task].values())) for row in rows if row.task in peers]
    figure, axes = pyplot.subplots(figsize=(8, 0.42 * len(shown) + 1), layout="constrained")
    bars = axes.barh([title for title, _ in shown], [ratio for _, ratio in shown], color="#2b6f4e")
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.bar_label(bars, [f" {ratio:,.0f}x" for _, ratio in shown])
    axes.set_xlabel("times as fast as the fastest peer")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=160)
    pyplot.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odds")
    parser.add_argument("seconds", nargs="?", type=float, default=1.0)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    main(chosen.seconds, chosen.plot)
