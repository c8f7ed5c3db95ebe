"""`hoyle equity`: each hand's share of the pot, exact where possible, else sampled."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hoyle.cli.long_runs import cluster_option
from hoyle.cli.parameter_types import ODDS_GAME
from hoyle.cli.render.console import print_json
from hoyle.odds.equities.calculator import EquityRequest, Progress, SolverOptions, solver_options
from hoyle.odds.equities.equity_result import EquityResult
from hoyle.odds.kernel_loader import REMARK, SAMPLES
from hoyle.odds.showdown_rules import GAMES, game


@click.command(
    "equity",
    short_help="Compute each hand's share of the pot, exactly if possible.",
    epilog=f"Games: {', '.join(GAMES)}. Example: hoyle equity omaha-hilo8 As2sKhQh 9c9dTcTd AdAc3h4h --board 3s5hKd",
)
@click.argument("name", type=ODDS_GAME, metavar="GAME")
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND...")
@click.option("--board", default="", metavar="CARDS", help="Cards of the board so far.")
@click.option("--dead", default="", metavar="CARDS", help="Dead cards: not dealt to any hand or the board.")
@click.option(
    "--exact/--sample",
    "exact",
    default=None,
    help="Count every deal, or sample.  [default: exact if there are few enough deals]",
)
@click.option(
    "--samples", type=click.IntRange(1, 10**12), default=None, help=f"Deals to sample.  [default: {SAMPLES:,}]"
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the samples.")
@click.option("--threads", type=click.IntRange(1, 1024), default=None, help="Threads.  [default: all cores]")
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw equity street by street, or against each hand of a range, as .png or .svg.",
)
def command(
    name: str,
    hands: tuple[str, ...],
    board: str,
    dead: str,
    exact: bool | None,
    samples: int | None,
    seed: int,
    threads: int | None,
    cluster: str | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Compute the share of the pot that each HAND wins on average once all cards are dealt.

    A HAND is cards (AhKh), known and unknown cards (Ah??), the word random, or in hold'em and Omaha a range
    ("QQ+, AKs", "AA**ds", "15%"; see hoyle range --help). In draw games it is the cards kept, followed by a
    slash and the discards if they are known.
    """
    if plot is not None:
        from hoyle.cli.render.equity_plot import check_file

        check_file(plot)
    problem = EquityRequest(game(name), hands, board=board, dead=dead)
    work = solver_options(exact=exact, samples=samples, seed=seed, threads=threads)
    result = _solve(problem, work, cluster)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    if REMARK:
        click.echo(f"hoyle: {REMARK}", err=True)
    if plot is not None:
        from hoyle.cli.render.equity_plot import draw

        draw(plot, result, samples=samples, seed=seed)
    if as_json:
        print_json(result.to_json())
    else:
        click.echo(result)
        if plot is not None:
            click.echo(f"drawn in {plot}")


def _solve(problem: EquityRequest, work: SolverOptions, cluster: str | None) -> EquityResult:
    """Compute the equities in this process or on a dask cluster, with the same result."""
    if cluster is None:
        return problem.solve(work, _progress())
    from hoyle.dask_jobs import run_job
    from hoyle.odds.equities.partitioned_job import PartitionedEquityJob

    parts = PartitionedEquityJob(problem, work, _progress())
    run_job(parts, cluster)
    return parts.result()


def _progress() -> Progress | None:
    """Return a callback that writes progress to standard error; None without a terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        click.echo(f"\r{done / max(total, 1):6.1%} counted", nl=False, err=True)

    return show
