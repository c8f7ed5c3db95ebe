"""`python -m benchmarks.odds [SECONDS] [--plot FILE]`: ranking and equity beside the peers, in one run.

The peers live in an environment of their own (`benchmarks.peers`).
Everything runs on one core unless it says otherwise, and is measured in seconds of the processor, so that
other work on the machine disturbs little; hands are random and the same for all. No peer takes arrays: beside
ours stand their single calls.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.clock import speed
from benchmarks.peers import environment
from hoyle.hands import HIGH5, LOW_A5, TWO_PLUS_THREE, Evaluator
from hoyle.odds import equity, rank, rank_game, rank_one
from hoyle.odds.kernel_loader import cores, kernel

ARRAY = 1_000_000
SAMPLES = 100_000
MAX_ONE_BY_ONE = 5_000_000
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
    theirs = ask_peers({"seconds": seconds, "samples": SAMPLES, "seven": seven, "omaha": omaha})
    rows = [*one_by_one(seven, omaha, seconds), *from_arrays(seconds), *equities(seconds)]
    console = Console(width=130)
    console.print(side_by_side(rows, theirs))
    console.print(times(seconds))
    if plot is not None:
        draw(plot, rows, theirs)


def ask_peers(work: dict[str, Any]) -> dict[str, dict[str, float]]:
    command = [str(environment()), "-m", "benchmarks.odds_peers"]
    answer = subprocess.run(command, input=json.dumps(work), text=True, stdout=subprocess.PIPE, check=True)
    found: dict[str, dict[str, float]] = json.loads(answer.stdout)
    return found


def one_by_one(seven: list[list[int]], omaha: list[list[int]], seconds: float) -> list[Row]:
    high, low = Evaluator(HIGH5, TWO_PLUS_THREE), Evaluator(LOW_A5, TWO_PLUS_THREE, 8)
    sevens = [tuple(hand) for hand in seven]
    fours = [(hand[:4], hand[4:]) for hand in omaha]
    halves = speed(seconds, fours, high.value, low.value)
    return [
        Row("seven cards, one call each", "hands/s", speed(seconds, sevens, rank_one), "seven"),
        Row("Omaha high, one call each", "hands/s", speed(seconds, fours, high.value), "omaha"),
        Row("Omaha hi-lo 8, one call for each half", "hands/s", halves, "omaha8"),
    ]


def from_arrays(seconds: float) -> list[Row]:
    generator = np.random.default_rng(1)

    def deal(cards: int) -> Any:
        return np.argsort(generator.random((ARRAY, 52)), axis=1)[:, :cards].astype(np.uint8)

    rows = [Row("seven cards, from an array", "hands/s", ARRAY * speed(seconds, [(deal(7),)], rank), "seven")]
    for game, title, task in (
        ("omaha-high", "Omaha high", "omaha"),
        ("omaha-hilo8", "Omaha hi-lo 8, both halves", "omaha8"),
        ("big-omaha-hilo8", "Big Omaha hi-lo 8, both halves", ""),
    ):
        hands = deal(10 if game.startswith("big") else 9)
        ranked = ARRAY * speed(seconds, [(game, hands)], rank_game)
        rows.append(Row(f"{title}, from an array", "hands/s", ranked, task))
    return rows


def equities(seconds: float) -> list[Row]:
    """Sampled, as the peers do it; how soon the exact answer is there, `times` tells."""

    def sampled(*problem: Any) -> float:
        call = partial(equity, exact=False, samples=SAMPLES, threads=1)
        return SAMPLES * speed(seconds, [problem], call)

    pair, three = ["AhKh", "QsQd"], ["As2sKhQh", "9c9dTcTd", "AdAc3h4h"]
    return [
        Row("hold'em AhKh-QsQd, sampled", "deals/s", sampled("holdem", pair), "preflop"),
        Row("Omaha hi-lo 8 three ways, sampled", "deals/s", sampled("omaha-hilo8", three), "omaha8 preflop"),
    ]


def side_by_side(rows: list[Row], peers: dict[str, dict[str, float]]) -> Table:
    names = sorted({name for found in peers.values() for name in found})
    table = Table(title="hoyle and its peers, one core; in brackets, how many times as fast hoyle is")
    for head in ("", "hoyle", *names):
        table.add_column(head, justify="left" if not head else "right")
    for row in rows:
        beside = peers.get(row.task, {})
        cells = [
            f"{short(beside[name])} ({times_as_fast(row.ours / beside[name])})" if name in beside else "-"
            for name in names
        ]
        table.add_row(row.title, f"{short(row.ours)} {row.unit}", *cells)
    return table


def times_as_fast(ratio: float) -> str:
    return f"{ratio:,.0f}x" if ratio >= 10 else f"{ratio:.1f}x"


def short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"


def times(seconds: float) -> Table:
    """Answers that no peer here gives: how long they take, and what every deal in turn would take.

    A deal that a short cut stands for is not one that was looked at, so these figures are beside nobody's.
    """
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
        if deals <= MAX_ONE_BY_ONE:
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
    """How many times as fast as the fastest peer at the same work, row by row."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    shown = [(row.title, row.ours / max(peers[row.task].values())) for row in rows if row.task in peers]
    figure, axes = pyplot.subplots(figsize=(8, 0.42 * len(shown) + 1), layout="constrained")
    bars = axes.barh([title for title, _ in shown], [ratio for _, ratio in shown], color="#2b6f4e")
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.bar_label(bars, [f" {times_as_fast(ratio)}" for _, ratio in shown])
    axes.set_xlabel("times as fast as the fastest peer at the same work")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=160)
    pyplot.close(figure)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.odds")
    parser.add_argument("seconds", nargs="?", type=float, default=1.0)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    main(chosen.seconds, chosen.plot)
