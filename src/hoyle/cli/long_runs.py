"""Support for long-running commands: cluster option, progress bar, and partial results on Ctrl-C."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from hoyle.cli.command_parameters import option
from hoyle.cli.main import EXIT_INTERRUPTED
from hoyle.simulation.partitioned_run import Counted, PartitionedRun, Progress, Run, Stop, simulate

CLUSTER: Final = option("Run on a dask scheduler (tcp://...), or local.", "ADDRESS")


def run_local_or_cluster(
    cluster: str | None, run: Run[Counted], *, progress: Progress | None = None, stop: Stop | None = None
) -> Counted:
    """Play a simulation run in this process or on a dask cluster; the result is the same."""
    if cluster is None:
        return simulate(run, progress=progress, stop=stop)
    from hoyle.dask_jobs import run_job

    parts = PartitionedRun(run, progress)
    run_job(parts, cluster, stop=stop)
    return parts.counted


@contextmanager
def defer_interrupt() -> Iterator[Callable[[], bool]]:
    """Defer Ctrl-C and yield a function that says whether it was pressed; a second one interrupts."""
    pressed: list[int] = []

    def note(number: int, frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(unit: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """Yield a callback that shows progress on standard error; None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(unit), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(unit, total=total)

    def show(completed: int) -> None:
        bar.start()
        bar.update(task, completed=completed)

    try:
        yield show
    finally:
        bar.stop()


def report_interruption(completed: int, total: int, unit: str) -> int | None:
    """Report a run that was interrupted, and return the exit code for Ctrl-C; None if it was completed."""
    if completed == total:
        return None
    click.echo(f"hoyle: interrupted after {completed:,} of {total:,} {unit}", err=True)
    return EXIT_INTERRUPTED
